// An AVL tree with JML: \reach, quantifiers over nodes, pure methods, a contract for each operation.
class AvlTree {
    static class Node {
        int key, height;
        /*@ nullable @*/ Node left, right;

        Node(int key) {
            this.key = key;
        }
    }

    /*@ nullable spec_public @*/ private Node root;

    /*@ invariant (\forall Node n; \reach(root, Node, left + right).has(n);
      @     (\forall Node l; \reach(n.left, Node, left + right).has(l); l.key < n.key)
      @     && (\forall Node r; \reach(n.right, Node, left + right).has(r); r.key > n.key)
      @     && n.height == Math.max(height(n.left), height(n.right)) + 1
      @     && height(n.left) - height(n.right) <= 1 && height(n.right) - height(n.left) <= 1);
      @*/

    private static /*@ pure helper @*/ int height(/*@ nullable @*/ Node node) {
        return node == null ? -1 : node.height;
    }

    /*@ normal_behavior
      @   ensures \result <==> (\exists Node n; \reach(root, Node, left + right).has(n); n.key == key);
      @*/
    public /*@ pure @*/ boolean contains(int key) {
        Node node = root;
        //@ loop_invariant node != null ==> \reach(root, Node, left + right).has(node);
        while (node != null) {
            if (key == node.key) return true;
            node = key < node.key ? node.left : node.right;
        }
        return false;
    }

    /*@ normal_behavior
      @   requires !contains(key);
      @   assignable root, \reach(root, Node, left + right);
      @   ensures contains(key);
      @   ensures \reach(root, Node, left + right).int_size() == \old(\reach(root, Node, left + right).int_size()) + 1;
      @ also normal_behavior
      @   requires contains(key);
      @   assignable \nothing;
      @   ensures \result == false;
      @*/
    public boolean add(int key) {
        if (contains(key)) return false;
        root = insert(key, root);
        return true;
    }

    private static /*@ helper @*/ Node insert(int key, /*@ nullable @*/ Node node) {
        if (node == null) return new Node(key);
        if (key < node.key) node.left = insert(key, node.left);
        else node.right = insert(key, node.right);
        return balance(node);
    }

    private static /*@ helper @*/ Node balance(Node node) {
        int lean = height(node.left) - height(node.right);
        if (lean > 1) {
            if (height(node.left.left) < height(node.left.right)) node.left = rotateLeft(node.left);
            node = rotateRight(node);
        } else if (lean < -1) {
            if (height(node.right.right) < height(node.right.left)) node.right = rotateRight(node.right);
            node = rotateLeft(node);
        }
        node.height = Math.max(height(node.left), height(node.right)) + 1;
        return node;
    }

    private static /*@ helper @*/ Node rotateRight(Node node) {
        Node top = node.left;
        node.left = top.right;
        top.right = node;
        node.height = Math.max(height(node.left), height(node.right)) + 1;
        top.height = Math.max(height(top.left), node.height) + 1;
        return top;
    }

    private static /*@ helper @*/ Node rotateLeft(Node node) {
        Node top = node.right;
        node.right = top.left;
        top.left = node;
        node.height = Math.max(height(node.left), height(node.right)) + 1;
        top.height = Math.max(node.height, height(top.right)) + 1;
        return top;
    }
}
