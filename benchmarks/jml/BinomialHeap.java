import java.util.NoSuchElementException;

/** A priority queue of ints as a binomial heap: the subject "BHeap" of TACO. */
public class BinomialHeap {
    static class Node {
        int key;
        /** The number of children. */
        int degree;
        /*@ nullable @*/ Node parent;
        /** The next tree of the heap, or the next child of the same parent. */
        /*@ nullable @*/ Node sibling;
        /** The first child, the one with the largest degree. */
        /*@ nullable @*/ Node child;

        Node(int key) {
            this.key = key;
        }
    }

    /** The trees, by rising degree. */
    /*@ nullable @*/ Node nodes;
    int size;

    /*@ invariant (\forall Node n; \reach(nodes, Node, child + sibling).has(n);
      @     !\reach(n.child, Node, child + sibling).has(n) && !\reach(n.sibling, Node, child + sibling).has(n)
      @     && \reach(n.child, Node, child + sibling).intersection(\reach(n.sibling, Node, child + sibling)).isEmpty());
      @ invariant (\forall Node n; \reach(nodes, Node, sibling).has(n);
      @     n.parent == null && (n.sibling != null ==> n.degree < n.sibling.degree));
      @ invariant (\forall Node n; \reach(nodes, Node, child + sibling).has(n);
      @     n.degree == \reach(n.child, Node, sibling).int_size()
      @     && (\forall Node c; \reach(n.child, Node, sibling).has(c);
      @         c.parent == n && n.key <= c.key && c.degree == \reach(c.sibling, Node, sibling).int_size()));
      @ invariant size == \reach(nodes, Node, child + sibling).int_size();
      @*/

    /*@ public normal_behavior
      @   requires nodes != null;
      @   ensures (\exists Node n; \reach(nodes, Node, child + sibling).has(n); n.key == \result);
      @   ensures (\forall Node n; \reach(nodes, Node, child + sibling).has(n); n.key >= \result);
      @ also public exceptional_behavior
      @   requires nodes == null;
      @   signals_only NoSuchElementException;
      @*/
    public /*@ pure @*/ int findMinimum() {
        if (nodes == null) {
            throw new NoSuchElementException();
        }
        int least = nodes.key;
        for (Node node = nodes.sibling; node != null; node = node.sibling) {
            if (node.key < least) {
                least = node.key;
            }
        }
        return least;
    }

    /*@ assignable nodes, size, \reach(nodes, Node, child + sibling);
      @ ensures size == \old(size) + 1;
      @ ensures (\forall Node n; \reach(nodes, Node, child + sibling).has(n);
      @     (\num_of Node m; \reach(nodes, Node, child + sibling).has(m); m.key == n.key)
      @     == (\num_of Node m; \old(\reach(nodes, Node, child + sibling)).has(m); \old(m.key) == n.key)
      @         + (n.key == key ? 1 : 0));
      @*/
    public void insert(int key) {
        union(new Node(key));
        size++;
    }

    /*@ public normal_behavior
      @   requires nodes != null;
      @   assignable nodes, size, \reach(nodes, Node, child + sibling);
      @   ensures size == \old(size) - 1;
      @   ensures (\exists Node n; \old(\reach(nodes, Node, child + sibling)).has(n); \old(n.key) == \result);
      @   ensures (\forall Node n; \old(\reach(nodes, Node, child + sibling)).has(n); \old(n.key) >= \result);
      @   ensures (\forall Node n; \reach(nodes, Node, child + sibling).has(n);
      @       (\num_of Node m; \reach(nodes, Node, child + sibling).has(m); m.key == n.key)
      @       == (\num_of Node m; \old(\reach(nodes, Node, child + sibling)).has(m); \old(m.key) == n.key)
      @           - (n.key == \result ? 1 : 0));
      @ also public exceptional_behavior
      @   requires nodes == null;
      @   assignable \nothing;
      @   signals_only NoSuchElementException;
      @*/
    public int extractMin() {
        if (nodes == null) {
            throw new NoSuchElementException();
        }
        Node beforeLeast = null;
        Node least = nodes;
        Node before = nodes;
        while (before.sibling != null) {
            if (before.sibling.key < least.key) {
                beforeLeast = before;
                least = before.sibling;
            }
            before = before.sibling;
        }
        if (beforeLeast == null) {
            nodes = least.sibling;
        } else {
            beforeLeast.sibling = least.sibling;
        }
        Node children = null;
        Node child = least.child;
        while (child != null) {
            Node next = child.sibling;
            child.parent = null;
            child.sibling = children;
            children = child;
            child = next;
        }
        union(children);
        size--;
        return least.key;
    }

    /*@ requires \reach(nodes, Node, child + sibling).has(node);
      @ requires key <= node.key;
      @ assignable \reach(nodes, Node, child + sibling);
      @ ensures \old(\reach(nodes, Node, child + sibling)) == \reach(nodes, Node, child + sibling);
      @ ensures (\forall Node n; \reach(nodes, Node, child + sibling).has(n);
      @     (\num_of Node m; \reach(nodes, Node, child + sibling).has(m); m.key == n.key)
      @     == (\num_of Node m; \old(\reach(nodes, Node, child + sibling)).has(m); \old(m.key) == n.key)
      @         + (n.key == key ? 1 : 0) - (n.key == \old(node.key) ? 1 : 0));
      @*/
    public void decreaseKey(Node node, int key) {
        node.key = key;
        Node parent = node.parent;
        while (parent != null && node.key < parent.key) {
            int kept = node.key;
            node.key = parent.key;
            parent.key = kept;
            node = parent;
            parent = node.parent;
        }
    }

    /** Joins this heap with a list of trees of rising degree. */
    private /*@ helper @*/ void union(/*@ nullable @*/ Node other) {
        if (nodes == null) {
            nodes = other;
        } else if (other != null) {
            merge(other);
            linkEqualDegrees();
        }
    }

    /** Moves the trees of another list into this one, so that the degrees rise, each degree at most twice. */
    private /*@ helper @*/ void merge(/*@ nullable @*/ Node other) {
        Node previous = null;
        Node current = nodes;
        while (current != null && other != null) {
            if (current.degree > other.degree) {
                Node moved = other;
                other = other.sibling;
                moved.sibling = current;
                if (previous == null) {
                    nodes = moved;
                } else {
                    previous.sibling = moved;
                }
                current = moved;
            } else if (current.sibling == null || current.sibling.degree > other.degree) {
                Node moved = other;
                other = other.sibling;
                moved.sibling = current.sibling;
                current.sibling = moved;
                previous = moved;
                current = moved.sibling;
            } else {
                previous = current;
                current = current.sibling;
            }
        }
        if (other != null) {
            previous.sibling = other;
        }
    }

    /** Makes one tree of two with the same degree, from the smallest degree on. */
    private /*@ helper @*/ void linkEqualDegrees() {
        Node previous = null;
        Node node = nodes;
        Node next = node.sibling;
        while (next != null) {
            boolean third = next.sibling != null && next.sibling.degree == node.degree;
            if (node.degree != next.degree || third) {
                previous = node;
                node = next;
            } else if (node.key <= next.key) {
                node.sibling = next.sibling;
                link(next, node);
            } else {
                if (previous == null) {
                    nodes = next;
                } else {
                    previous.sibling = next;
                }
                link(node, next);
                node = next;
            }
            next = node.sibling;
        }
    }

    private static /*@ helper @*/ void link(Node child, Node parent) {
        child.parent = parent;
        child.sibling = parent.child;
        parent.child = child;
        parent.degree++;
    }
}
