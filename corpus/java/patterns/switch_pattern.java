// Patterns in switch: types, guards, null, an exhaustive sealed hierarchy, dominance by order. (Java 21)
sealed interface Node permits Leaf, Fork {
}

record Leaf(int value) implements Node {
}

record Fork(Node left, Node right) implements Node {
}

class Sums {
    int sum(Node node) {
        return switch (node) {
            case Leaf leaf when leaf.value() < 0 -> 0;
            case Leaf leaf -> leaf.value();
            case Fork fork -> sum(fork.left()) + sum(fork.right());
        };
    }

    int describe(Object any) {
        switch (any) {
            case null:
                return -1;
            case Integer number when number > 10:
                return number;
            case String text:
                return text.length();
            default:
                return 0;
        }
    }

    int both(Object any) {
        return switch (any) {
            case int[] array -> array.length;
            case null, default -> 7;
        };
    }
}
