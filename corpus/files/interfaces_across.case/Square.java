package shapes;

class Square implements Shape {
    int side;
    Shape parent;

    public Shape scale(int factor) {
        Square scaled = new Square();
        scaled.side = side * factor;
        return scaled;
    }

    public Shape parent() {
        return parent;
    }
}
