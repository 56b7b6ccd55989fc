// tightrope: --scope 2
// A `repOk` that loops, throws, counts for ever or calls itself.
class Loops {
    Loops next;

    boolean repOk() {
        Loops last = this;
        while (last.next != null) {
            last = last.next;
        }
        return true;
    }

    void touch() {
    }
}

class Throws {
    Throws next;

    boolean repOk() {
        return next.next == null;
    }

    void touch() {
    }

    void cut() {
        next = null;
    }
}

class AlwaysThrows {
    boolean repOk() {
        throw new IllegalStateException();
    }

    void touch() {
    }
}

class Counts {
    boolean repOk() {
        long count = 0;
        while (true) {
            count++;
        }
    }

    void touch() {
    }
}

class CallsItself {
    boolean repOk() {
        return repOk();
    }

    void touch() {
    }
}

class Writes {
    int calls;

    boolean repOk() {
        calls++;
        return calls == 1;
    }

    void touch() {
    }
}
