/** A set of ints as a search tree; its `remove` has a mistake: the example of the README. */
public class SearchTree {
    private static class Entry {
        int key;
        /*@ nullable @*/ Entry left, right;
    }

    private /*@ nullable spec_public @*/ Entry root;

    /*@ invariant (\forall Entry n; \reach(root, Entry, left + right).has(n);
      @     (\forall Entry m; \reach(n.left, Entry, left + right).has(m); m.key < n.key)
      @     && (\forall Entry m; \reach(n.right, Entry, left + right).has(m); m.key > n.key));
      @*/

    /*@ ensures \result <==> (\exists Entry n; \reach(root, Entry, left + right).has(n); n.key == key); @*/
    public /*@ pure @*/ boolean contains(int key) {
        Entry node = root;
        while (node != null && node.key != key) {
            node = key < node.key ? node.left : node.right;
        }
        return node != null;
    }

    /*@ ensures !contains(key);
      @ ensures (\forall Entry n; \old(\reach(root, Entry, left + right)).has(n);
      @     \old(n.key) == key || contains(\old(n.key)));
      @*/
    public void remove(int key) {
        Entry parent = null;
        Entry node = root;
        while (node != null && node.key != key) {
            parent = node;
            node = key < node.key ? node.left : node.right;
        }
        if (node == null) {
            return;
        }
        Entry child = node.left == null ? node.right : node.left;
        if (parent == null) {
            root = child;
        } else if (parent.left == node) {
            parent.left = child;
        } else {
            parent.right = child;
        }
    }

    /*@ ensures contains(key);
      @ ensures (\forall Entry n; \old(\reach(root, Entry, left + right)).has(n); contains(\old(n.key)));
      @*/
    public void insert(int key) {
        Entry parent = null;
        Entry node = root;
        while (node != null && node.key != key) {
            parent = node;
            node = key < node.key ? node.left : node.right;
        }
        if (node != null) {
            return;
        }
        Entry added = new Entry();
        added.key = key;
        if (parent == null) {
            root = added;
        } else if (key < parent.key) {
            parent.left = added;
        } else {
            parent.right = added;
        }
    }
}
