package desk;

class Dialog extends Window {
    boolean fits(Window other) {
        return other == this || own() < other.width;
    }
}
