import java.util.HashSet;
import java.util.Set;

/**
 * An AVL tree: a search tree that keeps the height of each node, a leaf having height 1.
 *
 * Scope: at most n objects of class Node, keys 0..n-1, heights 1..n; size fixed to n gives the trees with exactly n nodes:
 * {@code --scope Node=n,AvlTree.size=n,Node.key=0..n-1,Node.height=1..n}.
 * Count: 1, 2, 1, 4, 6, 4, 17, 32, 44, 60, 70, 184 for n = 1 to 12.
 */
public class AvlTree {
    static class Node {
        Node left;
        Node right;
        int key;
        int height;
    }

    Node root;
    int size;

    /** A tree with size nodes, balanced, with the right heights, and keys that rise from left to right. */
    public boolean repOk() {
        Set<Node> visited = new HashSet<>();
        if (!isTree(root, visited)) {
            return false;
        }
        if (visited.size() != size) {
            return false;
        }
        return isBalanced(root) && isOrdered(root, null, null);
    }

    private static boolean isTree(Node node, Set<Node> visited) {
        if (node == null) {
            return true;
        }
        return visited.add(node) && isTree(node.left, visited) && isTree(node.right, visited);
    }

    private static boolean isBalanced(Node node) {
        if (node == null) {
            return true;
        }
        if (!isBalanced(node.left) || !isBalanced(node.right)) {
            return false;
        }
        int left = height(node.left);
        int right = height(node.right);
        if (left - right > 1 || right - left > 1) {
            return false;
        }
        return node.height == (left > right ? left : right) + 1;
    }

    private static int height(Node node) {
        return node == null ? 0 : node.height;
    }

    /** All keys below node lie strictly between those of low and high; null stands for no limit. */
    private static boolean isOrdered(Node node, Node low, Node high) {
        if (node == null) {
            return true;
        }
        if (low != null && node.key <= low.key) {
            return false;
        }
        if (high != null && node.key >= high.key) {
            return false;
        }
        return isOrdered(node.left, low, node) && isOrdered(node.right, node, high);
    }
}
