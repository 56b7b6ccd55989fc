/** Calls whose arguments need a type to be written. */
public class Arguments {
    private int sum;
    private char last;
    //@ invariant sum != 3;

    public void add(byte b) { sum = b == 1 ? 3 : 0; }
    public void add(char c) { last = c; }
    public void add(long l) { sum = l > 1 ? 2 : 0; }
    public void add(Integer i) { if (i == null) sum = 1; }
    public void add(String s) { if (s == null) sum = 4; }

    //@ ensures \result != 'a';
    public char last() { return last; }

    //@ ensures \result != 1;
    public int one() { return sum; }

    //@ ensures \result != 2;
    public int two() { return sum; }

    //@ ensures \result != 4;
    public int four() { return sum; }

    private static class Hidden {
        int k;

        void set(int n) { k = n; }

        //@ ensures \result != 1;
        int get() { return k; }
    }
}
