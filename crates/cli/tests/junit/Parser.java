public class Parser {
    public static class Failed extends Exception {
        final int code;
        public Failed(int code, Throwable cause) { super("failed", cause); this.code = code; }
    }
    //@ requires digits != null;
    //@ signals (Failed e) e.getCause() != null && e.code == 1;
    //@ signals_only Failed;
    public static int first(int[] digits) throws Failed {
        try {
            return digits[0];
        } catch (ArrayIndexOutOfBoundsException e) {
            throw new Failed(2, e);
        }
    }
    //@ requires digits != null && digits.length == 0;
    //@ signals (Failed e) e.getCause() != null;
    public static int second(int[] digits) throws Failed {
        try {
            return digits[1];
        } catch (ArrayIndexOutOfBoundsException e) {
            throw new Failed(2, null);
        }
    }
}
