// tightrope: --scope 2
// Type arguments say what a place of a generic class may hold.
/*@ nullable_by_default @*/ public class GenericFields {
    static class Node<T> {
        T item;
        Node<T> next;
    }

    static class Names extends Node<String> {
    }

    static class Pair<A, B> {
        A first;
        B second;
    }

    Node<Integer> head;
    Node<?> any;
    Pair<String, Node<Integer>> pair;
    Node<Integer>[] row;
    Node<? extends Number> numbers;

    // No cast fails.
    int sum() {
        int sum = 0;
        int count = 0;
        for (Node<Integer> node = head; node != null && count++ < 3; node = node.next) {
            if (node.item != null) {
                sum += node.item;
            }
        }
        return sum;
    }

    // Through another argument, and an array.
    int nested() {
        Node<Integer> node = pair == null ? null : pair.second;
        int length = pair == null || pair.first == null ? 0 : pair.first.length();
        Integer item = row == null || row.length == 0 || row[0] == null ? null : row[0].item;
        return node == null || node.item == null ? length : node.item + (item == null ? 0 : item);
    }

    // A bound is no more than a bound.
    int bounded() {
        Number number = numbers == null ? null : numbers.item;
        return number == null ? 0 : number.intValue();
    }

    // The argument of the superclass counts.
    static int names(Names names) {
        return names == null || names.item == null ? 0 : names.item.length();
    }

    // A `Node<?>` may be the `Node<Integer>`: this does not hold.
    //@ ensures \result;
    boolean apart() {
        return any == null || any != head;
    }

    // A `Node<Integer>` is no `Node<String>`.
    //@ ensures \result;
    static boolean different(Node<Integer> one, Node<String> other) {
        return one == null || (Object) one != (Object) other;
    }

    // Whatever it holds: this does not hold.
    //@ ensures \result;
    boolean noString() {
        return any == null || !(any.item instanceof String);
    }

    // Some are there: this does not hold.
    //@ ensures \result;
    boolean none() {
        return head == null || head.item == null;
    }

    // Unchecked: this does not hold.
    @SuppressWarnings("unchecked")
    int unchecked() {
        Node<Integer> node = (Node<Integer>) any;
        return node == null || node.item == null ? 0 : node.item;
    }
}
