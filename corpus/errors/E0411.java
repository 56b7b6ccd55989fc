// Bodies that are missing or too many, and `abstract` where it has no meaning.
class Shape {
    int area();

    abstract int width();

    static int count();

    int use(Shape other) {
        return other.area() + other.width() + count() + new Shape().area();
    }
}

abstract class Named {
    abstract String name() {
        return "name";
    }

    abstract static int count();

    private abstract int secret();

    abstract native int address();

    int use() {
        return count() + secret() + address() + name().length();
    }
}

abstract class Level0 {
    static Level0() {
    }

    abstract int level();
}

class Level1 extends Level0 {
    int level() {
        return super.level() + 1;
    }

    Unknown nothing() {
        return;
    }
}

interface Sized {
    static int zero();

    default int one();

    private int two();

    int size();
}

enum Level {
    LOW { int value() { return 0; } };

    abstract int value();

    int twice();
}

record Point(int x) {
    int y();
}
