// tightrope: --scope 3
// Interfaces with several classes, subclasses as receivers, inner classes, records.
interface Shape {
    //@ ensures \result >= 0;
    /*@ pure @*/ int area();
}

class Square implements Shape {
    int side;

    //@ invariant 0 <= side && side < 1000;

    public /*@ pure @*/ int area() {
        return side * side;
    }
}

class Hole implements Shape {
    // Violates the inherited contract.
    public /*@ pure @*/ int area() {
        return -1;
    }
}

class Shapes {
    /*@ nullable @*/ Shape shape;

    // Violated by a Hole.
    //@ ensures \result >= 0;
    int area() {
        return shape == null ? 0 : shape.area();
    }

    //@ requires shape instanceof Square;
    //@ ensures \result >= 0;
    int squareArea() {
        return shape.area();
    }

    // Violated: there are two classes.
    //@ ensures \result;
    static boolean isSquare(Shape shape) {
        return shape instanceof Square;
    }
}

class Base {
    int calls;

    //@ invariant calls >= 0;

    void hook() {
        calls = 1;
    }

    // Violated: on a Derived, `hook` does something else.
    void template() {
        calls = 0;
        hook();
    }
}

class Derived extends Base {
    // Violates the inherited invariant.
    void hook() {
        calls = -1;
    }
}

class Strict extends Base {
    int limit;

    //@ invariant calls <= limit;
}

class Outer {
    int total;
    /*@ nullable @*/ Inner inner;

    class Inner {
        int part;

        //@ ensures total == \old(total) + part;
        void add() {
            total += part;
        }

        // Violated where `inner` of the outer object is this one.
        //@ ensures inner == \old(inner);
        void remove() {
            if (inner == this) {
                inner = null;
            }
        }
    }
}

record Pair(int left, int right) {
    //@ invariant left <= right;

    //@ requires left <= right;
    Pair {
    }

    // Violates the invariant of the pair that it returns.
    Pair swapped() {
        return new Pair(right, left);
    }

    //@ ensures \result >= 0;
    int distance() {
        return right - left;
    }

    //@ ensures \result;
    boolean isOrdered() {
        return left <= right;
    }
}
