// tightrope: --from api=4
// What a client passes for types of the library: boxes, collections with few elements of the declared
// type, natural orders. A function is not made up.
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

public class Merged {
    private final int[] items;
    private int size;
    private final Comparator<Integer> order;

    public Merged(List<Integer> given, Comparator<Integer> order) {
        items = new int[given.size()];
        for (int each : given) {
            items[size++] = each;
        }
        this.order = order;
    }

    public int first() {
        if (size == 0) {
            return -1;
        }
        int best = items[0];
        for (int i = 1; i < size; i++) {
            if (order.compare(items[i], best) < 0) {
                best = items[i];
            }
        }
        // Only a list of two elements in the reversed order shows it.
        assert best <= items[0];
        return best;
    }

    public int share(Map<String, Point> weights) {
        int sum = 0;
        for (Point point : weights.values()) {
            sum += point.x;
        }
        return sum;
    }

    public double scaled(Double factor) {
        assert factor < 1.5;
        return size * factor;
    }

    public int mapped(Function<Integer, Integer> function) {
        return function.apply(size);
    }
}

class Point {
    final int x;

    Point(int x) {
        this.x = x;
    }
}
