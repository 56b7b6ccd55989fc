// A name in parentheses before + or - is no cast.
class ParenthesisedNamePlus {
    //@ requires a.length > 0;
    //@ ensures \result == (a.length) - 1;
    static int last(int[] a) { return (a.length) - 1; }
    int size;
    static int next(ParenthesisedNamePlus p) { return (p.size) + 1; }
    int me() { return (this.size) + 1; }
    static int max() { return (byte) (Integer.MAX_VALUE) + 1; }
}
