// tightrope: --engine explore --scope 3
// An assert fails with every object of a small scope, and holds with one more: the next scope tries it.
import java.util.HashSet;
import java.util.Set;

final class RepOk {
    /** Something that has to be so is not. */
    public static class Violated extends RuntimeException {
    }

    private RepOk() {
    }

    public static void assertTrue(boolean condition) {
        if (!condition) {
            throw new Violated();
        }
    }

    /** Both are the same object, or both are null. */
    public static void assertEqual(Object left, Object right) {
        if (left != right) {
            throw new Violated();
        }
    }

    public static void assertEqual(int left, int right) {
        if (left != right) {
            throw new Violated();
        }
    }

    public static void assertGreater(int left, int right) {
        if (left <= right) {
            throw new Violated();
        }
    }

    public static void assertGreaterOrEqual(int left, int right) {
        if (left < right) {
            throw new Violated();
        }
    }

    /** The node is null, or it is met for the first time: for all nodes on the way through a tree. */
    public static <T> void assertTree(Set<T> met, T node) {
        if (node != null && !met.add(node)) {
            throw new Violated();
        }
    }
}

/*@ nullable_by_default @*/ class Tree {
    Tree left;
    Tree right;

    boolean repOk() {
        return isTree(new HashSet<Tree>(), this);
    }

    private static boolean isTree(Set<Tree> met, Tree tree) {
        RepOk.assertTree(met, tree);
        return tree == null || isTree(met, tree.left) && isTree(met, tree.right);
    }

    void share() {
        if (left != null && left.right != null && right == null) {
            right = left.right;
        }
    }

    void cut() {
        left = null;
    }
}
