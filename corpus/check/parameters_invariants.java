// tightrope: --scope 3
// Objects that are parameters have invariants: assumed before, demanded after.
class Range {
    int low;
    int high;

    //@ invariant low <= high;

    //@ ensures \result ==> low <= other.high;
    boolean touches(Range other) {
        return low <= other.low && other.low <= high || other.low <= low && low <= other.high;
    }

    // Holds: the invariant of the parameter says so.
    //@ ensures \result;
    static boolean isOrdered(Range range) {
        return range.low <= range.high;
    }

    // Violates the invariant of the parameter.
    void take(Range other) {
        other.low = low;
    }

    // Violates the invariant of an object inside of the parameter.
    //@ requires \nonnullelements(ranges);
    static void spoil(Range[] ranges) {
        if (ranges.length > 1) {
            ranges[1].low = 5;
        }
    }

    // An object that is met while the method runs is valid, too.
    //@ requires \nonnullelements(ranges);
    //@ ensures \result;
    static boolean areOrdered(Range[] ranges) {
        for (Range range : ranges) {
            if (range.low > range.high) {
                return false;
            }
        }
        return true;
    }
}

class Holder {
    /*@ nullable @*/ Range range;

    //@ ensures \result;
    boolean isOrdered() {
        return range == null || range.low <= range.high;
    }

    void spoil() {
        if (range != null) {
            range.high = range.low - 1;
        }
    }
}
