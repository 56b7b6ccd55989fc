// tightrope: --scope 2
// Contracts of methods: each construct once where it lets a method hold, and once where it breaks one. The names are compared with the table of constructs.
/*@ nullable_by_default @*/ public class JmlMethods {
    int x;
    int y;
    JmlMethods next;

    /*@ ensures \result == 1; @*/
    static int annotationCommentKept() { return 1; }
    //@ ensures \result == 2;
    static int annotationCommentBroken() { return 1; }

    //@ requires n > 0;
    //@ ensures \result > 0;
    static int requiresKept(int n) { return n; }
    //@ pre n >= 0;
    //@ ensures \result > 0;
    static int requiresBroken(int n) { return n; }

    //@ post \result == x;
    int ensuresKept() { return x; }
    //@ ensures \result == x;
    int ensuresBroken() { return y; }

    //@ signals (IllegalStateException e) n < 0;
    static void signalsClauseKept(int n) { if (n < 0) throw new IllegalStateException(); }
    //@ signals (IllegalStateException e) n < 0;
    static void signalsClauseBroken(int n) { if (n <= 0) throw new IllegalStateException(); }

    //@ signals_only IllegalStateException;
    static void signalsOnlyClauseKept(int n) { if (n < 0) throw new IllegalStateException(); }
    //@ signals_only IllegalStateException;
    static void signalsOnlyClauseBroken(int n) { if (n < 0) throw new IllegalArgumentException(); }

    //@ assignable x;
    void assignableClauseKept() { x = 1; }
    //@ assignable x;
    void assignableClauseBroken() { y = 1; }

    //@ requires next != null;
    //@ assignable \reach(next, JmlMethods, next);
    void assignableReachKept() { next.x = 1; }
    //@ requires next != null;
    //@ assignable \reach(next, JmlMethods, next);
    void assignableReachBroken() { x = 1; }

    //@ requires n == 1;
    //@ ensures \result == 1;
    //@ also
    //@ requires n == 2;
    //@ ensures \result == 4;
    static int lightweightCaseKept(int n) { return n * n; }
    //@ requires n == 1;
    //@ ensures \result == 1;
    //@ also
    //@ requires n == 2;
    //@ ensures \result == 4;
    static int lightweightCaseBroken(int n) { return n; }

    /*@ normal_behavior
      @   requires n >= 0;
      @   ensures \result == n;
      @ also exceptional_behavior
      @   requires n < 0;
      @   signals_only IllegalStateException;
      @*/
    static int behaviorCaseKept(int n) { if (n < 0) throw new IllegalStateException(); return n; }
    /*@ exceptional_behavior
      @   requires n < 0;
      @   signals_only IllegalStateException;
      @*/
    static int behaviorCaseBroken(int n) { return n; }

    /*@ normal_behavior
      @   requires n > -5;
      @   {|
      @     requires n < 0;
      @     ensures \result == -n;
      @   also
      @     requires n >= 0;
      @     ensures \result == n;
      @   |}
      @*/
    static int nestedCaseKept(int n) { return n < 0 ? -n : n; }
    /*@ normal_behavior
      @   requires n > -5;
      @   {|
      @     requires n < 0;
      @     ensures \result == -n;
      @   also
      @     requires n >= 0;
      @     ensures \result == n;
      @   |}
      @*/
    static int nestedCaseBroken(int n) { return n; }

    //@ old int sum = x + y;
    //@ ensures x + y == sum;
    void oldVariableKept() { int kept = x; x = y; y = kept; }
    //@ old int sum = x + y;
    //@ ensures x + y == sum;
    void oldVariableBroken() { x = y; }

    //@ diverges x > 0;
    void divergesKept() { while (x > 0) { } }
    //@ diverges x > 1;
    void divergesBroken() { while (x > 0) { } }

    //@ requires \not_specified;
    //@ ensures \not_specified;
    //@ assignable \not_specified;
    void notSpecifiedKept() { x = 1; }
    //@ requires \not_specified;
    //@ ensures x == 1;
    void notSpecifiedBroken() { }
}

interface Doubling {
    //@ ensures \result == n + n;
    int inheritedContractKept(int n);

    //@ ensures \result == n + n;
    int inheritedContractBroken(int n);
}

class Doubler implements Doubling {
    public int inheritedContractKept(int n) { return 2 * n; }

    public int inheritedContractBroken(int n) { return n; }
}

class ConstructorContractKept {
    int size;

    //@ requires n > 0;
    //@ ensures size == n;
    ConstructorContractKept(int n) { size = n; }
}

class ConstructorContractBroken {
    int size;

    //@ requires n > 0;
    //@ ensures size == n;
    ConstructorContractBroken(int n) { size = 1; }
}
