// Method references: of a static method, of an instance, of a constructor.
import java.util.function.Function;
import java.util.function.Supplier;

class References {
    static Integer twice(Integer value) {
        return value * 2;
    }

    int run(int start) {
        Function<Integer, Integer> function = References::twice;
        Supplier<References> maker = References::new;
        Supplier<String> text = this::toString;
        return function.apply(start);
    }
}
