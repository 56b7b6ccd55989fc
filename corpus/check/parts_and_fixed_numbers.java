// tightrope: --engine glassbox --scope 4

/// The invariant fixes numbers that are far beyond the range of those that are tried. Nothing that
/// the methods do looks at them, and the lists with such numbers are there all the same.
class Tripled {
    /*@ nullable @*/ Item first;

    //@ invariant (\forall Item i; \reach(first, Item, next).has(i); !\reach(i.next, Item, next).has(i));
    //@ invariant first != null ==> first.number == 7;
    //@ invariant (\forall Item i; \reach(first, Item, next).has(i); i.next != null ==> i.next.number == i.number * 3);

    //@ ensures \result <= 3;
    /*@ pure @*/ int length() {
        int length = 0;
        for (Item item = first; item != null; item = item.next) {
            length++;
        }
        return length;
    }

    //@ ensures first == null || first.next == null || first.next.next == null;
    void keep() {
    }

    //@ ensures \result <= 63;
    /*@ pure @*/ int last() {
        int last = 0;
        for (Item item = first; item != null; item = item.next) {
            last = item.number;
        }
        return last;
    }

    //@ ensures \result == 0 || \result == 7;
    /*@ pure @*/ int first() {
        return first == null ? 0 : first.number;
    }
}

class Item {
    /*@ nullable @*/ Item next;
    int number;
}
