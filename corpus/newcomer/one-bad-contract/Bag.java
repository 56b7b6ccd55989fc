public class Bag {
    private final int[] items = new int[2];
    private int size;

    //@ requires x >= ;
    public void add(int x) {
        items[size++] = x;
    }

    public int size() {
        return size;
    }

    //@ requires x > 0;
    //@ ensures \result > x + 1;
    public static int next(int x) {
        return x + 1;
    }
}
