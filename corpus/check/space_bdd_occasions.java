// tightrope: --space bdd --scope 2
// What no heap puts to the test is said for states as it is for heaps: only those that satisfy the
// invariant count.
class Occasions {
    boolean isOpen;
    int count;

    //@ invariant !isOpen || count > 0;

    private Occasions() {
    }

    //@ ensures count == 0;
    //@ signals (IllegalStateException e) true;
    void neverReturns() {
        throw new IllegalStateException();
    }

    //@ ensures true;
    //@ signals (IllegalStateException e) count == 0;
    void neverThrows() {
        count = isOpen ? 1 : 0;
    }

    //@ ensures isOpen && count == 0 ==> \result;
    boolean antecedentIsNeverTrue() {
        return false;
    }

    /*@ requires isOpen && count == 0;
      @ ensures \result;
      @ also
      @ requires !isOpen;
      @ ensures !\result;
      @*/
    boolean caseNeverApplies() {
        return isOpen;
    }

    //@ ensures isOpen ==> \result;
    //@ signals (IllegalStateException e) !isOpen;
    boolean allArise() {
        if (!isOpen && count == 3) throw new IllegalStateException();
        return isOpen;
    }
}
