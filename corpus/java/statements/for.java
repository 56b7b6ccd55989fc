// for: several variables, several updates, parts left out; continue goes to the update.
class ForLoops {
    int sum(int[] values) {
        int sum = 0;
        for (int i = 0, j = values.length - 1; i <= j; i++, --j) {
            if (values[i] < 0) continue;
            sum += values[i] + values[j];
        }
        return sum;
    }

    int count(int limit) {
        int i;
        for (i = 0; ; ) {
            if (i >= limit) break;
            i += 2;
        }
        for (;;) {
            if (--i < 0) return i;
        }
    }
}
