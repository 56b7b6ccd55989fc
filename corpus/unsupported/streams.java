// Streams: not modelled; write the loop.
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

class Streams {
    List<Integer> values;

    List<Integer> even() {
        return values.stream().filter(value -> value % 2 == 0).collect(Collectors.toList());
    }

    int sum() {
        return IntStream.range(0, 3).sum();
    }

    int size() {
        return values.size();
    }
}
