// tightrope: --scope 2
// Calls that are nested too deep are an error like others: somebody may catch it, and a contract may allow it.
class Deep {
    // Violated.
    static int endless() {
        return endless() + 1;
    }

    // Not known: what the handler does on a JVM depends on how large its stack is.
    //@ ensures \result == 1;
    static int caught() {
        try {
            return endless();
        } catch (StackOverflowError error) {
            return 1;
        }
    }

    // Violated: another handler.
    static int caughtWrong() {
        try {
            return endless();
        } catch (IllegalStateException error) {
            return 1;
        }
    }

    // Not known.
    //@ signals (StackOverflowError error) true;
    static int allowed() {
        return endless();
    }

    //@ ensures \result == 1500;
    static int deep() {
        return down(1500);
    }

    private static int down(int calls) {
        return calls == 0 ? 0 : 1 + down(calls - 1);
    }
}
