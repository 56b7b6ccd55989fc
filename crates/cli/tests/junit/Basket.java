import java.util.*;
public class Basket {
    private List<Integer> items = new ArrayList<>();
    private Map<String, Integer> map = new HashMap<>();
    //@ ensures items.size() == \old(items.size()) + 1;
    public void add(int x) { if (!items.contains(x)) items.add(x); }
    //@ ensures map.get(k) == v;
    public void put(String k, Integer v) { if (!map.containsKey(k)) map.put(k, v); }
    public int first() { return items.get(0); }
    //@ ensures \result.size() == c.size();
    public static List<Integer> copy(Collection<Integer> c) { return new ArrayList<>(new HashSet<>(c)); }
    public int next(Iterator<Integer> it) { return it.next(); }
}
