class Range {
    private int low;
    private int high;

    boolean repOk() {
        return low >= 0
            && low <= high
            && high <= 100;
    }

    void widen() {
        high++;
    }
}
