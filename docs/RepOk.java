import java.util.Set;

/** Asserts for `repOk` methods. Copy this file: a search tries no value with which one of them fails. */
public final class RepOk {
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
