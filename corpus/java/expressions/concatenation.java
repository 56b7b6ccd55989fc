// String concatenation: from left to right, of every kind of operand; numbers before the first string are added.
class Concatenation {
    @Override
    public String toString() {
        return "me";
    }

    String join(int a, char b, Object none, long[] array) {
        String first = a + b + " " + a + b;
        first += array.length + 1;
        return first + none + this + true + 1L + (a + 1) + (String) null;
    }
}
