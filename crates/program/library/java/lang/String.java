// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.lang;

public final class String implements java.io.Serializable, Comparable<String>, CharSequence {
    // The text itself is the machine's.
    public String() {
        take("");
    }

    public String(String original) {
        take(original);
    }

    public String(char[] value) {
        take(valueOf(value, 0, value.length));
    }

    public String(char[] value, int offset, int count) {
        take(valueOf(value, offset, count));
    }

    private native void take(String original);

    public native int length();

    public boolean isEmpty() {
        return length() == 0;
    }

    public char charAt(int index) {
        if (index < 0 || index >= length()) {
            throw new StringIndexOutOfBoundsException(index);
        }
        return unit(index);
    }

    private native char unit(int index);

    public native boolean equals(Object other);

    public native int hashCode();

    public int compareTo(String other) {
        int length = length();
        int otherLength = other.length();
        for (int i = 0; i < length && i < otherLength; i++) {
            int difference = unit(i) - other.unit(i);
            if (difference != 0) {
                return difference;
            }
        }
        return length - otherLength;
    }

    public int compareToIgnoreCase(String other) {
        return toUpperCase().toLowerCase().compareTo(other.toUpperCase().toLowerCase());
    }

    public boolean equalsIgnoreCase(String other) {
        return this == other || (other != null && length() == other.length() && compareToIgnoreCase(other) == 0);
    }

    public boolean contentEquals(CharSequence other) {
        return equals(other.toString());
    }

    public int indexOf(int unit) {
        return indexOf(unit, 0);
    }

    public int indexOf(int unit, int from) {
        for (int i = from < 0 ? 0 : from; i < length(); i++) {
            if (unit(i) == unit) {
                return i;
            }
        }
        return -1;
    }

    public int lastIndexOf(int unit) {
        return lastIndexOf(unit, length() - 1);
    }

    public int lastIndexOf(int unit, int from) {
        for (int i = from < length() ? from : length() - 1; i >= 0; i--) {
            if (unit(i) == unit) {
                return i;
            }
        }
        return -1;
    }

    public int indexOf(String text) {
        return indexOf(text, 0);
    }

    public int indexOf(String text, int from) {
        int last = length() - text.length();
        if (from > length()) {
            from = length();
        }
        for (int i = from < 0 ? 0 : from; i <= last; i++) {
            if (hasAt(text, i)) {
                return i;
            }
        }
        return -1;
    }

    public int lastIndexOf(String text) {
        return lastIndexOf(text, length());
    }

    public int lastIndexOf(String text, int from) {
        int last = length() - text.length();
        for (int i = from < last ? from : last; i >= 0; i--) {
            if (hasAt(text, i)) {
                return i;
            }
        }
        return -1;
    }

    private boolean hasAt(String text, int at) {
        for (int i = 0; i < text.length(); i++) {
            if (unit(at + i) != text.unit(i)) {
                return false;
            }
        }
        return true;
    }

    public boolean contains(CharSequence text) {
        return indexOf(text.toString()) >= 0;
    }

    public boolean startsWith(String prefix) {
        return startsWith(prefix, 0);
    }

    public boolean startsWith(String prefix, int from) {
        return from >= 0 && from <= length() - prefix.length() && hasAt(prefix, from);
    }

    public boolean endsWith(String suffix) {
        return startsWith(suffix, length() - suffix.length());
    }

    public String substring(int start) {
        return substring(start, length());
    }

    public String substring(int start, int end) {
        if (start < 0 || end > length() || start > end) {
            throw new StringIndexOutOfBoundsException("begin " + start + ", end " + end + ", length " + length());
        }
        return start == 0 && end == length() ? this : part(start, end);
    }

    private String part(int start, int end) {
        String text = "";
        for (int i = start; i < end; i++) {
            text = text + unit(i);
        }
        return text;
    }

    public CharSequence subSequence(int start, int end) {
        return substring(start, end);
    }

    public String replace(char old, char with) {
        if (indexOf(old) < 0) {
            return this;
        }
        String text = "";
        for (int i = 0; i < length(); i++) {
            text = text + (unit(i) == old ? with : unit(i));
        }
        return text;
    }

    public String replace(CharSequence target, CharSequence replacement) {
        String old = target.toString();
        String with = replacement.toString();
        String text = "";
        int next = 0;
        int found = indexOf(old);
        if (found < 0) {
            return this;
        }
        while (found >= 0 && next <= length()) {
            text = text + part(next, found) + with;
            if (old.isEmpty() && found < length()) {
                text = text + unit(found);
            }
            next = found + (old.isEmpty() ? 1 : old.length());
            found = next > length() ? -1 : indexOf(old, next);
        }
        return next > length() ? text : text + part(next, length());
    }

    public String repeat(int count) {
        if (count < 0) {
            throw new IllegalArgumentException("count is negative: " + count);
        }
        String text = "";
        for (int i = 0; i < count && !isEmpty(); i++) {
            text = text + this;
        }
        return count == 1 ? this : text;
    }

    public String trim() {
        int start = 0;
        int end = length();
        while (start < end && unit(start) <= ' ') {
            start++;
        }
        while (start < end && unit(end - 1) <= ' ') {
            end--;
        }
        return substring(start, end);
    }

    public String strip() {
        return stripLeading().stripTrailing();
    }

    public String stripLeading() {
        int start = 0;
        while (start < length() && Character.isWhitespace(unit(start))) {
            start++;
        }
        return substring(start);
    }

    public String stripTrailing() {
        int end = length();
        while (end > 0 && Character.isWhitespace(unit(end - 1))) {
            end--;
        }
        return substring(0, end);
    }

    public boolean isBlank() {
        return strip().isEmpty();
    }

    public String toUpperCase() {
        String text = "";
        for (int i = 0; i < length(); i++) {
            text = text + Character.toUpperCase(unit(i));
        }
        return text.equals(this) ? this : text;
    }

    public String toLowerCase() {
        String text = "";
        for (int i = 0; i < length(); i++) {
            text = text + Character.toLowerCase(unit(i));
        }
        return text.equals(this) ? this : text;
    }

    public char[] toCharArray() {
        char[] units = new char[length()];
        for (int i = 0; i < units.length; i++) {
            units[i] = unit(i);
        }
        return units;
    }

    public static String join(CharSequence between, CharSequence... parts) {
        String separator = between.toString();
        String text = "";
        for (int i = 0; i < parts.length; i++) {
            text = text + (i == 0 ? "" : separator) + parts[i];
        }
        return text;
    }

    public static String join(CharSequence between, Iterable<? extends CharSequence> parts) {
        String separator = between.toString();
        String text = "";
        boolean isFirst = true;
        for (CharSequence part : parts) {
            text = text + (isFirst ? "" : separator) + part;
            isFirst = false;
        }
        return text;
    }

    public String concat(String text) {
        return text.isEmpty() ? this : this + text;
    }

    public String toString() {
        return this;
    }

    public static String valueOf(Object value) {
        return value == null ? "null" : value.toString();
    }

    public static String valueOf(boolean value) {
        return value ? "true" : "false";
    }

    public static String valueOf(char value) {
        return "" + value;
    }

    public static String valueOf(char[] value) {
        return valueOf(value, 0, value.length);
    }

    public static String valueOf(char[] value, int offset, int count) {
        if (offset < 0 || count < 0 || offset > value.length - count) {
            throw new StringIndexOutOfBoundsException("offset " + offset + ", count " + count + ", length " + value.length);
        }
        String text = "";
        for (int i = 0; i < count; i++) {
            text = text + value[offset + i];
        }
        return text;
    }

    public static String copyValueOf(char[] value) {
        return valueOf(value, 0, value.length);
    }

    public static String valueOf(int value) {
        return "" + value;
    }

    public static String valueOf(long value) {
        return "" + value;
    }

    public static String valueOf(float value) {
        return "" + value;
    }

    public static String valueOf(double value) {
        return "" + value;
    }

    // If named: format
    public static String format(String format, Object... args) {
        return java.util.Formats.format(format, args, true);
    }

    // If named: formatted
    public String formatted(Object... args) {
        return java.util.Formats.format(this, args, true);
    }

    // If named: chars
    public java.util.stream.IntStream chars() {
        int[] units = new int[length()];
        for (int i = 0; i < units.length; i++) {
            units[i] = charAt(i);
        }
        return java.util.stream.IntStream.of(units);
    }

    // If named: split
    public String[] split(String separator) {
        return split(separator, 0);
    }

    // If named: split
    // Of regular expressions those that stand for one text.
    public String[] split(String separator, int limit) {
        String literal = java.util.Formats.literal(separator);
        java.util.ArrayList<String> parts = new java.util.ArrayList<>();
        int start = 0;
        while (limit <= 0 || parts.size() < limit - 1) {
            int end = literal.isEmpty() ? start + 1 : indexOf(literal, start);
            if (end < 0 || literal.isEmpty() && end >= length()) {
                break;
            }
            parts.add(substring(start, end));
            start = end + literal.length();
        }
        parts.add(substring(start));
        if (limit == 0 && parts.size() > 1) {
            while (parts.size() > 0 && parts.get(parts.size() - 1).isEmpty()) {
                parts.remove(parts.size() - 1);
            }
        }
        String[] array = new String[parts.size()];
        for (int i = 0; i < array.length; i++) {
            array[i] = parts.get(i);
        }
        return array;
    }
}
