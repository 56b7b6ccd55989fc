// Programs whose integers matter: what only a large number shows is found, what is right holds for all of them.
class Numbers {
    /*@ requires 0 <= low && low <= high;
      @ ensures low <= \result && \result <= high;
      @*/
    static int middleBySum(int low, int high) {
        return (low + high) / 2;
    }

    /*@ requires 0 <= low && low <= high;
      @ ensures low <= \result && \result <= high;
      @*/
    static int middleByDifference(int low, int high) {
        return low + (high - low) / 2;
    }

    //@ ensures \result < 0 <==> left < right;
    static int compareByDifference(int left, int right) {
        return left - right;
    }

    /*@ requires -1000000 <= left && left <= 1000000 && -1000000 <= right && right <= 1000000;
      @ ensures \result < 0 <==> left < right;
      @*/
    static int compareSmall(int left, int right) {
        return left - right;
    }

    //@ ensures \result >= 0;
    static int magnitude(int number) {
        return Math.abs(number);
    }

    /*@ requires number != Integer.MIN_VALUE;
      @ ensures \result >= 0 && (\result == number || \result == -number);
      @*/
    static int magnitudeOfMost(int number) {
        return Math.abs(number);
    }

    // By one number of four billion.
    //@ ensures \result != 123456789;
    static int mixed(int number) {
        return (number ^ 0x5bd1e995) + 77;
    }

    // By none that explore would draw: 46341 * 46341 is negative.
    /*@ requires 0 <= side && side <= 50000;
      @ ensures \result >= 0;
      @*/
    static int square(int side) {
        return side * side;
    }

    /*@ requires 0 <= side && side <= 46340;
      @ ensures \result >= 0;
      @*/
    static int smallSquare(int side) {
        return side * side;
    }
}

class Table {
    //@ requires slots.length == 3;
    static int scatter(int key, int[] slots) {
        return slots[Math.abs(key) % slots.length];
    }

    //@ requires slots.length == 3;
    static int scatterPositive(int key, int[] slots) {
        return slots[(key & Integer.MAX_VALUE) % slots.length];
    }

    // Only some products of two large ints are negative.
    /*@ requires slots.length == 3 && key > 0;
      @*/
    static int scatterMixed(int key, int[] slots) {
        return slots[(key * 31) % slots.length];
    }
}

class Ring {
    int[] items;
    int next;

    //@ invariant items.length == 3 && 0 <= next;

    Ring() {
        items = new int[3];
    }

    // After 2^31 steps the counter is negative.
    void put(int item) {
        items[next % items.length] = item;
        next++;
    }

    // From the greatest int on, too.
    void putRound(int item) {
        items[next % items.length] = item;
        next = (next + 1) % items.length;
    }

    void putAndRound(int item) {
        items[next % items.length] = item;
        next = next % items.length + 1;
    }
}

class Checksum {
    /*@ nullable @*/ Node head;

    //@ invariant (\forall Node n; \reach(head, Node, next).has(n); !\reach(n.next, Node, next).has(n) && n.value >= 0 && n.value <= 2000000000);

    // No number that explore would draw is large enough.
    //@ ensures \result >= 0;
    int sum() {
        int sum = 0;
        for (Node node = head; node != null; node = node.next) {
            sum += node.value;
        }
        return sum;
    }

    //@ ensures \result >= 0;
    long wideSum() {
        long sum = 0;
        for (Node node = head; node != null; node = node.next) {
            sum += node.value;
        }
        return sum;
    }

    static class Node {
        int value;
        /*@ nullable @*/ Node next;
    }
}
