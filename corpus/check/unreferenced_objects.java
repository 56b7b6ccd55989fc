// tightrope: --scope 3
// Objects that nothing leads to: quantifiers range over them, and they may have an invariant about what a method changes.
/*@ nullable_by_default @*/ class Quantified {
    int v;

    // Another object may have a negative number.
    //@ requires v >= 0; ensures (\forall Quantified m; ; m.v >= 0);
    void all() {
    }

    // There may be another object.
    //@ requires (\exists Quantified m; ; m != this); ensures false;
    void some() {
    }

    // The range names a set, which has nothing that does not lead there.
    //@ ensures (\forall Quantified m; \reach(this).has(m); m == this);
    void reached() {
    }
}

/*@ nullable_by_default @*/ class Observer {
    int z;
    Observer o;

    //@ invariant o == null || o.z == z + 1;

    // An object that observes this one may expect its old number.
    //@ requires o == null;
    void set() {
        z = 5;
    }

    // Its invariant does not speak of `o`.
    //@ requires o == null;
    void keep() {
        o = null;
    }
}

/*@ nullable_by_default @*/ class Limited {
    static int most = 10;
    int size;

    //@ invariant size <= most;

    // An object that nobody gave to the method may be larger.
    static void limit(int to) {
        most = to;
    }

    //@ requires to >= most;
    static void relax(int to) {
        most = to;
    }
}

// The nodes of a list belong to it: a method of `Link` is not judged by lists that nobody gave to it.
/*@ nullable_by_default @*/ class Chain {
    Link first;

    //@ invariant first == null || first.next == null;
}

/*@ nullable_by_default @*/ class Link {
    Link next;

    void append() {
        next = new Link();
    }
}
