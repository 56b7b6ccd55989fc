// Array types: several dimensions, brackets after the name, covariance, length and clone.
class Grid {
    int[][] cells = new int[3][4];
    int open[][] = new int[2][];
    Object[] items;

    void fill() {
        open[0] = new int[] {1, 2, 3};
        open[1] = cells[0];
        int[] row[] = {{1}, {2, 3}};
        cells = row;
    }

    void store(String[] names, Object value) {
        items = names;
        // Throws ArrayStoreException unless the value is a string.
        items[0] = value;
    }

    int[] copy(int[] row) {
        int[] copy = row.clone();
        return copy.length == row.length ? copy : null;
    }
}
