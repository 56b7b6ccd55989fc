// tightrope: --scope 2
// What the table of constructs says of types: each row has a method that holds because of it, and one that breaks.
/*@ nullable_by_default @*/ class JavaTypes {
    //@ ensures \result == -2147483648 + 127 + 65535 + 3;
    static int integralTypeKept() {
        int i = Integer.MAX_VALUE;
        i++;
        byte b = (byte) 383;
        char c = (char) -1;
        long l = 1L << 33;
        return i + b + c + (l == 8589934592L ? 3 : 0);
    }

    //@ ensures \result != -2147483648 + 127 + 65535 + 3;
    static int integralTypeBroken() {
        return integralTypeKept();
    }

    //@ ensures \result == 1;
    static int booleanTypeKept() {
        boolean a = true, b = false;
        return (a ^ b) & !(a == b) | (a & b) ? 1 : 0;
    }

    //@ ensures \result != 1;
    static int booleanTypeBroken() {
        return booleanTypeKept();
    }

    interface Shape {
        int sides();
    }

    static class Square implements Shape {
        public int sides() {
            return 4;
        }
    }

    //@ ensures \result == 3;
    static int referenceTypeKept() {
        Shape shape = new Square();
        Square same = (Square) shape;
        return shape == same && shape instanceof Shape ? shape.sides() - 1 : 0;
    }

    //@ ensures \result != 3;
    static int referenceTypeBroken() {
        return referenceTypeKept();
    }

    //@ ensures \result == 23;
    static int arrayTypeKept() {
        int[][] grid = new int[2][3];
        grid[1][2] = 20;
        Object[] texts = new String[1];
        try {
            texts[0] = new Object();
        } catch (ArrayStoreException e) {
            return grid[1][2] + grid[0].length;
        }
        return 0;
    }

    //@ ensures \result != 23;
    static int arrayTypeBroken() {
        return arrayTypeKept();
    }

    static class Cell<E> {
        private final E value;

        Cell(E value) {
            this.value = value;
        }

        E get() {
            return value;
        }
    }

    //@ ensures \result == 7;
    static int genericsKept() {
        Cell<Integer> cell = new Cell<>(7);
        return cell.get();
    }

    //@ ensures \result != 7;
    static int genericsBroken() {
        return genericsKept();
    }

    //@ ensures \result == 5;
    static int wildcardKept() {
        Cell<? extends Number> cell = new Cell<Integer>(5);
        return cell.get().intValue();
    }

    //@ ensures \result != 5;
    static int wildcardBroken() {
        return wildcardKept();
    }

    //@ ensures \result == 9;
    static int rawTypeKept() {
        Cell cell = new Cell(9);
        return (Integer) cell.get();
    }

    //@ ensures \result != 9;
    static int rawTypeBroken() {
        return rawTypeKept();
    }

    //@ ensures \result == 6;
    static int inferredTypeKept() {
        var cell = new Cell<Integer>(2);
        var more = 4;
        return cell.get() + more;
    }

    //@ ensures \result != 6;
    static int inferredTypeBroken() {
        return inferredTypeKept();
    }

    //@ ensures \result == 12;
    static int boxingKept() {
        Integer boxed = 11;
        Integer nothing = null;
        try {
            return nothing;
        } catch (NullPointerException e) {
            return boxed + 1;
        }
    }

    //@ ensures \result != 12;
    static int boxingBroken() {
        return boxingKept();
    }

    //@ ensures \result == 2;
    static int stringTypeKept() {
        String a = "one", b = "one";
        return (a == b ? 1 : 0) + (a.equals("two") ? 0 : 1);
    }

    //@ ensures \result != 2;
    static int stringTypeBroken() {
        return stringTypeKept();
    }
}
