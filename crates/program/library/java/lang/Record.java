// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.lang;

public abstract class Record {
    protected Record() {
    }

    public abstract boolean equals(Object obj);

    public abstract int hashCode();

    public abstract String toString();
}
