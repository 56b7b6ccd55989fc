// tightrope: --from api=6
// Nobody can make an iterator but the class that hands it out: it is called where that has
// returned it, as `java.util.Iterator` allows. `Basket` loses its place when the first one is
// removed; `Shelf` does not.
import java.util.Iterator;
import java.util.NoSuchElementException;

class Basket<T> implements Iterable<T> {
    private class Entry {
        T item;
        Entry prev;
        Entry next;
    }

    private Entry first;
    private Entry last;

    void add(T item) {
        Entry entry = new Entry();
        entry.item = item;
        entry.prev = last;
        if (last == null) {
            first = entry;
        } else {
            last.next = entry;
        }
        last = entry;
    }

    private void unlink(Entry entry) {
        if (entry.prev == null) {
            first = entry.next;
        } else {
            entry.prev.next = entry.next;
        }
        if (entry.next == null) {
            last = entry.prev;
        } else {
            entry.next.prev = entry.prev;
        }
    }

    @Override
    public Iterator<T> iterator() {
        return new Iterator<T>() {
            private Entry current;
            private boolean isStarted;

            @Override
            public boolean hasNext() {
                return isStarted ? current.next != null : first != null;
            }

            @Override
            public T next() {
                current = isStarted ? current.next : first;
                isStarted = true;
                return current.item;
            }

            @Override
            public void remove() {
                unlink(current);
                current = current.prev;
            }
        };
    }
}

class Shelf implements Iterable<Integer> {
    private final int[] books = new int[4];
    private int size;

    void add(int book) {
        if (size < books.length) {
            books[size++] = book;
        }
    }

    @Override
    public Iterator<Integer> iterator() {
        return new Walk();
    }

    /** Without `hasNext`, `next` would fail: nobody calls it then. */
    private class Walk implements Iterator<Integer> {
        private int at;

        @Override
        public boolean hasNext() {
            return at < size;
        }

        @Override
        public Integer next() {
            if (books[at] < 0) {
                throw new NoSuchElementException();
            }
            return books[at++];
        }

        @Override
        public void remove() {
            at--;
            for (int i = at; i + 1 < size; i++) {
                books[i] = books[i + 1];
            }
            size--;
        }
    }
}
