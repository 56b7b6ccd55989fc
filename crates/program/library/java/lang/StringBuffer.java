// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.lang;

public final class StringBuffer implements java.io.Serializable, Comparable<StringBuffer>, CharSequence {
    private String text;

    public StringBuffer() {
        text = "";
    }

    public StringBuffer(int capacity) {
        if (capacity < 0) {
            throw new NegativeArraySizeException();
        }
        text = "";
    }

    public StringBuffer(String start) {
        text = start + "";
        start.length();
    }

    public StringBuffer(CharSequence start) {
        text = start.toString() + "";
    }

    // What is so of every buffer that was there before a call.
    private boolean repOk() {
        return text != null;
    }

    public StringBuffer append(Object value) {
        text = text + value;
        return this;
    }

    public StringBuffer append(String value) {
        text = text + value;
        return this;
    }

    public StringBuffer append(boolean value) {
        text = text + value;
        return this;
    }

    public StringBuffer append(char value) {
        text = text + value;
        return this;
    }

    public StringBuffer append(int value) {
        text = text + value;
        return this;
    }

    public StringBuffer append(long value) {
        text = text + value;
        return this;
    }

    public StringBuffer append(float value) {
        text = text + value;
        return this;
    }

    public StringBuffer append(double value) {
        text = text + value;
        return this;
    }

    public StringBuffer append(CharSequence value) {
        text = text + value;
        return this;
    }

    public StringBuffer append(CharSequence value, int start, int end) {
        String part = value == null ? "null" : value.toString();
        if (start < 0 || start > end || end > part.length()) {
            throw new IndexOutOfBoundsException("start " + start + ", end " + end + ", length " + part.length());
        }
        text = text + part.substring(start, end);
        return this;
    }

    public StringBuffer append(char[] value) {
        text = text + String.valueOf(value);
        return this;
    }

    public StringBuffer insert(int offset, Object value) {
        return put(offset, String.valueOf(value));
    }

    public StringBuffer insert(int offset, boolean value) {
        return put(offset, String.valueOf(value));
    }

    public StringBuffer insert(int offset, char value) {
        return put(offset, String.valueOf(value));
    }

    public StringBuffer insert(int offset, int value) {
        return put(offset, String.valueOf(value));
    }

    public StringBuffer insert(int offset, long value) {
        return put(offset, String.valueOf(value));
    }

    public StringBuffer insert(int offset, double value) {
        return put(offset, String.valueOf(value));
    }

    public StringBuffer insert(int offset, char[] value) {
        return put(offset, String.valueOf(value));
    }

    public StringBuffer insert(int offset, String value) {
        return put(offset, value == null ? "null" : value);
    }

    public StringBuffer insert(int offset, CharSequence value) {
        return put(offset, value == null ? "null" : value.toString());
    }

    private StringBuffer put(int offset, String value) {
        if (offset < 0 || offset > text.length()) {
            throw new StringIndexOutOfBoundsException("offset " + offset + ", length " + text.length());
        }
        text = text.substring(0, offset) + value + text.substring(offset);
        return this;
    }

    public StringBuffer delete(int start, int end) {
        return replace(start, end, "");
    }

    public StringBuffer deleteCharAt(int index) {
        check(index);
        return replace(index, index + 1, "");
    }

    public StringBuffer replace(int start, int end, String with) {
        int last = end > text.length() ? text.length() : end;
        if (start < 0 || start > text.length() || start > last) {
            throw new StringIndexOutOfBoundsException("start " + start + ", end " + last + ", length " + text.length());
        }
        text = text.substring(0, start) + with.toString() + text.substring(last);
        return this;
    }

    public StringBuffer reverse() {
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

    public int compareTo(StringBuffer other) {
        return text.compareTo(other.text);
    }

    public String toString() {
        return text + "";
    }

    public boolean isEmpty() {
        return length() == 0;
    }
}
