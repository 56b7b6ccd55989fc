import java.util.HashSet;
import java.util.Set;

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

    public boolean repOk() {
        if (root == null) {
            return true;
        }
        if (root.parent != null || root.isRed) {
            return false;
        }
        return isTree(root, new HashSet<>()) && isOrdered(root, null, null) && blackHeight(root) >= 0;
    }

    /** Each node is met once, and each child knows its parent. */
    private static boolean isTree(RBNode node, Set<RBNode> visited) {
        if (!visited.add(node)) {
            return false;
        }
        if (node.left != null && (node.left.parent != node || !isTree(node.left, visited))) {
            return false;
        }
        return node.right == null || node.right.parent == node && isTree(node.right, visited);
    }

    /** All keys below node lie between those of low and high, which may be equal to them; null stands for no limit. */
    private static boolean isOrdered(/*@ nullable @*/ RBNode node, /*@ nullable @*/ RBNode low, /*@ nullable @*/ RBNode high) {
        if (node == null) {
            return true;
        }
        if (low != null && node.key < low.key || high != null && node.key > high.key) {
            return false;
        }
        return isOrdered(node.left, low, node) && isOrdered(node.right, node, high);
    }

    /** The number of black nodes on every path down from node, or -1 if paths differ or red follows red. */
    private static int blackHeight(/*@ nullable @*/ RBNode node) {
        if (node == null) {
            return 0;
        }
        if (node.isRed && (isRed(node.left) || isRed(node.right))) {
            return -1;
        }
        int below = blackHeight(node.left);
        if (below < 0 || blackHeight(node.right) != below) {
            return -1;
        }
        return node.isRed ? below : below + 1;
    }

    private static boolean isRed(/*@ nullable @*/ RBNode node) {
        return node != null && node.isRed;
    }

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
