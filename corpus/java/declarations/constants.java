// Compile-time constants: folded with Java's rules, also across classes, in switch labels and narrowing assignments.
class Limits {
    static final int WIDTH = 8;
    static final int MASK = (1 << WIDTH) - 1;
    static final long BIG = MASK * 1_000_000_000L;
    static final byte SMALL = (byte) (MASK - 200);
    static final boolean WIDE = WIDTH > 4 && !(MASK == 0);
    static final String NAME = "w" + WIDTH + WIDE + 'x';
    static final int CHOSEN = WIDE ? ~MASK : MASK / 0x10;
    static final int NOT_CONSTANT = Math.max(WIDTH, 9);
}

class Uses {
    int kind(int value) {
        final int local = Limits.WIDTH + 1;
        switch (value) {
            case Limits.MASK:
                return 1;
            case local:
                return 2;
            default:
                return Limits.NOT_CONSTANT;
        }
    }
}
