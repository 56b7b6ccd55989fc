// diverges: when the method may run for ever.
class Waiter {
    boolean ready;

    //@ diverges !ready;
    //@ ensures ready;
    void await() {
        while (!ready) {
        }
    }
}
