// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util.function;

@FunctionalInterface
public interface DoubleBinaryOperator {
    double applyAsDouble(double left, double right);
}
