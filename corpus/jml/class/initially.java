// initially: holds after each constructor.
class Ring {
    int size;
    /*@ nullable @*/ Ring next;

    //@ initially size == 1 && next == this;

    Ring() {
        size = 1;
        next = this;
    }
}
