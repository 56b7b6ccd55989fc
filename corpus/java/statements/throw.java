// throw: any Throwable, a null operand throws NullPointerException instead.
class Thrower {
    static class Empty extends RuntimeException {
        final int code;

        Empty(int code) {
            super("empty");
            this.code = code;
        }
    }

    RuntimeException pending;

    int pop(int size) throws Exception {
        if (size == 0) throw new Empty(7);
        if (size < 0) throw new Exception("negative", new Empty(size));
        throw pending;
    }
}
