// for-each over an Iterable: iterator(), hasNext(), next(), with the cast and the unboxing of the element.
import java.util.Iterator;
import java.util.List;

class Countdown implements Iterable<Integer> {
    int from;

    public Iterator<Integer> iterator() {
        return new Iterator<Integer>() {
            int at = from;

            public boolean hasNext() {
                return at > 0;
            }

            public Integer next() {
                return at--;
            }
        };
    }
}

class EachIterable {
    int run(Countdown countdown, List<String> names, List<? extends Countdown> more) {
        int sum = 0;
        for (int value : countdown) {
            if (value == 3) continue;
            sum += value;
        }
        for (String name : names) sum += name.length();
        for (Countdown each : more) sum += each.from;
        return sum;
    }
}
