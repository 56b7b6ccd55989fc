// Arithmetic: precedence, unary minus, division and remainder towards zero; division by zero throws; overflow wraps.
class Arithmetic {
    int compute(int a, int b) {
        return a + b * -a - (a - b) / 3 % +b;
    }

    int divide(int a, int b) {
        // Integer.MIN_VALUE / -1 is Integer.MIN_VALUE.
        return a / b;
    }

    long remainder(long a, int b) {
        return a % b;
    }
}
