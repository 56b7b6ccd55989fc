// Evaluation order: operands from left to right, values are taken before later operands change them, arguments in order.
class Order {
    int value = 1;
    int[] values = {1, 2, 3};

    int next() {
        return value++;
    }

    int run(int i) {
        int a = value + next() * value;
        int b = i + (i = 5) * i++ + i;
        values[i = 1] = values[i] + (i = 2);
        values[next() - 3] += values[value = 0];
        return call(a, value++, next(), b += a, b);
    }

    static int call(int a, int b, int c, int d, int e) {
        return a - b - c - d - e;
    }
}
