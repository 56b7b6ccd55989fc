// A header that does not parse is one error: the body that is thus missing is none, nor is the constructor call that nobody could find.
class Base {
    Base(int size) {
    }
}

class Broken extends Base {
    Broken() {
        super(1;
    }

    int first(int size) int second;

    int third( {
        return 3;
    }

    int fourth() throws {
        return 4;
    }
}
