package shapes;

/** Known to its neighbour in the package without an import. */
abstract class Shape {
    abstract int area();
}
