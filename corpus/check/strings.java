// tightrope: --scope 2
// Strings are compared by text and by identity.
class Strings {
    /*@ nullable @*/ String name;

    // Violated by a literal.
    //@ ensures !\result;
    static boolean isAdmin(String name) {
        return name.equals("admin");
    }

    // Violated: it may be the literal itself.
    //@ ensures !\result;
    static boolean isLiteral(String name) {
        return name == "literal";
    }

    // Violated: equal, but not the same.
    //@ requires name.equals("literal");
    //@ ensures \result;
    static boolean isTheLiteral(String name) {
        return name == "literal";
    }

    // Violated: equal, but not the same.
    //@ ensures \result == left.equals(right);
    static boolean areSame(String left, String right) {
        return left == right;
    }

    //@ ensures \result == right.equals(left);
    static boolean areEqual(String left, String right) {
        return left.equals(right);
    }

    // Violated by the empty string.
    //@ ensures \result > 0;
    static int length(String text) {
        return text.length();
    }

    // Violated: null.
    int nameLength() {
        return name.length();
    }

    //@ ensures \result.equals(left + right);
    static String join(String left, String right) {
        return left + right;
    }
}
