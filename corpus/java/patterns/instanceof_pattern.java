// Type patterns in instanceof: the variable is in scope where the test is true, also after an early return.
class Circle {
    int radius;
}

class Matcher {
    int radius(Object any) {
        if (any instanceof Circle circle && circle.radius > 0) {
            return circle.radius;
        }
        if (!(any instanceof final String text)) {
            return 0;
        }
        return text.length();
    }

    boolean same(Object a, Object b) {
        return a instanceof Circle x && b instanceof Circle y && x.radius == y.radius
            || a instanceof Integer n && n > 1;
    }

    int loop(Object any) {
        while (!(any instanceof Circle found)) {
            any = new Circle();
        }
        return found.radius;
    }
}
