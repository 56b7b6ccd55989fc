// tightrope: --scope 2
// JML in the code: assert, assume, loop invariants, decreases, unreachable.
class Statements {
    static void asserts(int number) {
        //@ assert number != 5;
    }

    static void assumes(int number) {
        //@ assume number < 3;
        //@ assert number != 5;
    }

    //@ ensures false;
    static void assumesFalse(int number) {
        //@ assume false;
    }

    //@ requires number >= 0 && number <= 3;
    static int invariant(int number) {
        int count = 0;
        //@ loop_invariant count + number <= 3;
        while (number > 0) {
            number--;
            count++;
        }
        return count;
    }

    // The invariant does not hold at the start for 4.
    //@ requires number >= 0 && number <= 4;
    static int invariantWrong(int number) {
        int count = 0;
        //@ loop_invariant count + number <= 3;
        while (number > 0) {
            number--;
            count++;
        }
        return count;
    }

    // Broken by the last iteration only.
    //@ requires number >= 0 && number <= 3;
    static int invariantAtTheEnd(int number) {
        //@ loop_invariant number > 0 || number == 0;
        while (number > 0) {
            number = number == 1 ? -1 : number - 1;
        }
        return number;
    }

    //@ requires number >= 0 && number <= 3;
    static void decreases(int number) {
        //@ decreases number;
        while (number > 0) {
            number--;
        }
    }

    // Does not decrease.
    //@ requires number >= 0 && number <= 3;
    static void decreasesWrong(int number) {
        int count = 0;
        //@ decreases number;
        while (number > 0 && count < 3) {
            count++;
        }
    }

    // Decreases below zero while the loop goes on.
    //@ requires number >= 0 && number <= 3;
    static void decreasesBelow(int number) {
        int count = 0;
        //@ decreases number;
        while (count < 6) {
            count++;
            number--;
        }
    }

    //@ requires number >= 0;
    static void unreachable(int number) {
        if (number < 0) {
            //@ unreachable;
        }
        if (number == 7) {
            //@ unreachable;
        }
    }

    static void unreachableForReal(boolean truth) {
        if (truth && !truth) {
            //@ unreachable;
        }
    }
}
