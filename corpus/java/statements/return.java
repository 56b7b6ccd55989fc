// return: from the middle of loops and branches, with a conversion to the result type, without a value.
class Returns {
    int value;

    long widened(int small) {
        return small;
    }

    Object boxed(int small) {
        return small;
    }

    void maybe(boolean stop) {
        while (value < 10) {
            if (stop) return;
            value++;
        }
    }

    int endless() {
        while (true) {
            value++;
        }
    }
}
