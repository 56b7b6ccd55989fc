// repOk: a boolean method of this name is an invariant, with or without JML; isRepOk and the like only if they are named in the options.
class BinaryTree {
    static class Node {
        Node left, right;
        int key;
    }

    Node root;
    int size;

    boolean repOk() {
        return count(root, Integer.MIN_VALUE, Integer.MAX_VALUE) == size;
    }

    private static int count(Node node, int low, int high) {
        if (node == null) return 0;
        if (node.key < low || node.key > high) return -1;
        int left = count(node.left, low, node.key);
        int right = count(node.right, node.key, high);
        return left < 0 || right < 0 ? -1 : left + right + 1;
    }

    boolean contains(int key) {
        Node node = root;
        while (node != null && node.key != key) {
            node = key < node.key ? node.left : node.right;
        }
        return node != null;
    }
}
