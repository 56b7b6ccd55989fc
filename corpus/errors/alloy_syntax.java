// tightrope: errors/alloy_syntax.als
class Node {
    int key;
    boolean isRed;
    Node next;
}

class Chain {
    Node first;

    void clear() {
        first = null;
    }

    void clear(int from) {
        first = null;
    }

    void move(Chain to) {
        to.first = first;
        first = null;
    }
}
