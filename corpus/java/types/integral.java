// Integral types: the five sizes, wrap-around, promotion of small types, widening and narrowing.
class Integral {
    byte small;
    short medium;
    char letter;
    int count;
    long total;

    void wrap() {
        count = Integer.MAX_VALUE;
        count = count + 1;
        total = count;
        total = Long.MIN_VALUE - 1;
    }

    int promote(byte b, short s, char c) {
        // Operands of small types are promoted to int before they are added.
        return b + s + c;
    }

    long mixed(int i, long l) {
        return i * l;
    }

    void narrow(long value) {
        count = (int) value;
        medium = (short) value;
        small = (byte) count;
        letter = (char) small;
        final int hundred = 100;
        small = hundred;
    }
}
