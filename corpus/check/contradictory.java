// tightrope: --scope 3
// Nothing satisfies the assumptions: nothing was checked, and that is said.
class Contradictory {
    int value;
    /*@ nullable @*/ Contradictory next;

    //@ requires value > 3 && value < 3;
    //@ ensures false;
    void numbers() {
    }

    //@ requires next == null;
    //@ requires next.value == 1;
    //@ ensures false;
    void references() {
    }

    // There is no number between two neighbours.
    //@ requires 3 < number && number < 4;
    //@ ensures false;
    static void between(int number) {
    }

    //@ requires number > Integer.MAX_VALUE;
    //@ ensures false;
    static void greatest(int number) {
    }

    //@ requires number > 127;
    //@ ensures false;
    static void small(byte number) {
    }

    //@ requires letter < 0;
    //@ ensures false;
    static void letter(char letter) {
    }

    //@ requires false;
    void never() {
    }

    // Wide ranges that hardly meet: only one number is left for two that differ.
    //@ requires 5000 <= limit && limit <= 9000;
    //@ requires 0 <= a && a <= 5002 && 0 <= b && b <= 5002 && 0 <= c && c <= 5002;
    //@ requires a < b && a < c && b != c && limit < a;
    //@ ensures false;
    static void squeezed(int limit, int a, int b, int c) {
    }

    // Not contradictory.
    //@ requires number > 126;
    //@ ensures false;
    static void largest(byte number) {
    }
}
