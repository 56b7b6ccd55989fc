// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.lang;

public interface Comparable<T> {
    int compareTo(T o);
}
