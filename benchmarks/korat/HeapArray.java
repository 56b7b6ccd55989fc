/**
 * A binary heap in an array: the largest value comes first, no value is larger than its parent's, and -1 fills the unused rest.
 *
 * Scope: array length 0..n, size 0..n, values -1..n:
 * {@code --scope array=n,HeapArray.size=0..n,HeapArray.values=-1..n} (the last part bounds the elements of the array).
 * Count: 4, 15, 66, 320, 1919, 13139, 117562, 1005075 for n = 1 to 8.
 */
public class HeapArray {
    int[] values;
    int size;

    public boolean repOk() {
        if (values == null || size > values.length) {
            return false;
        }
        for (int position = 0; position < values.length; position++) {
            if (position < size ? !isInPlace(position) : values[position] != -1) {
                return false;
            }
        }
        return size >= 0;
    }

    private boolean isInPlace(int position) {
        int value = values[position];
        return value >= 0 && (position == 0 || value <= values[(position - 1) / 2]);
    }
}
