// tightrope: --scope 2
// Contracts that loop, throw or never end.
class Contracts {
    /*@ nullable @*/ Contracts next;
    int value;

    /*@ pure @*/ boolean spins() {
        while (true) {
        }
    }

    /*@ pure @*/ boolean counts() {
        long count = 0;
        while (true) {
            count++;
        }
    }

    /*@ pure @*/ boolean recurses() {
        return recurses();
    }

    //@ requires spins();
    //@ ensures false;
    void spinningRequires() {
    }

    //@ ensures spins();
    void spinningEnsures() {
    }

    //@ requires counts();
    //@ ensures false;
    void countingRequires() {
    }

    //@ ensures counts();
    void countingEnsures() {
    }

    //@ ensures recurses();
    void recursiveEnsures() {
    }

    // Undefined where there is no next: violated.
    //@ ensures next.value == value || next.value != value;
    void undefinedEnsures() {
    }

    // Undefined where there is no next: left out.
    //@ requires next.value == 3;
    //@ ensures next != null;
    void undefinedRequires() {
    }

    //@ ensures 1 / value == 1 / value;
    void divides() {
    }

    //@ ensures (\forall int i; 0 <= i && i < 2147483647; i >= 0);
    void manyNumbers() {
    }
}
