// \fresh: the objects did not exist before the method.
class Factory {
    /*@ nullable @*/ int[] last;

    //@ ensures \fresh(\result) && \result.length == 2;
    //@ ensures \fresh(last, \result);
    int[] make() {
        last = new int[1];
        return new int[2];
    }
}
