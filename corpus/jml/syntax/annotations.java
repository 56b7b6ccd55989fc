// Where JML stands: line and block comments with @, several lines, leading @ signs, beside modifiers and parameters.
class Comments {
    /*@ spec_public @*/ private int value; //@ invariant value >= 0;

    //@ requires amount > 0;
    //@ ensures value == \old(value)
    //@         + amount;
    void add(int amount) {
        value += amount;
    }

    /*@
      @ requires other != null; // why: it is read
      @ ensures \result == (value < other.value);   // both are unchanged
      @*/
    /*@ pure @*/ boolean less(/*@ nullable @*/ Comments other) {
        return value < other.value;
    }

    // @ this is no JML: a space stands before the sign
    int plain() {
        return value;
    }
}
