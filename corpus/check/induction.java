// tightrope: --scope 5
/** Runs that go on as on a smaller tree, and some that only seem to. */
public class Induction {
    static class Node {
        int key;
        /*@ nullable @*/ Node left;
        /*@ nullable @*/ Node right;

        Node(int key) {
            this.key = key;
        }
    }

    /*@ nullable @*/ Node root;
    int size;

    /*@ invariant (\forall Node n; \reach(root, Node, left + right).has(n);
      @     !\reach(n.left, Node, left + right).has(n) && !\reach(n.right, Node, left + right).has(n));
      @ invariant (\forall Node n; \reach(root, Node, left + right).has(n);
      @     (\forall Node m; \reach(n.left, Node, left + right).has(m); m.key < n.key)
      @     && (\forall Node m; \reach(n.right, Node, left + right).has(m); m.key > n.key));
      @ invariant size == \reach(root, Node, left + right).int_size();
      @*/

    /*@ ensures \result <==> (\exists Node n; \reach(root, Node, left + right).has(n); n.key == key);
      @*/
    public /*@ pure @*/ boolean contains(int key) {
        Node node = root;
        while (node != null) {
            if (key == node.key) {
                return true;
            }
            node = key < node.key ? node.left : node.right;
        }
        return false;
    }

    // A tree without the nodes above the parent would do.
    /*@ ensures \result <==> !\old(contains(key));
      @ ensures (\exists Node n; \reach(root, Node, left + right).has(n); n.key == key);
      @*/
    public boolean insert(int key) {
        Node above = null;
        Node parent = null;
        Node place = root;
        while (place != null) {
            if (key == place.key) {
                return false;
            }
            above = parent;
            parent = place;
            place = key < place.key ? place.left : place.right;
        }
        Node added = new Node(key);
        if (parent == null) {
            root = added;
        } else if (key < parent.key) {
            parent.left = added;
        } else {
            parent.right = added;
        }
        size++;
        return true;
    }

    // What lies above the parent is looked at: a smaller tree has nothing there.
    /*@ ensures \result <==> !\old(contains(key));
      @ ensures (\exists Node n; \reach(root, Node, left + right).has(n); n.key == key);
      @*/
    public boolean insertLooksAbove(int key) {
        Node above = null;
        Node parent = null;
        Node place = root;
        while (place != null) {
            if (key == place.key) {
                return false;
            }
            above = parent;
            parent = place;
            place = key < place.key ? place.left : place.right;
        }
        Node added = new Node(key);
        if (parent == null) {
            root = added;
        } else if (key < parent.key || above != null && above != root) {
            parent.left = added;
        } else {
            parent.right = added;
        }
        size++;
        return true;
    }

    // What is done below the wrong turn is right there, and wrong in the whole tree.
    /*@ ensures \result <==> !\old(contains(key));
      @ ensures (\exists Node n; \reach(root, Node, left + right).has(n); n.key == key);
      @*/
    public boolean insertTurnsWrong(int key) {
        Node above = null;
        Node parent = null;
        Node place = root;
        while (place != null) {
            if (key == place.key) {
                return false;
            }
            above = parent;
            parent = place;
            place = key < place.key || place.right == null && place.left != null && place != root ? place.left : place.right;
        }
        Node added = new Node(key);
        if (parent == null) {
            root = added;
        } else if (key < parent.key) {
            parent.left = added;
        } else {
            parent.right = added;
        }
        size++;
        return true;
    }
}
