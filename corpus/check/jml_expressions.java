// tightrope: --scope 2
// Expressions and statements of JML: each construct once where it lets a method hold, and once where it breaks one. The names are compared with the table of constructs.
/*@ nullable_by_default @*/ public class JmlExpressions {
    int x;
    JmlExpressions next;

    //@ ensures \result == x;
    int resultExpressionKept() { return x; }
    //@ ensures \result != x;
    int resultExpressionBroken() { return x; }

    //@ ensures x == \old(x);
    void oldExpressionKept() { }
    //@ ensures x == \pre(x);
    void oldExpressionBroken() { x = 1; }

    //@ ensures next == null ==> \result;
    //@ ensures next != null <==> !\result;
    boolean implicationKept() { return next == null; }
    //@ ensures next == null ==> \result;
    boolean implicationBroken() { return next != null; }

    //@ requires (\forall int i; 0 <= i && i < a.length; a[i] > 0);
    //@ requires a != null && a.length > 0;
    //@ ensures \result > 0;
    static int logicalQuantifierKept(int[] a) { return a[0]; }
    //@ requires a != null && (\exists int i; 0 <= i && i < a.length; a[i] > 0);
    //@ ensures \result > 0;
    static int logicalQuantifierBroken(int[] a) { return a[0]; }

    //@ requires a != null;
    //@ ensures \result == (\num_of int i; 0 <= i && i < a.length; a[i] > 0);
    //@ ensures (\sum int i; 0 <= i && i < 3; i) == 3 && (\max int i; 0 <= i && i < 3; i) == 2;
    static int numericQuantifierKept(int[] a) { int n = 0; for (int i = 0; i < a.length; i++) if (a[i] > 0) n++; return n; }
    //@ requires a != null;
    //@ ensures \result == (\num_of int i; 0 <= i && i < a.length; a[i] > 0);
    static int numericQuantifierBroken(int[] a) { return a.length; }

    //@ ensures \fresh(\result);
    JmlExpressions freshExpressionKept() { return new JmlExpressions(); }
    //@ ensures \result == null || \fresh(\result);
    JmlExpressions freshExpressionBroken() { return next; }

    //@ requires \nonnullelements(a);
    static int nonNullElementsKept(JmlExpressions[] a) { return a.length == 0 ? 0 : a[0].x; }
    //@ requires a != null && a.length > 0;
    //@ ensures \nonnullelements(a);
    static void nonNullElementsBroken(JmlExpressions[] a) { }

    //@ requires o != null;
    //@ ensures \result == (\typeof(o) <: \type(JmlExpressions));
    static boolean typeExpressionKept(Object o) { return o instanceof JmlExpressions; }
    //@ requires o != null;
    //@ ensures \result == (\typeof(o) == \type(Object));
    static boolean typeExpressionBroken(Object o) { return o instanceof JmlExpressions; }

    //@ ensures \result ==> \reach(this, JmlExpressions, next).has(next);
    boolean reachExpressionKept() { return next != null; }
    //@ ensures \reach(next, JmlExpressions, next).has(this);
    void reachExpressionBroken() { }

    //@ requires (new JMLObjectSet { JmlExpressions e | e.x > 0 }).has(this);
    //@ ensures \result > 0;
    int setExpressionKept() { return x; }
    //@ ensures \reach(this, JmlExpressions, next).difference(\reach(next, JmlExpressions, next)).isEmpty();
    void setExpressionBroken() { }

    //@ ensures (\lbl same \result == x);
    int labelExpressionKept() { return x; }
    //@ ensures (\lbl other \result != x);
    int labelExpressionBroken() { return x; }

    //@ ensures \result == (next == null ? 0 : next.x);
    int javaInFormulaKept() { return next == null ? 0 : next.x; }
    //@ ensures \result == (next == null ? 0 : next.x);
    int javaInFormulaBroken() { return x; }

    static void specAssertKept(int n) {
        if (n > 0) {
            //@ assert n >= 1;
        }
    }
    static void specAssertBroken(int n) {
        //@ assert n >= 1;
    }

    //@ ensures \result > 0;
    static int specAssumeKept(int n) {
        //@ assume n > 0;
        return n;
    }
    //@ ensures \result > 1;
    static int specAssumeBroken(int n) {
        //@ assume n > 0;
        return n;
    }

    static void ghostLocalKept(int n) {
        //@ ghost int twice = n;
        //@ set twice = twice + n;
        //@ assert twice == n + n;
    }
    static void ghostLocalBroken(int n) {
        //@ ghost int twice = n;
        //@ assert twice == n + n;
    }

    static int unreachableStatementKept(int n) {
        if (n > 0 && n < 0) {
            //@ unreachable;
            return 1;
        }
        return 0;
    }
    static int unreachableStatementBroken(int n) {
        if (n > 0) {
            //@ unreachable;
            return 1;
        }
        return 0;
    }

    static int loopInvariantKept(int n) {
        int i = 0;
        //@ loop_invariant 0 <= i && i <= 3;
        while (i < 3) i++;
        return i;
    }
    static int loopInvariantBroken(int n) {
        int i = 0;
        //@ maintaining i < 3;
        while (i < 3) i++;
        return i;
    }

    static int decreasesKept() {
        int i = 3;
        //@ decreases i;
        while (i > 0) i--;
        return i;
    }
    static int decreasesBroken() {
        int i = 0;
        //@ decreasing i;
        while (i < 3) i++;
        return i;
    }

    //@ ensures \result == x && (* somebody was told *);
    int informalPredicateKept() { return x; }
    //@ ensures \result != x && (* somebody was told *);
    int informalPredicateBroken() { return x; }
}

class Positive {
    int value;
    //@ invariant value > 0;

    Positive() { value = 1; }
    //@ requires \invariant_for(other);
    //@ ensures \result > 0;
    /*@ helper @*/ static int invariantForKept(Positive other) { return other.value; }
    //@ ensures \invariant_for(other);
    /*@ helper @*/ static void invariantForBroken(Positive other) { other.value = 0; }
}
