// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

public final class StringJoiner {
    private final String delimiter;
    private final String prefix;
    private final String suffix;
    private String text;
    private String empty;

    public StringJoiner(CharSequence delimiter) {
        this(delimiter, "", "");
    }

    public StringJoiner(CharSequence delimiter, CharSequence prefix, CharSequence suffix) {
        Objects.requireNonNull(prefix, "The prefix must not be null");
        Objects.requireNonNull(delimiter, "The delimiter must not be null");
        Objects.requireNonNull(suffix, "The suffix must not be null");
        this.delimiter = delimiter.toString();
        this.prefix = prefix.toString();
        this.suffix = suffix.toString();
    }

    public StringJoiner setEmptyValue(CharSequence value) {
        empty = Objects.requireNonNull(value, "The empty value must not be null").toString();
        return this;
    }

    public StringJoiner add(CharSequence part) {
        text = text == null ? String.valueOf(part) : text + delimiter + part;
        return this;
    }

    public int length() {
        return toString().length();
    }

    public String toString() {
        return text == null && empty != null ? empty : prefix + (text == null ? "" : text) + suffix;
    }
}
