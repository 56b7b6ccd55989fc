// tightrope: --scope 3
// The invariants of all objects count, not only that of the receiver.
class Link {
    /*@ nullable @*/ Link next;
    /*@ nullable @*/ Link previous;

    //@ invariant next != null ==> next.previous == this;
    //@ invariant previous != null ==> previous.next == this;

    void unlink() {
        if (next != null) {
            next.previous = previous;
        }
        if (previous != null) {
            previous.next = next;
        }
        next = null;
        previous = null;
    }

    // Violated: it still knows its neighbours, which do not know it.
    void unlinkWrong() {
        if (next != null) {
            next.previous = previous;
        }
        if (previous != null) {
            previous.next = next;
        }
    }

    void insertAfter(Link other) {
        other.unlink();
        if (other == this) {
            return;
        }
        other.previous = this;
        other.next = next;
        if (next != null) {
            next.previous = other;
        }
        next = other;
    }

    // Violated where the other is this one, or is linked already.
    void insertAfterWrong(Link other) {
        other.previous = this;
        other.next = next;
        if (next != null) {
            next.previous = other;
        }
        next = other;
    }
}
