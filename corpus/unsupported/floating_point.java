// Floating point: fields and parameters may be declared; a method that computes with them is unsupported, the others are not.
class Measures {
    double average;
    float ratio = 0.5f;
    int count;

    void add(double value) {
        average = (average * count + value) / (count + 1);
        count++;
    }

    int rounded() {
        return (int) average;
    }

    int half(int value) {
        return (int) (value * 0.5);
    }

    boolean isEmpty() {
        return count == 0;
    }
}
