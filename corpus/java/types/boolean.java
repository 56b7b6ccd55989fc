// The type boolean: fields, arrays, and the operators with and without short circuit.
class Flags {
    boolean marked;
    boolean[] seen = new boolean[4];

    boolean toggle() {
        marked = !marked;
        return marked;
    }

    boolean visit(int index) {
        boolean first = !seen[index];
        seen[index] |= true;
        return first & marked ^ seen[0];
    }
}
