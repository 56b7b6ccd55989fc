// tightrope: --scope Counter=1
// The bug shows in the eleventh iteration of a loop on a heap with one object: there is no bound on loops that could hide it.
class Counter {
    int total;

    //@ requires total == 0;
    //@ ensures total == 11;
    void count() {
        for (int i = 0; i < 11; i++) {
            if (i == 10) {
                total--;
            } else {
                total++;
            }
        }
    }

    // The thousandth iteration is the wrong one.
    //@ ensures \result != 1000;
    static int far() {
        int steps = 0;
        while (steps < 1000) {
            steps++;
        }
        return steps;
    }

    //@ ensures \result == 1000;
    static int enough() {
        int steps = 0;
        while (steps < 1000) {
            steps++;
        }
        return steps;
    }
}
