// A red-black tree in the style of the papers' benchmarks: parent links, repOk with a set of visited nodes, recolouring and rotations.
import java.util.HashSet;
import java.util.Set;

class RedBlackTree {
    static final boolean RED = false, BLACK = true;

    static class Node {
        int key;
        boolean color = BLACK;
        Node left, right, parent;

        Node(int key, Node parent) {
            this.key = key;
            this.parent = parent;
        }
    }

    Node root;
    int size;

    boolean repOk() {
        if (root == null) return size == 0;
        if (root.parent != null || root.color == RED) return false;
        Set<Node> seen = new HashSet<>();
        return blackHeight(root, null, null, seen) >= 0 && seen.size() == size;
    }

    /** The number of black nodes on every way down, or -1 if the tree is wrong. */
    private int blackHeight(Node node, Integer low, Integer high, Set<Node> seen) {
        if (node == null) return 0;
        if (!seen.add(node)) return -1;
        if (low != null && node.key <= low || high != null && node.key >= high) return -1;
        if (node.left != null && node.left.parent != node) return -1;
        if (node.right != null && node.right.parent != node) return -1;
        if (node.color == RED && (colorOf(node.left) == RED || colorOf(node.right) == RED)) return -1;
        int left = blackHeight(node.left, low, node.key, seen);
        int right = blackHeight(node.right, node.key, high, seen);
        return left < 0 || left != right ? -1 : left + (node.color == BLACK ? 1 : 0);
    }

    private static boolean colorOf(Node node) {
        return node == null ? BLACK : node.color;
    }

    private static Node parentOf(Node node) {
        return node == null ? null : node.parent;
    }

    private static void setColor(Node node, boolean color) {
        if (node != null) node.color = color;
    }

    boolean add(int key) {
        Node node = root, parent = null;
        while (node != null) {
            parent = node;
            if (key == node.key) return false;
            node = key < node.key ? node.left : node.right;
        }
        Node added = new Node(key, parent);
        if (parent == null) root = added;
        else if (key < parent.key) parent.left = added;
        else parent.right = added;
        repair(added);
        size++;
        return true;
    }

    private void repair(Node node) {
        node.color = RED;
        while (node != null && node != root && node.parent.color == RED) {
            Node grandparent = parentOf(parentOf(node));
            boolean onLeft = grandparent != null && parentOf(node) == grandparent.left;
            Node uncle = grandparent == null ? null : onLeft ? grandparent.right : grandparent.left;
            if (colorOf(uncle) == RED) {
                setColor(parentOf(node), BLACK);
                setColor(uncle, BLACK);
                setColor(grandparent, RED);
                node = grandparent;
                continue;
            }
            if (node == (onLeft ? parentOf(node).right : parentOf(node).left)) {
                node = parentOf(node);
                rotate(node, onLeft);
            }
            setColor(parentOf(node), BLACK);
            setColor(parentOf(parentOf(node)), RED);
            rotate(parentOf(parentOf(node)), !onLeft);
        }
        root.color = BLACK;
    }

    private void rotate(Node node, boolean toLeft) {
        if (node == null) return;
        Node child = toLeft ? node.right : node.left;
        Node moved = toLeft ? child.left : child.right;
        if (toLeft) node.right = moved;
        else node.left = moved;
        if (moved != null) moved.parent = node;
        child.parent = node.parent;
        if (node.parent == null) root = child;
        else if (node.parent.left == node) node.parent.left = child;
        else node.parent.right = child;
        if (toLeft) child.left = node;
        else child.right = node;
        node.parent = child;
    }
}
