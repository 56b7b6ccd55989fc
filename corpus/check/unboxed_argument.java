// A value of a primitive type where a type variable takes its type from several arguments: it is boxed.
import java.util.*;
class UnboxedArgument {
    static <T> T pick(T a, T b) { return b; }
    //@ ensures \result;
    static boolean isNull() { Object o = pick("a", 0); return o == null; }
    //@ ensures \result;
    static boolean first() { Object x = new Object(); Object o = pick("a", 1); return o == x; }
    static String crash() { Object o = pick('a', 1); return "" + o; }
    static String list() { List<Object> l = Arrays.asList("a", 1); return "" + l; }
    static int put() { Map<Object, Object> m = new HashMap<>(); m.put(pick("a", 1), 2); return m.get(1) == null ? 0 : 1; }
}
