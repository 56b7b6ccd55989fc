// tightrope: --scope 3
// The bounds of a subtree are longs, beyond all keys.
class Avl {
    static class Node {
        int key;
        /*@ nullable @*/ Node left;
        /*@ nullable @*/ Node right;
        int height;
    }

    /*@ nullable @*/ Node root;

    boolean repOk() {
        return isOrdered(root, Long.MIN_VALUE, Long.MAX_VALUE) && isBalanced(root);
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

    private static boolean isOrdered(Node node, long low, long high) {
        return node == null || low < node.key && node.key < high
            && isOrdered(node.left, low, node.key) && isOrdered(node.right, node.key, high);
    }

    //@ ensures true;
    boolean contains(int key) {
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
    void rename(int key) {
        root.key = key;
    }
}
