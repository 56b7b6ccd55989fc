// tightrope: --scope 20

/// All numbers of a large scope are one large formula. A small scope comes first, and shows what
/// only a large number breaks; where nothing is broken, the line says how far it went.
class Measured {
    /*@ nullable @*/ Link first;
    int length;

    //@ invariant (\forall Link l; \reach(first, Link, next).has(l); !\reach(l.next, Link, next).has(l));
    //@ invariant length == \reach(first, Link, next).int_size();

    //@ requires 0 <= index && index < length;
    //@ ensures \result == index * 2 + length;
    int twice(int index) {
        Link at = first;
        for (int i = 0; i < index; i++) {
            at = at.next;
        }
        return at == null ? 0 : index + index + length;
    }

    //@ ensures \result <==> (index >= 0 && index < length);
    boolean isWithin(int index) {
        return index >= 0 && (index << 2 >>> 2) < length;
    }

    //@ ensures \result <==> (index >= 0 && index < length);
    boolean isReallyWithin(int index) {
        return index >= 0 && length - index > 0;
    }
}

class Link {
    /*@ nullable @*/ Link next;
}
