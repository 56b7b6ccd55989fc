import java.util.HashSet;
import java.util.NoSuchElementException;
import java.util.Set;

/**
 * A Fibonacci heap of ints, in Korat's family of structures: a circle of trees in which no key is smaller than its parent's; minimum is a
 * root with a smallest key. The children of a node form a circle too, and child is any of them.
 */
public class FibonacciHeap {
    static class Node {
        int key;
        int degree;
        /** It has lost a child since it became a child itself. */
        boolean marked;
        /*@ nullable @*/ Node parent;
        /*@ nullable @*/ Node child;
        /*@ nullable @*/ Node left;
        /*@ nullable @*/ Node right;
    }

    /*@ nullable @*/ Node minimum;
    int size;

    public boolean repOk() {
        if (minimum == null) {
            return size == 0;
        }
        Set<Node> visited = new HashSet<>();
        return isCircle(minimum, null, visited) && visited.size() == size;
    }

    /**
     * left leads back along right, each node is met once, has the given parent, no smaller key than that (or than minimum) and as many children
     * as its degree says; and so on below.
     */
    private boolean isCircle(Node start, /*@ nullable @*/ Node parent, Set<Node> visited) {
        int count = 0;
        Node node = start;
        do {
            if (!visited.add(node) || node.parent != parent || node.right == null || node.right.left != node) {
                return false;
            }
            if (parent == null ? node.marked || node.key < minimum.key : node.key < parent.key) {
                return false;
            }
            if (node.child == null ? node.degree != 0 : !isCircle(node.child, node, visited)) {
                return false;
            }
            count++;
            node = node.right;
        } while (node != start);
        return parent == null || parent.degree == count;
    }

    /*@ assignable minimum, size, \reach(minimum, Node, right + child);
      @ ensures \fresh(\result) && \result.key == key;
      @ ensures \reach(minimum, Node, right + child).has(\result) && size == \old(size) + 1;
      @ ensures \reach(minimum, Node, right + child).containsAll(\old(\reach(minimum, Node, right + child)));
      @ ensures (\forall Node n; \old(\reach(minimum, Node, right + child)).has(n);
      @     n.key == \old(n.key) && n.parent == \old(n.parent));
      @*/
    public Node insert(int key) {
        Node added = new Node();
        added.key = key;
        added.left = added;
        added.right = added;
        if (minimum == null) {
            minimum = added;
        } else {
            addBeside(minimum, added);
            if (key < minimum.key) {
                minimum = added;
            }
        }
        size++;
        return added;
    }

    /*@ public normal_behavior
      @   requires size > 0;
      @   ensures (\exists Node n; \reach(minimum, Node, right + child).has(n); n.key == \result);
      @   ensures (\forall Node n; \reach(minimum, Node, right + child).has(n); \result <= n.key);
      @ also public exceptional_behavior
      @   requires size == 0;
      @   signals_only NoSuchElementException;
      @*/
    public /*@ pure @*/ int findMin() throws NoSuchElementException {
        if (minimum == null) {
            throw new NoSuchElementException();
        }
        return minimum.key;
    }

    /** Takes a smallest key out; afterwards no two roots have the same degree. */
    /*@ public normal_behavior
      @   requires size > 0;
      @   assignable minimum, size, \reach(minimum, Node, right + child);
      @   ensures \result == \old(minimum.key);
      @   ensures (\forall Node n; \old(\reach(minimum, Node, right + child)).has(n);
      @       n.key == \old(n.key) && \result <= n.key);
      @   ensures size == \old(size) - 1;
      @   ensures \old(\reach(minimum, Node, right + child)).containsAll(\reach(minimum, Node, right + child));
      @   ensures !\reach(minimum, Node, right + child).has(\old(minimum));
      @   ensures (\forall Node n, m; \reach(minimum, Node, right).has(n) && \reach(minimum, Node, right).has(m) && n != m;
      @       n.degree != m.degree);
      @ also public exceptional_behavior
      @   requires size == 0;
      @   assignable \nothing;
      @   signals_only NoSuchElementException;
      @*/
    public int extractMin() throws NoSuchElementException {
        if (minimum == null) {
            throw new NoSuchElementException();
        }
        int key = minimum.key;
        removeMinimum();
        return key;
    }

    /** Takes over the nodes of another heap, which is empty afterwards. */
    /*@ requires other != this;
      @ requires \reach(minimum, Node, right + child).intersection(\reach(other.minimum, Node, right + child)).isEmpty();
      @ assignable minimum, size, other.minimum, other.size,
      @     \reach(minimum, Node, right + child), \reach(other.minimum, Node, right + child);
      @ ensures \reach(minimum, Node, right + child)
      @     == \old(\reach(minimum, Node, right + child).union(\reach(other.minimum, Node, right + child)));
      @ ensures (\forall Node n; \reach(minimum, Node, right + child).has(n);
      @     n.key == \old(n.key) && n.parent == \old(n.parent));
      @ ensures other.minimum == null;
      @*/
    public void union(FibonacciHeap other) {
        if (other.minimum == null) {
            return;
        }
        if (minimum == null) {
            minimum = other.minimum;
        } else {
            Node last = minimum.left;
            Node otherLast = other.minimum.left;
            last.right = other.minimum;
            other.minimum.left = last;
            otherLast.right = minimum;
            minimum.left = otherLast;
            if (other.minimum.key < minimum.key) {
                minimum = other.minimum;
            }
        }
        size = size + other.size;
        other.minimum = null;
        other.size = 0;
    }

    /*@ requires \reach(minimum, Node, right + child).has(node) && key <= node.key;
      @ assignable minimum, \reach(minimum, Node, right + child);
      @ ensures node.key == key;
      @ ensures \reach(minimum, Node, right + child) == \old(\reach(minimum, Node, right + child));
      @ ensures (\forall Node n; \reach(minimum, Node, right + child).has(n) && n != node; n.key == \old(n.key));
      @*/
    public void decreaseKey(Node node, int key) {
        node.key = key;
        Node parent = node.parent;
        if (parent != null && key < parent.key) {
            cut(node);
            cutMarked(parent);
        }
        if (key < minimum.key) {
            minimum = node;
        }
    }

    /*@ requires \reach(minimum, Node, right + child).has(node);
      @ assignable minimum, size, \reach(minimum, Node, right + child);
      @ ensures size == \old(size) - 1;
      @ ensures \old(\reach(minimum, Node, right + child)).containsAll(\reach(minimum, Node, right + child));
      @ ensures !\reach(minimum, Node, right + child).has(node);
      @ ensures (\forall Node n; \reach(minimum, Node, right + child).has(n); n.key == \old(n.key));
      @*/
    public void delete(Node node) {
        Node parent = node.parent;
        if (parent != null) {
            cut(node);
            cutMarked(parent);
        }
        minimum = node;
        removeMinimum();
    }

    /** Makes the children of minimum roots, takes minimum out, and joins trees of the same degree. */
    private /*@ helper @*/ void removeMinimum() {
        Node removed = minimum;
        Node child = removed.child;
        for (int i = removed.degree; i > 0; i--) {
            Node following = child.right;
            child.parent = null;
            child.marked = false;
            addBeside(removed, child);
            child = following;
        }
        size--;
        if (removed.right == removed) {
            minimum = null;
            return;
        }
        removed.left.right = removed.right;
        removed.right.left = removed.left;
        minimum = removed.right;
        consolidate();
    }

    /** Joins trees of the same degree until there are none, and finds the smallest root. */
    private /*@ helper @*/ void consolidate() {
        Node[] byDegree = new Node[size + 1];
        int roots = 0;
        Node node = minimum;
        do {
            roots++;
            node = node.right;
        } while (node != minimum);
        for (; roots > 0; roots--) {
            Node following = node.right;
            Node tree = node;
            while (byDegree[tree.degree] != null) {
                Node other = byDegree[tree.degree];
                byDegree[tree.degree] = null;
                if (other.key < tree.key) {
                    Node kept = tree;
                    tree = other;
                    other = kept;
                }
                link(other, tree);
            }
            byDegree[tree.degree] = tree;
            node = following;
        }
        minimum = null;
        for (int i = 0; i < byDegree.length; i++) {
            Node tree = byDegree[i];
            if (tree != null && (minimum == null || tree.key < minimum.key)) {
                minimum = tree;
            }
        }
    }

    /** Makes one root a child of another. */
    private static /*@ helper @*/ void link(Node below, Node above) {
        below.left.right = below.right;
        below.right.left = below.left;
        below.parent = above;
        below.marked = false;
        if (above.child == null) {
            above.child = below;
            below.left = below;
            below.right = below;
        } else {
            addBeside(above.child, below);
        }
        above.degree++;
    }

    /** Puts a node into a circle. */
    private static /*@ helper @*/ void addBeside(Node member, Node added) {
        added.left = member;
        added.right = member.right;
        member.right.left = added;
        member.right = added;
    }

    /** Makes a child a root. */
    private /*@ helper @*/ void cut(Node node) {
        Node parent = node.parent;
        parent.degree--;
        if (node.right == node) {
            parent.child = null;
        } else {
            if (parent.child == node) {
                parent.child = node.right;
            }
            node.left.right = node.right;
            node.right.left = node.left;
        }
        node.parent = null;
        node.marked = false;
        addBeside(minimum, node);
    }

    /** Marks a node that has lost a child; if it was marked already, makes it a root too, and so on upwards. */
    private /*@ helper @*/ void cutMarked(Node loser) {
        Node node = loser;
        while (node.parent != null) {
            if (!node.marked) {
                node.marked = true;
                return;
            }
            Node parent = node.parent;
            cut(node);
            node = parent;
        }
    }
}
