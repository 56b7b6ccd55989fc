class Cell {
    int value;

    int get() {
        return value;
    }
}
