// Sealed classes and interfaces: who may extend them is written down.
sealed interface Tree permits Leaf, Fork {
}

final class Leaf implements Tree {
    int value;
}

non-sealed class Fork implements Tree {
    Tree left, right;
}

class WideFork extends Fork {
    Tree middle;
}

class Trees {
    static int leaves(Tree tree) {
        if (tree instanceof Leaf) {
            return 1;
        }
        Fork fork = (Fork) tree;
        return leaves(fork.left) + leaves(fork.right);
    }
}
