// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.lang;

public final class StringBuilder implements java.io.Serializable, Comparable<StringBuilder>, CharSequence {
    private String text;

    public StringBuilder() {
        text = "";
    }

    public StringBuilder(int capacity) {
        if (capacity < 0) {
            throw new NegativeArraySizeException();
        }
        text = "";
    }

    public StringBuilder(String start) {
        text = start + "";
        start.length();
    }

    public StringBuilder(CharSequence start) {
        text = start.toString() + "";
    }

    // What is so of every buffer that was there before a call.
    private boolean repOk() {
        return text != null;
    }

    public StringBuilder append(Object value) {
        text = text + value;
        return this;
    }

    public StringBuilder append(String value) {
        text = text + value;
        return this;
    }

    public StringBuilder append(boolean value) {
        text = text + value;
        return this;
    }

    public StringBuilder append(char value) {
        text = text + value;
        return this;
    }

    public StringBuilder append(int value) {
        text = text + value;
        return this;
    }

    public StringBuilder append(long value) {
        text = text + value;
        return this;
    }

    public StringBuilder append(float value) {
        text = text + value;
        return this;
    }

    public StringBuilder append(double value) {
        text = text + value;
        return this;
    }

    public StringBuilder append(CharSequence value) {
        text = text + value;
        return this;
    }

    public StringBuilder append(CharSequence value, int start, int end) {
        String part = value == null ? "null" : value.toString();
        if (start < 0 || start > end || end > part.length()) {
            throw new IndexOutOfBoundsException("start " + start + ", end " + end + ", length " + part.length());
        }
        text = text + part.substring(start, end);
        return this;
    }

    public StringBuilder append(char[] value) {
        text = text + String.valueOf(value);
        return this;
    }

    public StringBuilder insert(int offset, Object value) {
        return put(offset, String.valueOf(value));
    }

    public StringBuilder insert(int offset, boolean value) {
        return put(offset, String.valueOf(value));
    }

    public StringBuilder insert(int offset, char value) {
        return put(offset, String.valueOf(value));
    }

    public StringBuilder insert(int offset, int value) {
        return put(offset, String.valueOf(value));
    }

    public StringBuilder insert(int offset, long value) {
        return put(offset, String.valueOf(value));
    }

    public StringBuilder insert(int offset, double value) {
        return put(offset, String.valueOf(value));
    }

    public StringBuilder insert(int offset, char[] value) {
        return put(offset, String.valueOf(value));
    }

    public StringBuilder insert(int offset, String value) {
        return put(offset, value == null ? "null" : value);
    }

    public StringBuilder insert(int offset, CharSequence value) {
        return put(offset, value == null ? "null" : value.toString());
    }

    private StringBuilder put(int offset, String value) {
        if (offset < 0 || offset > text.length()) {
            throw new StringIndexOutOfBoundsException("offset " + offset + ", length " + text.length());
        }
        text = text.substring(0, offset) + value + text.substring(offset);
        return this;
    }

    public StringBuilder delete(int start, int end) {
        return replace(start, end, "");
    }

    public StringBuilder deleteCharAt(int index) {
        check(index);
        return replace(index, index + 1, "");
    }

    public StringBuilder replace(int start, int end, String with) {
        int last = end > text.length() ? text.length() : end;
        if (start < 0 || start > text.length() || start > last) {
            throw new StringIndexOutOfBoundsException("start " + start + ", end " + last + ", length " + text.length());
        }
        text = text.substring(0, start) + with.toString() + text.substring(last);
        return this;
    }

    public StringBuilder reverse() {
        String reversed = "";
        for (int i = text.length() - 1; i >= 0; i--) {
            char unit = text.charAt(i);
            boolean isLow = unit >= '\udc00' && unit <= '\udfff';
            if (isLow && i > 0 && text.charAt(i - 1) >= '\ud800' && text.charAt(i - 1) <= '\udbff') {
                reversed = reversed + text.charAt(i - 1) + unit;
                i--;
            } else {
                reversed = reversed + unit;
            }
        }
        text = reversed;
        return this;
    }

    private void check(int index) {
        if (index < 0 || index >= text.length()) {
            throw new StringIndexOutOfBoundsException("index " + index + ",length " + text.length());
        }
    }

    public int length() {
        return text.length();
    }

    public char charAt(int index) {
        check(index);
        return text.charAt(index);
    }

    public void setCharAt(int index, char value) {
        check(index);
        text = text.substring(0, index) + value + text.substring(index + 1);
    }

    public void setLength(int length) {
        if (length < 0) {
            throw new StringIndexOutOfBoundsException(length);
        }
        if (length <= text.length()) {
            text = text.substring(0, length);
        }
        while (text.length() < length) {
            text = text + '\0';
        }
    }

    public int indexOf(String value) {
        return text.indexOf(value);
    }

    public int indexOf(String value, int from) {
        return text.indexOf(value, from);
    }

    public int lastIndexOf(String value) {
        return text.lastIndexOf(value);
    }

    public String substring(int start) {
        return substring(start, text.length());
    }

    public String substring(int start, int end) {
        if (start < 0 || end > text.length() || start > end) {
            throw new StringIndexOutOfBoundsException("start " + start + ", end " + end + ", length " + text.length());
        }
        return text.substring(start, end) + "";
    }

    public CharSequence subSequence(int start, int end) {
        return substring(start, end);
    }

    public void ensureCapacity(int capacity) {
    }

    public void trimToSize() {
    }

    public int compareTo(StringBuilder other) {
        return text.compareTo(other.text);
    }

    public String toString() {
        return text + "";
    }

    public boolean isEmpty() {
        return length() == 0;
    }
}
