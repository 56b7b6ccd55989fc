// Comparisons: of numbers with promotion, of booleans, of references by identity, of boxed values.
class Comparisons {
    boolean order(int a, long b, char c) {
        return a < b && b <= c && c > a && a >= 'x';
    }

    boolean equality(int a, long b, boolean p, Object x, String y) {
        return a == b && p != (a == 1) && x == y && x != null;
    }

    boolean boxed(Integer a, Integer b, Long c) {
        // Two boxes are compared by identity, a box and a number by value.
        return a == b || a == 1 || c == 2;
    }
}
