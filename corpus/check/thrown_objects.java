// tightrope: --scope 2
// What only the thrown exception leads to is seen by whoever catches it.
/*@ nullable_by_default @*/ public class Thrower {
    // Violated: the caller gets an object whose invariant does not hold.
    //@ signals (Problem problem) true;
    //@ signals_only Problem;
    void fail() {
        Small small = new Small();
        small.x = 5;
        Problem problem = new Problem();
        problem.small = small;
        throw problem;
    }

    // Holds: nobody gets it.
    void forget() {
        Small small = new Small();
        small.x = 5;
    }
}

/*@ nullable_by_default @*/ class Small {
    int x;
    //@ invariant x < 3;
}

/*@ nullable_by_default @*/ class Problem extends RuntimeException {
    Small small;
}
