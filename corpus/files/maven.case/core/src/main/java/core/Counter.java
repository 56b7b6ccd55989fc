package core;

public class Counter {
    private int count;

    public int next() {
        return ++count;
    }
}
