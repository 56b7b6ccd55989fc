// A method of arrays as a function.
import java.util.function.UnaryOperator;

class References {
    int run(int[] values) {
        UnaryOperator<int[]> copy = int[]::clone;
        return copy.apply(values).length;
    }
}
