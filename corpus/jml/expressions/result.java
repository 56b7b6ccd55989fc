// \result: the returned value, with the type of the method.
class Results {
    int[] values = {1, 2};

    //@ ensures \result >= 1 && \result < 10;
    int small() {
        return 3;
    }

    //@ ensures \result.length == values.length && \result != values;
    int[] copy() {
        return values.clone();
    }

    //@ ensures \result <==> index < values.length;
    boolean fits(int index) {
        return index < values.length;
    }
}
