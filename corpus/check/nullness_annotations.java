/**
 * What annotations say about null: a null argument that nobody has excluded is a note, one that is
 * declared to be possible is an alarm, and one that is excluded is not tried.
 */
class Annotated {
    int unsaid(int[] values) {
        return values.length;
    }

    int excluded(@NonNull int[] values) {
        return values.length;
    }

    int promised(@Nullable int[] values) {
        return values.length;
    }

    /** Fails without any null as well, which the note must not hide. */
    int deeper(int[] values) {
        return values[0];
    }

    @NonNull Object result(boolean missing) {
        return missing ? null : this;
    }
}

@NullMarked
class Marked {
    int byDefault(int[] values) {
        return values.length;
    }

    int promised(@Nullable int[] values) {
        return values.length;
    }
}

@interface NonNull {
}

@interface Nullable {
}

@interface NullMarked {
}
