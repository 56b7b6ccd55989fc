// tightrope: --scope 2
// A receiver may be an object that a static field holds. The receivers of an enum's methods are its constants and nothing else.
/*@ nullable_by_default @*/ public class Receivers {
    static final Receivers NIL = new Receivers();
    int v;

    // Violated by `NIL.write()`.
    //@ ensures this.v == \old(this.v);
    void write() {
        NIL.v = 77;
    }

    // Violated by `NIL.isAnother()`.
    //@ ensures \result;
    boolean isAnother() {
        return this != NIL;
    }
}

enum Light {
    RED, GREEN, BLUE;

    // Violated by RED.
    //@ ensures !\result;
    boolean isRed() {
        return this == RED;
    }

    // Holds: there is no fourth light.
    Light next() {
        return values()[(ordinal() + 1) % 3];
    }

    // Holds.
    int code() {
        switch (this) {
            case RED: return 1;
            case GREEN: return 2;
            case BLUE: return 3;
        }
        throw new IllegalStateException();
    }
}

enum Operation {
    PLUS {
        int apply(int a) {
            return a + 1;
        }
    },
    ZERO {
        int apply(int a) {
            return 0;
        }
    };

    abstract int apply(int a);

    // Violated by ZERO.
    //@ ensures \result;
    boolean isPlus() {
        return this == PLUS;
    }

    // Holds for both constants.
    //@ ensures \result == 1 || \result == 0;
    int ofZero() {
        return apply(0);
    }
}
