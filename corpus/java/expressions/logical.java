// Logical operators: short circuit, also where the right side has an effect.
class Logical {
    int calls;

    boolean called(boolean result) {
        calls++;
        return result;
    }

    boolean run(Logical other) {
        boolean first = other != null && other.calls > 0;
        boolean second = calls == 0 || called(false) && !called(true);
        return first || (second && calls++ > 1);
    }
}
