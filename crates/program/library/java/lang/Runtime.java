// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.lang;

public class Runtime {
    private static final Runtime CURRENT = new Runtime();

    private Runtime() {
    }

    public static Runtime getRuntime() {
        return CURRENT;
    }

    public void exit(int status) {
        System.halt();
    }

    public void halt(int status) {
        System.halt();
    }

    public void gc() {
    }
}
