// tightrope: --scope 3
// Runs that repeat themselves never end.
class Ring {
    Ring next;
    int value;

    // On a cycle that does not lead to null.
    int length() {
        int length = 0;
        for (Ring ring = next; ring != null; ring = ring.next) {
        }
        return length;
    }

    void wait(boolean always) {
        while (always) {
        }
    }

    // It ends on every heap: at most three objects.
    boolean finds(int wanted) {
        Ring slow = this;
        Ring fast = this;
        while (fast != null && fast.next != null) {
            slow = slow.next;
            fast = fast.next.next;
            if (slow == fast) {
                return false;
            }
        }
        return value == wanted;
    }
}
