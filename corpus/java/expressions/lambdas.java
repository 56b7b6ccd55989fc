// Lambda expressions and method references: objects of a class with one method, and with what they capture.
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;

class Lambdas {
    int value;

    static Integer twice(Integer value) {
        return value * 2;
    }

    int apply(int start) {
        IntUnaryOperator plus = x -> x + start + value;
        return plus.applyAsInt(start);
    }

    Runnable task() {
        return () -> {
            value++;
        };
    }

    int references(int start) {
        Function<Integer, Integer> function = Lambdas::twice;
        Supplier<Lambdas> maker = Lambdas::new;
        Supplier<Runnable> tasks = this::task;
        return function.apply(start) + maker.get().value;
    }
}
