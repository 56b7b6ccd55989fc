// tightrope: --from api=6
// Public calls make the objects, and they are not told what is random: no heap is made up instead.
import java.util.Random;

class Die {
    private final int[] faces = new int[6];

    int roll() {
        return faces[new Random().nextInt(6)];
    }

    int sides() {
        return faces.length;
    }
}
