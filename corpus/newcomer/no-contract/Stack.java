/** Plain Java: what `peek` does on an empty stack is meant, what `pop` does is not. */
public class Stack<T> {
    private Node<T> top;
    private int size;

    public void push(T value) {
        Node<T> node = new Node<>();
        node.value = value;
        node.below = top;
        top = node;
        size++;
    }

    public T pop() {
        T value = top.value;
        top = top.below;
        size--;
        return value;
    }

    public T peek() {
        if (top == null) {
            throw new IllegalStateException("empty");
        }
        return top.value;
    }

    public boolean isFirst(T value) {
        return value.equals(peek());
    }

    private static class Node<T> {
        T value;
        Node<T> below;
    }
}
