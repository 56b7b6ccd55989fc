// pure: the method changes nothing that existed before; contracts may call it; overriders inherit it.
class Shape {
    int width, height;

    /*@ pure @*/ int area() {
        return width * height;
    }

    //@ pure
    Shape copy() {
        Shape copy = new Shape();
        copy.width = width;
        return copy;
    }

    //@ ensures \result == area() * 2;
    int twice() {
        return area() * 2;
    }
}

class Flat extends Shape {
    int calls;

    @Override
    int area() {
        // Breaks the inherited purity.
        calls++;
        return 0;
    }
}
