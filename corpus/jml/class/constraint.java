// constraint: relates the states before and after each method.
class Clock {
    int ticks;
    static int clocks;

    //@ constraint \old(ticks) <= ticks;
    //@ static constraint \old(clocks) <= clocks;

    void tick() {
        ticks++;
    }

    void reset() {
        // Breaks the constraint.
        ticks = 0;
    }
}
