// \forall and \exists: over ints with a range, over objects, several variables, without a range, nested.
class Table {
    int[] values = new int[3];
    /*@ nullable @*/ Table other;

    //@ ensures \result <==> (\exists int i; 0 <= i && i < values.length; values[i] == wanted);
    /*@ pure @*/ boolean contains(int wanted) {
        for (int value : values) if (value == wanted) return true;
        return false;
    }

    //@ invariant (\forall int i, j; 0 <= i && i < j && j < values.length; values[i] <= values[j]);
    //@ invariant (\forall int i; 0 <= i && i < 3 ==> values[i] >= 0);
    //@ invariant (\forall Table t; \reach(this, Table, other).has(t); t.values != null);
    //@ invariant (\forall int i; 0 <= i && i < 3; (\exists int j; 0 <= j && j < 3; values[j] >= values[i]));
}
