// \old and \pre: the state before the method, also for whole expressions, calls and inside quantifiers.
class Shift {
    int[] values = new int[4];
    /*@ nullable @*/ Shift next;

    //@ ensures (\forall int i; 1 <= i && i < values.length; values[i] == \old(values[i - 1]));
    //@ ensures next == \pre(next) && \old(values.length) == values.length;
    void shift() {
        for (int i = values.length - 1; i > 0; i--) values[i] = values[i - 1];
    }

    //@ requires next != null;
    //@ ensures \old(next).next == this && \old(next.sum()) <= sum();
    void relink() {
        next.next = this;
    }

    /*@ pure @*/ int sum() {
        return values[0];
    }
}
