/** A queue in an array. Every index, every fill level, every position of the head is tried. */
public class RingBuffer {
    private final int[] items;
    private int head;
    private int size;

    public RingBuffer(int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException("capacity");
        }
        items = new int[capacity];
    }

    boolean repOk() {
        return items != null && items.length > 0
            && 0 <= head && head < items.length
            && 0 <= size && size <= items.length;
    }

    public boolean offer(int item) {
        if (size == items.length) {
            return false;
        }
        items[(head + size) % items.length] = item;
        size++;
        return true;
    }

    public int poll() {
        if (size == 0) {
            throw new java.util.NoSuchElementException();
        }
        int item = items[head];
        head = (head + 1) % items.length;
        size--;
        return item;
    }
}
