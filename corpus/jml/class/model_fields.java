// Model fields and represents: a name for a value that is computed from the state; in interfaces too.
interface Sized {
    //@ public instance model int size;

    //@ ensures \result == (size == 0);
    /*@ pure @*/ boolean isEmpty();
}

class Chain implements Sized {
    /*@ nullable @*/ Chain next;
    boolean used;

    //@ represents size = used ? 1 + (next == null ? 0 : next.size) : 0;

    public boolean isEmpty() {
        return !used;
    }

    //@ model boolean isLast;
    //@ private represents isLast <- next == null;

    //@ requires isLast;
    //@ ensures !isLast;
    void grow() {
        next = new Chain();
    }
}
