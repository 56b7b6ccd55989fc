// tightrope: --from api=6
public class Ring {
    private final int[] items; private int head, tail;
    public Ring(int capacity) { if (capacity < 1) throw new IllegalArgumentException(); items = new int[capacity]; }
    public boolean isEmpty() { return head == tail; }
    public void put(int x) { items[tail % items.length] = x; tail++; if (tail - head > items.length) head++; }
    public int take() { if (isEmpty()) throw new IllegalStateException("empty"); return items[head++]; } // bug: no % length
}
