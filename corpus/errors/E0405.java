// Assignments to something that is no variable.
class Assignments {
    int size;

    int size() {
        return size;
    }

    void run(int[] values) {
        size()++;
        --values.length;
        values.length = 5;
        values.length += 1;
        (size) = 4;
    }
}
