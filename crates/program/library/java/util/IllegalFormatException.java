// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

public class IllegalFormatException extends IllegalArgumentException {
    IllegalFormatException(String message) {
        super(message);
    }
}
