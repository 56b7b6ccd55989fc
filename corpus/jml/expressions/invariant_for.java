// \invariant_for: the invariant of another object holds.
class Inner {
    int value;
    //@ invariant value > 0;
}

class Outer {
    Inner inner = new Inner();

    //@ requires \invariant_for(given);
    //@ ensures \invariant_for(inner) && inner == given;
    void take(Inner given) {
        inner = given;
    }
}
