// tightrope: --scope 3
// What another object holds in a field with the number of `Node.key` is no key of the tree: a wrong
// turn before it is written shows only where there are nodes above.
class Box {
    int key;
}

public class OtherKeys {
    static class Node {
        int key;
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
      @*/

    /*@ ensures true; @*/
    boolean addFrom(Box box) {
        return put(box.key);
    }

    /*@ ensures true; @*/
    void replaceLeaf(int key, Box box) {
        int replacement = box.key;
        Node node = root;
        while (node != null && node.key != key) {
            node = key < node.key ? node.left : node.right;
        }
        if (node != null && node.left == null && node.right == null) {
            node.key = replacement;
        }
    }

    private boolean put(int key) {
        Node parent = null;
        Node node = root;
        while (node != null) {
            if (key == node.key) {
                return false;
            }
            parent = node;
            // Wrong: it goes right with a smaller key if there is nothing on the left.
            node = key < node.key && (node.left != null || node.right == null) ? node.left : node.right;
        }
        Node added = new Node(key);
        if (parent == null) {
            root = added;
        } else if (key < parent.key) {
            parent.left = added;
        } else {
            parent.right = added;
        }
        return true;
    }
}

class WithBox {
    static class Node {
        int key;
        /*@ nullable @*/ Node left;
        /*@ nullable @*/ Node right;

        Node(int key) {
            this.key = key;
        }
    }

    /*@ nullable @*/ Node root;
    /*@ nullable @*/ Box box;

    /*@ invariant (\forall Node n; \reach(root, Node, left + right).has(n);
      @     !\reach(n.left, Node, left + right).has(n) && !\reach(n.right, Node, left + right).has(n));
      @ invariant (\forall Node n; \reach(root, Node, left + right).has(n);
      @     (\forall Node m; \reach(n.left, Node, left + right).has(m); m.key < n.key)
      @     && (\forall Node m; \reach(n.right, Node, left + right).has(m); m.key > n.key));
      @*/

    /*@ ensures true; @*/
    boolean add() {
        if (box == null) {
            return false;
        }
        int key = box.key;
        Node parent = null;
        Node node = root;
        while (node != null) {
            if (key == node.key) {
                return false;
            }
            parent = node;
            // Wrong, as above.
            node = key < node.key && (node.left != null || node.right == null) ? node.left : node.right;
        }
        Node added = new Node(key);
        if (parent == null) {
            root = added;
        } else if (key < parent.key) {
            parent.left = added;
        } else {
            parent.right = added;
        }
        return true;
    }

    /*@ ensures true; @*/
    void replaceLeaf(int key) {
        if (box == null) {
            return;
        }
        int replacement = box.key;
        Node node = root;
        while (node != null && node.key != key) {
            node = key < node.key ? node.left : node.right;
        }
        if (node != null && node.left == null && node.right == null) {
            node.key = replacement;
        }
    }
}
