// Compound assignment: the target is evaluated once, the result is cast back to its type.
class Compound {
    byte small = 100;
    char letter = 'a';
    int[] values = {1, 2};
    Integer boxed = 1;
    String text = "";

    int index() {
        return values[0]++;
    }

    void run(long big) {
        small += 100;
        small *= big;
        letter -= 1;
        values[index()] += 5;
        boxed *= 3;
        boxed <<= 1;
        text += letter;
        values[1] /= values[0];
    }
}
