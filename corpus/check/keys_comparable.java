// tightrope: --scope 3
// The keys can be compared.
class Avl<T extends Comparable<T>> {
    static class Node<T extends Comparable<T>> {
        T key;
        /*@ nullable @*/ Node<T> left;
        /*@ nullable @*/ Node<T> right;
        int height;
    }

    /*@ nullable @*/ Node<T> root;

    boolean repOk() {
        return isOrdered(root, null, null) && isBalanced(root);
    }

    private static <T extends Comparable<T>> boolean isBalanced(Node<T> node) {
        if (node == null) {
            return true;
        }
        int left = height(node.left);
        int right = height(node.right);
        return isBalanced(node.left) && isBalanced(node.right) && left - right <= 1 && right - left <= 1
            && node.height == (left > right ? left : right) + 1;
    }

    private static <T extends Comparable<T>> int height(Node<T> node) {
        return node == null ? 0 : node.height;
    }

    private static <T extends Comparable<T>> boolean isOrdered(Node<T> node, T low, T high) {
        return node == null || node.key != null && (low == null || low.compareTo(node.key) < 0) && (high == null || node.key.compareTo(high) < 0)
            && isOrdered(node.left, low, node.key) && isOrdered(node.right, node.key, high);
    }

    //@ ensures true;
    boolean contains(T key) {
        Node<T> node = root;
        while (node != null) {
            int order = key.compareTo(node.key);
            if (order == 0) {
                return true;
            }
            node = order < 0 ? node.left : node.right;
        }
        return false;
    }

    // The greatest key lies outermost on the right.
    //@ requires root != null;
    //@ ensures \result != root || root.right == null;
    Node<T> last() {
        Node<T> node = root;
        while (node.right != null) {
            node = node.right;
        }
        return node;
    }

    // Wrong: a root that changes its key need not lie between its children any more.
    //@ requires root != null;
    void rename(T key) {
        root.key = key;
    }
}
