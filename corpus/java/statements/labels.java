// Labels: break and continue of an outer loop, break out of a block.
class Labels {
    int search(int[][] rows, int wanted) {
        int found = -1;
        outer:
        for (int i = 0; i < rows.length; i++) {
            inner:
            for (int value : rows[i]) {
                if (value < 0) continue outer;
                if (value == 0) break inner;
                if (value == wanted) {
                    found = i;
                    break outer;
                }
            }
        }
        check: {
            if (found < 0) break check;
            found *= 2;
        }
        return found;
    }
}
