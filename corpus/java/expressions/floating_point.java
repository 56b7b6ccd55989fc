// `float` and `double`: literals, promotion, operators, conversions, boxes, texts.
class Floats {
    static final double HALF = 0.5;
    static final float MAX = 0x1.fffffeP+127f;
    double d;
    float f;

    double mixed(int i, long l, float g) {
        d += i * HALF - l / g;
        f -= 1.5;
        return -d % 2;
    }

    boolean compared(Double other) {
        return d < other || f >= 1 || d != d;
    }

    byte narrowed() {
        return (byte) (d + f);
    }

    String text() {
        return "d=" + d + 1.5f;
    }

    Object joined(boolean b) {
        return b ? 1 : 2.0;
    }
}
