// for-each over an array: the array is evaluated once; elements are converted to the variable's type; writes to the variable stay local.
class EachArray {
    int[] values = {3, 1, 2};

    int[] take() {
        int[] taken = values;
        values = new int[0];
        return taken;
    }

    long run(Integer[] boxed, char[][] rows) {
        long sum = 0;
        for (long value : take()) {
            sum += value;
            value = 0;
        }
        for (int value : boxed) sum += value;
        for (char[] row : rows)
            for (final char letter : row) sum += letter;
        return sum;
    }
}
