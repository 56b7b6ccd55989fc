// Variable arity: the array is made at the call, unless an array is given.
class Varargs {
    static int sum(int... values) {
        int sum = 0;
        for (int value : values) {
            sum += value;
        }
        return sum;
    }

    static int count(String first, Object... rest) {
        return rest.length + (first == null ? 0 : 1);
    }

    int calls(int[] given) {
        return sum() + sum(1) + sum(1, 2) + sum(given) + count("a") + count("a", 1, 'b', null);
    }
}
