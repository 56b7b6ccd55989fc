// ensures: of the result, of the state after, compared with the state before; post is another word for it.
class Counter {
    int value;

    //@ ensures value == \old(value) + 1;
    //@ post \result == value;
    int increment() {
        value++;
        return value;
    }

    //@ requires step >= 0;
    //@ ensures \result >= 0 ==> value >= \old(value);
    int advance(int step) {
        // A parameter means its value before, whatever the code does to it.
        step = step % 10;
        value += step;
        return value - step;
    }
}
