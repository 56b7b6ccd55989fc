// tightrope: --from api=5
// A word of two letters asks a child that is not there for its own.
public class WordTrie {
    private static final int LETTERS = 26;

    private static class Node {
        final Node[] children = new Node[LETTERS];
        boolean word;
        int count;
    }

    private final Node root = new Node();

    public boolean add(String word) {
        Node node = root;
        for (int i = 0; i < word.length(); i++) {
            int letter = word.charAt(i) - 'a';
            if (node.children[letter] == null) {
                node.children[letter] = new Node();
                node.count++;
            }
            node = node.children[letter];
        }
        boolean added = !node.word;
        node.word = true;
        return added;
    }

    public boolean contains(String word) {
        Node node = root;
        for (int i = 0; i < word.length(); i++) {
            node = node.children[word.charAt(i) - 'a'];
        }
        return node != null && node.word;
    }

    public boolean remove(String word) {
        return remove(root, word, 0);
    }

    private boolean remove(Node node, String word, int depth) {
        if (depth == word.length()) {
            boolean had = node.word;
            node.word = false;
            return had;
        }
        int letter = word.charAt(depth) - 'a';
        Node child = node.children[letter];
        if (child == null || !remove(child, word, depth + 1)) {
            return false;
        }
        if (child.count == 0 && !child.word) {
            node.children[letter] = null;
            node.count--;
        }
        return true;
    }
}
