// tightrope: --scope 2
// A class that is not at hand: its objects can be compared, and that is all.
import org.example.Token;

/*@ nullable_by_default @*/ public class Holder {
    Token held;

    // Violated: the tokens may differ.
    //@ ensures \result;
    boolean holds(Token token) {
        return held == token;
    }

    // Holds.
    //@ ensures held == token;
    void take(Token token) {
        if (held != token) {
            held = token;
        }
    }

    // Violated: there are tokens.
    //@ ensures \result == null;
    static Token same(Token token) {
        return token;
    }

    // Holds: nobody looks at the token.
    //@ ensures \result == 1;
    int ignore(Token token) {
        return 1;
    }

    // Unsupported: nobody knows what its methods do.
    //@ requires held != null;
    //@ ensures true;
    int length() {
        return held.length();
    }

    // Violated: an object of any class may be the token.
    //@ ensures \result;
    static boolean differ(Token token, Object other) {
        return token == null || other == null || token != other;
    }
}
