// tightrope: --engine glassbox --scope 3
// Nothing keeps both fields of a node from leading to the same child: two nodes are enough.
class Shared {
    static class Node {
        /*@ nullable @*/ Node left;
        /*@ nullable @*/ Node right;
    }

    /*@ nullable @*/ Node root;

    /*@ invariant (\forall Node n; \reach(root, Node, left + right).has(n);
      @     !\reach(n.left, Node, left + right).has(n) && !\reach(n.right, Node, left + right).has(n));
      @*/

    //@ ensures \result;
    boolean isApart() {
        return root == null || root.left == null || root.left != root.right;
    }

    //@ ensures !\result || root != null;
    boolean hasChild() {
        return root != null && (root.left != null || root.right != null);
    }
}
