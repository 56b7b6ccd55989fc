// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

public class EmptyStackException extends RuntimeException {
    public EmptyStackException() {
    }
}
