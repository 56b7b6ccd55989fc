// while: break, continue, an endless loop left by return, a condition with an effect.
class Loops {
    Loops next;
    int value;

    int length() {
        int length = 0;
        Loops node = this;
        while (node != null) {
            node = node.next;
            length++;
        }
        return length;
    }

    Loops find(int wanted) {
        Loops node = this;
        while (true) {
            if (node == null) break;
            if (node.value == wanted) return node;
            node = node.next;
            continue;
        }
        return null;
    }

    int drain(int[] items) {
        int at = 0, sum = 0;
        while (at < items.length && items[at++] != 0) sum += at;
        return sum;
    }
}
