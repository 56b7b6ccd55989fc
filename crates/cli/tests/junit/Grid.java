public class Grid {
    //@ requires cells != null && cells.length > 0 && (\forall int i; 0 <= i && i < cells.length; cells[i] != null);
    //@ ensures \result >= 0;
    public static int sum(int[][] cells) {
        int sum = 0;
        for (int[] row : cells) for (int i = 0; i < cells[0].length; i++) sum += row[i] == 0 ? 0 : 1;
        return sum;
    }
}
