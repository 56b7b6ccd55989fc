// Expressions of the wrong type: assignments, returns, conditions, arguments of operators, array indices.
class Types {
    int size;
    String name;
    boolean full;

    int run(long big, Object any, int[] values) {
        size = big;
        name = any;
        full = 1;
        if (size) {
            size = "text";
        }
        while (name) {
        }
        values[big] = 3;
        byte small = 300;
        return full;
    }

    void nothing() {
        return 1;
    }

    int something() {
        return;
    }

    //@ requires size;
    void contract() {
    }
}
