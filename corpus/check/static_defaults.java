// tightrope: --scope 2
// A static field that nobody has assigned holds its default value, also where only one branch assigns it.
/*@ nullable_by_default @*/ public class StaticDefaults {
    static StaticDefaults last;
    static boolean isFound;
    static int count;

    //@ ensures isFound == (one != null);
    static void found(StaticDefaults one) {
        if (one != null) isFound = true;
    }

    // Violated: null.
    //@ ensures isFound;
    static void foundAlways(StaticDefaults one) {
        if (one != null) isFound = true;
    }

    //@ ensures one == null ==> last == \old(last);
    static void keep(StaticDefaults one) {
        if (one != null) last = one;
    }

    // Violated: null.
    //@ ensures count == 1;
    static void counted(StaticDefaults one) {
        if (one != null) count = 1;
    }

    // Violated: the default value.
    //@ ensures last != null;
    static void last(StaticDefaults one, boolean isWanted) {
        if (isWanted) last = new StaticDefaults();
    }
}
