// represents … \such_that: the value is described and not computed; contracts that use it have no value.
class Described {
    int[] values = {1, 2};

    //@ model int any;
    //@ represents any \such_that (\exists int i; 0 <= i && i < values.length; values[i] == any);

    //@ ensures \result == any;
    int first() {
        return values[0];
    }
}
