// tightrope: --scope 2 --max-steps 20000
// Programs that would run for ever, or use up all memory: the budget ends them.
class Hostile {
    long counter;
    /*@ nullable @*/ Hostile next;

    void counts() {
        while (true) {
            counter++;
        }
    }

    void allocates() {
        while (true) {
            Hostile fresh = new Hostile();
            fresh.next = next;
            next = fresh;
        }
    }

    void allocatesArrays() {
        while (true) {
            int[] large = new int[1000000];
            large[0] = 1;
        }
    }

    int[] huge() {
        return new int[2147483647];
    }

    //@ ensures \result >= 0;
    int recursesForEver() {
        return recursesForEver() + 1;
    }

    //@ requires depth >= 0;
    static int recurses(int depth) {
        return depth == 0 ? 0 : recurses(depth - 1) + 1;
    }

    static String doubles() {
        String text = "x";
        while (true) {
            text = text + text;
        }
    }

    static void catchesEverything() {
        while (true) {
            try {
                throw new RuntimeException();
            } catch (RuntimeException error) {
            }
        }
    }
}
