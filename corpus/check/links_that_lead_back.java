// tightrope: --scope 2
// Nobody says which links are valid. A tree whose branches lead back up is the caller's mistake; a list
// that can be walked in both directions is not.

class Trees {
    static class Branch {
        Branch left;
        Branch right;
    }

    static int size(Branch tree) {
        return tree == null ? 0 : 1 + size(tree.left) + size(tree.right);
    }
}

class Lists {
    static class Link {
        Link next;
        Link previous;
    }

    // Goes back where it came from.
    static int length(Link list) {
        int length = 0;
        while (list != null) {
            list = list.next == null ? null : list.next.previous;
        }
        return length;
    }
}
