// Lightweight cases: no behavior keyword; several are joined by also, each counts where its requires held.
class Clamp {
    //@ requires value < 0;
    //@ ensures \result == 0;
    //@ also
    //@ requires value >= 0;
    //@ ensures \result == value;
    int clamp(int value) {
        return value < 0 ? 0 : value;
    }
}
