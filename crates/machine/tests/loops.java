/** Each method counts for itself how often a loop runs at most in one entering, and returns that: the loop of the line that ends with "counted". */
class Loops {
    static int upTo() {
        int times = 0;
        for (int i = 0; i < 5; i++) { // counted
            times++;
        }
        return times;
    }

    static int never() {
        int times = 0;
        while (times > 0) { // counted
            times++;
        }
        return times;
    }

    static int leftByBreak() {
        int times = 0;
        while (true) { // counted
            times++;
            if (times == 3) {
                break;
            }
        }
        return times;
    }

    static int leftByReturn() {
        int times = 0;
        for (;;) { // counted
            times++;
            if (times == 4) {
                return times;
            }
        }
    }

    static int leftByException() {
        int times = 0;
        try {
            while (true) { // counted
                times++;
                if (times == 2) {
                    throw new RuntimeException();
                }
            }
        } catch (RuntimeException expected) {
            return times;
        }
    }

    static int withoutBody() {
        int times = 0;
        while (times++ < 3); // counted
        return times - 1;
    }

    static int atLeastOnce() {
        int times = 0;
        do { // counted
            times++;
        } while (times < 1);
        return times;
    }

    static int goesOn() {
        int times = 0;
        for (int i = 0; i < 6; i++) { // counted
            times++;
            if (i % 2 == 0) {
                continue;
            }
            times += 0;
        }
        return times;
    }

    static int overArray() {
        int times = 0;
        for (int value : new int[] {3, 1, 4, 1, 5}) { // counted
            times++;
        }
        return times;
    }

    static int inner() {
        int most = 0;
        for (int i = 0; i < 4; i++) {
            int times = 0;
            for (int j = 0; j < i * (3 - i); j++) { // counted
                times++;
            }
            most = Math.max(most, times);
        }
        return most;
    }

    static int outer() {
        int times = 0;
        for (int i = 0; i < 4; i++) { // counted
            times++;
            for (int j = 0; j < 7; j++) {
                times += 0;
            }
        }
        return times;
    }

    static int startsWithLoop() {
        int most = 0;
        int times = 0;
        for (int i = 0; i < 2; i++) {
            do { // counted
                times++;
            } while (times < 4);
            most = Math.max(most, times);
            times = 0;
        }
        return most;
    }

    static int goesOnOutside() {
        int most = 0;
        outer:
        for (int i = 0; i < 3; i++) {
            int times = 0;
            while (true) { // counted
                times++;
                most = Math.max(most, times);
                if (times > i) {
                    continue outer;
                }
            }
        }
        return most;
    }

    static int caughtInside() {
        int times = 0;
        for (int i = 0; i < 5; i++) { // counted
            times++;
            try {
                if (i % 2 == 1) {
                    throw new RuntimeException();
                }
            } catch (RuntimeException expected) {
                continue;
            }
        }
        return times;
    }

    static int calledTwice() {
        return Math.max(countTo(5), countTo(2));
    }

    private static int countTo(int n) {
        int times = 0;
        for (int i = 0; i < n; i++) { // counted
            times++;
        }
        return times;
    }

    static int leftByExceptionAndCalledAgain() {
        int most = 0;
        for (int n = 1; n < 4; n++) {
            try {
                throwAt(n);
            } catch (RuntimeException expected) {
                most = Math.max(most, n);
            }
        }
        return most;
    }

    private static void throwAt(int n) {
        int times = 0;
        while (true) { // counted
            times++;
            if (times == n) {
                throw new RuntimeException();
            }
        }
    }

    static int recursive() {
        return descend(3);
    }

    private static int descend(int depth) {
        int most = 0;
        int times = 0;
        for (int i = 0; i < depth; i++) { // counted
            times++;
            most = Math.max(most, descend(depth - 1));
        }
        return Math.max(most, times);
    }

    static int recursiveAfter() {
        return after(4);
    }

    private static int after(int depth) {
        int times = 0;
        for (int i = 0; i < 2; i++) { // counted
            times++;
        }
        return depth == 0 ? times : Math.max(times, after(depth - 1));
    }

    /** More steps than run without a look for repetitions. */
    static int many() {
        int times = 0;
        while (times < 20000) { // counted
            times++;
        }
        return times;
    }
}
