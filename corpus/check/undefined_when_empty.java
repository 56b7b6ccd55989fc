// tightrope: --scope 3
// `root.parent` is undefined for the empty tree: the empty tree is left out, and a warning says so.
class Tree {
    /*@ nullable @*/ Node root;

    //@ invariant root.parent == null;

    static class Node {
        /*@ nullable @*/ Node parent;
    }

    //@ ensures \result;
    boolean hasRoot() {
        return root != null;
    }

    // Must be violated: the result of an invariant that throws is not `true`.
    void clear() {
        root = null;
    }
}
