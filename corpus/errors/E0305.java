// break, continue and yield without a target.
class Targets {
    void run(int value) {
        break;
        outer:
        while (value > 0) {
            value--;
            if (value == 3) break outter;
            if (value == 4) continue outer;
        }
        block: {
            continue block;
        }
        continue;
    }

    int choose(int value) {
        return switch (value) {
            case 1 -> 1;
            default -> {
                while (true) {
                    yield 2;
                }
            }
        };
    }
}
