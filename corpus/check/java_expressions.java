// tightrope: --scope 2
// What the table of constructs says of expressions, patterns and the library: each row has a method that holds because of it, and one that breaks.
/*@ nullable_by_default @*/ class JavaExpressions {
    //@ ensures \result == 255 + 97 + 5 + 8;
    static int literalExpressionKept() {
        return 0xFF + 'a' + 0b101 + 0_10;
    }

    //@ ensures \result != 255 + 97 + 5 + 8;
    static int literalExpressionBroken() {
        return literalExpressionKept();
    }

    static int zero() {
        return 0;
    }

    //@ ensures \result == -3;
    static int arithmeticKept() {
        try {
            return 1 % zero();
        } catch (ArithmeticException e) {
            return -7 / 2 + -7 % 2 + 1;
        }
    }

    //@ ensures \result != -3;
    static int arithmeticBroken() {
        return arithmeticKept();
    }

    //@ ensures \result == 16 - 1 + 2147483647;
    static int shiftKept() {
        return (1 << 36) + (-1 >> 5) + (-1 >>> 1);
    }

    //@ ensures \result != 16 - 1 + 2147483647;
    static int shiftBroken() {
        return shiftKept();
    }

    //@ ensures \result == 7 + 6 - 6;
    static int bitOperatorKept() {
        return (5 | 3) + (5 ^ 3) + ~5;
    }

    //@ ensures \result != 7 + 6 - 6;
    static int bitOperatorBroken() {
        return bitOperatorKept();
    }

    //@ ensures \result == 3;
    static int comparisonKept() {
        return (1 < 2 ? 1 : 0) + (2 >= 2 ? 1 : 0) + (1 != 2 ? 1 : 0) + (3 == 4 ? 1 : 0);
    }

    //@ ensures \result != 3;
    static int comparisonBroken() {
        return comparisonKept();
    }

    private static boolean count(int[] calls, boolean value) {
        if (calls != null) {
            calls[0]++;
        }
        return value;
    }

    //@ ensures \result == 1;
    static int logicalOperatorKept() {
        int[] calls = {0};
        boolean found = count(calls, false) && count(calls, true) || !count(null, true);
        return calls[0];
    }

    //@ ensures \result != 1;
    static int logicalOperatorBroken() {
        return logicalOperatorKept();
    }

    //@ ensures \result == 2;
    static int conditionalOperatorKept() {
        return zero() == 0 ? 2 : 1 / zero();
    }

    //@ ensures \result != 2;
    static int conditionalOperatorBroken() {
        return conditionalOperatorKept();
    }

    //@ ensures \result == 8;
    static int assignmentKept() {
        int a, b;
        a = b = 4;
        return a + b;
    }

    //@ ensures \result != 8;
    static int assignmentBroken() {
        return assignmentKept();
    }

    //@ ensures \result == 44;
    static int compoundAssignmentKept() {
        byte b = 100;
        b += 200;
        return b;
    }

    //@ ensures \result != 44;
    static int compoundAssignmentBroken() {
        return compoundAssignmentKept();
    }

    //@ ensures \result == 12;
    static int incrementKept() {
        int i = 1;
        int a = i++ * 10;
        return a + i--;
    }

    //@ ensures \result != 12;
    static int incrementBroken() {
        return incrementKept();
    }

    //@ ensures \result == 4;
    static int arrayAccessKept() {
        int[] a = {1, 2};
        try {
            return a[2];
        } catch (ArrayIndexOutOfBoundsException e) {
            return a[1] + a.length;
        }
    }

    //@ ensures \result != 4;
    static int arrayAccessBroken() {
        return arrayAccessKept();
    }

    //@ ensures \result == -1;
    static int arrayCreationKept() {
        try {
            return new int[zero() - 1].length;
        } catch (NegativeArraySizeException e) {
            return new int[3][].length - 4;
        }
    }

    //@ ensures \result != -1;
    static int arrayCreationBroken() {
        return arrayCreationKept();
    }

    static class Holder {
        Holder next;
        int value;

        int kind() {
            return 1;
        }
    }

    static class Special extends Holder {
        int kind() {
            return super.kind() + 1;
        }
    }

    //@ ensures \result == 5;
    static int fieldAccessKept() {
        Holder holder = new Holder();
        holder.next = new Holder();
        holder.next.value = 5;
        try {
            return holder.next.next.value;
        } catch (NullPointerException e) {
            return holder.next.value;
        }
    }

    //@ ensures \result != 5;
    static int fieldAccessBroken() {
        return fieldAccessKept();
    }

    //@ ensures \result == 2;
    static int methodCallKept() {
        Holder holder = new Special();
        return holder.kind();
    }

    //@ ensures \result != 2;
    static int methodCallBroken() {
        return methodCallKept();
    }

    //@ ensures \result == 2;
    static int superCallKept() {
        return new Special().kind();
    }

    //@ ensures \result != 2;
    static int superCallBroken() {
        return superCallKept();
    }

    //@ ensures \result == 1;
    static int objectCreationKept() {
        return new Holder() == new Holder() ? 0 : 1;
    }

    //@ ensures \result != 1;
    static int objectCreationBroken() {
        return objectCreationKept();
    }

    static class Self {
        Self me() {
            return this;
        }
    }

    //@ ensures \result == 6;
    static int thisExpressionKept() {
        Self self = new Self();
        return self.me() == self ? 6 : 0;
    }

    //@ ensures \result != 6;
    static int thisExpressionBroken() {
        return thisExpressionKept();
    }

    //@ ensures \result == 300 - 256 + 1;
    static int castExpressionKept() {
        Object any = new Holder();
        try {
            return ((Special) any).value;
        } catch (ClassCastException e) {
            return (byte) 300 + 1;
        }
    }

    //@ ensures \result != 300 - 256 + 1;
    static int castExpressionBroken() {
        return castExpressionKept();
    }

    //@ ensures \result == 1;
    static int instanceOfOperatorKept() {
        Holder nothing = null;
        Object some = new Special();
        return (nothing instanceof Holder ? 2 : 0) + (some instanceof Holder ? 1 : 0);
    }

    //@ ensures \result != 1;
    static int instanceOfOperatorBroken() {
        return instanceOfOperatorKept();
    }

    //@ ensures \result == 1;
    static int concatenationKept() {
        String text = "a" + zero();
        return text.equals("a0") && text != "a0" ? 1 : 0;
    }

    //@ ensures \result != 1;
    static int concatenationBroken() {
        return concatenationKept();
    }

    //@ ensures \result == 20;
    static int switchExpressionKept() {
        int found = switch (zero()) {
            case 0 -> {
                int ten = 10;
                yield ten * 2;
            }
            default -> 1;
        };
        return found;
    }

    //@ ensures \result != 20;
    static int switchExpressionBroken() {
        return switchExpressionKept();
    }

    //@ ensures \result == 66 + 7;
    static int conversionKept() {
        char c = 'A';
        long wide = c + 1;
        Integer boxed = 7;
        int plain = boxed;
        return (int) wide + plain;
    }

    //@ ensures \result != 66 + 7;
    static int conversionBroken() {
        return conversionKept();
    }

    //@ ensures \result == 12;
    static int evaluationOrderKept() {
        int[] a = {0, 0, 0};
        int i = 0;
        a[i++] = a[i] = i = 2;
        return a[0] + a[1] * 5;
    }

    //@ ensures \result != 12;
    static int evaluationOrderBroken() {
        return evaluationOrderKept();
    }

    //@ ensures \result == 9;
    static int functionObjectKept() {
        java.util.function.IntUnaryOperator three = x -> x + 3;
        java.util.function.IntSupplier zero = JavaExpressions::zero;
        return three.applyAsInt(6) + zero.getAsInt();
    }

    //@ ensures \result != 9;
    static int functionObjectBroken() {
        return functionObjectKept();
    }

    //@ ensures \result == 5;
    static int typePatternKept() {
        Object any = 5;
        return any instanceof Integer number && number > 4 ? number : 0;
    }

    //@ ensures \result != 5;
    static int typePatternBroken() {
        return typePatternKept();
    }

    record Point(int x, int y) {
    }

    //@ ensures \result == 7;
    static int recordPatternKept() {
        Object any = new Point(3, 4);
        return any instanceof Point(int x, int y) ? x + y : 0;
    }

    //@ ensures \result != 7;
    static int recordPatternBroken() {
        return recordPatternKept();
    }

    static int kind(Object any) {
        return switch (any) {
            case null -> 0;
            case Integer number when number > 4 -> 3;
            case Integer number -> 2;
            default -> 1;
        };
    }

    //@ ensures \result == 30;
    static int switchPatternKept() {
        return kind(null) + kind(5) * 10;
    }

    //@ ensures \result != 30;
    static int switchPatternBroken() {
        return switchPatternKept();
    }

    //@ ensures \result == 3;
    static int unnamedVariableKept() {
        Object any = new Point(3, 4);
        return any instanceof Point(int x, _) ? x : 0;
    }

    //@ ensures \result != 3;
    static int unnamedVariableBroken() {
        return unnamedVariableKept();
    }

    //@ ensures \result == 1;
    static int libraryExceptionKept() {
        try {
            throw new java.util.NoSuchElementException();
        } catch (RuntimeException e) {
            return 1;
        }
    }

    //@ ensures \result != 1;
    static int libraryExceptionBroken() {
        return libraryExceptionKept();
    }

    //@ ensures \result == 5;
    static int libraryCollectionKept() {
        java.util.HashMap<Integer, Integer> map = new java.util.HashMap<>();
        map.put(1, 2);
        map.put(1, 4);
        return map.get(1) + map.size();
    }

    //@ ensures \result != 5;
    static int libraryCollectionBroken() {
        return libraryCollectionKept();
    }

    //@ ensures \result == 12;
    static int libraryNumberKept() {
        return Math.max(3, Integer.valueOf(7)) + Math.abs(-5);
    }

    //@ ensures \result != 12;
    static int libraryNumberBroken() {
        return libraryNumberKept();
    }

    //@ ensures \result == 1;
    static int objectMethodKept() {
        Object one = new Object();
        return one.equals(one) && !one.equals(new Object()) ? 1 : 0;
    }

    //@ ensures \result != 1;
    static int objectMethodBroken() {
        return objectMethodKept();
    }

    //@ ensures \result == 14;
    static int functionalLibraryKept() {
        java.util.List<Integer> numbers = new java.util.ArrayList<>(java.util.List.of(4, 5, 9));
        numbers.removeIf(number -> number == 4);
        numbers.sort(java.util.Comparator.comparing(number -> -number));
        java.util.Map<Integer, Integer> sums = new java.util.HashMap<>();
        numbers.forEach(number -> sums.put(0, sums.computeIfAbsent(0, key -> 0) + number));
        return numbers.get(0) == 9 ? sums.get(0) : 0;
    }

    //@ ensures \result != 14;
    static int functionalLibraryBroken() {
        return functionalLibraryKept();
    }
}
