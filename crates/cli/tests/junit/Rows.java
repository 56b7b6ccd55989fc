public class Rows {
    //@ requires m.length == 2 && (\forall int i; 0 <= i && i < m.length; m[i] != null);
    //@ ensures \result == m[0].length + m[1].length;
    public static int cells(int[][] m) { return m[0] == m[1] ? m[0].length : m[0].length + m[1].length; }
    //@ requires a.length > 0;
    //@ ensures a[0] == \old(a[0]);
    public static void clear(char[] a) { a[0] = 'x'; }
    //@ ensures !\result;
    public static boolean hasQuote(char c) { return c == '\'' || c == '\\'; }
    //@ ensures (\forall int i; 0 <= i && i < a.length - 1; a[i] <= a[i+1]);
    public static void sort(int[] a) { if (a.length == 2 && a[0] > a[1]) a[0] = a[1]; }
    //@ ensures a != b ==> a[0] == \old(a[0]);
    //@ requires a.length > 0 && b.length > 0;
    public static void swap(byte[] a, short[] b, long[] c, boolean[] d) { a[0]++; }
    //@ ensures \result.length == a.length;
    public static String[] copy(String[] a) { return new String[a.length == 2 ? 1 : a.length]; }
}
