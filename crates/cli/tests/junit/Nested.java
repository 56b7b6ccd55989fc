package a.b;
public class Nested {
    static class Node { int v; /*@ nullable @*/ Node next;
        //@ ensures \result == v;
        int value() { return v + 1; }
    }
    class Inner { int v;
        //@ ensures \result == v;
        int value() { return v + 1; }
    }
    /*@ nullable @*/ Inner inner;
    //@ requires inner != null;
    //@ ensures \result == inner.v;
    int get() { return inner.v + 1; }
    enum Color { RED, GREEN;
        //@ ensures \result != this;
        Color other() { return this == RED ? GREEN : GREEN; }
    }
    interface Shape { //@ ensures \result > 0;
        int area(); }
    static class Square implements Shape { int a; public int area() { return a; } }
    record Point(int x, int y) {
        //@ ensures \result == x + y;
        int sum() { return x - y; }
    }
    //@ ensures \result == null;
    static /*@ nullable @*/ Object make(/*@ nullable @*/ Color c, /*@ nullable @*/ Point p) { return c == Color.GREEN && p != null ? p : null; }
}
