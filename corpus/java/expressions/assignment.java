// Assignment: it has a value, chains from right to left, and evaluates its target first.
class Assignment {
    int[] values = new int[3];
    Assignment next;
    static int total;

    int chain(int i) {
        int a, b;
        a = b = i;
        next = next.next = null;
        values[i] = i = 2;
        Assignment.total = values[a] = b;
        return a + b + i;
    }

    void targetFirst(Assignment none) {
        // The right side runs before the null target is noticed.
        none.values[0] = total = 7;
    }
}
