/** A set of ints as a binary search tree: the subject "BSTree" of TACO. */
public class BSTree {
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

    /*@ assignable root, size, \reach(root, Node, left + right);
      @ ensures \result <==> !\old(contains(key));
      @ ensures (\exists Node n; \reach(root, Node, left + right).has(n); n.key == key);
      @ ensures (\forall Node n; \old(\reach(root, Node, left + right)).has(n);
      @     (\exists Node m; \reach(root, Node, left + right).has(m); m.key == \old(n.key)));
      @ ensures (\forall Node n; \reach(root, Node, left + right).has(n); n.key == key
      @     || (\exists Node m; \old(\reach(root, Node, left + right)).has(m); \old(m.key) == n.key));
      @*/
    public boolean insert(int key) {
        Node parent = null;
        Node place = root;
        while (place != null) {
            if (key == place.key) {
                return false;
            }
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

    /*@ assignable root, size, \reach(root, Node, left + right);
      @ ensures \result <==> \old(contains(key));
      @ ensures !(\exists Node n; \reach(root, Node, left + right).has(n); n.key == key);
      @ ensures (\forall Node n; \old(\reach(root, Node, left + right)).has(n); \old(n.key) == key
      @     || (\exists Node m; \reach(root, Node, left + right).has(m); m.key == \old(n.key)));
      @ ensures (\forall Node n; \reach(root, Node, left + right).has(n);
      @     (\exists Node m; \old(\reach(root, Node, left + right)).has(m); \old(m.key) == n.key));
      @*/
    public boolean remove(int key) {
        Node parent = null;
        Node node = root;
        while (node != null && node.key != key) {
            parent = node;
            node = key < node.key ? node.left : node.right;
        }
        if (node == null) {
            return false;
        }
        if (node.left != null && node.right != null) {
            // The largest smaller key takes the place of the removed one, and its node goes instead.
            Node last = node.left;
            parent = node;
            while (last.right != null) {
                parent = last;
                last = last.right;
            }
            node.key = last.key;
            node = last;
        }
        Node child = node.left != null ? node.left : node.right;
        if (parent == null) {
            root = child;
        } else if (parent.left == node) {
            parent.left = child;
        } else {
            parent.right = child;
        }
        size--;
        return true;
    }
}
