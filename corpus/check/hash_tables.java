// tightrope: --scope 2
// What the models of hash tables assume is part of the verdict: that `hashCode` agrees with `equals`, and the order of iteration.
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/*@ nullable_by_default @*/ public class HashTables {
    static class Key {
        int id;

        public boolean equals(Object other) {
            return other instanceof Key && ((Key) other).id == id;
        }
    }

    // On the JVM: false, since identity hash codes differ.
    //@ requires x != null && y != null && x.id == y.id;
    //@ ensures \result;
    static boolean findsEqual(Key x, Key y) {
        Set<Key> set = new HashSet<>();
        set.add(x);
        return set.contains(y);
    }

    // On the JVM: 1.
    //@ ensures \result == 2;
    static int first() {
        Set<Integer> set = new HashSet<>();
        set.add(2);
        set.add(1);
        return set.iterator().next();
    }

    // On the JVM: the same view.
    //@ ensures \result;
    static boolean views() {
        Map<Integer, Integer> map = new HashMap<>();
        return map.keySet() != map.keySet();
    }
}
