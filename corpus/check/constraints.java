// tightrope: --scope 3
// History constraints, inherited contracts, several invariants.
class Clock {
    int time;

    //@ constraint time >= \old(time);
    //@ invariant time >= 0;

    void tick() {
        if (time < 1000) {
            time = time + 1;
        }
    }

    // Violates the constraint.
    void back() {
        if (time > 0) {
            time = time - 1;
        }
    }

    // Violates the constraint by an overflow, and the invariant too.
    void always() {
        time++;
    }

    //@ requires to >= 0;
    //@ ensures time == to;
    void set(int to) {
        time = to > time ? to : time;
    }
}

class Alarm extends Clock {
    int wake;

    //@ invariant wake > time;

    // Violates the invariant of the subclass, which the method of the superclass knows nothing of.
    void sleep() {
        wake = time;
    }

    // Inherits the postcondition, and violates it.
    void set(int to) {
        time = time;
    }
}
