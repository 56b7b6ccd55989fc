// Boxing and unboxing: in assignments, calls, operators and comparisons; unboxing null throws.
class Boxing {
    Integer boxed;
    Object any;

    int unbox() {
        return boxed;
    }

    void box(int value) {
        boxed = value;
        any = value;
        any = 'c';
        boxed++;
        boxed += 2;
    }

    boolean same(Integer a, Integer b, int c) {
        boolean identical = a == b;
        boolean equal = a == c;
        return identical && equal && a < b && a.equals(c);
    }

    long widen(Character letter) {
        return letter + 1L;
    }

    Integer choose(boolean first, Integer a, int b) {
        // The conditional has type int: a is unboxed, and throws if it is null.
        return first ? a : b;
    }
}
