import java.util.HashSet;
import java.util.LinkedList;
import java.util.NoSuchElementException;
import java.util.Set;

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

    public boolean repOk() {
        return isTree() && isOrdered(root, null, null) && isBalanced(root);
    }

    private boolean isTree() {
        Set<Node> visited = new HashSet<>();
        LinkedList<Node> work = new LinkedList<>();
        if (root != null) {
            visited.add(root);
            work.add(root);
        }
        while (!work.isEmpty()) {
            Node node = work.removeFirst();
            if (node.left != null) {
                if (!visited.add(node.left)) {
                    return false;
                }
                work.add(node.left);
            }
            if (node.right != null) {
                if (!visited.add(node.right)) {
                    return false;
                }
                work.add(node.right);
            }
        }
        return true;
    }

    /** All keys lie between those of two nodes, and are in order. */
    private static boolean isOrdered(/*@ nullable @*/ Node node, /*@ nullable @*/ Node low, /*@ nullable @*/ Node high) {
        if (node == null) {
            return true;
        }
        if (low != null && node.key <= low.key || high != null && node.key >= high.key) {
            return false;
        }
        return isOrdered(node.left, low, node) && isOrdered(node.right, node, high);
    }

    private static boolean isBalanced(/*@ nullable @*/ Node node) {
        if (node == null) {
            return true;
        }
        if (!isBalanced(node.left) || !isBalanced(node.right)) {
            return false;
        }
        int left = node.left == null ? 0 : node.left.height;
        int right = node.right == null ? 0 : node.right.height;
        return left - right <= 1 && right - left <= 1 && node.height == (left > right ? left : right) + 1;
    }

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
