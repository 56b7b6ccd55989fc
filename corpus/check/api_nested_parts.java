// tightrope: --from api=4
import java.util.ArrayList;
import java.util.List;

/** Nodes are parts of the tree: its own code decides how they are made and called. */
public class Ternary {
    private Node root;

    public void add(int key) {
        if (root == null) {
            root = new Node(key);
        } else {
            root.add(key);
        }
    }

    public int least() {
        return root.least();
    }

    static class Node {
        int[] keys;
        int size;
        final List<Leaf> leaves = new ArrayList<>();

        Node(int key) {
            this.keys = new int[8];
            this.keys[0] = key;
            this.size = 1;
        }

        void add(int key) {
            if (size < keys.length) {
                keys[size++] = key;
            }
        }

        int least() {
            return keys[size - 1];
        }

        int at(int[] order, int index) {
            return keys[order[index]];
        }
    }

    static class Leaf {
        String text;

        int length() {
            return text.length();
        }
    }
}
