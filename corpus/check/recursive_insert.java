// tightrope: --scope 4
// Insertion into a search tree by recursion, right and wrong.
class SearchTree {
    private /*@ nullable @*/ Node root;

    private static class Node {
        int key;
        /*@ nullable @*/ Node left;
        /*@ nullable @*/ Node right;

        Node(int key) {
            this.key = key;
        }
    }

    /*@ invariant (\forall Node n; \reach(root, Node, left + right).has(n);
      @     !\reach(n.left, Node, left + right).has(n) && !\reach(n.right, Node, left + right).has(n)
      @     && (\forall Node m; \reach(n.left, Node, left + right).has(m); m.key < n.key && !\reach(n.right, Node, left + right).has(m))
      @     && (\forall Node m; \reach(n.right, Node, left + right).has(m); m.key > n.key));
      @*/

    //@ ensures (\exists Node n; \reach(root, Node, left + right).has(n); n.key == key);
    void insert(int key) {
        root = insert(root, key);
    }

    private /*@ nullable @*/ Node insert(/*@ nullable @*/ Node node, int key) {
        if (node == null) {
            return new Node(key);
        }
        if (key < node.key) {
            node.left = insert(node.left, key);
        } else if (key > node.key) {
            node.right = insert(node.right, key);
        }
        return node;
    }

    // A key that is there is put in again on the right.
    void insertTwice(int key) {
        root = insertTwice(root, key);
    }

    private /*@ nullable @*/ Node insertTwice(/*@ nullable @*/ Node node, int key) {
        if (node == null) {
            return new Node(key);
        }
        if (key < node.key) {
            node.left = insertTwice(node.left, key);
        } else {
            node.right = insertTwice(node.right, key);
        }
        return node;
    }
}
