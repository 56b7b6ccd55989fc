// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

public class MissingFormatArgumentException extends IllegalFormatException {
    public MissingFormatArgumentException(String specifier) {
        super("Format specifier '" + specifier + "'");
    }
}
