// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util.function;

@FunctionalInterface
public interface LongToDoubleFunction {
    double applyAsDouble(long value);
}
