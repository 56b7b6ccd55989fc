// assume: runs go on only where it holds; the verdict lists it.
class Assumes {
    int divide(int a, int b) {
        //@ assume b != 0;
        return a / b;
    }
}
