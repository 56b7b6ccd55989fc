// tightrope: --scope 3
/** What is a note where nobody has said what a method may do, and what is none. */
class Notes {
    private Link first;
    private int size;

    boolean repOk() {
        int count = 0;
        for (Link link = first; link != null && count < 9; link = link.next) {
            count++;
        }
        return count == size && count < 9;
    }

    /** On purpose; and `size` is forgotten, which shows on larger heaps only. */
    Object removeSecond() {
        if (size == 0) {
            throw new IllegalStateException("empty");
        }
        if (first.next == null) {
            return null;
        }
        Object item = first.next.item;
        first.next = first.next.next;
        return item;
    }

    /** A private method and a static one look at arguments for others. */
    Object get(int index) {
        checkIndex(index);
        return notNull(first).item;
    }

    private void checkIndex(int index) {
        if (index < 0 || index >= size) {
            throw new IndexOutOfBoundsException();
        }
    }

    static <T> T notNull(T value) {
        if (value == null) {
            throw new IllegalArgumentException("null");
        }
        return value;
    }

    /** The exception of another method is not meant here. */
    void clear() {
        while (true) {
            removeFirst();
        }
    }

    Object removeFirst() {
        if (size == 0) {
            throw new IllegalStateException("empty");
        }
        Object item = first.item;
        first = first.next;
        size--;
        return item;
    }

    /** An assertion is no exception on purpose. */
    void unreachable() {
        if (size > 1) {
            throw new AssertionError("never more than one");
        }
    }

    /** Ends on every list that has an end. */
    static int length(Plain link) {
        int length = 0;
        for (; link != null; link = link.next) {
            length++;
        }
        return length;
    }

    /** Does not end on a list of one, which is no fault of the list. */
    static int endless(Plain link) {
        int length = 0;
        while (link != null) {
            length = 1 - length;
            if (link.next != null) {
                link = link.next;
            }
        }
        return length;
    }

    /** Null is the caller's fault, a list of one is not. */
    static Object second(Plain link) {
        return link.next.item;
    }

    static class Link {
        Object item;
        Link next;
    }
}

class Plain {
    Object item;
    Plain next;

    static int size(Plain plain) {
        return plain == null ? 0 : 1 + size(plain.next);
    }

    static boolean ends(Plain plain) {
        while (plain.next != null) {
            plain = plain.next;
        }
        return true;
    }
}
