// Assignments to something that is no variable.
class Assignments {
    int size;

    int size() {
        return size;
    }

    void run(int[] values) {
        size() = 3;
        1 = size;
        size + 1 = 2;
        this = null;
        size()++;
        values.length = 5;
        (size) = 4;
    }
}
