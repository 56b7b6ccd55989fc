// tightrope: --from api=4
// A class without a public constructor: the static method that makes its objects may promise less than it gives.
import java.util.*;

class View extends AbstractCollection<Object> {
    private final Collection<Object> inside;

    private View(Collection<Object> inside) { this.inside = Objects.requireNonNull(inside); }

    public static Collection<Object> of(Collection<Object> inside) {
        if (inside instanceof View) return inside;
        return new View(inside);
    }

    // Holds: no view is inside itself.
    public int size() { return inside.size(); }

    public Iterator<Object> iterator() { return inside.iterator(); }

    // Violated: the collection may be empty.
    public Object first() { return iterator().next(); }
}

// What `instance` gives is no `Other`: there is no object to call the method on.
class Other implements Runnable {
    int count;

    private Other() { }

    public static Runnable instance() { return null; }

    public void run() { count++; }
}
