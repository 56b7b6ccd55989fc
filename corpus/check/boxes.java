// tightrope: --scope 2
// `isHundred(100)` is true: a small box that was there before the call may be the shared one.
/*@ nullable_by_default @*/ public class Boxes {
    //@ ensures !\result;
    static boolean isHundred(Integer x) {
        Integer y = 100;
        return x == y;
    }

    // Nothing is assumed of boxes that code makes itself.
    //@ ensures \result;
    static boolean areShared() {
        Integer x = 100;
        Integer y = 100;
        return x == y;
    }
}
