// Names that are declared twice: fields, methods with the same parameters, locals, parameters, classes.
class Twice {
    int size;
    long size;

    void add(int amount) {
        int amount = 1;
        for (int i = 0; i < 2; i++) {
            int i = 3;
        }
    }

    void add(int other) {
    }

    void add(long other) {
    }
}

class Twice {
}
