// tightrope: --scope 3 --max-steps 100000
import java.util.List;

/** Static methods that nobody has specified: what callers are expected not to pass is a note. */
class StaticArguments {
    static class Link {
        int value;
        Link next;
        Link child;
    }

    /** Its array is there from the beginning, and nobody puts another one there. */
    static class Trie {
        Trie[] children = new Trie[2];
        boolean isWord;
    }

    static int sum(List<Integer> numbers) {
        int sum = 0;
        for (int number : numbers) {
            sum += number;
        }
        return sum;
    }

    static int longest(String[] words) {
        int longest = 0;
        for (String word : words) {
            longest = Math.max(longest, word.length());
        }
        return longest;
    }

    /** Does not end where a child is also the next one. */
    static void flatten(Link link) {
        while (link != null) {
            if (link.child != null) {
                Link last = link.child;
                while (last.next != null) {
                    last = last.next;
                }
                last.next = link.next;
                link.next = link.child;
                link.child = null;
            }
            link = link.next;
        }
    }

    static boolean isLeaf(Trie trie) {
        return trie.children[0] == null && trie.children[1] == null;
    }

    /** A mistake that no argument excuses. */
    static boolean hasThird(Trie trie) {
        return trie.children[2] != null;
    }
}
