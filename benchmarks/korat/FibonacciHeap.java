import java.util.HashSet;
import java.util.Set;

/**
 * A Fibonacci heap: a circle of trees in which no key is smaller than its parent's. roots is any node of the root circle, and
 * minimum any node of that circle with a smallest key; so a heap whose smallest key stands in several roots, or whose circle is
 * entered at another place, counts several times. The children of a node form a circle of their own, child is any of them.
 * The trees need not have the shapes that the operations build, and there are no marks.
 *
 * Scope: at most n objects of class Node, size 0..n, keys 0..n-1, degrees 0..n-1:
 * {@code --scope Node=n,FibonacciHeap.size=0..n,Node.key=0..n-1,Node.degree=0..n-1}.
 * Count: 2, 12, 136, 2310, 52281, 1474186, 49698272 for n = 1 to 7, the empty heap included.
 */
public class FibonacciHeap {
    static class Node {
        Node parent;
        Node child;
        Node left;
        Node right;
        int degree;
        int key;
    }

    Node roots;
    Node minimum;
    int size;

    public boolean repOk() {
        if (roots == null || minimum == null) {
            return roots == null && minimum == null && size == 0;
        }
        Set<Node> visited = new HashSet<>();
        if (countCircle(roots, null, visited) < 0) {
            return false;
        }
        if (visited.size() != size) {
            return false;
        }
        return minimumIsRoot() && isHeap(roots) && minimumIsSmallest();
    }

    /**
     * The number of nodes in the circle through first, or -1 if it or what hangs below it is not sound: left leads back along
     * right, each node is met once, has the given parent, and as many children as its degree says.
     */
    private static int countCircle(Node first, Node parent, Set<Node> visited) {
        int count = 0;
        Node node = first;
        do {
            if (!visited.add(node) || node.parent != parent) {
                return -1;
            }
            if (node.right == null || node.right.left != node) {
                return -1;
            }
            int children = node.child == null ? 0 : countCircle(node.child, node, visited);
            if (children != node.degree) {
                return -1;
            }
            count++;
            node = node.right;
        } while (node != first);
        return count;
    }

    private boolean minimumIsRoot() {
        Node node = roots;
        do {
            if (node == minimum) {
                return true;
            }
            node = node.right;
        } while (node != roots);
        return false;
    }

    /** No key in the circle through first, or below it, is smaller than its parent's. */
    private static boolean isHeap(Node first) {
        Node node = first;
        do {
            if (node.parent != null && node.key < node.parent.key) {
                return false;
            }
            if (node.child != null && !isHeap(node.child)) {
                return false;
            }
            node = node.right;
        } while (node != first);
        return true;
    }

    private boolean minimumIsSmallest() {
        Node node = roots;
        do {
            if (node.key < minimum.key) {
                return false;
            }
            node = node.right;
        } while (node != roots);
        return true;
    }
}
