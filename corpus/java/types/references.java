// Class and interface types: null, identity, assignment to a supertype.
interface Shape {
    int area();
}

class Square implements Shape {
    int side;

    public int area() {
        return side * side;
    }
}

class References {
    Shape shape;
    Object any;

    boolean store(Square square) {
        shape = square;
        any = shape;
        return any == square && any != null;
    }

    int area() {
        return shape.area();
    }
}
