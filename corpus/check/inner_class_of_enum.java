/** The enclosing instance is never null, and is one of the constants: more than one, though nothing new can be made. */
enum Color {
    RED, GREEN;

    class Shade {
        int depth;

        //@ invariant Color.this == RED ==> depth == 1;

        //@ ensures \result == 1;
        int wrong() {
            return Color.this == GREEN ? 2 : depth;
        }
    }
}
