// tightrope: --from api=4
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;

/** What the class refuses on purpose, in all ways to say so. */
public class Shelf {
    private final int[] books;
    private final int width;
    private int size;

    public Shelf(int capacity, int width) {
        this.books = new int[capacity + 1];
        this.width = width;
    }

    public void add(int book) {
        if (size < books.length - 1) {
            books[size++] = book;
        }
    }

    public int removeAt(int index) {
        if (index < 0 || index >= size) {
            throw new IndexOutOfBoundsException();
        }
        int book = books[index];
        for (int i = index; i < size - 1; i++) {
            books[i] = books[i + 1];
        }
        books[--size] = 0;
        return book;
    }

    /** Refused by `removeAt` while there is nothing. */
    public int removeFirst() {
        return removeAt(0);
    }

    /** Refused always: an alarm. */
    public int removeLast() {
        return removeAt(size);
    }

    /** A lambda expression makes the exception. */
    public int find(int book) {
        List<Integer> all = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            all.add(books[i]);
        }
        return all.stream().filter(it -> it == book).findFirst().orElseThrow(() -> new NoSuchElementException());
    }

    /** Fails only if the shelf was made with a width of zero: a note. */
    public int rows() {
        return size / width;
    }

    /** Fails if the shelf was made with a capacity of less than zero. */
    public int spare() {
        return books[books.length - 1];
    }
}
