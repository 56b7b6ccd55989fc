// tightrope: --engine glassbox --scope 3

/// The number of nodes and the length that is kept differ by more than the range of numbers that
/// are drawn. The run looks at the length before the list is known, and the invariant fixes it.
class Spaced {
    /*@ nullable @*/ Link first;
    int length;

    //@ invariant (\forall Link l; \reach(first, Link, next).has(l); !\reach(l.next, Link, next).has(l));
    //@ invariant length == \reach(first, Link, next).int_size() + 100;

    //@ ensures \result;
    boolean isShort() {
        return length - 50 < 53;
    }

    //@ ensures \result;
    boolean isNotLong() {
        return length - 50 < 54;
    }
}

class Link {
    /*@ nullable @*/ Link next;
}
