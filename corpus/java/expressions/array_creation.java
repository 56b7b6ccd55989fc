// Array creation: several dimensions, some open, initialisers; a negative length throws.
class ArrayCreation {
    Object[] make(int n) {
        int[] plain = new int[n];
        String[][] full = new String[n][n + 1];
        long[][][] open = new long[2][n][];
        Object[] mixed = {plain, full, new int[] {1, 2, 3}, new char[][] {{'a'}, {}}, null};
        byte[] bytes = {1, 'b', -128};
        mixed[4] = bytes;
        return mixed;
    }
}
