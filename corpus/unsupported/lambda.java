// A lambda whose parameter has a type that nothing but the context of a generic call says: unsupported where it is evaluated; code before
// it and other methods are checked.
import java.util.function.Function;

class Lambdas {
    int value;

    static <T> Function<T, T> same(Function<T, T> function) {
        return function;
    }

    int apply(int start) {
        if (start < 0) return 0;
        return Lambdas.<Integer>same(same(x -> x)).apply(start);
    }

    int plain() {
        return value;
    }
}
