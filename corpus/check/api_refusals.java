// tightrope: --from api=5
// `poll` asks `peek`, which refuses an empty queue: that is on purpose. `drain` has begun its work
// when `peek` refuses, and that is a mistake.
import java.util.NoSuchElementException;

public class api_refusals {
    private int[] items = new int[2];
    private int size;

    public void add(int item) {
        if (size == items.length) {
            throw new IllegalStateException("full");
        }
        items[size++] = item;
    }

    public int peek() {
        if (size == 0) {
            throw new NoSuchElementException();
        }
        return items[size - 1];
    }

    public int poll() {
        int item = peek();
        size--;
        return item;
    }

    public int drain() {
        int sum = 0;
        while (size >= 0) {
            sum += peek();
            size--;
        }
        return sum;
    }
}
