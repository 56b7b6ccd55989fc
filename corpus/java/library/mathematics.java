// The library's numbers: Math, Integer, Long, Character and Boolean, and Objects.
import java.util.Arrays;
import java.util.Objects;

class Numbers {
    int run(int a, int b, int[] values) {
        int larger = Math.max(a, b) + Math.abs(-a) + Math.floorMod(a, 7);
        int order = Integer.compare(a, b) + Long.signum(a) + Integer.MAX_VALUE;
        System.arraycopy(values, 0, values, 1, values.length - 1);
        int[] longer = Arrays.copyOf(values, values.length * 2);
        Objects.requireNonNull(values);
        return Objects.equals(a, b) && Boolean.logicalXor(a > b, true) ? larger : order + longer.length + Character.MAX_VALUE;
    }
}
