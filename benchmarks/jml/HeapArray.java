import java.util.NoSuchElementException;

/**
 * A priority queue of ints: a binary heap in an array that grows when it is full, with the methods that Darga and Boyapati check. The
 * smallest value comes first.
 */
public class HeapArray {
    int[] values = new int[1];
    int size;

    /*@ invariant 0 <= size && size <= values.length;
      @ invariant (\forall int i; 1 <= i && i < size; values[(i - 1) / 2] <= values[i]);
      @*/

    /** How often the value is in the heap. */
    /*@ ensures \result == (\num_of int i; 0 <= i && i < size; values[i] == value);
      @*/
    public /*@ pure @*/ int count(int value) {
        int found = 0;
        for (int i = 0; i < size; i++) {
            if (values[i] == value) {
                found++;
            }
        }
        return found;
    }

    /*@ assignable values, values[*], size;
      @ ensures size == \old(size) + 1;
      @ ensures count(value) == \old(count(value)) + 1;
      @ ensures (\forall int i; 0 <= i && i < \old(size) && \old(values[i]) != value;
      @     count(\old(values[i])) == \old(count(values[i])));
      @*/
    public void insert(int value) {
        if (size == values.length) {
            grow();
        }
        int position = size;
        size = size + 1;
        while (position > 0 && values[(position - 1) / 2] > value) {
            values[position] = values[(position - 1) / 2];
            position = (position - 1) / 2;
        }
        values[position] = value;
    }

    /*@ assignable values;
      @ ensures \fresh(values) && values.length > \old(values.length);
      @ ensures (\forall int i; 0 <= i && i < size; values[i] == \old(values[i]));
      @*/
    private void grow() {
        int[] larger = new int[2 * values.length + 1];
        for (int i = 0; i < size; i++) {
            larger[i] = values[i];
        }
        values = larger;
    }

    /*@ public normal_behavior
      @   requires size > 0;
      @   ensures (\exists int i; 0 <= i && i < size; values[i] == \result);
      @   ensures (\forall int i; 0 <= i && i < size; \result <= values[i]);
      @ also public exceptional_behavior
      @   requires size == 0;
      @   signals_only NoSuchElementException;
      @*/
    public /*@ pure @*/ int findMin() throws NoSuchElementException {
        if (size == 0) {
            throw new NoSuchElementException();
        }
        return values[0];
    }

    /*@ public normal_behavior
      @   requires size > 0;
      @   assignable values[*], size;
      @   ensures size == \old(size) - 1;
      @   ensures (\forall int i; 0 <= i && i < \old(size); \result <= \old(values[i]));
      @   ensures count(\result) == \old(count(values[0])) - 1;
      @   ensures (\forall int i; 0 <= i && i < \old(size) && \old(values[i]) != \result;
      @       count(\old(values[i])) == \old(count(values[i])));
      @ also public exceptional_behavior
      @   requires size == 0;
      @   assignable \nothing;
      @   signals_only NoSuchElementException;
      @*/
    public int extractMin() throws NoSuchElementException {
        if (size == 0) {
            throw new NoSuchElementException();
        }
        int smallest = values[0];
        size = size - 1;
        int moved = values[size];
        int position = 0;
        while (2 * position + 1 < size) {
            int child = 2 * position + 1;
            if (child + 1 < size && values[child + 1] < values[child]) {
                child = child + 1;
            }
            if (values[child] >= moved) {
                break;
            }
            values[position] = values[child];
            position = child;
        }
        values[position] = moved;
        return smallest;
    }
}
