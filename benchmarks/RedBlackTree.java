// A red-black tree of ints without library code: the subject of the machine's speed measurements.
public class RedBlackTree {
    static class Node {
        /*@ nullable @*/ Node left, right, parent;
        boolean black;
        int key;
    }

    //@ invariant root != null ==> root.parent == null && root.black;
    //@ invariant (\forall Node n; \reach(root, Node, left + right).has(n);
    //@     (n.left != null ==> n.left.parent == n && n.left.key < n.key)
    //@  && (n.right != null ==> n.right.parent == n && n.right.key > n.key)
    //@  && (n.black || n.parent.black));
    //@ nullable
    Node root;

    boolean insert(int key) {
        Node parent = null;
        Node x = root;
        while (x != null) {
            if (key == x.key) return false;
            parent = x;
            x = key < x.key ? x.left : x.right;
        }
        Node node = new Node();
        node.key = key;
        node.parent = parent;
        if (parent == null) root = node;
        else if (key < parent.key) parent.left = node;
        else parent.right = node;
        recolour(node);
        return true;
    }

    private void recolour(Node x) {
        while (x != root && !x.parent.black) {
            Node p = x.parent;
            Node g = p.parent;
            boolean onLeft = g.left == p;
            Node uncle = onLeft ? g.right : g.left;
            if (uncle != null && !uncle.black) {
                p.black = true;
                uncle.black = true;
                g.black = false;
                x = g;
                continue;
            }
            if (x == (onLeft ? p.right : p.left)) {
                x = p;
                rotate(x, onLeft);
            }
            x.parent.black = true;
            g.black = false;
            rotate(g, !onLeft);
        }
        root.black = true;
    }

    private void rotate(Node p, boolean toLeft) {
        Node child = toLeft ? p.right : p.left;
        Node inner = toLeft ? child.left : child.right;
        Node above = p.parent;
        if (toLeft) p.right = inner; else p.left = inner;
        if (inner != null) inner.parent = p;
        child.parent = above;
        if (above == null) root = child;
        else if (above.left == p) above.left = child;
        else above.right = child;
        if (toLeft) child.left = p; else child.right = p;
        p.parent = child;
    }

    boolean repOk() {
        return rank(root, null, Integer.MIN_VALUE, Integer.MAX_VALUE) >= 0;
    }

    /** The black height of a subtree; -1 if it is no red-black tree. */
    private static int rank(/*@ nullable @*/ Node x, /*@ nullable @*/ Node parent, int low, int high) {
        if (x == null) return 0;
        if (x.parent != parent || x.key <= low || x.key >= high) return -1;
        int left = rank(x.left, x, low, x.key);
        if (left < 0) return -1;
        int right = rank(x.right, x, x.key, high);
        if (right != left) return -1;
        if (!x.black && (parent == null || !parent.black)) return -1;
        return x.black ? left + 1 : left;
    }
}
