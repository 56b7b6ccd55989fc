import java.util.HashSet;
import java.util.LinkedList;
import java.util.Set;

/** A set of ints as a binary search tree: the subject "BSTree" of TACO. */
public class BSTree {
    static class Node {
        int key;
        /*@ nullable @*/ Node left;
        /*@ nullable @*/ Node right;

        Node(int key) {
            this.key = key;
        }
    }

    /*@ nullable @*/ Node root;
    int size;

    public boolean repOk() {
        if (root == null) {
            return size == 0;
        }
        Set<Node> visited = new HashSet<>();
        LinkedList<Node> work = new LinkedList<>();
        visited.add(root);
        work.add(root);
        while (!work.isEmpty()) {
            Node node = work.removeFirst();
            if (node.left != null) {
                if (!visited.add(node.left)) {
                    return false;
                }
                work.add(node.left);
            }
            if (node.right != null) {
                if (!visited.add(node.right)) {
                    return false;
                }
                work.add(node.right);
            }
        }
        return visited.size() == size && isOrdered(root, null, null);
    }

    /** All keys lie between those of two nodes, and are in order. */
    private static boolean isOrdered(/*@ nullable @*/ Node node, /*@ nullable @*/ Node low, /*@ nullable @*/ Node high) {
        if (node == null) {
            return true;
        }
        if (low != null && node.key <= low.key || high != null && node.key >= high.key) {
            return false;
        }
        return isOrdered(node.left, low, node) && isOrdered(node.right, node, high);
    }

    /*@ ensures \result <==> (\exists Node n; \reach(root, Node, left + right).has(n); n.key == key);
      @*/
    public /*@ pure @*/ boolean contains(int key) {
        Node node = root;
        while (node != null) {
            if (key == node.key) {
                return true;
            }
            node = key < node.key ? node.left : node.right;
        }
        return false;
    }

    /*@ assignable root, size, \reach(root, Node, left + right);
      @ ensures \result <==> !\old(contains(key));
      @ ensures (\exists Node n; \reach(root, Node, left + right).has(n); n.key == key);
      @ ensures (\forall Node n; \old(\reach(root, Node, left + right)).has(n);
      @     (\exists Node m; \reach(root, Node, left + right).has(m); m.key == \old(n.key)));
      @ ensures (\forall Node n; \reach(root, Node, left + right).has(n); n.key == key
      @     || (\exists Node m; \old(\reach(root, Node, left + right)).has(m); \old(m.key) == n.key));
      @*/
    public boolean insert(int key) {
        Node parent = null;
        Node place = root;
        while (place != null) {
            if (key == place.key) {
                return false;
            }
            parent = place;
            place = key < place.key ? place.left : place.right;
        }
        Node added = new Node(key);
        if (parent == null) {
            root = added;
        } else if (key < parent.key) {
            parent.left = added;
        } else {
            parent.right = added;
        }
        size++;
        return true;
    }

    /*@ assignable root, size, \reach(root, Node, left + right);
      @ ensures \result <==> \old(contains(key));
      @ ensures !(\exists Node n; \reach(root, Node, left + right).has(n); n.key == key);
      @ ensures (\forall Node n; \old(\reach(root, Node, left + right)).has(n); \old(n.key) == key
      @     || (\exists Node m; \reach(root, Node, left + right).has(m); m.key == \old(n.key)));
      @ ensures (\forall Node n; \reach(root, Node, left + right).has(n);
      @     (\exists Node m; \old(\reach(root, Node, left + right)).has(m); \old(m.key) == n.key));
      @*/
    public boolean remove(int key) {
        Node parent = null;
        Node node = root;
        while (node != null && node.key != key) {
            parent = node;
            node = key < node.key ? node.left : node.right;
        }
        if (node == null) {
            return false;
        }
        if (node.left != null && node.right != null) {
            // The largest smaller key takes the place of the removed one, and its node goes instead.
            Node last = node.left;
            parent = node;
            while (last.right != null) {
                parent = last;
                last = last.right;
            }
            node.key = last.key;
            node = last;
        }
        Node child = node.left != null ? node.left : node.right;
        if (parent == null) {
            root = child;
        } else if (parent.left == node) {
            parent.left = child;
        } else {
            parent.right = child;
        }
        size--;
        return true;
    }
}
