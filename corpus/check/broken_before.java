// tightrope: --scope 2
// An invariant that is broken before any call is not the fault of a method: there is no heap to start from.
class Broken {
    // The invariant does not hold of it.
    static final Broken NIL = new Broken();
    int v;
    /*@ nullable @*/ Broken next;

    //@ invariant next != null;

    static void increment() {
        NIL.v++;
    }

    static void nothing() {
    }
}
