// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.lang;

public final class System {
    // Read through the methods of PrintStream, so that whoever prints nothing has no such object.
    public static final java.io.PrintStream out;
    public static final java.io.PrintStream err;

    private System() {
    }

    public static native void arraycopy(Object source, int sourcePosition, Object target, int targetPosition, int length);

    // The machine stops here: identity hash codes are not modelled.
    public static native int identityHashCode(Object object);

    // If named: currentTimeMillis
    // Any time that a clock may show.
    public static long currentTimeMillis() {
        return java.util.Input.nextLong();
    }

    // If named: nanoTime
    public static long nanoTime() {
        return java.util.Input.nextLong();
    }

    // The run ends, and owes nothing.
    public static void exit(int status) {
        halt();
    }

    static native void halt();

    public static String lineSeparator() {
        return "\n";
    }

    public static void gc() {
    }
}
