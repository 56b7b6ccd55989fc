// Anonymous classes: of a class with arguments, of an interface, with captured variables and fields of their own.
interface Step {
    int apply(int value);
}

abstract class Scaled implements Step {
    final int factor;

    Scaled(int factor) {
        this.factor = factor;
    }
}

class Anonymous {
    int offset;

    int run(int extra) {
        Step add = new Step() {
            int calls;

            public int apply(int value) {
                calls++;
                return value + extra + offset + calls;
            }
        };
        Step scale = new Scaled(3) {
            public int apply(int value) {
                return add.apply(value) * factor;
            }
        };
        return scale.apply(1);
    }
}
