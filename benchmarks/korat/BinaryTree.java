import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/**
 * A binary tree without data.
 *
 * Scope: at most n objects of class Node; size fixed to n gives the trees with exactly n nodes:
 * {@code --scope Node=n,BinaryTree.size=n}.
 * Count: Catalan(n), that is 1, 2, 5, 14, 42, 132, 429, ... for n = 1, 2, 3, ...
 */
public class BinaryTree {
    static class Node {
        Node left;
        Node right;
    }

    Node root;
    int size;

    /** Every node is met once on the way down from the root, and size is the number of nodes. */
    public boolean repOk() {
        if (root == null) {
            return size == 0;
        }
        Set<Node> visited = new HashSet<>();
        Deque<Node> worklist = new ArrayDeque<>();
        visited.add(root);
        worklist.addLast(root);
        while (!worklist.isEmpty()) {
            Node node = worklist.removeFirst();
            if (node.left != null) {
                if (!visited.add(node.left)) {
                    return false;
                }
                worklist.addLast(node.left);
            }
            if (node.right != null) {
                if (!visited.add(node.right)) {
                    return false;
                }
                worklist.addLast(node.right);
            }
        }
        return visited.size() == size;
    }
}
