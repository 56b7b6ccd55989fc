/**
 * A red-black tree as Vaziri and Jackson check it (Figure 2): nodes without sentinel leaves, a key may occur several times. Their two
 * invariants are here: red nodes have black children, and all paths to a node with at most one child have the same number
 * of black nodes. The tree itself, which they call Tree(t), is written out, with the order of the keys and the black root.
 */
public class RBTree {
    static class RBNode {
        boolean isRed;
        int key;
        /*@ nullable @*/ RBNode right;
        /*@ nullable @*/ RBNode left;
        /*@ nullable @*/ RBNode parent;

        RBNode(int key) {
            this.isRed = false;
            this.key = key;
        }
    }

    /*@ nullable @*/ RBNode root;

    /*@ invariant root != null ==> root.parent == null && !root.isRed;
      @ invariant (\forall RBNode n; \reach(root, RBNode, left + right).has(n);
      @     !\reach(n.left, RBNode, left + right).has(n) && !\reach(n.right, RBNode, left + right).has(n)
      @     && (n.left != null ==> n.left.parent == n) && (n.right != null ==> n.right.parent == n)
      @     && (n.left == null || n.left != n.right));
      @ invariant (\forall RBNode n; \reach(root, RBNode, left + right).has(n);
      @     (\forall RBNode m; \reach(n.left, RBNode, left + right).has(m); m.key <= n.key)
      @     && (\forall RBNode m; \reach(n.right, RBNode, left + right).has(m); n.key <= m.key));
      @ invariant (\forall RBNode n; \reach(root, RBNode, left + right).has(n); n.isRed ==>
      @     (n.left != null ==> !n.left.isRed) && (n.right != null ==> !n.right.isRed));
      @ invariant (\forall RBNode n, m;
      @     \reach(root, RBNode, left + right).has(n) && \reach(root, RBNode, left + right).has(m)
      @     && (n.left == null || n.right == null) && (m.left == null || m.right == null);
      @     (\num_of RBNode b; \reach(n, RBNode, parent).has(b); !b.isRed)
      @     == (\num_of RBNode b; \reach(m, RBNode, parent).has(b); !b.isRed));
      @*/

    /** Adds a key; one that is there already is added again. */
    /*@ assignable root, \reach(root, RBNode, left + right);
      @ ensures \reach(root, RBNode, left + right).containsAll(\old(\reach(root, RBNode, left + right)));
      @ ensures \reach(root, RBNode, left + right).int_size() == \old(\reach(root, RBNode, left + right).int_size()) + 1;
      @ ensures (\forall RBNode n; \old(\reach(root, RBNode, left + right)).has(n); n.key == \old(n.key));
      @ ensures (\exists RBNode n; \reach(root, RBNode, left + right).has(n); \fresh(n) && n.key == key);
      @*/
    public void insert(int key) {
        RBNode node = new RBNode(key);
        treeInsert(node);
        node.isRed = true;
        while (node != root && node.parent.isRed) {
            if (node.parent == node.parent.parent.left) {
                RBNode uncle = node.parent.parent.right;
                if (uncle != null && uncle.isRed) {
                    node.parent.isRed = false;
                    uncle.isRed = false;
                    node.parent.parent.isRed = true;
                    node = node.parent.parent;
                } else {
                    if (node == node.parent.right) {
                        node = node.parent;
                        leftRotate(node);
                    }
                    node.parent.isRed = false; // the line that Vaziri and Jackson leave out
                    node.parent.parent.isRed = true;
                    rightRotate(node.parent.parent);
                }
            } else {
                RBNode uncle = node.parent.parent.left;
                if (uncle != null && uncle.isRed) {
                    node.parent.isRed = false;
                    uncle.isRed = false;
                    node.parent.parent.isRed = true;
                    node = node.parent.parent;
                } else {
                    if (node == node.parent.left) {
                        node = node.parent;
                        rightRotate(node);
                    }
                    node.parent.isRed = false;
                    node.parent.parent.isRed = true;
                    leftRotate(node.parent.parent);
                }
            }
        }
        root.isRed = false;
    }

    /** Hangs a node below a leaf, as in a plain search tree. */
    /*@ requires \invariant_for(this);
      @*/
    private /*@ helper @*/ void treeInsert(RBNode added) {
        RBNode parent = null;
        RBNode node = root;
        while (node != null) {
            parent = node;
            if (added.key < node.key) {
                node = node.left;
            } else {
                node = node.right;
            }
        }
        added.parent = parent;
        if (parent == null) {
            root = added;
        } else if (added.key < parent.key) {
            parent.left = added;
        } else {
            parent.right = added;
        }
    }

    /*@ requires node.right != null;
      @*/
    private /*@ helper @*/ void leftRotate(RBNode node) {
        RBNode child = node.right;
        node.right = child.left;
        if (child.left != null) {
            child.left.parent = node;
        }
        child.parent = node.parent;
        if (node.parent == null) {
            root = child;
        } else if (node == node.parent.left) {
            node.parent.left = child;
        } else {
            node.parent.right = child;
        }
        child.left = node;
        node.parent = child;
    }

    /*@ requires node.left != null;
      @*/
    private /*@ helper @*/ void rightRotate(RBNode node) {
        RBNode child = node.left;
        node.left = child.right;
        if (child.right != null) {
            child.right.parent = node;
        }
        child.parent = node.parent;
        if (node.parent == null) {
            root = child;
        } else if (node == node.parent.right) {
            node.parent.right = child;
        } else {
            node.parent.left = child;
        }
        child.right = node;
        node.parent = child;
    }
}
