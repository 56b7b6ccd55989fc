// tightrope: --from api=5
// The parts of a formula are checked where the formula uses them, though they implement what nobody
// has specified; and a part that anybody can make is made of parts, not of null. `simplify` takes
// what is no number for one.
class Formula {
    private interface Expr {
        int value();

        Expr simplified();
    }

    private static class Num implements Expr {
        final int number;

        Num(int number) {
            this.number = number;
        }

        @Override
        public int value() {
            return number;
        }

        @Override
        public Expr simplified() {
            return this;
        }
    }

    private static class Negated implements Expr {
        final Expr inner;

        Negated(Expr inner) {
            this.inner = inner;
        }

        @Override
        public int value() {
            return -inner.value();
        }

        @Override
        public Expr simplified() {
            return new Num(-((Num) inner).number);
        }
    }

    private Expr top = new Num(1);

    public void negate() {
        top = new Negated(top);
    }

    public int value() {
        return top.value();
    }

    public void simplify() {
        top = top.simplified();
    }
}

interface Shape {
    int area();
}

class Square implements Shape {
    private final int side;

    Square(int side) {
        this.side = side;
    }

    @Override
    public int area() {
        return side * side;
    }
}

class Pair implements Shape {
    private final Shape left;
    private final Shape right;

    Pair(Shape left, Shape right) {
        this.left = left;
        this.right = right;
    }

    @Override
    public int area() {
        return left.area() + right.area();
    }
}
