// do-while: the condition comes after the body; continue goes to the condition.
class DoWhile {
    DoWhile next;

    int circle() {
        int length = 0;
        DoWhile node = this;
        do {
            length++;
            node = node.next;
            if (node == null) continue;
            if (length > 100) break;
        } while (node != null && node != this);
        return length;
    }
}
