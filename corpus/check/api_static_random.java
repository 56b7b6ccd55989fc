// tightrope: --from api=6
// A static initialiser draws a number: public calls cannot make the objects, and on all heaps the
// method would fail where no program gets (`cells` is never null). There is no alarm.
import java.util.Random;

class Seeded {
    private static final int SEED = new Random().nextInt(3);
    private final int[] cells = new int[1];
    private int used;

    void add() {
        used++;
    }

    int first() {
        return cells[0] + SEED;
    }
}
