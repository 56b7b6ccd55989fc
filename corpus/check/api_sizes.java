// tightrope: --from api=3
// A number that the object was made with, and that is too small, is a note if objects of other
// sizes do not fail; so is a number beyond all sizes, if no more than a constant was added to it. A
// failure within the sizes is an alarm, and so is what the method has computed from a number.
class Sums {
    private final int[] tree;
    private final int size;

    Sums(int size) {
        this.size = size;
        this.tree = new int[size + 1];
    }

    int upTo(int index) {
        return tree[index + 1];
    }

    int after(int index) {
        return tree[index + 2];
    }

    int ofKey(int key) {
        return tree[key % (size + 2)];
    }

    int average() {
        return tree[0] / size;
    }
}

class Counters {
    private final java.util.Map<Integer, Integer> counts = new java.util.HashMap<>();
    private final int count;

    Counters(int count) {
        this.count = count;
        for (int i = 0; i < count; i++) {
            counts.put(i, 0);
        }
    }

    void increment() {
        counts.put(0, counts.get(0) + 1);
    }

    void decrement() {
        counts.put(count, counts.get(count) - 1);
    }
}
