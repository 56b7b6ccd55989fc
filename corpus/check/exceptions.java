// tightrope: --scope 2
// Which exceptions may leave a method.
class Exceptions {
    /*@ nullable @*/ Exceptions next;
    int value;

    // Violated: nobody allows the NullPointerException.
    //@ ensures true;
    int undeclared() {
        return next.value;
    }

    int withoutContract() {
        return next.value;
    }

    //@ signals (NullPointerException e) next == null;
    int allowed() {
        return next.value;
    }

    // Violated: it throws where the condition is false.
    //@ signals (NullPointerException e) value == 1;
    int condition() {
        return next.value;
    }

    //@ signals_only NullPointerException;
    //@ signals (NullPointerException e) next == null;
    int only() {
        return next.value;
    }

    // Violated: another one.
    //@ signals_only IllegalStateException;
    int other() {
        return next.value;
    }

    // Violated: it returns.
    //@ exceptional_behavior
    //@   requires value == 1;
    //@   signals_only IllegalArgumentException;
    void returns() {
        if (value == 1 && next == null) {
            throw new IllegalArgumentException();
        }
    }

    //@ exceptional_behavior
    //@   requires value == 1;
    //@   signals_only IllegalArgumentException;
    void throwsAlways() {
        throw new IllegalArgumentException();
    }

    // Violated: a normal_behavior does not throw.
    //@ normal_behavior
    //@   requires value == 1;
    //@   ensures true;
    void normal() {
        if (value == 1) {
            throw new IllegalArgumentException();
        }
    }

    // Violated: the array may be too short.
    //@ ensures true;
    static int index(int[] values) {
        return values[1];
    }

    //@ requires values.length > 1;
    //@ ensures \result == values[1];
    static int inside(int[] values) {
        return values[1];
    }

    static int divide(int left, int right) {
        return left / right;
    }

    static int[] negative(int length) {
        return new int[length];
    }

    static String cast(Object any) {
        return (String) any;
    }

    static void store(Object[] objects) {
        if (objects.length > 0) {
            objects[0] = new Exceptions();
        }
    }

    // The state has to be valid also when it throws: the class invariant below is broken on the way out.
    //@ signals (IllegalStateException e) true;
    void halfway() {
        value = -1;
        if (next == null) {
            throw new IllegalStateException();
        }
        value = 1;
    }

    //@ invariant value >= 0;

    static class Checked extends Exception {
    }

    // Declared exceptions are allowed.
    static void declared(boolean really) throws Checked {
        if (really) {
            throw new Checked();
        }
    }

    static void finallyHides() {
        try {
            throw new IllegalStateException();
        } finally {
            return;
        }
    }

    static void javaAssert(int number) {
        assert number != 3;
    }
}
