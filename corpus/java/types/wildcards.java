// Wildcards: an upper bound is read as its bound, an unbounded one as Object, a lower one can be written.
class Cell<T> {
    T value;
}

class Wildcards {
    int read(Cell<? extends Number> cell) {
        Number number = cell.value;
        return number.intValue();
    }

    void write(Cell<? super Integer> cell) {
        cell.value = 7;
    }

    boolean isEmpty(Cell<?> cell) {
        Object value = cell.value;
        return value == null;
    }
}
