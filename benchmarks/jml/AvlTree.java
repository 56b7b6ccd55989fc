import java.util.NoSuchElementException;

/** A set of ints as a height-balanced tree: the subject "AVL" of TACO. */
public class AvlTree {
    static class Node {
        int key;
        int height = 1;
        /*@ nullable @*/ Node left;
        /*@ nullable @*/ Node right;

        Node(int key) {
            this.key = key;
        }
    }

    /*@ nullable @*/ Node root;

    /*@ invariant (\forall Node n; \reach(root, Node, left + right).has(n);
      @     !\reach(n.left, Node, left + right).has(n) && !\reach(n.right, Node, left + right).has(n));
      @ invariant (\forall Node n; \reach(root, Node, left + right).has(n);
      @     (\forall Node m; \reach(n.left, Node, left + right).has(m); m.key < n.key)
      @     && (\forall Node m; \reach(n.right, Node, left + right).has(m); m.key > n.key));
      @ invariant (\forall Node n; \reach(root, Node, left + right).has(n);
      @     n.height == 1 + Math.max(height(n.left), height(n.right)));
      @ invariant (\forall Node n; \reach(root, Node, left + right).has(n);
      @     -1 <= height(n.left) - height(n.right) && height(n.left) - height(n.right) <= 1);
      @*/

    /*@ ensures \result == null ==> !(\exists Node n; \reach(root, Node, left + right).has(n); n.key == key);
      @ ensures \result != null ==> \reach(root, Node, left + right).has(\result) && \result.key == key;
      @*/
    public /*@ pure nullable @*/ Node find(int key) {
        Node node = root;
        while (node != null) {
            if (key < node.key) {
                node = node.left;
            } else if (key > node.key) {
                node = node.right;
            } else {
                return node;
            }
        }
        return null;
    }

    /*@ public normal_behavior
      @   requires root != null;
      @   ensures (\exists Node n; \reach(root, Node, left + right).has(n); n.key == \result);
      @   ensures (\forall Node n; \reach(root, Node, left + right).has(n); n.key <= \result);
      @ also public exceptional_behavior
      @   requires root == null;
      @   signals_only NoSuchElementException;
      @*/
    public /*@ pure @*/ int findMax() {
        if (root == null) {
            throw new NoSuchElementException();
        }
        Node node = root;
        while (node.right != null) {
            node = node.right;
        }
        return node.key;
    }

    /*@ public normal_behavior
      @   requires root != null;
      @   ensures (\exists Node n; \reach(root, Node, left + right).has(n); n.key == \result);
      @   ensures (\forall Node n; \reach(root, Node, left + right).has(n); n.key >= \result);
      @ also public exceptional_behavior
      @   requires root == null;
      @   signals_only NoSuchElementException;
      @*/
    public /*@ pure @*/ int findMin() {
        if (root == null) {
            throw new NoSuchElementException();
        }
        return smallest(root).key;
    }

    /*@ assignable root, \reach(root, Node, left + right);
      @ ensures (\exists Node n; \reach(root, Node, left + right).has(n); n.key == key);
      @ ensures (\forall Node n; \old(\reach(root, Node, left + right)).has(n);
      @     (\exists Node m; \reach(root, Node, left + right).has(m); m.key == \old(n.key)));
      @ ensures (\forall Node n; \reach(root, Node, left + right).has(n); n.key == key
      @     || (\exists Node m; \old(\reach(root, Node, left + right)).has(m); \old(m.key) == n.key));
      @*/
    public void insert(int key) {
        root = insertInto(root, key);
    }

    /*@ assignable root, \reach(root, Node, left + right);
      @ ensures !(\exists Node n; \reach(root, Node, left + right).has(n); n.key == key);
      @ ensures (\forall Node n; \old(\reach(root, Node, left + right)).has(n); \old(n.key) == key
      @     || (\exists Node m; \reach(root, Node, left + right).has(m); m.key == \old(n.key)));
      @ ensures (\forall Node n; \reach(root, Node, left + right).has(n);
      @     (\exists Node m; \old(\reach(root, Node, left + right)).has(m); \old(m.key) == n.key));
      @*/
    public void remove(int key) {
        root = removeFrom(root, key);
    }

    private /*@ helper @*/ Node insertInto(/*@ nullable @*/ Node node, int key) {
        if (node == null) {
            return new Node(key);
        }
        if (key < node.key) {
            node.left = insertInto(node.left, key);
        } else if (key > node.key) {
            node.right = insertInto(node.right, key);
        }
        return rebalance(node);
    }

    private /*@ helper nullable @*/ Node removeFrom(/*@ nullable @*/ Node node, int key) {
        if (node == null) {
            return null;
        }
        if (key < node.key) {
            node.left = removeFrom(node.left, key);
        } else if (key > node.key) {
            node.right = removeFrom(node.right, key);
        } else if (node.left == null) {
            return node.right;
        } else if (node.right == null) {
            return node.left;
        } else {
            node.key = smallest(node.right).key;
            node.right = removeFrom(node.right, node.key);
        }
        return rebalance(node);
    }

    private static /*@ helper pure @*/ Node smallest(Node node) {
        while (node.left != null) {
            node = node.left;
        }
        return node;
    }

    private static /*@ helper pure @*/ int height(/*@ nullable @*/ Node node) {
        return node == null ? 0 : node.height;
    }

    private static /*@ helper @*/ void updateHeight(Node node) {
        node.height = 1 + Math.max(height(node.left), height(node.right));
    }

    /** Both subtrees are balanced, and their heights differ by at most two: returns the root of the balanced tree. */
    private static /*@ helper @*/ Node rebalance(Node node) {
        int lean = height(node.left) - height(node.right);
        if (lean > 1) {
            if (height(node.left.left) < height(node.left.right)) {
                node.left = rotateLeft(node.left);
            }
            return rotateRight(node);
        }
        if (lean < -1) {
            if (height(node.right.right) < height(node.right.left)) {
                node.right = rotateRight(node.right);
            }
            return rotateLeft(node);
        }
        updateHeight(node);
        return node;
    }

    private static /*@ helper @*/ Node rotateLeft(Node node) {
        Node child = node.right;
        node.right = child.left;
        child.left = node;
        updateHeight(node);
        updateHeight(child);
        return child;
    }

    private static /*@ helper @*/ Node rotateRight(Node node) {
        Node child = node.left;
        node.left = child.right;
        child.right = node;
        updateHeight(node);
        updateHeight(child);
        return child;
    }
}
