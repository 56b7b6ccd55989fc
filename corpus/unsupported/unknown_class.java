// Nothing implements the interface among the given files: calls follow contracts, where they say what happens.
class Clock {
    Source source;

    int read() {
        return source.now();
    }

    void wind() {
        source.wind();
    }

    int tick() {
        return source.tick();
    }
}

interface Source {
    //@ ensures \result >= 0;
    /*@ pure @*/ int now();

    //@ ensures now() > 0;
    void wind();

    int tick();
}
