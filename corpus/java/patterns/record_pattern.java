// Record patterns: nested, with var, in instanceof and in switch; the accessors are called from left to right. (Java 21)
record Position(int x, int y) {
}

record Line(Position from, Object to) {
}

class Lines {
    int length(Object any) {
        if (any instanceof Line(Position(int x, var y), Position to) && to.x() > x) {
            return to.x() - x + y;
        }
        return switch (any) {
            case Line(Position from, Position(int a, int b)) -> a - from.x() + b;
            case Position(var x, var y) -> x + y;
            default -> 0;
        };
    }
}
