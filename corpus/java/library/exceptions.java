// The library's exceptions: message, cause, own subclasses, suppressed exceptions.
class Failure extends Exception {
    Failure(String message, Throwable cause) {
        super(message, cause);
    }
}

class Failures {
    int depth(Throwable thrown) {
        int depth = 0;
        while (thrown != null) {
            depth++;
            thrown = thrown.getCause();
        }
        return depth;
    }

    void fail(int level) throws Failure {
        try {
            throw level > 0 ? new IllegalStateException("low") : new UnsupportedOperationException();
        } catch (RuntimeException e) {
            Failure failure = new Failure(e.getMessage(), e);
            failure.addSuppressed(new Error());
            throw failure;
        }
    }
}
