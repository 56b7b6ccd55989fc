// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util.function;

import java.util.Objects;

@FunctionalInterface
public interface IntPredicate {
    boolean test(int value);

    default IntPredicate and(IntPredicate other) {
        Objects.requireNonNull(other);
        return value -> test(value) && other.test(value);
    }

    default IntPredicate or(IntPredicate other) {
        Objects.requireNonNull(other);
        return value -> test(value) || other.test(value);
    }

    default IntPredicate negate() {
        return value -> !test(value);
    }
}
