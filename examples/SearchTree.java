/** A set of ints as a search tree; its `remove` has a mistake: the example of the README. */
public class SearchTree {
    private static class Node {
        int key;
        /*@ nullable @*/ Node left, right;
    }

    private /*@ nullable spec_public @*/ Node root;

    /*@ invariant (\forall Node n; \reach(root, Node, left + right).has(n);
      @     (\forall Node m; \reach(n.left, Node, left + right).has(m); m.key < n.key)
      @     && (\forall Node m; \reach(n.right, Node, left + right).has(m); m.key > n.key));
      @*/

    /*@ ensures \result <==> (\exists Node n; \reach(root, Node, left + right).has(n); n.key == key); @*/
    public /*@ pure @*/ boolean contains(int key) {
        Node node = root;
        while (node != null && node.key != key) {
            node = key < node.key ? node.left : node.right;
        }
        return node != null;
    }

    /*@ ensures !contains(key);
      @ ensures (\forall Node n; \old(\reach(root, Node, left + right)).has(n);
      @     \old(n.key) == key || contains(\old(n.key)));
      @*/
    public void remove(int key) {
        Node parent = null;
        Node node = root;
        while (node != null && node.key != key) {
            parent = node;
            node = key < node.key ? node.left : node.right;
        }
        if (node == null) {
            return;
        }
        Node child = node.left == null ? node.right : node.left;
        if (parent == null) {
            root = child;
        } else if (parent.left == node) {
            parent.left = child;
        } else {
            parent.right = child;
        }
    }
}
