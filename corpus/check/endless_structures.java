// tightrope: --scope 3
// Cyclic structures that nothing forbids.
class Chain {
    Chain next;
    int value;

    // Violated: on a cycle it never returns.
    boolean contains(int wanted) {
        for (Chain chain = this; chain != null; chain = chain.next) {
            if (chain.value == wanted) {
                return true;
            }
        }
        return false;
    }

    // Violated: on a cycle it calls itself until the stack is full.
    int size() {
        return next == null ? 1 : 1 + next.size();
    }

    // Ends, since it cuts the cycle that it walks along.
    void unlink() {
        Chain chain = this;
        while (chain != null) {
            Chain following = chain.next;
            chain.next = null;
            chain = following;
        }
    }

    void swapsForEver(Chain other) {
        while (next != other) {
            Chain old = next;
            next = other;
            other = old;
        }
    }
}
