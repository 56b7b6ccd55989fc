// \reach: from an object, of a class, by one field or by several; the fields joined by + or in braces.
class Tree {
    static class Node {
        /*@ nullable @*/ Node left, right, parent;
        int key;
    }

    /*@ nullable @*/ Node root;
    int size;

    //@ invariant size == \reach(root, Node, left + right).int_size();
    //@ invariant \reach(root, Node, {left, right}).has(root) || root == null;
    //@ invariant (\forall Node n; \reach(root, Node, left + right).has(n); !\reach(n.left, Node, left + right).has(n));
    //@ invariant (\forall Node n; \reach(root, Node).has(n); n.parent != n);
    //@ invariant \reach(this).has(this);

    boolean isEmpty() {
        return root == null;
    }
}
