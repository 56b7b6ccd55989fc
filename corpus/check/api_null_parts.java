// tightrope: --from api=3
// An object that was made from null where a part belongs fails for want of it: that is a note. What
// fails without any null is an alarm, and a link may be null.
public class Circle {
    private final Point centre;
    private int radius;

    public Circle(Point centre, int radius) {
        this.centre = centre;
        this.radius = radius;
    }

    public boolean covers(int x) {
        return Math.abs(centre.x() - x) <= radius;
    }

    public int part() {
        return 12 / (radius - 1);
    }
}

class Point {
    private final int x;

    Point(int x) {
        this.x = x;
    }

    int x() {
        return x;
    }
}

class Chain {
    private final Chain next;

    public Chain(Chain next) {
        this.next = next;
    }

    public boolean isLast() {
        return next.next == null;
    }
}
