// Classes of a jar without sources: types and constants are known, code is not.
import org.compiled.Sized;
import org.compiled.Widget;

class Panel implements Sized {
    Widget widget;

    boolean isFull(int widgets) {
        return widgets >= Widget.MOST;
    }

    public int size() {
        return widget.size();
    }

    Sized make() {
        return new Widget(1);
    }

    boolean isBlank() {
        return isEmpty();
    }

    int sizeOf(Sized other) {
        return other.size();
    }
}
