// A ring buffer with ghost and model state, inherited contracts and exceptional cases.
import java.util.NoSuchElementException;

interface IntQueue {
    //@ public instance model int length;
    //@ public invariant length >= 0;

    /*@ public normal_behavior
      @   ensures \result == (length == 0);
      @*/
    /*@ pure @*/ boolean isEmpty();

    /*@ public normal_behavior
      @   requires length > 0;
      @   ensures length == \old(length) - 1;
      @ also public exceptional_behavior
      @   requires length == 0;
      @   assignable \nothing;
      @   signals_only NoSuchElementException;
      @*/
    int take();
}

class BoundedQueue implements IntQueue {
    private final int[] items;
    private int first, count;
    //@ ghost private int added = 0;
    //@ ghost private int taken = 0;

    //@ represents length = count;
    //@ invariant 0 <= count && count <= items.length;
    //@ invariant 0 <= first && (first < items.length || items.length == 0 && first == 0);
    //@ invariant added - taken == count;

    //@ requires capacity >= 0;
    //@ ensures length == 0;
    BoundedQueue(int capacity) {
        items = new int[capacity];
    }

    public boolean isEmpty() {
        return count == 0;
    }

    //@ requires count < items.length;
    //@ assignable items[*], count, added;
    //@ ensures length == \old(length) + 1;
    //@ ensures items[(first + \old(count)) % items.length] == item;
    void put(int item) {
        int at = first + count;
        if (at >= items.length) at -= items.length;
        items[at] = item;
        count++;
        //@ set added = added + 1;
    }

    //@ also
    //@   requires count > 0;
    //@   ensures \result == \old(items[first]);
    public int take() {
        if (isEmpty()) throw new NoSuchElementException();
        int item = items[first];
        first = (first + 1) % items.length;
        count--;
        //@ set taken = taken + 1;
        //@ assert added - taken == count;
        return item;
    }
}
