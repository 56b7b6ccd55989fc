// tightrope: --scope 3
// What a contract says under a condition that no run meets was never checked: a warning.
class Occasions {
    int size;
    /*@ nullable @*/ Occasions next;

    // Warning: the result is never negative.
    //@ ensures \result < 0 ==> size == 0;
    //@ ensures \result >= 0 ==> \result <= 1;
    int sign() {
        return size > 0 ? 1 : 0;
    }

    // No warning: the antecedent is true on some heap.
    //@ ensures \old(next) != null ==> \result;
    boolean hasNext() {
        return next != null;
    }

    // Warning about the inner antecedent; nothing is said of what stands behind it.
    //@ ensures size > 0 ==> (size < 0 ==> (\forall int i; 0 <= i && i < size; i > 7 ==> i == 8));
    void inner() {
    }

    // Warning: four objects would be needed.
    //@ ensures (\forall Occasions o; \reach(this, Occasions, next).has(o); o.next != null && o.next.next != null && o.next.next.next != null && o.next.next.next.next == null && o.next.next.next != o ==> \result);
    boolean longer() {
        return true;
    }

    // Warning: the range is always empty.
    //@ ensures (\forall Occasions o; \reach(next, Occasions, next).has(o) && \fresh(o); o.size == 3);
    void empty() {
    }

    // Warning: one side of the condition is never taken.
    //@ ensures next == next ? \result == 1 : \result == 2;
    int sides() {
        return 1;
    }

    // Warning: nobody throws it.
    //@ signals (IllegalStateException e) size == 0;
    //@ signals (IllegalArgumentException e) size == 1;
    void throwsOne() {
        if (size == 1) {
            throw new IllegalArgumentException();
        }
    }

    // Warning: it never returns normally.
    //@ ensures size == 12;
    //@ signals (RuntimeException e) true;
    void throwsAlways() {
        throw new IllegalArgumentException();
    }

    // No warning: to be never reached is what the clause is for.
    //@ ensures size == \old(size);
    //@ signals (Exception e) false;
    void throwsNever() {
    }

    // Warning about the antecedent in the second case; the third is never reached at all.
    //@ requires size > 0;
    //@ ensures \result == 1;
    //@ also
    //@ requires size <= 0;
    //@ ensures size == 4 ==> \result == 2;
    //@ also
    //@ requires size > 3 && size < 2;
    //@ ensures size == 4 ==> \result == 3;
    int cases() {
        return size > 0 ? 1 : 0;
    }

    // No warning: a violation is the news.
    //@ ensures size == 5 ==> false;
    //@ ensures \result > 7 ==> false;
    int violated() {
        return 2;
    }
}
