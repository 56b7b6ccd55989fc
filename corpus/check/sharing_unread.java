// tightrope: --scope 2
// Violated: the invariant of `Positive` breaks, and no other invariant speaks of the value. That both objects hold the same part excuses nothing.
/*@ nullable_by_default @*/ public class SharingUnread {
    static class Part {
        int value;
    }

    static class Positive {
        Part part;

        //@ invariant part == null || part.value > 0;
    }

    Part part;
    int count;

    //@ invariant count >= 0;

    void clear(Positive other) {
        if (part != null) part.value = 0;
    }
}
