// tightrope: --scope 3
// The keys are longs.
class Avl {
    static class Node {
        long key;
        /*@ nullable @*/ Node left;
        /*@ nullable @*/ Node right;
        int height;
    }

    /*@ nullable @*/ Node root;

    boolean repOk() {
        return isOrdered(root, null, null) && isBalanced(root);
    }

    private static boolean isBalanced(Node node) {
        if (node == null) {
            return true;
        }
        int left = height(node.left);
        int right = height(node.right);
        return isBalanced(node.left) && isBalanced(node.right) && left - right <= 1 && right - left <= 1
            && node.height == (left > right ? left : right) + 1;
    }

    private static int height(Node node) {
        return node == null ? 0 : node.height;
    }

    private static boolean isOrdered(Node node, Node low, Node high) {
        return node == null || (low == null || low.key < node.key) && (high == null || node.key < high.key)
            && isOrdered(node.left, low, node) && isOrdered(node.right, node, high);
    }

    //@ ensures true;
    boolean contains(long key) {
        Node node = root;
        while (node != null) {
            if (key == node.key) {
                return true;
            }
            node = key < node.key ? node.left : node.right;
        }
        return false;
    }

    // The greatest key lies outermost on the right.
    //@ requires root != null;
    //@ ensures \result != root || root.right == null;
    Node last() {
        Node node = root;
        while (node.right != null) {
            node = node.right;
        }
        return node;
    }

    // Wrong: a root that changes its key need not lie between its children any more.
    //@ requires root != null;
    void rename(long key) {
        root.key = key;
    }
}
