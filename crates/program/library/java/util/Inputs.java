// What comes from outside while a method runs: random numbers, clocks. It is no class of Java's.
package java.util;

final class Inputs {
    private Inputs() {
    }

    // The first of a chain of inputs of which nothing is known: an engine tries them all.
    static native Input open();

    // The run does not count.
    static native void discard();
}
