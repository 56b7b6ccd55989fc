import java.util.HashSet;
import java.util.Set;

/**
 * A circular doubly linked list. The header is an entry of the circle like the others and holds the list's first element,
 * which is never null; the others may hold null. A header without an element stands alone: that is the empty list.
 *
 * Scope: at most n objects of class Entry, n objects of class Element; size fixed to n gives the circles of exactly n entries:
 * {@code --scope Entry=n,Element=n,DoublyLinkedList.size=n} (more elements than entries change nothing).
 * Count, n at least 1: Bell(n+1) - Bell(n), that is 1, 3, 10, 37, 151, 674, ... for n = 1, 2, 3, ... Bell(n+1) is the number
 * of ways to put null or one of n objects, up to renaming, into n entries, and Bell(n) of them have null in the first.
 * A sentinel that is not counted would leave the first entry free, and the count would be Bell(n+1): see
 * SentinelList.java. The counts published for Korat are those of this reading.
 */
public class DoublyLinkedList {
    static class Element {
    }

    static class Entry {
        Element element;
        Entry next;
        Entry previous;
    }

    Entry header;
    int size;

    /** next leads once around the circle, previous leads back, and size is the number of elements. */
    public boolean repOk() {
        if (header == null) {
            return false;
        }
        Set<Entry> circle = new HashSet<>();
        for (Entry entry = header; circle.add(entry); entry = entry.next) {
            if (entry.next == null || entry.next.previous != entry) {
                return false;
            }
        }
        // previous has one value only, so the first entry that is met again is the header.
        return header.element == null ? circle.size() == 1 && size == 0 : circle.size() == size;
    }
}
