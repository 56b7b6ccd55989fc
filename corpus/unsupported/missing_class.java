// Classes that are not at hand: holding a reference is fine, touching the object is unsupported.
import org.example.Widget;

class Panel {
    Widget widget;

    boolean isEmpty() {
        return widget == null;
    }

    void replace(Widget other) {
        widget = other;
    }

    int size() {
        return widget.size();
    }

    Widget make() {
        return new Widget();
    }
}
