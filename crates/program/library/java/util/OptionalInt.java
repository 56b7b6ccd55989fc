// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

public final class OptionalInt {
    private static final OptionalInt EMPTY = new OptionalInt(false, 0);

    private final boolean isPresent;
    private final int value;

    private OptionalInt(boolean isPresent, int value) {
        this.isPresent = isPresent;
        this.value = value;
    }

    // What is so of every one that was there before a call.
    private boolean repOk() {
        return isPresent || value == 0;
    }

    public static OptionalInt empty() {
        return EMPTY;
    }

    public static OptionalInt of(int value) {
        return new OptionalInt(true, value);
    }

    public boolean isPresent() {
        return isPresent;
    }

    public boolean isEmpty() {
        return !isPresent;
    }

    public int getAsInt() {
        return orElseThrow();
    }

    public int orElseThrow() {
        if (!isPresent) {
            throw new NoSuchElementException("No value present");
        }
        return value;
    }

    public int orElse(int other) {
        return isPresent ? value : other;
    }

    public void ifPresent(java.util.function.IntConsumer action) {
        if (isPresent) {
            action.accept(value);
        }
    }

    public boolean equals(Object obj) {
        return obj instanceof OptionalInt && ((OptionalInt) obj).isPresent == isPresent && ((OptionalInt) obj).value == value;
    }

    public String toString() {
        return isPresent ? "OptionalInt[" + value + "]" : "OptionalInt.empty";
    }
}
