// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.io;

public interface Serializable {
}
