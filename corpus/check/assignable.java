// tightrope: --scope 2,array=3
// What a method may change.
class Frame {
    int value;
    int other;
    /*@ nullable @*/ Frame next;
    int[] data;
    static int count;
    static final int[] TABLE = new int[2];

    //@ assignable value;
    void field() {
        other = 1;
    }

    //@ assignable value;
    void rightField() {
        value = 1;
    }

    // Writing the same value is no change.
    //@ assignable \nothing;
    void sameValue() {
        value = value;
    }

    //@ assignable \nothing;
    void nothing() {
        value++;
    }

    //@ assignable next.value;
    void ofAnother() {
        value = 5;
    }

    // Right only where `next == this`, or there is no next.
    //@ requires next == this;
    //@ assignable next.value;
    void ofItself() {
        value = 5;
    }

    //@ requires data.length == 3;
    //@ assignable data[0..1];
    void element() {
        data[2] = 5;
    }

    //@ requires data.length == 3;
    //@ assignable data[0..1];
    void rightElement() {
        data[1] = 5;
    }

    //@ requires data.length == 3;
    //@ assignable data;
    void arrayField() {
        data[1] = 5;
    }

    //@ assignable \nothing;
    void newObject() {
        Frame fresh = new Frame();
        fresh.value = 3;
    }

    //@ assignable \nothing;
    void statics() {
        count++;
    }

    //@ assignable count;
    void rightStatics() {
        count++;
    }

    //@ assignable \nothing;
    void staticArray() {
        TABLE[0] = 1;
    }

    /*@ pure @*/ int pureWrites() {
        value = 3;
        return value;
    }

    /*@ pure @*/ int pureReads() {
        return value;
    }

    //@ assignable \nothing;
    static void parameter(int[] values) {
        if (values.length > 0) {
            values[0] = 0;
        }
    }

    // The frame holds for exceptions, too.
    //@ assignable \nothing;
    //@ signals (IllegalStateException e) true;
    void throwing() {
        value = 77;
        throw new IllegalStateException();
    }

    //@ assignable \reach(next);
    void inReach() {
        if (next != null) {
            next.value = 8;
        }
    }

    //@ assignable \reach(next);
    void outOfReach() {
        value = 8;
    }

    //@ assignable this.*;
    void allFields() {
        value = 1;
        if (next != null) {
            next.value = 2;
        }
    }
}
