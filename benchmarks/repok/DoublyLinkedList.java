import java.util.HashSet;
import java.util.Set;

/** A list of objects as a circle of doubly linked entries around a sentinel, in Korat's family of structures. Null is an element too. */
public class DoublyLinkedList {
    static class Entry {
        /*@ nullable @*/ Object element;
        /*@ nullable @*/ Entry next;
        /*@ nullable @*/ Entry previous;
    }

    Entry sentinel;
    int size;

    public DoublyLinkedList() {
        sentinel = new Entry();
        sentinel.next = sentinel;
        sentinel.previous = sentinel;
    }

    /** next leads once around the sentinel and size entries, and previous leads back. */
    public boolean repOk() {
        if (sentinel.element != null) {
            return false;
        }
        Set<Entry> visited = new HashSet<>();
        Entry entry = sentinel;
        do {
            if (!visited.add(entry)) {
                return false;
            }
            if (entry.next == null || entry.next.previous != entry) {
                return false;
            }
            entry = entry.next;
        } while (entry != sentinel);
        return visited.size() == size + 1;
    }

    /*@ requires 0 <= index && index < size;
      @ ensures (\exists Entry e; \reach(sentinel.next, Entry, next).has(e) && e != sentinel;
      @     position(e) == index && e.element == \result);
      @*/
    public /*@ pure nullable @*/ Object get(int index) {
        return entry(index).element;
    }

    /** How many entries stand before an entry; of the sentinel, how many there are. */
    /*@ requires \reach(sentinel, Entry, next).has(counted);
      @*/
    private /*@ pure @*/ int position(Entry counted) {
        int before = 0;
        for (Entry entry = sentinel.next; entry != counted; entry = entry.next) {
            before++;
        }
        return before;
    }

    /** The entry at a position, found from the nearer end; at size, that is the sentinel. */
    /*@ requires 0 <= index && index <= size;
      @ ensures position(\result) == index;
      @*/
    private /*@ pure @*/ Entry entry(int index) {
        Entry entry = sentinel;
        if (index < size / 2) {
            for (int i = 0; i <= index; i++) {
                entry = entry.next;
            }
        } else {
            for (int i = size; i > index; i--) {
                entry = entry.previous;
            }
        }
        return entry;
    }

    /*@ ensures \result <==> (\exists int i; 0 <= i && i < size; get(i) == wanted);
      @*/
    public /*@ pure @*/ boolean contains(/*@ nullable @*/ Object wanted) {
        for (Entry entry = sentinel.next; entry != sentinel; entry = entry.next) {
            if (entry.element == wanted) {
                return true;
            }
        }
        return false;
    }

    /*@ assignable size, \reach(sentinel, Entry, next);
      @ ensures size == \old(size) + 1;
      @ ensures get(0) == item;
      @ ensures (\forall int i; 0 <= i && i < \old(size); get(i + 1) == \old(get(i)));
      @*/
    public void addFirst(/*@ nullable @*/ Object item) {
        addBefore(item, sentinel.next);
    }

    /*@ assignable size, \reach(sentinel, Entry, next);
      @ ensures size == \old(size) + 1;
      @ ensures get(\old(size)) == item;
      @ ensures (\forall int i; 0 <= i && i < \old(size); get(i) == \old(get(i)));
      @*/
    public void addLast(/*@ nullable @*/ Object item) {
        addBefore(item, sentinel);
    }

    /** Adds an element at a position. */
    /*@ public normal_behavior
      @   requires 0 <= index && index <= size;
      @   assignable size, \reach(sentinel, Entry, next);
      @   ensures size == \old(size) + 1;
      @   ensures get(index) == item;
      @   ensures (\forall int i; 0 <= i && i < \old(size); get(i < index ? i : i + 1) == \old(get(i)));
      @ also public exceptional_behavior
      @   requires index < 0 || index > size;
      @   assignable \nothing;
      @   signals_only IndexOutOfBoundsException;
      @*/
    public void add(int index, /*@ nullable @*/ Object item) {
        if (index < 0 || index > size) {
            throw new IndexOutOfBoundsException();
        }
        addBefore(item, entry(index));
    }

    /*@ requires \reach(sentinel, Entry, next).has(successor);
      @ assignable size, \reach(sentinel, Entry, next);
      @ ensures size == \old(size) + 1;
      @ ensures \fresh(successor.previous) && successor.previous.element == item;
      @ ensures successor.previous.previous == \old(successor.previous);
      @*/
    private void addBefore(/*@ nullable @*/ Object item, Entry successor) {
        Entry added = new Entry();
        added.element = item;
        added.next = successor;
        added.previous = successor.previous;
        added.previous.next = added;
        added.next.previous = added;
        size++;
    }

    /** Removes the element at a position, and returns it. */
    /*@ public normal_behavior
      @   requires 0 <= index && index < size;
      @   assignable size, \reach(sentinel, Entry, next);
      @   ensures \result == \old(get(index));
      @   ensures size == \old(size) - 1;
      @   ensures (\forall int i; 0 <= i && i < size; get(i) == \old(get(i < index ? i : i + 1)));
      @ also public exceptional_behavior
      @   requires index < 0 || index >= size;
      @   assignable \nothing;
      @   signals_only IndexOutOfBoundsException;
      @*/
    public /*@ nullable @*/ Object remove(int index) {
        if (index < 0 || index >= size) {
            throw new IndexOutOfBoundsException();
        }
        Entry entry = entry(index);
        unlink(entry);
        return entry.element;
    }

    /** Removes the first occurrence of an element; false if there is none. */
    /*@ requires contains(item);
      @ assignable size, \reach(sentinel, Entry, next);
      @ ensures \result;
      @ ensures size == \old(size) - 1;
      @ ensures (\exists int k; 0 <= k && k <= size; \old(get(k)) == item
      @     && (\forall int i; 0 <= i && i < k; get(i) != item && get(i) == \old(get(i)))
      @     && (\forall int i; k <= i && i < size; get(i) == \old(get(i + 1))));
      @ also
      @ requires !contains(item);
      @ assignable \nothing;
      @ ensures !\result;
      @*/
    public boolean removeElement(/*@ nullable @*/ Object item) {
        for (Entry entry = sentinel.next; entry != sentinel; entry = entry.next) {
            if (entry.element == item) {
                unlink(entry);
                return true;
            }
        }
        return false;
    }

    /*@ requires \reach(sentinel, Entry, next).has(removed) && removed != sentinel;
      @ assignable size, \reach(sentinel, Entry, next);
      @ ensures size == \old(size) - 1;
      @ ensures !\reach(sentinel, Entry, next).has(removed);
      @*/
    private void unlink(Entry removed) {
        removed.previous.next = removed.next;
        removed.next.previous = removed.previous;
        size--;
    }

    /*@ assignable \reach(sentinel, Entry, next);
      @ ensures size == \old(size);
      @ ensures (\forall int i; 0 <= i && i < size; get(i) == \old(get(size - 1 - i)));
      @*/
    public void reverse() {
        Entry entry = sentinel;
        do {
            Entry following = entry.next;
            entry.next = entry.previous;
            entry.previous = following;
            entry = following;
        } while (entry != sentinel);
    }
}
