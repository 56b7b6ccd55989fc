// tightrope: --scope 2
// What a static final field leads to may have changed since its initialiser ran. The verdict says that this was not tried.
/*@ nullable_by_default @*/ public class StaticState {
    static final StaticState NIL = new StaticState();
    static final int[] TABLE = {1, 2};
    static final int[] NOTHING = {};
    static final String NAME = "name";
    static final java.util.ArrayList<Integer> LIST = new java.util.ArrayList<>();
    int v;

    //@ ensures \result == 0;
    static int ofNil() {
        return NIL.v;
    }

    //@ ensures \result == 1;
    static int ofTable() {
        return TABLE[0];
    }

    //@ ensures \result == 0;
    static int ofList() {
        return LIST.size();
    }

    // Nothing is assumed: neither a text nor an empty array can change.
    //@ ensures \result == 4;
    static int ofName() {
        return NAME.length() + NOTHING.length;
    }
}
