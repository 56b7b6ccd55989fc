// try and catch: the first handler that fits, several types in one handler, rethrown and runtime exceptions.
class Catches {
    int safe(int[] values, int index, Object any) {
        try {
            return values[index] / (index - 1) + ((String) any).length();
        } catch (NullPointerException | ArithmeticException e) {
            return -1;
        } catch (ArrayIndexOutOfBoundsException e) {
            return -2;
        } catch (RuntimeException e) {
            throw e;
        }
    }

    String message(int length) {
        try {
            int[] made = new int[length];
            throw new IllegalStateException("made");
        } catch (NegativeArraySizeException e) {
            throw new IllegalArgumentException(e);
        } catch (final IllegalStateException e) {
            return e.getMessage();
        }
    }
}
