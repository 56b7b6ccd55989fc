// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util.function;

import java.util.Objects;

@FunctionalInterface
public interface LongUnaryOperator {
    long applyAsLong(long operand);

    default LongUnaryOperator compose(LongUnaryOperator before) {
        Objects.requireNonNull(before);
        return operand -> applyAsLong(before.applyAsLong(operand));
    }

    default LongUnaryOperator andThen(LongUnaryOperator after) {
        Objects.requireNonNull(after);
        return operand -> after.applyAsLong(applyAsLong(operand));
    }

    static LongUnaryOperator identity() {
        return operand -> operand;
    }
}
