// tightrope: --engine symbolic --scope 2
// Numbers in an array are compared with each other and with constants below zero. An array that
// nothing leads to, and what is beyond the end of a shorter one, must not exclude any of them.
public class unused_arrays {
    int[] values = {};

    /*@ invariant (\forall int i; 0 <= i && i < values.length; -1 <= values[i]);
      @ invariant (\forall int i; 1 <= i && i < values.length; values[i - 1] <= values[i] || values[i] == 0);
      @*/

    /*@ requires values.length == 2;
      @ ensures \result != -1;
      @*/
    public int first() {
        return values[0];
    }

    //@ ensures \result != 0;
    public int length() {
        return values.length;
    }

    //@ requires values.length > 0;
    //@ ensures \result >= -1;
    public int last() {
        return values[values.length - 1];
    }
}
