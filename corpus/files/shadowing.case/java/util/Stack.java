// The user's own version of a library class takes the place of the library's.
package java.util;

public class Stack<E> {
    private Object top;

    public void push(E item) {
        top = item;
    }

    public int depth() {
        return top == null ? 0 : 1;
    }
}
