// Streams of objects and of ints are modelled. Others are not: write the loop.
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

class Streams {
    List<Integer> values;

    List<Integer> even() {
        return values.stream().filter(value -> value % 2 == 0).collect(Collectors.toList());
    }

    int sum() {
        return IntStream.range(0, 3).sum();
    }

    long wide() {
        return LongStream.range(0, 3).sum();
    }

    long parallel() {
        return values.parallelStream().count();
    }
}
