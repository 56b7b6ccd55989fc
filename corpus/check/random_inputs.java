// Random numbers and clocks may give any value. What a run was given stands in the heap before the call.
import java.util.Random;

class Verifier {
    static int nondetInt() {
        return new Random().nextInt();
    }

    static void assume(boolean condition) {
        if (!condition) {
            Runtime.getRuntime().halt(1);
        }
    }
}

class Main {
    // The style of verification competitions: wrong for the greatest int alone.
    static void overflows() {
        int x = Verifier.nondetInt();
        assert x + 1 > x;
    }

    static void assumes() {
        int x = Verifier.nondetInt();
        Verifier.assume(x < 100);
        assert x + 1 > x;
    }

    static void ordered() {
        int x = Verifier.nondetInt();
        int y = Verifier.nondetInt();
        int max = x > y ? x : y;
        assert max >= x && max >= y;
    }

    // Wrong if the third number is the greatest.
    static void forgets() {
        int x = Verifier.nondetInt();
        int y = Verifier.nondetInt();
        int z = Verifier.nondetInt();
        int max = x > y ? x : y;
        assert max >= z;
    }

    //@ requires n > 0;
    //@ ensures 0 <= \result && \result < n;
    //@ assignable \nothing;
    static int below(int n) {
        return new Random(42).nextInt(n);
    }

    // Throws for 0 and less.
    static int belowAnything(int n) {
        return new Random().nextInt(n);
    }

    //@ ensures \result != 3;
    static int dice() {
        return 1 + new Random().nextInt(6);
    }

    // Several inputs in a loop: the sum of three is 6.
    static void sums() {
        Random random = new Random();
        int sum = 0;
        for (int i = 0; i < 3; i++) {
            sum += random.nextInt(3);
        }
        assert sum != 6;
    }

    //@ ensures 0 <= \result && \result < 1;
    static double fraction() {
        return Math.random();
    }

    // A clock may be set back.
    static void clock() {
        long before = System.currentTimeMillis();
        assert System.currentTimeMillis() >= before;
    }

    static void flips() {
        boolean first = new Random().nextBoolean();
        boolean second = new Random().nextBoolean();
        assert first || second;
    }
}

class Bag {
    private int[] elements = new int[4];
    private int size;

    //@ invariant elements != null && elements.length == 4 && 0 <= size && size <= 4;

    //@ requires size > 0;
    //@ ensures (\exists int i; 0 <= i && i < size; elements[i] == \result);
    int any() {
        return elements[new Random().nextInt(size)];
    }

    // One too far.
    //@ requires size > 0;
    int anyBroken() {
        return elements[new Random().nextInt(size + 1)];
    }
}
