// tightrope: --from api=3
// Both mistakes need arguments with equal elements, or in descending order.
import java.util.ArrayList;
import java.util.List;

public class api_equal_elements {
    private final List<Integer> sorted = new ArrayList<>();

    public void load(List<Integer> values) {
        sorted.clear();
        for (Integer value : values) {
            int last = sorted.size() - 1;
            if (last >= 0) {
                assert sorted.get(last) != value : "each value is there once";
            }
            sorted.add(value);
        }
    }

    public int spread(int[] values) {
        if (values.length < 2) {
            return 0;
        }
        return 100 / (values[1] - values[0]);
    }

    public int firstGap(List<Integer> values) {
        int[] gaps = new int[2];
        for (int i = 1; i < values.size(); i++) {
            gaps[values.get(i) - values.get(i - 1)]++;
        }
        return gaps[0];
    }
}
