class Stack {
    private Node top;

    void push(int value) {
        Node node = new Node();
        node.value = value;
        node.below = top;
        top = node;
    }

    static class Node {
        int value;
        Node below;
    }
}
