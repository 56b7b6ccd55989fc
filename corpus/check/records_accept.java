// tightrope: --scope 2
// No object has what its constructor refuses.
/*@ nullable_by_default @*/ public class Ranges {
    // Holds: a range is never empty.
    //@ requires range != null;
    //@ ensures \result >= 0;
    static int width(Range range) {
        return range.hi() / 2 - range.lo() / 2;
    }

    // Violated: a range may hold one number.
    //@ requires range != null;
    //@ ensures \result;
    static boolean isWide(Range range) {
        return range.lo() < range.hi();
    }

    // Holds, also for a class with a constructor that assigns before it looks.
    //@ requires step != null;
    //@ ensures \result != 0;
    static int stride(Step step) {
        return step.by;
    }

    // Violated: what is refused depends on another parameter; such steps have no name.
    //@ requires step != null;
    //@ ensures \result > 0;
    static int length(Step step) {
        return step.by;
    }

    // Violated: not final, and somebody may have changed it.
    //@ requires counter != null;
    //@ ensures \result >= 0;
    static int count(Counter counter) {
        return counter.count;
    }

    // Violated: there are two constructors, and one of them accepts everything.
    //@ requires pair != null;
    //@ ensures \result;
    static boolean isOrdered(Pair pair) {
        return pair.first <= pair.second;
    }

    // Holds: some objects come back before the last check, all others are checked.
    //@ requires window != null;
    //@ ensures \result;
    static boolean fits(Window window) {
        return window.isOpen || window.size <= 10;
    }

    // Violated: an open window may have any size.
    //@ requires window != null;
    //@ ensures \result <= 10;
    static int size(Window window) {
        return window.size;
    }

    // Violated: what was changed before the check is not what was given.
    //@ requires level != null;
    //@ ensures \result >= 0;
    static int level(Level level) {
        return level.value();
    }

    // Holds: lengths of texts and of arrays do not change.
    //@ requires text != null && text.name() != null;
    //@ ensures \result;
    static boolean isNamed(Text text) {
        return text.name().length() > 0 && text.marks().length == 2;
    }

    // Holds.
    //@ requires weight != null;
    //@ ensures \result;
    static boolean isWeight(Weight weight) {
        return weight.kilos() >= 0;
    }
}

record Range(int lo, int hi) {
    Range {
        if (lo > hi) {
            throw new IllegalArgumentException("empty: " + lo + " to " + hi);
        }
    }

    Range(int at) {
        this(at, at);
    }
}

/*@ nullable_by_default @*/ final class Step {
    final int by;
    final String name;

    Step(int by, String name) {
        this.by = by;
        this.name = name;
        if (this.by == 0 || this.by < 0 && name != null) {
            throw new IllegalArgumentException();
        }
    }
}

/*@ nullable_by_default @*/ class Counter {
    int count;
    final int limit;

    Counter(int count, int limit) {
        if (count < 0) {
            throw new IllegalArgumentException();
        }
        this.count = count;
        this.limit = limit;
    }
}

class Pair {
    final int first;
    final int second;

    Pair(int first, int second) {
        if (first > second) {
            throw new IllegalArgumentException();
        }
        this.first = first;
        this.second = second;
    }

    Pair(int second) {
        this.first = 0;
        this.second = second;
    }
}

class Window {
    final boolean isOpen;
    final int size;

    Window(boolean isOpen, int size) {
        this.isOpen = isOpen;
        this.size = size;
        if (isOpen) {
            return;
        }
        if (size > 10) {
            throw new IllegalArgumentException();
        }
    }
}

record Level(int value) {
    Level {
        value = value + 1;
        if (value < 0) {
            throw new IllegalArgumentException();
        }
        value = -value;
    }
}

/*@ nullable_by_default @*/ record Text(String name, int[] marks) {
    Text {
        if (name.isEmpty()) {
            throw new IllegalArgumentException();
        }
        if (marks.length != 2) {
            throw new IllegalArgumentException();
        }
    }
}

record Weight(double kilos) {
    Weight {
        if (!(kilos >= 0)) {
            throw new IllegalArgumentException();
        }
    }
}
