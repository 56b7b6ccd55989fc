// A `;` after modifiers, as TACO's inputs and the JDK write it: the modifiers belong to the declaration that follows.
//@ nullable_by_default;
class Stray {
    //@ spec_public non_null;
    private int[] data;
    //@ spec_public;
    private Stray next;

    //@ pure;
    int run() {
        //@ non_null;
        int[] local = data;
        return local.length;
    }
}
