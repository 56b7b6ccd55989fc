// Switches whose labels do not fit: a wrong type, a label that is no constant, one that is there twice, two defaults, an unknown constant.
enum Color {
    RED, BLACK
}

class Switches {
    int run(int value, String name, Color color, int other) {
        switch (value) {
            case "one":
                return 1;
            case other:
                return 2;
            case 3:
                return 3;
            case 1 + 2:
                return 4;
            default:
                return 5;
            default:
                return 6;
        }
    }

    int colors(Color color, Object any, boolean flag) {
        switch (color) {
            case GREEN:
                return 1;
            default:
        }
        switch (flag) {
            case true:
                return 2;
        }
        return 3;
    }
}
