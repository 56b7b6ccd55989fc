// A call of another constructor inside of a statement, or in a method: one error each, and none about the call that Java would add.
class Base {
    Base(int size) {
    }
}

class Nested extends Base {
    Nested(boolean large) {
        if (large) {
            super(10);
        } else {
            super(1);
        }
    }

    void reset() {
        super(0);
    }

    Nested(int size) {
        while (size > 0) {
            this(true);
        }
    }
}
