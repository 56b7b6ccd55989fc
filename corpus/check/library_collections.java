// tightrope: --scope 2
// Collections of the library are there before the call, with any elements.
import java.util.*;

/*@ nullable_by_default @*/ public class LibraryCollections {
    List<Integer> list;
    LinkedList<String> linked;
    Deque<Integer> deque;

    // No cast fails.
    int sum() {
        int sum = 0;
        if (list != null) {
            for (Integer number : list) {
                sum += number == null ? 0 : number;
            }
        }
        return sum;
    }

    //@ requires list != null;
    //@ ensures list.size() == \old(list.size()) + 1;
    void append(Integer number) {
        list.add(number);
    }

    // There are lists with an element: this does not hold.
    //@ requires list != null;
    //@ ensures \result;
    boolean isEmpty() {
        return list.isEmpty();
    }

    // The null in a list: this does not hold.
    int first() {
        return list == null || list.isEmpty() ? 0 : list.get(0);
    }

    // Links of both directions agree.
    //@ ensures \result;
    boolean sameEnds() {
        if (linked == null || linked.isEmpty()) {
            return true;
        }
        Iterator<String> backwards = linked.descendingIterator();
        String last = null;
        while (backwards.hasNext()) {
            last = backwards.next();
        }
        return last == linked.getFirst();
    }

    // A deque has no null.
    int head() {
        return deque == null || deque.isEmpty() ? 0 : deque.peekFirst();
    }

    // Two places may hold one list: this does not hold.
    //@ requires other != null && list != null;
    //@ ensures list.size() == \old(list.size());
    void shared(List<Integer> other) {
        other.clear();
    }

    // What a list is made of is its own.
    //@ requires list != null && list.size() > 0 && row.length > 0;
    //@ ensures list.get(0) == \old(list.get(0));
    void own(/*@ non_null @*/ Object[] row) {
        row[0] = null;
    }
}

/*@ nullable_by_default @*/ class Tables {
    Map<String, Integer> map;
    Set<Integer> set;

    // Keys are there once.
    //@ requires map != null && key != null;
    //@ ensures !map.containsKey(key);
    void forget(String key) {
        map.remove(key);
    }

    // Elements are there once.
    //@ requires set != null && number != null;
    //@ ensures !set.contains(number);
    void drop(Integer number) {
        set.remove(number);
    }

    // Some keys are there: this does not hold.
    //@ requires map != null && key != null;
    //@ ensures \result;
    boolean knowsNothing(String key) {
        return !map.containsKey(key);
    }
}

/*@ nullable_by_default @*/ class Sorted {
    TreeMap<Integer, Integer> sorted;
    TreeSet<Integer> tree;

    // Keys ascend.
    //@ ensures \result;
    boolean ascending() {
        return sorted == null || sorted.size() < 2 || sorted.firstKey() < sorted.lastKey();
    }

    // No greater number is between them.
    //@ requires tree != null && number != null;
    //@ ensures \result == null || \result >= number;
    Integer ceiling(Integer number) {
        return tree.ceiling(number);
    }

    // There may be two: this does not hold.
    //@ ensures \result;
    boolean atMostOne() {
        return tree == null || tree.size() < 2 || tree.first().equals(tree.last());
    }
}

// A subclass of a collection.
/*@ nullable_by_default @*/ class Names extends ArrayList<String> {
    //@ ensures \result == 0 || \result >= 0;
    int length() {
        return isEmpty() || get(0) == null ? 0 : get(0).length();
    }
}

// What a constructor makes.
/*@ nullable_by_default @*/ class Stacked {
    private final List<Integer> items = new ArrayList<>();

    //@ ensures items.size() == \old(items.size()) + 1;
    void push(Integer item) {
        items.add(item);
    }

    // An empty one throws: this does not hold.
    Integer pop() {
        return items.remove(items.size() - 1);
    }
}
