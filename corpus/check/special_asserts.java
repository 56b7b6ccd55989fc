// tightrope: --engine explore --scope 2
// What an assert of `RepOk` does not allow is not tried, and is no invariant that throws.
import java.util.HashSet;
import java.util.Set;

final class RepOk {
    /** Something that has to be so is not. */
    public static class Violated extends RuntimeException {
    }

    private RepOk() {
    }

    public static void assertTrue(boolean condition) {
        if (!condition) {
            throw new Violated();
        }
    }

    /** Both are the same object, or both are null. */
    public static void assertEqual(Object left, Object right) {
        if (left != right) {
            throw new Violated();
        }
    }

    public static void assertEqual(int left, int right) {
        if (left != right) {
            throw new Violated();
        }
    }

    public static void assertGreater(int left, int right) {
        if (left <= right) {
            throw new Violated();
        }
    }

    public static void assertGreaterOrEqual(int left, int right) {
        if (left < right) {
            throw new Violated();
        }
    }

    /** The node is null, or it is met for the first time: for all nodes on the way through a tree. */
    public static <T> void assertTree(Set<T> met, T node) {
        if (node != null && !met.add(node)) {
            throw new Violated();
        }
    }
}

class Ring {
    static class Node {
        int value;
        Node next;
        Node previous;
    }

    Node first;

    boolean repOk() {
        Set<Node> met = new HashSet<Node>();
        Node before = null;
        for (Node node = first; node != null; node = node.next) {
            RepOk.assertTree(met, node);
            RepOk.assertEqual(node.previous, before);
            if (before != null) {
                RepOk.assertGreater(node.value, before.value);
            }
            before = node;
        }
        return true;
    }

    void removeFirst() {
        if (first != null) {
            first = first.next;
            if (first != null) {
                first.previous = null;
            }
        }
    }

    void removeFirstWrongly() {
        if (first != null) {
            first = first.next;
        }
    }
}
