// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util.function;

import java.util.Objects;

@FunctionalInterface
public interface IntUnaryOperator {
    int applyAsInt(int operand);

    default IntUnaryOperator compose(IntUnaryOperator before) {
        Objects.requireNonNull(before);
        return operand -> applyAsInt(before.applyAsInt(operand));
    }

    default IntUnaryOperator andThen(IntUnaryOperator after) {
        Objects.requireNonNull(after);
        return operand -> after.applyAsInt(applyAsInt(operand));
    }

    static IntUnaryOperator identity() {
        return operand -> operand;
    }
}
