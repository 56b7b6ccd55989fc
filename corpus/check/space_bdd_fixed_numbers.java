// tightrope: --space bdd --scope 3
// A number that the assumptions fix need not be one of those that are tried.
class Blocks {
    int[] values;
    int size;

    //@ invariant size == values.length * 20;

    private Blocks() {
    }

    //@ ensures \result;
    boolean isNeverForty() {
        return size / 2 != 20;
    }

    //@ ensures \result;
    boolean isEven() {
        return size % 2 == 0;
    }

    void growWrongly() {
        size = size + 1;
    }
}

class Offset {
    int[] values;
    int end;

    private Offset() {
    }

    //@ requires end == values.length * 20 + 7;
    //@ ensures \result >= 0;
    int half() {
        return end / 2;
    }

    //@ requires values.length > 1 && values[1] == values.length * 20 + 7;
    //@ ensures \result != 33;
    int second() {
        return values[1] / 2;
    }
}
