// Declared for Tightrope after the public documentation of the class: see library/README.md.
package java.lang;

public class Object {
    public Object() {
    }

    public final native Class<?> getClass();

    public native int hashCode();

    public native boolean equals(Object obj);

    protected native Object clone() throws CloneNotSupportedException;

    public native String toString();
}
