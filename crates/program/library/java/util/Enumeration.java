// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

public interface Enumeration<E> {
    boolean hasMoreElements();

    E nextElement();
}
