// Shifts: the distance is taken modulo 32 or 64, the types of the sides are promoted on their own.
class Shifts {
    int left(int value, long distance) {
        return value << distance;
    }

    long right(long value, byte distance) {
        return value >> distance;
    }

    int unsigned(byte value) {
        return value >>> 28;
    }

    int all(int value) {
        value <<= 33;
        value >>= -1;
        value >>>= 2;
        return value;
    }
}
