/**
 * The assertions A, B and C of Vaziri and Jackson (Figures 2 and 3) on red-black insertion: the same code as RBTree, without an invariant,
 * and with three contracts that assume and show different parts. A and C hold. B does not: insertion relies on Inv1 to keep Inv2. Here
 * the root is black before, because with a red root and a red node below it Java's insertion dereferences null.
 */
public class RBTreeAssertions {
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

    /** Assertion A: Inv1 is kept. */
    /*@ requires root != null ==> root.parent == null && !root.isRed;
      @ requires (\forall RBNode n; \reach(root, RBNode, left + right).has(n);
      @     !\reach(n.left, RBNode, left + right).has(n) && !\reach(n.right, RBNode, left + right).has(n)
      @     && (n.left != null ==> n.left.parent == n) && (n.right != null ==> n.right.parent == n)
      @     && (n.left == null || n.left != n.right));
      @ requires (\forall RBNode n; \reach(root, RBNode, left + right).has(n); n.isRed ==>
      @     (n.left != null ==> !n.left.isRed) && (n.right != null ==> !n.right.isRed));
      @ ensures (\forall RBNode n; \reach(root, RBNode, left + right).has(n); n.isRed ==>
      @     (n.left != null ==> !n.left.isRed) && (n.right != null ==> !n.right.isRed));
      @*/
    public void insertA(int key) {
        insert(key);
    }

    /** Assertion B, which fails: Inv2 alone is kept. */
    /*@ requires root != null ==> root.parent == null && !root.isRed;
      @ requires (\forall RBNode n; \reach(root, RBNode, left + right).has(n);
      @     !\reach(n.left, RBNode, left + right).has(n) && !\reach(n.right, RBNode, left + right).has(n)
      @     && (n.left != null ==> n.left.parent == n) && (n.right != null ==> n.right.parent == n)
      @     && (n.left == null || n.left != n.right));
      @ requires (\forall RBNode n, m;
      @     \reach(root, RBNode, left + right).has(n) && \reach(root, RBNode, left + right).has(m)
      @     && (n.left == null || n.right == null) && (m.left == null || m.right == null);
      @     (\num_of RBNode b; \reach(n, RBNode, parent).has(b); !b.isRed)
      @     == (\num_of RBNode b; \reach(m, RBNode, parent).has(b); !b.isRed));
      @ ensures (\forall RBNode n, m;
      @     \reach(root, RBNode, left + right).has(n) && \reach(root, RBNode, left + right).has(m)
      @     && (n.left == null || n.right == null) && (m.left == null || m.right == null);
      @     (\num_of RBNode b; \reach(n, RBNode, parent).has(b); !b.isRed)
      @     == (\num_of RBNode b; \reach(m, RBNode, parent).has(b); !b.isRed));
      @*/
    public void insertB(int key) {
        insert(key);
    }

    /** Assertion C: Inv1 is kept if both hold before. */
    /*@ requires root != null ==> root.parent == null && !root.isRed;
      @ requires (\forall RBNode n; \reach(root, RBNode, left + right).has(n);
      @     !\reach(n.left, RBNode, left + right).has(n) && !\reach(n.right, RBNode, left + right).has(n)
      @     && (n.left != null ==> n.left.parent == n) && (n.right != null ==> n.right.parent == n)
      @     && (n.left == null || n.left != n.right));
      @ requires (\forall RBNode n; \reach(root, RBNode, left + right).has(n); n.isRed ==>
      @     (n.left != null ==> !n.left.isRed) && (n.right != null ==> !n.right.isRed));
      @ requires (\forall RBNode n, m;
      @     \reach(root, RBNode, left + right).has(n) && \reach(root, RBNode, left + right).has(m)
      @     && (n.left == null || n.right == null) && (m.left == null || m.right == null);
      @     (\num_of RBNode b; \reach(n, RBNode, parent).has(b); !b.isRed)
      @     == (\num_of RBNode b; \reach(m, RBNode, parent).has(b); !b.isRed));
      @ ensures (\forall RBNode n; \reach(root, RBNode, left + right).has(n); n.isRed ==>
      @     (n.left != null ==> !n.left.isRed) && (n.right != null ==> !n.right.isRed));
      @*/
    public void insertC(int key) {
        insert(key);
    }

    private void insert(int key) {
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
                    node.parent.isRed = false;
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
    private void treeInsert(RBNode added) {
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
    private void leftRotate(RBNode node) {
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
    private void rightRotate(RBNode node) {
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
