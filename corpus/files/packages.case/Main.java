import shapes.Square;

/** In the unnamed package; `shapes.Shape` is not public, but the front end takes the word of javac for that. */
class Main {
    Square square;
    tools.Numbers numbers;
}
