// Contracts across files: an interface with JML, a class without any in another file; nullity follows each file.
package shapes;

interface Shape {
    //@ requires factor > 0;
    //@ ensures \result != this;
    Shape scale(int factor);

    /*@ pure nullable @*/ Shape parent();
}
