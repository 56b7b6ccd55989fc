public abstract class Shapes {
    int v;
    //@ ensures \result >= 0;
    abstract int size();
    //@ ensures \result == v;
    int value() { return size(); }
    static class A extends Shapes { int size() { return v; } }
    static class B extends Shapes { int k; int size() { return k; } int value() { return super.value() + 1; } }
    //@ ensures \result;
    static boolean isA(Shapes o) { return o instanceof A; }
    //@ ensures \result == this;
    Object self() { return v == 0 ? this : new Runnable() { public void run() { } }; }
}
