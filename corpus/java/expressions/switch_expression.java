// switch as an expression: arrows, blocks with yield, colons with yield, throw; an enum without default is complete.
enum Level {
    LOW, MIDDLE, HIGH
}

class SwitchExpression {
    int weight(Level level, int bonus) {
        int base = switch (level) {
            case LOW -> 1;
            case MIDDLE -> {
                if (bonus > 3) yield bonus;
                yield 2;
            }
            case HIGH -> throw new IllegalArgumentException();
        };
        return base + switch (bonus) {
            case 1, 2:
                base++;
            case 3:
                yield base;
            default:
                yield 0;
        };
    }

    long widened(String name) {
        return switch (name) {
            case "a" -> 1;
            case "b" -> 2L;
            default -> 'c';
        };
    }
}
