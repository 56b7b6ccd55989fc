// Statements before this(…) and super(…), as Java 22 and later allow them.
class Base {
    final int half;

    Base(int half) {
        this.half = half;
    }
}

class Prologue extends Base {
    int size = 7;

    Prologue(int size) {
        if (size < 0) {
            throw new IllegalArgumentException();
        }
        int half = size / 2;
        super(half);
        this.size += half;
    }

    Prologue(String name, int size) {
        int twice = 2 * size;
        this(twice);
    }
}
