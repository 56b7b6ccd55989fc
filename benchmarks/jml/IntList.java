/** A singly linked list of ints: the class of Shao and others (Figure 1), who check contains. */
public class IntList {
    static class Entry {
        int value;
        /*@ nullable @*/ Entry next;

        Entry(int value, /*@ nullable @*/ Entry next) {
            this.value = value;
            this.next = next;
        }
    }

    /*@ nullable @*/ Entry header;

    /*@ invariant (\forall Entry e; \reach(header, Entry, next).has(e); !\reach(e.next, Entry, next).has(e));
      @*/

    /*@ ensures \result == \reach(header, Entry, next).int_size();
      @*/
    public /*@ pure @*/ int size() {
        int count = 0;
        for (Entry entry = header; entry != null; entry = entry.next) {
            count++;
        }
        return count;
    }

    /*@ requires 0 <= index && index < size();
      @ ensures (\exists Entry e; \reach(header, Entry, next).has(e);
      @     \reach(e, Entry, next).int_size() == size() - index && e.value == \result);
      @*/
    public /*@ pure @*/ int get(int index) {
        Entry entry = header;
        for (int i = 0; i < index; i++) {
            entry = entry.next;
        }
        return entry.value;
    }

    /*@ ensures \result <==> (\exists Entry e; \reach(header, Entry, next).has(e); e.value == wanted);
      @*/
    public /*@ pure @*/ boolean contains(int wanted) {
        Entry entry = header;
        boolean found = false;
        while (entry != null && !found) {
            if (entry.value == wanted) {
                found = true;
            }
            entry = entry.next;
        }
        return found;
    }

    /** The first position of the value, or -1. */
    /*@ ensures \result == -1 || 0 <= \result && \result < size() && get(\result) == wanted;
      @ ensures (\forall int i; 0 <= i && i < (\result < 0 ? size() : \result); get(i) != wanted);
      @*/
    public /*@ pure @*/ int indexOf(int wanted) {
        int index = 0;
        for (Entry entry = header; entry != null; entry = entry.next) {
            if (entry.value == wanted) {
                return index;
            }
            index++;
        }
        return -1;
    }

    /** Puts the value behind all others. */
    /*@ assignable header, \reach(header, Entry, next);
      @ ensures size() == \old(size()) + 1;
      @ ensures get(\old(size())) == added;
      @ ensures (\forall int i; 0 <= i && i < \old(size()); get(i) == \old(get(i)));
      @*/
    public void add(int added) {
        Entry fresh = new Entry(added, null);
        if (header == null) {
            header = fresh;
            return;
        }
        Entry last = header;
        while (last.next != null) {
            last = last.next;
        }
        last.next = fresh;
    }

    /** Takes the first occurrence of the value out; false if there is none. */
    /*@ requires contains(removed);
      @ assignable header, \reach(header, Entry, next);
      @ ensures \result;
      @ ensures size() == \old(size()) - 1;
      @ ensures (\forall int i; 0 <= i && i < size(); get(i) == \old(get(i < indexOf(removed) ? i : i + 1)));
      @ also
      @ requires !contains(removed);
      @ assignable \nothing;
      @ ensures !\result;
      @*/
    public boolean remove(int removed) {
        Entry previous = null;
        Entry entry = header;
        while (entry != null && entry.value != removed) {
            previous = entry;
            entry = entry.next;
        }
        if (entry == null) {
            return false;
        }
        if (previous == null) {
            header = entry.next;
        } else {
            previous.next = entry.next;
        }
        return true;
    }
}
