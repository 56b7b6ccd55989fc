// A brace that is never closed is reported alone, not with everything that follows from it.
class Brace {
    int size;

    void add() {
        if (size > 0) {
            size++;
    }

    int get() {
        return size;
    }
}
