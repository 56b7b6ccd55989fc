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
}
