// The code of Vaziri and Jackson's Figure 2, with the half that they leave out ("same as above with left and
// right inverted") and RightRotate written out.
class RBNode {
    boolean isRed;
    int key;
    RBNode right;
    RBNode left;
    RBNode parent;

    public RBNode(int i) {
        isRed = false;
        key = i;
    }
}

class RBTree {
    RBNode root;

    void TreeInsert(RBNode z) {
        RBNode k = null;
        RBNode x = this.root;
        while (x != null) {
            k = x;
            if (z.key < x.key) x = x.left;
            else x = x.right;
        }
        z.parent = k;
        if (k == null) this.root = z;
        else if (z.key < k.key) k.left = z;
        else k.right = z;
    }

    static void LeftRotate(RBTree t, RBNode z) {
        RBNode y = z.right;
        z.right = y.left;
        if (y.left != null) y.left.parent = z;
        y.parent = z.parent;
        if (z.parent == null) t.root = y;
        else if (z == z.parent.left) z.parent.left = y;
        else z.parent.right = y;
        y.left = z;
        z.parent = y;
    }

    static void RightRotate(RBTree t, RBNode z) {
        RBNode y = z.left;
        z.left = y.right;
        if (y.right != null) y.right.parent = z;
        y.parent = z.parent;
        if (z.parent == null) t.root = y;
        else if (z == z.parent.right) z.parent.right = y;
        else z.parent.left = y;
        y.right = z;
        z.parent = y;
    }

    static void RBInsert(RBTree t, int i) {
        RBNode h = new RBNode(i);
        t.TreeInsert(h);
        h.isRed = true;
        while (h != t.root && h.parent.isRed == true) {
            if (h.parent == h.parent.parent.left) {
                RBNode y = h.parent.parent.right;
                if (y != null && y.isRed == true) {
                    h.parent.isRed = false;
                    y.isRed = false;
                    h.parent.parent.isRed = true;
                    h = h.parent.parent;
                } else {
                    if (h == h.parent.right) {
                        h = h.parent;
                        LeftRotate(t, h);
                    }
                    h.parent.isRed = false; // bug seeded
                    h.parent.parent.isRed = true;
                    RightRotate(t, h.parent.parent);
                }
            } else {
                RBNode y = h.parent.parent.left;
                if (y != null && y.isRed == true) {
                    h.parent.isRed = false;
                    y.isRed = false;
                    h.parent.parent.isRed = true;
                    h = h.parent.parent;
                } else {
                    if (h == h.parent.left) {
                        h = h.parent;
                        RightRotate(t, h);
                    }
                    h.parent.isRed = false;
                    h.parent.parent.isRed = true;
                    LeftRotate(t, h.parent.parent);
                }
            }
        }
        t.root.isRed = false;
    }
}
