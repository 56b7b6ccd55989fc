// Lambda expressions: unsupported where they are evaluated; code before them and other methods are checked.
import java.util.function.IntUnaryOperator;

class Lambdas {
    int value;

    int apply(int start) {
        if (start < 0) return 0;
        IntUnaryOperator twice = x -> x * 2;
        return twice.applyAsInt(start);
    }

    Runnable task() {
        return () -> {
            value++;
        };
    }

    int plain() {
        return value;
    }
}
