// tightrope: --scope 2
// What the table of constructs says of declarations: each row has a method that holds because of it, and one that breaks.
import static java.lang.Math.min;

import java.util.ArrayList;
import java.util.List;

/*@ nullable_by_default @*/ class JavaDeclarations {
    //@ ensures \result == 4;
    static int importKept() {
        List<Integer> list = new ArrayList<>();
        list.add(4);
        return min(list.get(0), 9);
    }

    //@ ensures \result != 4;
    static int importBroken() {
        return importKept();
    }

    static class Counter {
        int value;

        int count() {
            return ++value;
        }
    }

    //@ ensures \result == 3;
    static int classDeclarationKept() {
        Counter counter = new Counter();
        counter.count();
        return counter.count() + 1;
    }

    //@ ensures \result != 3;
    static int classDeclarationBroken() {
        return classDeclarationKept();
    }

    abstract static class Base {
        int number = 1;

        abstract int kind();
    }

    static final class Derived extends Base {
        int number = 5;

        int kind() {
            return 2;
        }
    }

    //@ ensures \result == 21;
    static int inheritanceKept() {
        Base base = new Derived();
        return base.kind() * 10 + base.number;
    }

    //@ ensures \result != 21;
    static int inheritanceBroken() {
        return inheritanceKept();
    }

    interface Doubling {
        int get();

        default int twice() {
            return sum(get());
        }

        private int sum(int value) {
            return value + value;
        }

        static int same(int value) {
            return value;
        }
    }

    //@ ensures \result == 8;
    static int interfaceDeclarationKept() {
        Doubling four = () -> 4;
        return Doubling.same(four.twice());
    }

    //@ ensures \result != 8;
    static int interfaceDeclarationBroken() {
        return interfaceDeclarationKept();
    }

    static class Initialised {
        int a = 2;
        int b;

        {
            b = a * 3;
        }
    }

    //@ ensures \result == 6;
    static int fieldInitializerKept() {
        return new Initialised().b;
    }

    //@ ensures \result != 6;
    static int fieldInitializerBroken() {
        return fieldInitializerKept();
    }

    static class Late {
        static int value = 1;

        static {
            value++;
        }
    }

    //@ ensures \result == 2;
    static int staticInitializerKept() {
        return Late.value;
    }

    //@ ensures \result != 2;
    static int staticInitializerBroken() {
        return staticInitializerKept();
    }

    static class Start {
        int value;

        Start(int value) {
            this.value = value;
        }
    }

    static class Chained extends Start {
        Chained(int value) {
            this(value, 10);
        }

        Chained(int value, int more) {
            super(value + more);
        }
    }

    //@ ensures \result == 15;
    static int constructorKept() {
        return new Chained(5).value;
    }

    //@ ensures \result != 15;
    static int constructorBroken() {
        return constructorKept();
    }

    static int chosen(String text) {
        return 1;
    }

    static int chosen(Object any) {
        return 3;
    }

    //@ ensures \result == 31;
    static int overloadingKept() {
        Object text = "text";
        return chosen("text") + chosen(text) * 10;
    }

    //@ ensures \result != 31;
    static int overloadingBroken() {
        return overloadingKept();
    }

    private static int total(int... values) {
        int total = 0;
        for (int value : values) {
            total += value;
        }
        return total;
    }

    //@ ensures \result == 6;
    static int variableArityKept() {
        return total() + total(1) + total(2, 3);
    }

    //@ ensures \result != 6;
    static int variableArityBroken() {
        return variableArityKept();
    }

    enum Colour {
        RED {
            int weight() {
                return 10;
            }
        },
        GREEN;

        int weight() {
            return 1;
        }
    }

    //@ ensures \result == 13;
    static int enumDeclarationKept() {
        return Colour.valueOf("RED").weight() + Colour.values().length + Colour.GREEN.ordinal();
    }

    //@ ensures \result != 13;
    static int enumDeclarationBroken() {
        return enumDeclarationKept();
    }

    record Pair(int left, int right) {
        Pair {
            if (left < 0) {
                left = 0;
            }
        }

        int sum() {
            return left + right();
        }
    }

    //@ ensures \result == 7;
    static int recordDeclarationKept() {
        return new Pair(3, 4).equals(new Pair(3, 4)) ? new Pair(3, 4).sum() : 0;
    }

    //@ ensures \result != 7;
    static int recordDeclarationBroken() {
        return recordDeclarationKept();
    }

    sealed interface Side permits Left, Right {
    }

    record Left() implements Side {
    }

    record Right() implements Side {
    }

    //@ ensures \result == 2;
    static int sealedTypeKept() {
        Side side = new Right();
        return switch (side) {
            case Left left -> 1;
            case Right right -> 2;
        };
    }

    //@ ensures \result != 2;
    static int sealedTypeBroken() {
        return sealedTypeKept();
    }

    private static int secret = 5;

    static class Nested {
        int five() {
            return secret;
        }
    }

    //@ ensures \result == 5;
    static int nestedClassKept() {
        return new Nested().five();
    }

    //@ ensures \result != 5;
    static int nestedClassBroken() {
        return nestedClassKept();
    }

    int state;

    class Inner {
        int state() {
            return state;
        }
    }

    //@ ensures \result == 9;
    static int innerClassKept() {
        JavaDeclarations outer = new JavaDeclarations();
        outer.state = 9;
        return outer.new Inner().state();
    }

    //@ ensures \result != 9;
    static int innerClassBroken() {
        return innerClassKept();
    }

    //@ ensures \result == 11;
    static int localClassKept() {
        int captured = 11;
        class Local {
            int get() {
                return captured;
            }
        }
        return new Local().get();
    }

    //@ ensures \result != 11;
    static int localClassBroken() {
        return localClassKept();
    }

    //@ ensures \result == 12;
    static int anonymousClassKept() {
        return new Base() {
            int kind() {
                return 12;
            }
        }.kind();
    }

    //@ ensures \result != 12;
    static int anonymousClassBroken() {
        return anonymousClassKept();
    }

    @interface Mark {
        int value() default 0;
    }

    @Mark(3)
    static int marked() {
        return 1;
    }

    //@ ensures \result == 1;
    static int annotationDeclarationKept() {
        return marked();
    }

    //@ ensures \result != 1;
    static int annotationDeclarationBroken() {
        return annotationDeclarationKept();
    }

    static final int LIMIT = 1 + 2;

    //@ ensures \result == 3;
    static int constantVariableKept() {
        final int two = 2;
        switch (3) {
            case two + 1:
                return LIMIT;
            default:
                return 0;
        }
    }

    //@ ensures \result != 3;
    static int constantVariableBroken() {
        return constantVariableKept();
    }

    //@ ensures \result == 4;
    static int hidingKept() {
        int state = 4;
        return state;
    }

    //@ ensures \result != 4;
    static int hidingBroken() {
        return hidingKept();
    }

    static class Taker<E> {
        void take(E value) {
        }
    }

    static class StringTaker extends Taker<String> {
        void take(String value) {
        }
    }

    //@ ensures \result == 1;
    static int genericOverrideKept() {
        Taker taker = new StringTaker();
        try {
            taker.take(new Object());
        } catch (ClassCastException e) {
            return 1;
        }
        return 0;
    }

    //@ ensures \result != 1;
    static int genericOverrideBroken() {
        return genericOverrideKept();
    }
}
