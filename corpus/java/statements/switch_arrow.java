// switch with arrows: no fall-through; an expression, a block or a throw on the right.
class Arrows {
    int state;

    void step(int input) {
        switch (input) {
            case 0, 1 -> state++;
            case 2 -> {
                if (state > 3) break;
                state = 0;
            }
            case 3 -> throw new IllegalArgumentException();
            default -> { }
        }
    }
}
