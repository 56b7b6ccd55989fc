// tightrope: --scope 2
// What the table of constructs says of statements: each row has a method that holds because of it, and one that breaks.
/*@ nullable_by_default @*/ class JavaStatements {
    //@ ensures \result == 3;
    static int localVariableKept() {
        int a = 1;
        {
            int b = 2;
            a += b;
        }
        return a;
    }

    //@ ensures \result != 3;
    static int localVariableBroken() {
        return localVariableKept();
    }

    //@ ensures \result == 2;
    static int ifStatementKept() {
        int a = 5;
        if (a < 3)
            return 1;
        else if (a < 9)
            return 2;
        return 3;
    }

    //@ ensures \result != 2;
    static int ifStatementBroken() {
        return ifStatementKept();
    }

    //@ ensures \result == 10;
    static int whileStatementKept() {
        int sum = 0, i = 0;
        while (i < 4) {
            i++;
            sum += i;
        }
        return sum;
    }

    //@ ensures \result != 10;
    static int whileStatementBroken() {
        return whileStatementKept();
    }

    //@ ensures \result == 1;
    static int doStatementKept() {
        int runs = 0;
        do {
            runs++;
        } while (runs > 5);
        return runs;
    }

    //@ ensures \result != 1;
    static int doStatementBroken() {
        return doStatementKept();
    }

    //@ ensures \result == 8;
    static int forStatementKept() {
        int product = 1;
        for (int i = 0, j = 3; i < j; i++) {
            product *= 2;
        }
        return product;
    }

    //@ ensures \result != 8;
    static int forStatementBroken() {
        return forStatementKept();
    }

    //@ ensures \result == 6;
    static int forEachArrayKept() {
        int sum = 0;
        for (int value : new int[] {1, 2, 3}) {
            sum += value;
        }
        return sum;
    }

    //@ ensures \result != 6;
    static int forEachArrayBroken() {
        return forEachArrayKept();
    }

    //@ ensures \result == 9;
    static int forEachIterableKept() {
        java.util.ArrayList<Integer> list = new java.util.ArrayList<>();
        list.add(4);
        list.add(5);
        int sum = 0;
        for (int value : list) {
            sum += value;
        }
        return sum;
    }

    //@ ensures \result != 9;
    static int forEachIterableBroken() {
        return forEachIterableKept();
    }

    //@ ensures \result == 3;
    static int labeledStatementKept() {
        int rounds = 0;
        outer:
        for (int i = 0; i < 5; i++) {
            for (int j = 0; ; j++) {
                if (j == 1)
                    continue outer;
                if (i == 3)
                    break outer;
                rounds++;
            }
        }
        return rounds;
    }

    //@ ensures \result != 3;
    static int labeledStatementBroken() {
        return labeledStatementKept();
    }

    //@ ensures \result == 6;
    static int switchStatementKept() {
        int sum = 0;
        switch (2) {
            case 1:
                sum += 1;
            case 2:
                sum += 2;
            case 3:
                sum += 4;
                break;
            default:
                sum += 8;
        }
        return sum;
    }

    //@ ensures \result != 6;
    static int switchStatementBroken() {
        return switchStatementKept();
    }

    //@ ensures \result == 2;
    static int stringSwitchKept() {
        switch ("b") {
            case "a":
                return 1;
            case "b":
                return 2;
            default:
                return 3;
        }
    }

    //@ ensures \result != 2;
    static int stringSwitchBroken() {
        return stringSwitchKept();
    }

    enum Turn {
        LEFT, RIGHT
    }

    //@ ensures \result == 7;
    static int enumSwitchKept() {
        switch (Turn.LEFT) {
            case RIGHT:
                return 3;
            case LEFT:
                return 7;
        }
        return 0;
    }

    //@ ensures \result != 7;
    static int enumSwitchBroken() {
        return enumSwitchKept();
    }

    //@ ensures \result == 5;
    static int arrowSwitchKept() {
        int found = 0;
        switch (4) {
            case 1, 2 -> found = 1;
            case 3, 4 -> found = 5;
            default -> found = 9;
        }
        return found;
    }

    //@ ensures \result != 5;
    static int arrowSwitchBroken() {
        return arrowSwitchKept();
    }

    //@ ensures \result == 1;
    static int returnStatementKept() {
        for (int i = 0; ; i++) {
            if (i == 1)
                return i;
        }
    }

    //@ ensures \result != 1;
    static int returnStatementBroken() {
        return returnStatementKept();
    }

    //@ ensures \result == 4;
    static int throwStatementKept() {
        try {
            throw new IllegalStateException();
        } catch (IllegalStateException e) {
            return 4;
        }
    }

    //@ ensures \result != 4;
    static int throwStatementBroken() {
        return throwStatementKept();
    }

    static int zero() {
        return 0;
    }

    //@ ensures \result == 2;
    static int tryStatementKept() {
        try {
            return 1 / zero();
        } catch (IllegalStateException e) {
            return 1;
        } catch (ArithmeticException e) {
            return 2;
        }
    }

    //@ ensures \result != 2;
    static int tryStatementBroken() {
        return tryStatementKept();
    }

    static int trace;

    static int inOrder() {
        try {
            trace += 2;
            return 3;
        } finally {
            trace += 3;
        }
    }

    //@ ensures \result == 35;
    static int finallyClauseKept() {
        trace = 0;
        int found = inOrder();
        return found * 10 + trace;
    }

    //@ ensures \result != 35;
    static int finallyClauseBroken() {
        return finallyClauseKept();
    }

    static class Resource implements AutoCloseable {
        public void close() {
            trace++;
        }
    }

    //@ ensures \result == 2;
    static int tryWithResourcesKept() {
        trace = 0;
        try (Resource first = new Resource(); Resource second = new Resource()) {
            trace = 0;
        }
        return trace;
    }

    //@ ensures \result != 2;
    static int tryWithResourcesBroken() {
        return tryWithResourcesKept();
    }

    //@ ensures \result == 3;
    static int synchronizedStatementKept() {
        Object lock = new Object();
        synchronized (lock) {
            return 3;
        }
    }

    //@ ensures \result != 3;
    static int synchronizedStatementBroken() {
        return synchronizedStatementKept();
    }

    //@ ensures \result == 6;
    static int assertStatementKept() {
        try {
            assert zero() == 1;
        } catch (AssertionError e) {
            return 6;
        }
        return 0;
    }

    //@ ensures \result != 6;
    static int assertStatementBroken() {
        return assertStatementKept();
    }
}
