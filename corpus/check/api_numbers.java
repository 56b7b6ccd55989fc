// tightrope: --from api=5
// A number that is used as it was passed, and is out of range, is a note. A number that the method
// has computed is an alarm, and so is one that a method lets pass which refuses others.
public class api_numbers {
    private final int[] items = new int[2];
    private int size;

    public void add(int item) {
        if (size < items.length) {
            items[size++] = item;
        }
    }

    public int get(int index) {
        return items[index];
    }

    public int getChecked(int index) {
        if (index < 0 || index > items.length) {
            throw new IndexOutOfBoundsException();
        }
        return items[index];
    }

    public void removeAt(int index) {
        for (int i = index; i < size; i++) {
            items[i] = items[i + 1];
        }
        size = Math.max(0, size - 1);
    }

    public int sum(int count) {
        int[] copy = new int[count];
        copy[count] = 1;
        return copy[0];
    }

    public int share(int people) {
        return size / people;
    }
}
