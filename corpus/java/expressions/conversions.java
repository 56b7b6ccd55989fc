// Conversions in assignments and calls: widening, narrowing of constants, boxing, and the operators that cast back.
class Conversions {
    byte small = 1 + 2;
    char letter = 65;
    long wide = small;
    Byte boxed = 7;
    Object any = letter;
    Long big = 5L;

    long take(long value) {
        return value;
    }

    long run(short s) {
        short next = (short) (s + 1);
        next++;
        return take(letter) + take(next) + take(boxed) - big;
    }
}
