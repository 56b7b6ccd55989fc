/**
 * A priority queue of ints: a binary heap in an array, with the methods and the invariant that Darga and Boyapati check, and nothing
 * else: what is in the heap is not said. The smallest value comes first.
 */
public class HeapArray {
    int[] values = new int[1];
    int size;

    /*@ invariant 0 <= size && size <= values.length;
      @ invariant (\forall int i; 1 <= i && i < size; values[(i - 1) / 2] <= values[i]);
      @*/

    public void insert(int value) {
        if (size == values.length) {
            return;
        }
        int position = size;
        size = size + 1;
        while (position > 0 && values[(position - 1) / 2] > value) {
            values[position] = values[(position - 1) / 2];
            position = (position - 1) / 2;
        }
        values[position] = value;
    }

    //@ requires size > 0;
    public int extractMin() {
        int least = values[0];
        size = size - 1;
        int last = values[size];
        int position = 0;
        while (2 * position + 1 < size) {
            int child = 2 * position + 1;
            if (child + 1 < size && values[child + 1] < values[child]) {
                child = child + 1;
            }
            if (last <= values[child]) {
                break;
            }
            values[position] = values[child];
            position = child;
        }
        values[position] = last;
        return least;
    }
}
