// tightrope: --scope 4
// An exception that is thrown on purpose and declared nowhere does not hide what goes wrong on larger heaps.
class Deliberate {
    /*@ nullable @*/ Deliberate next;
    int value;

    // Violated in two ways: the exception on one object, the other one on three.
    //@ pure
    int third(int index) {
        if (index < 0) {
            throw new IndexOutOfBoundsException();
        }
        return next == null || next.next == null || next == this || next.next == this ? 0 : 6 / next.next.value;
    }

    // Violated in one way.
    //@ pure
    int first(int index) {
        if (index < 0) {
            throw new IndexOutOfBoundsException();
        }
        return value;
    }
}
