import java.util.HashSet;
import java.util.Set;

/**
 * A circular doubly linked list with a sentinel, which holds no element and is not counted. An element may be null.
 *
 * Scope: at most n+1 objects of class Entry (one is the sentinel), n objects of class Element; size fixed to n:
 * {@code --scope Entry=n+1,Element=n,SentinelList.size=n} (write the sum out).
 * Count: Bell(n+1), that is 2, 5, 15, 52, 203, 877, ... for n = 1, 2, 3, ...: the ways to put null or one of n objects, up to
 * renaming, into n entries. DoublyLinkedList.java is the reading that has Korat's counts.
 */
public class SentinelList {
    static class Element {
    }

    static class Entry {
        Element element;
        Entry next;
        Entry previous;
    }

    Entry sentinel;
    int size;

    /** next leads once around the sentinel and size entries, and previous leads back. */
    public boolean repOk() {
        if (sentinel == null || sentinel.element != null) {
            return false;
        }
        Set<Entry> visited = new HashSet<>();
        Entry entry = sentinel;
        do {
            if (!visited.add(entry)) {
                return false;
            }
            Entry next = entry.next;
            if (next == null || next.previous != entry) {
                return false;
            }
            entry = next;
        } while (entry != sentinel);
        return visited.size() == size + 1;
    }
}
