// A superclass that is not at hand: members that may come from it are unsupported, not errors; own members are checked.
package desk;

import org.example.ui.Frame;

class Window extends Frame {
    int width;

    int area() {
        return width * getHeight();
    }

    int own() {
        return width;
    }

    int inherited() {
        return this.depth;
    }

    @Override
    public String toString() {
        return super.toString();
    }
}
