// tightrope: --scope 2
// Nothing implements these types among the given files: calls follow the contracts of the methods.
public class Canvas {
    /*@ nullable @*/ Shape shape;
    /*@ nullable @*/ Source source;

    // Holds: an area is never negative.
    //@ requires shape != null;
    //@ ensures \result >= 0;
    //@ pure
    int area() {
        return shape.area();
    }

    // Violated: an area may be 0.
    //@ requires shape != null;
    //@ ensures \result > 0;
    int positive() {
        return shape.area();
    }

    // Holds: a pure method gives the same again, and contracts may call it.
    //@ requires shape != null;
    //@ ensures \result == 2 * shape.area();
    int twice() {
        return shape.area() + shape.area();
    }

    // Holds: the contract of one method speaks of another one.
    //@ requires shape != null;
    //@ ensures \result ==> shape.area() == 0;
    boolean isFlat() {
        return shape.isEmpty();
    }

    // Violated: two shapes differ.
    //@ requires shape != null && other != null;
    //@ ensures \result;
    boolean areAlike(/*@ nullable @*/ Shape other) {
        return shape.area() == other.area();
    }

    // Violated: what is called requires a positive factor.
    //@ requires shape != null;
    int scaled(int factor) {
        return shape.scaled(factor);
    }

    // Holds: the result lies between the bounds that the contract gives, each time.
    //@ requires shape != null && factor > 0;
    //@ ensures \result >= factor;
    int scaledRightly(int factor) {
        return shape.scaled(factor);
    }

    // Unsupported: what it is compared with may be another result.
    //@ requires shape != null && factor > 0;
    //@ ensures \result == shape.scaled(factor);
    int scaledAgain(int factor) {
        return shape.scaled(factor);
    }

    // Violated: with arguments, each call may give another result.
    //@ requires shape != null;
    //@ ensures \result == 0;
    int difference() {
        return shape.scaled(1) - shape.scaled(1);
    }

    // Holds: an owner is never null, and the same again.
    //@ requires shape != null;
    //@ ensures \result;
    boolean hasOwner() {
        return shape.owner() != null && shape.owner() == shape.owner();
    }

    // Violated: the owner may be this canvas.
    //@ requires shape != null;
    //@ ensures \result != this;
    Canvas owner() {
        return shape.owner();
    }

    // Unsupported: what is drawn may change anything.
    //@ requires shape != null;
    void draw() {
        shape.draw();
    }

    // Unsupported: no contract.
    //@ requires shape != null;
    int weight() {
        return shape.weight();
    }

    // Unsupported: it may throw.
    //@ requires source != null;
    int read() {
        return source.read();
    }

    // Unsupported: nobody knows how shapes are compared.
    //@ requires shape != null;
    boolean same() {
        return shape.equals(this);
    }
}

interface Shape {
    //@ ensures \result >= 0;
    /*@ pure @*/ int area();

    //@ ensures \result == (area() == 0);
    /*@ pure @*/ boolean isEmpty();

    //@ requires factor > 0;
    //@ ensures \result >= factor;
    /*@ pure @*/ int scaled(int factor);

    /*@ pure @*/ Canvas owner();

    //@ ensures true;
    void draw();

    int weight();
}

abstract class Source {
    //@ signals (IllegalStateException e) true;
    abstract /*@ pure @*/ int read();
}
