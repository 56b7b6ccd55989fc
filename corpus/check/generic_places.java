// tightrope: --scope 2
// What type arguments say of a place: never that it is always null.
/*@ nullable_by_default @*/ public class Places {
    static class Node<T> {
        T item;
        Node<T> next;
    }

    interface Shape<T> {
        T get();
    }

    static class IntShape implements Shape<Integer> {
        public Integer get() {
            return 1;
        }
    }

    static abstract class Base<T> {
        T value;
    }

    static class IntBase extends Base<Integer> {
    }

    static class Key implements Comparable<Key> {
        public int compareTo(Key other) {
            return 0;
        }
    }

    Node<Integer[]> boxes;
    Node<int[]> numbers;
    Shape<String> shape;
    Base<String> base;
    Comparable<Integer> number;
    Comparable<String> text;
    Comparable<Places> place;

    // Violated: the item may be an array with a 4 in it.
    //@ ensures \result;
    boolean isThree() {
        return boxes == null || boxes.item == null || boxes.item.length == 0 || boxes.item[0] == null || boxes.item[0] == 3;
    }

    // Violated, and by nothing but its contract: an item is an array of ints.
    //@ ensures \result;
    boolean isEmpty() {
        return numbers == null || numbers.item == null || numbers.item.length == 0;
    }

    // Violated: a shape of strings is of a class that nobody knows; IntShape is none.
    //@ ensures \result;
    boolean hasNoShape() {
        return shape == null || (Object) shape == this;
    }

    // Nobody knows what it gives.
    //@ ensures \result;
    boolean isFull() {
        return shape == null || shape.get() != null;
    }

    // Violated: the same with an abstract class, which has a field.
    //@ ensures \result;
    boolean hasNoBase() {
        return base == null || base.value == null;
    }

    // Violated: keys are no integers, so there are other numbers to compare.
    //@ ensures \result;
    boolean isLarge() {
        return number == null || number.compareTo(3) > 0;
    }

    // Violated, by a string.
    //@ ensures \result;
    boolean isLater() {
        return text == null || text.compareTo("x") > 0;
    }

    // Nothing at hand is compared with places.
    //@ ensures \result;
    boolean isSame() {
        return place == null || place.compareTo(this) == 0;
    }

    // Holds: the bound of a variable counts.
    <T extends Node<String>> int length(T node) {
        return node == null || node.item == null ? 0 : node.item.length();
    }
}
