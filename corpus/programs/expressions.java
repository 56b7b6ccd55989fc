// An evaluator: a sealed hierarchy of records, patterns in switch, an enum with bodies, exceptions as values. (Java 21)
import java.util.HashMap;
import java.util.Map;

enum Operator {
    ADD {
        int apply(int left, int right) {
            return left + right;
        }
    },
    DIVIDE {
        int apply(int left, int right) {
            return left / right;
        }
    };

    abstract int apply(int left, int right);
}

sealed interface Formula {
    record Number(int value) implements Formula {
    }

    record Variable(String name) implements Formula {
        public Variable {
            if (name.isEmpty()) throw new IllegalArgumentException("no name");
        }
    }

    record Operation(Operator operator, Formula left, Formula right) implements Formula {
    }
}

class Evaluator {
    static class Unbound extends RuntimeException {
        final String name;

        Unbound(String name) {
            super("unbound: " + name);
            this.name = name;
        }
    }

    private final Map<String, Integer> values = new HashMap<>();

    void bind(String name, int value) {
        values.put(name, value);
    }

    int evaluate(Formula formula) {
        return switch (formula) {
            case Formula.Number(int value) -> value;
            case Formula.Variable variable -> {
                Integer bound = values.get(variable.name());
                if (bound == null) throw new Unbound(variable.name());
                yield bound;
            }
            case Formula.Operation(Operator operator, Formula left, Formula right) ->
                operator.apply(evaluate(left), evaluate(right));
        };
    }

    int orElse(Formula formula, int otherwise) {
        try {
            return evaluate(formula);
        } catch (Unbound | ArithmeticException e) {
            return otherwise;
        }
    }

    Formula simplify(Formula formula) {
        if (!(formula instanceof Formula.Operation(var operator, var left, var right))) return formula;
        Formula first = simplify(left), second = simplify(right);
        if (first instanceof Formula.Number(int a) && second instanceof Formula.Number(int b) && operator == Operator.ADD) {
            return new Formula.Number(a + b);
        }
        return switch (operator) {
            case DIVIDE -> second.equals(new Formula.Number(1)) ? first : new Formula.Operation(operator, first, second);
            default -> new Formula.Operation(operator, first, second);
        };
    }
}
