import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/**
 * A red-black tree with parent links. A red root is allowed, a red node with a red child is not.
 *
 * Scope: at most n objects of class Node, keys 0..n-1; size fixed to n gives the trees with exactly n nodes:
 * {@code --scope Node=n,RedBlackTree.size=n,Node.key=0..n-1}.
 * Count: 1, 2, 3, 8, 14, 20, 35, 64, 122, 260, 586, 1296 for n = 1 to 12.
 */
public class RedBlackTree {
    static class Node {
        Node left;
        Node right;
        Node parent;
        boolean red;
        int key;
    }

    Node root;
    int size;

    /** A tree with size nodes, right parents and colours, and keys that rise from left to right. */
    public boolean repOk() {
        if (root == null) {
            return size == 0;
        }
        if (root.parent != null) {
            return false;
        }
        Set<Node> visited = new HashSet<>();
        if (!isTree(visited)) {
            return false;
        }
        if (visited.size() != size) {
            return false;
        }
        return blackHeight(root) >= 0 && isOrdered(root, null, null);
    }

    /** Each node is met once, and each child knows its parent. */
    private boolean isTree(Set<Node> visited) {
        Deque<Node> worklist = new ArrayDeque<>();
        visited.add(root);
        worklist.addLast(root);
        while (!worklist.isEmpty()) {
            Node node = worklist.removeFirst();
            Node left = node.left;
            if (left != null) {
                if (!visited.add(left) || left.parent != node) {
                    return false;
                }
                worklist.addLast(left);
            }
            Node right = node.right;
            if (right != null) {
                if (!visited.add(right) || right.parent != node) {
                    return false;
                }
                worklist.addLast(right);
            }
        }
        return true;
    }

    /** The number of black nodes on every path down from node, or -1 if paths differ or red follows red. */
    private static int blackHeight(Node node) {
        if (node == null) {
            return 0;
        }
        if (node.red && (isRed(node.left) || isRed(node.right))) {
            return -1;
        }
        int left = blackHeight(node.left);
        if (left < 0) {
            return -1;
        }
        int right = blackHeight(node.right);
        if (left != right) {
            return -1;
        }
        return node.red ? left : left + 1;
    }

    private static boolean isRed(Node node) {
        return node != null && node.red;
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
