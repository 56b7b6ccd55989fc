// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

public class IllegalFormatConversionException extends IllegalFormatException {
    IllegalFormatConversionException(char conversion) {
        super("" + conversion);
    }
}
