// Constructors: the default one, this(…), super(…), and calls with side effects in their arguments.
class Point {
    int x, y;

    Point() {
        this(0, 0);
    }

    Point(int x, int y) {
        super();
        this.x = x;
        this.y = y;
    }
}

class Moving extends Point {
    static int made;
    int speed;

    Moving(int x) {
        super(x, made++);
        speed = y;
    }
}

class Resting extends Point {
}

class Maker {
    Point make(boolean moving) {
        return moving ? new Moving(3) : new Resting();
    }
}
