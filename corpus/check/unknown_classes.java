// tightrope: --scope 2
// An interface that nothing implements among the given files: its objects are of a class that nobody knows.
/*@ nullable_by_default @*/ public class Drawing {
    Shape shape;
    Base base;

    // Violated: there are shapes, somewhere.
    //@ ensures \result;
    boolean isEmpty() {
        return shape == null && (Object) shape != this;
    }

    // Violated.
    //@ ensures \result;
    boolean isThis() {
        return base == null || base.name == 0;
    }

    // Nobody knows what the method does.
    int area() {
        return shape == null ? 0 : shape.area();
    }

    // Neither here.
    int half() {
        return base == null ? 0 : base.half();
    }
}

interface Shape {
    int area();
}

/*@ nullable_by_default @*/ abstract class Base {
    int name;

    abstract int size();

    int half() {
        return size() / 2;
    }
}
