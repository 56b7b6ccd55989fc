import java.util.HashSet;
import java.util.Set;

/**
 * A binary search tree of ints without duplicates.
 *
 * Scope: at most n objects of class Node, keys 0..n-1; size fixed to n gives the trees with exactly n nodes:
 * {@code --scope Node=n,SearchTree.size=n,Node.key=0..n-1}.
 * Count: Catalan(n), since n different keys out of n fill each shape in one way.
 */
public class SearchTree {
    static class Node {
        Node left;
        Node right;
        int key;
    }

    Node root;
    int size;

    /** The nodes form a tree of size nodes whose keys rise from left to right. */
    public boolean repOk() {
        Set<Node> visited = new HashSet<>();
        if (!isTree(root, visited)) {
            return false;
        }
        if (visited.size() != size) {
            return false;
        }
        return isOrdered(root, null, null);
    }

    private static boolean isTree(Node node, Set<Node> visited) {
        if (node == null) {
            return true;
        }
        return visited.add(node) && isTree(node.left, visited) && isTree(node.right, visited);
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
