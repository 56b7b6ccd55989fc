// The unnamed variable: in patterns, catch clauses, loops and locals. (Java 22)
record Pair(Object first, Object second) {
}

class Unnamed {
    int count(Object any, int[] values) {
        int count = 0;
        for (int _ : values) {
            count++;
        }
        try {
            var _ = values[count];
        } catch (ArrayIndexOutOfBoundsException _) {
            count++;
        }
        if (any instanceof Pair(String _, _)) {
            count++;
        }
        return switch (any) {
            case Pair(Integer number, _) -> number;
            case String _ -> 1;
            default -> count;
        };
    }
}
