/** "As often as before": counts of keys that nobody has told apart. */
class Bag {
    static class Cell {
        int key;
        /*@ nullable @*/ Cell next;
    }

    /*@ nullable @*/ Cell first;

    /*@ invariant (\forall Cell c; \reach(first, Cell, next).has(c); !\reach(c.next, Cell, next).has(c)); */

    /*@ ensures (\forall Cell c; \reach(first, Cell, next).has(c);
      @     (\num_of Cell d; \reach(first, Cell, next).has(d); d.key == c.key)
      @     == (\num_of Cell d; \old(\reach(first, Cell, next)).has(d); \old(d.key) == c.key));
      @*/
    void reverse() {
        Cell done = null;
        while (first != null) {
            Cell rest = first.next;
            first.next = done;
            done = first;
            first = rest;
        }
        first = done;
    }

    /*@ ensures (\forall Cell c; \reach(first, Cell, next).has(c);
      @     (\num_of Cell d; \reach(first, Cell, next).has(d); d.key == c.key)
      @     == (\num_of Cell d; \old(\reach(first, Cell, next)).has(d); \old(d.key) == c.key)
      @         + (c.key == key ? 1 : 0));
      @*/
    void add(int key) {
        Cell cell = new Cell();
        cell.key = key;
        cell.next = first;
        first = cell;
    }

    /** Drops the second of two equal keys in a row: seen only where two keys are equal. */
    /*@ ensures (\forall Cell c; \old(\reach(first, Cell, next)).has(c);
      @     (\num_of Cell d; \old(\reach(first, Cell, next)).has(d); \old(d.key) == \old(c.key))
      @     == (\num_of Cell d; \reach(first, Cell, next).has(d); d.key == \old(c.key)));
      @*/
    void dropRepeated() {
        if (first != null && first.next != null && first.next.key == first.key) {
            first.next = first.next.next;
        }
    }

    /** Overwrites a key, which is seen only where it was another one. */
    /*@ ensures (\forall Cell c; \old(\reach(first, Cell, next)).has(c);
      @     (\num_of Cell d; \old(\reach(first, Cell, next)).has(d); !(\old(d.key) != \old(c.key)))
      @     == (\num_of Cell d; \reach(first, Cell, next).has(d); d.key == \old(c.key)));
      @*/
    void copyFirstKey() {
        if (first != null && first.next != null) {
            first.next.key = first.key;
        }
    }

    /** The factors matter: twice one is not one. */
    /*@ ensures (\forall Cell c; \reach(first, Cell, next).has(c);
      @     (\num_of Cell d; \reach(first, Cell, next).has(d); d.key == key)
      @     == (c.key == key ? 2 : 0) + (\num_of Cell d; \reach(first, Cell, next).has(d); d.key == key)
      @         - (key == c.key ? 1 : 0) + (c.key != key ? 1 : 0) - 1);
      @*/
    void holdsForAllKeys(int key) {
    }

    /*@ ensures (\forall Cell c; \reach(first, Cell, next).has(c);
      @     (\num_of Cell d; \reach(first, Cell, next).has(d); d.key == c.key)
      @     == 2 * (\num_of Cell d; \reach(first, Cell, next).has(d); d.key == c.key));
      @*/
    void neverHolds() {
    }
}
