// tightrope: --scope 3
// Several cases: each whose precondition held has to be met.
class Cases {
    int value;
    /*@ nullable @*/ Cases next;

    //@ requires value > 0;
    //@ ensures \result == 1;
    //@ also
    //@ requires value <= 0;
    //@ ensures \result == 0;
    int both() {
        return value > 0 ? 1 : 0;
    }

    // Violated where both apply.
    //@ requires value >= 0;
    //@ ensures \result == 1;
    //@ also
    //@ requires value <= 0;
    //@ ensures \result == 0;
    int overlapping() {
        return value > 0 ? 1 : 0;
    }

    // The second case never applies.
    //@ requires value > 0;
    //@ ensures \result == 1;
    //@ also
    //@ requires value > 3 && value < 2;
    //@ ensures false;
    int never() {
        return 1;
    }

    // Violated: the second case wants an exception.
    //@ normal_behavior
    //@   requires next != null;
    //@   ensures \result == next.value;
    //@ also
    //@ exceptional_behavior
    //@   requires next == null;
    //@   signals_only IllegalStateException;
    int exceptional() {
        return next == null ? 0 : next.value;
    }

    //@ normal_behavior
    //@   requires next != null;
    //@   ensures \result == next.value;
    //@ also
    //@ exceptional_behavior
    //@   requires next == null;
    //@   signals_only IllegalStateException;
    int rightExceptional() {
        if (next == null) {
            throw new IllegalStateException();
        }
        return next.value;
    }

    // The frame of the case that applies: violated where the first does.
    //@ requires value == 0;
    //@ assignable \nothing;
    //@ also
    //@ requires value != 0;
    //@ assignable value;
    void frames() {
        value = 1;
    }

    //@ requires value == 0;
    //@ assignable \nothing;
    //@ also
    //@ requires value != 0;
    //@ assignable value;
    void rightFrames() {
        if (value != 0) {
            value = 1;
        }
    }
}
