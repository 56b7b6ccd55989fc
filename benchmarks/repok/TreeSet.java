import java.util.HashSet;
import java.util.LinkedList;
import java.util.Set;

/** A set of ints as a red-black tree: the algorithm of java.util.TreeMap, the subject "TreeSet" of TACO. */
public class TreeSet {
    static class Node {
        int key;
        boolean black;
        /*@ nullable @*/ Node left;
        /*@ nullable @*/ Node right;
        /*@ nullable @*/ Node parent;

        Node(int key, /*@ nullable @*/ Node parent) {
            this.key = key;
            this.parent = parent;
        }
    }

    /*@ nullable @*/ Node root;
    int size;

    public boolean repOk() {
        if (root == null) {
            return size == 0;
        }
        if (root.parent != null || !root.black) {
            return false;
        }
        Set<Node> visited = new HashSet<>();
        LinkedList<Node> work = new LinkedList<>();
        visited.add(root);
        work.add(root);
        while (!work.isEmpty()) {
            Node node = work.removeFirst();
            if (node.left != null && !(visited.add(node.left) && childOk(node, node.left))) {
                return false;
            }
            if (node.right != null && !(visited.add(node.right) && childOk(node, node.right))) {
                return false;
            }
            if (node.left != null) {
                work.add(node.left);
            }
            if (node.right != null) {
                work.add(node.right);
            }
        }
        return visited.size() == size && blackHeight(root) >= 0 && isOrdered(root, null, null);
    }

    private static boolean childOk(Node node, Node child) {
        return child.parent == node && (node.black || child.black);
    }

    /** The number of black nodes on every path downwards; -1 if they differ. */
    private static int blackHeight(/*@ nullable @*/ Node node) {
        if (node == null) {
            return 0;
        }
        int left = blackHeight(node.left);
        int right = blackHeight(node.right);
        if (left < 0 || left != right) {
            return -1;
        }
        return node.black ? left + 1 : left;
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

    /*@ ensures \result <==> (\exists Node n; \reach(root, Node, left + right).has(n); n.key == key);
      @*/
    public /*@ pure @*/ boolean contains(int key) {
        return find(key) != null;
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
        Node added = new Node(key, parent);
        if (parent == null) {
            root = added;
        } else if (key < parent.key) {
            parent.left = added;
        } else {
            parent.right = added;
        }
        size++;
        repairAfterInsert(added);
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
        Node node = find(key);
        if (node == null) {
            return false;
        }
        if (node.left != null && node.right != null) {
            Node next = node.right;
            while (next.left != null) {
                next = next.left;
            }
            node.key = next.key;
            node = next;
        }
        unlink(node);
        size--;
        return true;
    }

    private /*@ helper pure nullable @*/ Node find(int key) {
        Node node = root;
        while (node != null && node.key != key) {
            node = key < node.key ? node.left : node.right;
        }
        return node;
    }

    /** Takes a node with at most one child out of the tree. */
    private /*@ helper @*/ void unlink(Node node) {
        Node child = node.left != null ? node.left : node.right;
        if (child != null) {
            replace(node, child);
            child.parent = node.parent;
            if (node.black) {
                repairAfterRemove(child);
            }
        } else {
            if (node.black) {
                repairAfterRemove(node);
            }
            replace(node, null);
        }
    }

    /** Makes the parent of a node, or the root, point to another one. */
    private /*@ helper @*/ void replace(Node node, /*@ nullable @*/ Node other) {
        Node parent = node.parent;
        if (parent == null) {
            root = other;
        } else if (parent.left == node) {
            parent.left = other;
        } else {
            parent.right = other;
        }
    }

    private static /*@ helper pure @*/ boolean isRed(/*@ nullable @*/ Node node) {
        return node != null && !node.black;
    }

    private /*@ helper @*/ void rotateLeft(Node node) {
        Node child = node.right;
        node.right = child.left;
        if (child.left != null) {
            child.left.parent = node;
        }
        child.parent = node.parent;
        replace(node, child);
        child.left = node;
        node.parent = child;
    }

    private /*@ helper @*/ void rotateRight(Node node) {
        Node child = node.left;
        node.left = child.right;
        if (child.right != null) {
            child.right.parent = node;
        }
        child.parent = node.parent;
        replace(node, child);
        child.right = node;
        node.parent = child;
    }

    /** The node is red; its parent may be red too. */
    private /*@ helper @*/ void repairAfterInsert(Node node) {
        while (node != root && !node.parent.black) {
            Node parent = node.parent;
            Node grandparent = parent.parent;
            if (parent == grandparent.left) {
                if (isRed(grandparent.right)) {
                    parent.black = true;
                    grandparent.right.black = true;
                    grandparent.black = false;
                    node = grandparent;
                } else {
                    if (node == parent.right) {
                        rotateLeft(parent);
                        node = parent;
                    }
                    node.parent.black = true;
                    grandparent.black = false;
                    rotateRight(grandparent);
                }
            } else {
                if (isRed(grandparent.left)) {
                    parent.black = true;
                    grandparent.left.black = true;
                    grandparent.black = false;
                    node = grandparent;
                } else {
                    if (node == parent.left) {
                        rotateRight(parent);
                        node = parent;
                    }
                    node.parent.black = true;
                    grandparent.black = false;
                    rotateLeft(grandparent);
                }
            }
        }
        root.black = true;
    }

    /** The paths through the node have one black node too few. */
    private /*@ helper @*/ void repairAfterRemove(Node node) {
        while (node != root && node.black) {
            Node parent = node.parent;
            if (node == parent.left) {
                Node sibling = parent.right;
                if (isRed(sibling)) {
                    sibling.black = true;
                    parent.black = false;
                    rotateLeft(parent);
                    sibling = parent.right;
                }
                if (!isRed(sibling.left) && !isRed(sibling.right)) {
                    sibling.black = false;
                    node = parent;
                } else {
                    if (!isRed(sibling.right)) {
                        sibling.left.black = true;
                        sibling.black = false;
                        rotateRight(sibling);
                        sibling = parent.right;
                    }
                    sibling.black = parent.black;
                    parent.black = true;
                    sibling.right.black = true;
                    rotateLeft(parent);
                    node = root;
                }
            } else {
                Node sibling = parent.left;
                if (isRed(sibling)) {
                    sibling.black = true;
                    parent.black = false;
                    rotateRight(parent);
                    sibling = parent.left;
                }
                if (!isRed(sibling.left) && !isRed(sibling.right)) {
                    sibling.black = false;
                    node = parent;
                } else {
                    if (!isRed(sibling.left)) {
                        sibling.right.black = true;
                        sibling.black = false;
                        rotateLeft(sibling);
                        sibling = parent.left;
                    }
                    sibling.black = parent.black;
                    parent.black = true;
                    sibling.left.black = true;
                    rotateRight(parent);
                    node = root;
                }
            }
        }
        node.black = true;
    }
}
