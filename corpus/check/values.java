// tightrope: --scope 2
// Fields of enum, String and boxed types.
class Values {
    enum Color {
        RED, GREEN, BLUE
    }

    /*@ nullable @*/ Color color;
    /*@ nullable @*/ String name;
    /*@ nullable @*/ Integer boxed;
    /*@ nullable @*/ Boolean flag;

    // Violated: it is null, or BLUE.
    //@ ensures \result;
    boolean isRedOrGreen() {
        return color == Color.RED || color == Color.GREEN;
    }

    //@ requires color != null;
    //@ ensures \result >= 0 && \result < 3;
    int ordinal() {
        return color.ordinal();
    }

    //@ requires color != null;
    //@ ensures \result != 3;
    int switches() {
        return switch (color) {
            case RED -> 1;
            case GREEN -> 2;
            case BLUE -> 3;
        };
    }

    // Violated: strings that are equal need not be the same.
    //@ requires name != null;
    //@ ensures \result == name.equals(other);
    boolean isSame(String other) {
        return name == other;
    }

    // Violated: a name may be "admin".
    //@ requires name != null;
    //@ ensures !\result;
    boolean isAdmin() {
        return name.equals("admin");
    }

    // Violated: a name may be empty.
    //@ requires name != null;
    //@ ensures \result > 0;
    int length() {
        return name.length();
    }

    // Violated: null cannot be unboxed.
    int unbox() {
        return boxed;
    }

    // Violated: boxes above 127 are not shared.
    //@ requires boxed != null;
    //@ ensures \result == boxed.equals(other);
    boolean isSameBox(Integer other) {
        return boxed == other;
    }

    //@ requires boxed != null;
    //@ ensures \result == (boxed.intValue() == other.intValue());
    boolean isEqualBox(Integer other) {
        return boxed.equals(other);
    }

    //@ requires flag != null;
    //@ ensures !\result;
    boolean isSet() {
        return flag;
    }
}
