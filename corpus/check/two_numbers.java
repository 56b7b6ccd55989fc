// tightrope: --scope 2,int=0..1
// A range of two numbers is a range, not a truth value: the verdict says that it was used up.
class Counter {
    int count;
    boolean isOn;

    // Holds for 0 and 1, not for 2.
    //@ ensures \result < 2;
    int get() {
        return count + 0;
    }

    //@ ensures \result || !\result;
    boolean on() {
        return isOn;
    }
}
