// Sets, maps, sorted collections, priority queues.
import java.util.*;

public class Collections2 {
    static final class Key {
        final int value;
        Key(int value) { this.value = value; }
        public boolean equals(Object o) { return o instanceof Key && ((Key) o).value == value; }
        public int hashCode() { return value; }
        public String toString() { return "k" + value; }
    }
    static final class Plain { }
    static <T> String sorted(Collection<T> c) { Object[] a = c.toArray(); Arrays.sort(a); return Arrays.toString(a); }
    static Set<Integer> hashed(int... values) { Set<Integer> set = new HashSet<>(); for (int value : values) set.add(value); return set; }
    static TreeSet<Integer> tree(int... values) { TreeSet<Integer> set = new TreeSet<>(); for (int value : values) set.add(value); return set; }

    static String testHashSet() { Set<Integer> a = new HashSet<>(); return a.add(1) + "" + a.add(1) + a.add(null) + a.add(null) + a.size() + a.contains(null) + a.remove(1) + a.remove(1) + a.contains(1) + a; }
    static boolean testHashSetKeys() { Set<Key> a = new HashSet<>(); a.add(new Key(1)); return a.contains(new Key(1)) && !a.add(new Key(1)) && a.remove(new Key(1)) && a.isEmpty(); }
    static boolean testHashSetPlain() { Set<Plain> a = new HashSet<>(); Plain p = new Plain(); return a.add(p) && !a.add(p) && a.add(new Plain()) && a.size() == 2 && a.contains(p) && !a.contains(new Plain()); }
    static boolean testHashSetEquals() { return hashed(1, 2, 300).equals(tree(300, 2, 1)) && tree(1, 2).equals(hashed(2, 1)) && !hashed(1).equals(hashed(2)) && !hashed(1).equals(Arrays.asList(1)) && hashed(1, 2).hashCode() == 3; }
    static String testHashSetBulk() { Set<Integer> a = hashed(1, 2, 3, 4); a.removeAll(Arrays.asList(1, 9)); a.retainAll(hashed(2, 3, 7)); a.addAll(hashed(5)); return sorted(a) + a.containsAll(Arrays.asList(2, 5)); }
    static int testHashSetModified() { Set<Integer> a = hashed(1, 2, 3); for (int x : a) a.add(x + 10); return 0; }
    static int testHashSetModifiedSame() { Set<Integer> a = hashed(1, 2, 3); int n = 0; for (int x : a) { n++; a.add(x); } return n; }
    static String testHashSetIteratorRemove() { Set<Integer> a = hashed(1, 2, 3, 4); for (Iterator<Integer> i = a.iterator(); i.hasNext();) if (i.next() % 2 == 0) i.remove(); return sorted(a); }
    static int testHashSetIteratorEnd() { return new HashSet<Integer>().iterator().next(); }
    static boolean testHashSetClone() { HashSet<Integer> a = new HashSet<>(hashed(1)); Object b = a.clone(); a.add(2); return b.equals(hashed(1)); }
    static boolean testHashSetNegative() { return new HashSet<String>(-1).isEmpty(); }
    static String testLinkedHashSet() { Set<String> a = new LinkedHashSet<>(); a.add("z"); a.add("a"); a.add("z"); a.add("m"); a.remove("a"); a.add("a"); return a.toString(); }

    static String testHashMap() { Map<String, Integer> m = new HashMap<>(); return m.put("a", 1) + "" + m.put("a", 2) + m.get("a") + m.get("b") + m.putIfAbsent("a", 7) + m.putIfAbsent("b", 8) + m.getOrDefault("c", 9) + m.size() + m.containsKey("b") + m.containsValue(8) + m.remove("a") + m.remove("a") + m; }
    static String testHashMapNull() { Map<String, Integer> m = new HashMap<>(); m.put(null, 1); m.put("x", null); return m.get(null) + "" + m.containsKey("x") + m.get("x") + m.containsValue(null) + m.getOrDefault("x", 5) + m.putIfAbsent("x", 6) + m.get("x") + m.remove(null) + m.size(); }
    static String testHashMapReplace() { Map<String, Integer> m = new HashMap<>(); m.put("a", 1); return m.replace("a", 2) + "" + m.replace("b", 3) + m.replace("a", 2, 4) + m.replace("a", 2, 5) + m.remove("a", 9) + m.remove("a", 4) + m; }
    static String testHashMapViews() { Map<Integer, String> m = new HashMap<>(); m.put(1, "x"); m.put(2, "y"); m.put(3, "x"); m.values().remove("x"); m.keySet().remove(9); boolean c = m.values().contains("y"); m.keySet().retainAll(Arrays.asList(2)); return m + "" + c + m.keySet() + m.values() + m.entrySet(); }
    static boolean testKeySetAdd() { return new HashMap<Integer, Integer>().keySet().add(1); }
    static String testEntries() { Map<Integer, String> m = new LinkedHashMap<>(); m.put(1, "x"); m.put(2, "y"); for (Map.Entry<Integer, String> e : m.entrySet()) e.setValue(e.getValue() + e.getKey()); Map.Entry<Integer, String> first = m.entrySet().iterator().next(); m.put(1, "new"); return m + first.getValue() + first + m.entrySet().contains(new AbstractMap.SimpleEntry<>(2, "y2")) + m.entrySet().remove(new AbstractMap.SimpleEntry<>(2, "no")) + first.hashCode(); }
    static boolean testMapEquals() { Map<Integer, String> a = new HashMap<>(), b = new TreeMap<>(), c = new LinkedHashMap<>(); a.put(1, "x"); a.put(200, null); b.put(200, null); b.put(1, "x"); c.put(1, "x"); return a.equals(b) && b.equals(a) && !a.equals(c) && a.hashCode() == b.hashCode() && !a.equals(null); }
    static int testMapHash() { Map<String, Integer> m = new HashMap<>(); m.put("abc", 5); m.put(null, -7); return m.hashCode(); }
    static int testHashMapModified() { Map<Integer, Integer> m = new HashMap<>(); m.put(1, 1); m.put(2, 2); for (int k : m.keySet()) m.remove(2 - k + 1); return m.size(); }
    static int testHashMapPutExisting() { Map<Integer, Integer> m = new HashMap<>(); m.put(1, 1); m.put(2, 2); int n = 0; for (int k : m.keySet()) { m.put(k, 5); n++; } return n; }
    static boolean testHashMapIteratorRemoveTwice() { Map<Integer, Integer> m = new HashMap<>(); m.put(1, 1); Iterator<Integer> i = m.values().iterator(); i.next(); i.remove(); i.remove(); return true; }
    static int testHashMapNegative() { return new HashMap<String, String>(-5).size(); }
    static String testHashMapPutAll() { Map<Integer, Integer> m = new TreeMap<>(), h = new HashMap<>(); m.put(2, 3); m.put(1, 4); h.put(2, 9); h.putAll(m); return h.get(2) + "" + h.get(1) + new HashMap<>(m).equals(m); }
    static String testLinkedHashMap() { Map<String, Integer> m = new LinkedHashMap<>(); m.put("z", 1); m.put("a", 2); m.put("z", 3); m.get("a"); return m.toString() + m.keySet() + m.values(); }
    static class Cache extends LinkedHashMap<Integer, String> { protected boolean removeEldestEntry(Map.Entry<Integer, String> eldest) { return size() > 2; } }
    static String testCache() { Cache c = new Cache(); for (int i = 0; i < 5; i++) c.put(i, "v" + i); return c.toString(); }
    static String testIdentityHashMap() { Map<String, Integer> m = new IdentityHashMap<>(); String a = new String("k"), b = new String("k"); m.put(a, 1); m.put(b, 2); return m.size() + "" + m.get(a) + m.get(b) + m.get("k") + m.containsKey(a) + m.remove(b) + m.size(); }
    static boolean testMapSelf() { Map<Integer, Object> m = new HashMap<>(); m.put(1, m); return m.toString().equals("{1=(this Map)}"); }
    static String testMapOf() { Map<String, Integer> m = Map.of("a", 1); return m + "" + m.get("a") + m.get("b") + m.containsKey("a") + Map.of("a", 1, "b", 2).equals(new HashMap<>(Map.of("b", 2, "a", 1))) + Set.of(3).contains(3); }
    static int testMapOfPut() { return Map.of("a", 1).put("b", 2); }
    static int testMapOfDuplicate() { return Map.of("a", 1, "a", 2).size(); }
    static int testSetOfDuplicate() { return Set.of(1, 1).size(); }
    static boolean testMapOfNull() { return Map.of("a", 1).containsKey(null); }
    static Integer testUnmodifiableMap() { return Collections.unmodifiableMap(new HashMap<Integer, Integer>()).put(1, 1); }
    static String testEmpties() { return Collections.emptyMap() + "" + Collections.emptySet() + Collections.singleton(1) + Collections.singletonMap("k", "v") + Collections.emptyIterator().hasNext(); }
    static boolean testEmptySetAdd() { return Collections.<Integer>emptySet().add(1); }

    static String testTreeSet() { TreeSet<Integer> a = tree(5, 1, 9, 3, 5); return a + "" + a.first() + a.last() + a.lower(5) + a.floor(4) + a.ceiling(4) + a.higher(9) + a.higher(5) + a.lower(1) + a.pollFirst() + a.pollLast() + a.size(); }
    static String testTreeSetDescending() { TreeSet<Integer> a = tree(1, 2, 3); String s = a.descendingSet() + ""; for (Iterator<Integer> i = a.descendingIterator(); i.hasNext();) { int x = i.next(); s += x; if (x == 2) i.remove(); } return s + a + a.descendingSet().first(); }
    static String testTreeSetParts() { TreeSet<Integer> a = tree(1, 3, 5, 7, 9); SortedSet<Integer> h = a.headSet(5), t = a.tailSet(5), s = a.subSet(2, 8); a.add(4); t.add(20); s.remove(7); return h + "" + t + s + a + s.first() + t.last() + h.size() + a.headSet(5, true) + a.tailSet(5, false) + a.subSet(3, false, 9, true); }
    static boolean testTreeSetPartAdd() { return tree(1, 3).headSet(3).add(3); }
    static int testTreeSetPartBackwards() { return tree(1, 3).subSet(3, 1).size(); }
    static int testTreeSetFirstEmpty() { return tree().first(); }
    static boolean testTreeSetNull() { return tree(1).add(null); }
    static boolean testTreeSetNullEmpty() { return tree().add(null); }
    static boolean testTreeSetNullContains() { return tree().contains(null); }
    static boolean testTreeSetPlain() { return new TreeSet<Object>().add(new Plain()); }
    static boolean testTreeSetMixed() { TreeSet<Object> a = new TreeSet<>(); a.add(1); return a.add("x"); }
    static int testTreeSetModified() { TreeSet<Integer> a = tree(1, 2, 3); for (int x : a) a.remove(3); return 0; }
    static int testTreeSetModifiedAtEnd() { TreeSet<Integer> a = tree(1, 2); int n = 0; for (int x : a) { n++; if (x == 2) a.add(7); } return n; }
    static String testTreeSetComparator() { TreeSet<String> a = new TreeSet<>(Comparator.<String>reverseOrder()); a.add("b"); a.add("a"); a.add("c"); return a + "" + a.first() + a.headSet("b") + a.ceiling("bb") + new TreeSet<>(a) + (a.comparator() != null); }
    static String testTreeSetStrings() { return new TreeSet<>(Arrays.asList("pear", "apple", "fig", "apple", "Zoo", "")).toString(); }
    static String testTreeMap() { TreeMap<String, Integer> m = new TreeMap<>(); m.put("b", 2); m.put("a", 1); m.put("c", 3); m.put("b", 5); return m + m.firstKey() + m.lastKey() + m.floorKey("bb") + m.higherKey("c") + m.ceilingEntry("b") + m.lowerEntry("a") + m.firstEntry() + m.pollLastEntry() + m + m.get("c") + m.containsKey("a") + m.keySet() + m.values() + m.descendingMap() + m.descendingKeySet() + m.navigableKeySet(); }
    static String testTreeMapParts() { TreeMap<Integer, String> m = new TreeMap<>(); for (int i = 0; i < 10; i += 2) m.put(i, "v" + i); NavigableMap<Integer, String> d = m.descendingMap(); return m.headMap(4) + "" + m.tailMap(4) + m.subMap(1, 7) + d.headMap(4) + d.tailMap(4, false) + d.subMap(7, true, 2, false) + d.firstKey() + d.lowerKey(4) + d.floorKey(5) + d.higherKey(4) + d.ceilingKey(9) + m.subMap(2, true, 6, true).headMap(6) + d.descendingMap() + m.subMap(1, 7).firstKey() + m.headMap(6).lastKey() + m.headMap(0).isEmpty(); }
    static String testTreeMapPartWrites() { TreeMap<Integer, Integer> m = new TreeMap<>(); for (int i = 0; i < 5; i++) m.put(i, i); SortedMap<Integer, Integer> s = m.subMap(1, 4); s.put(2, 20); s.remove(3); s.remove(4); for (Map.Entry<Integer, Integer> e : s.entrySet()) e.setValue(e.getValue() + 100); s.keySet().remove(1); String t = m + "" + s; s.clear(); return t + m; }
    static int testTreeMapPartPut() { return new TreeMap<Integer, Integer>().headMap(3).put(3, 1); }
    static int testTreeMapPartOfPart() { return new TreeMap<Integer, Integer>().headMap(3).headMap(4).size(); }
    static int testTreeMapExported() { TreeMap<Integer, Integer> m = new TreeMap<>(); m.put(1, 1); return m.firstEntry().setValue(4); }
    static int testTreeMapFirstEmpty() { return new TreeMap<Integer, Integer>().firstKey(); }
    static boolean testTreeMapNull() { return new TreeMap<Integer, Integer>().containsKey(null); }
    static boolean testTreeMapKeySetAdd() { return new TreeMap<Integer, Integer>().keySet().add(3); }
    static String testTreeMapClone() { TreeMap<Integer, Integer> m = new TreeMap<>(); m.put(1, 1); Object c = m.clone(); m.put(2, 2); return m + "" + c + new TreeMap<>(m).equals(m) + m.hashCode(); }

    static String drain(PriorityQueue<Integer> q) { String s = q.toString(); while (!q.isEmpty()) s += " " + q.poll() + q; return s; }
    static String testPriorityQueue() { PriorityQueue<Integer> q = new PriorityQueue<>(); for (int x : new int[] {5, 3, 8, 1, 9, 2, 7, 3}) q.add(x); return drain(q); }
    static String testPriorityQueueFrom() { return drain(new PriorityQueue<>(Arrays.asList(9, 8, 7, 6, 5, 4, 3, 2, 1))); }
    static String testPriorityQueueReverse() { PriorityQueue<Integer> q = new PriorityQueue<>(Collections.reverseOrder()); for (int x : new int[] {5, 3, 8, 1}) q.offer(x); return q.peek() + drain(new PriorityQueue<>(q)); }
    static String testPriorityQueueRemove() { PriorityQueue<Integer> q = new PriorityQueue<>(Arrays.asList(1, 5, 2, 9, 6, 4, 3)); boolean x = q.remove(5), y = q.remove(77); q.removeAll(Arrays.asList(9, 2)); return drain(q) + x + y; }
    static String testPriorityQueueIteratorRemove() { PriorityQueue<Integer> q = new PriorityQueue<>(); for (int x : new int[] {0, 10, 1, 11, 12, 2, 3, 13, 14, 15, 16, 4}) q.add(x); String s = ""; for (Iterator<Integer> i = q.iterator(); i.hasNext();) { int x = i.next(); s += x + ","; if (x == 13 || x == 11 || x == 4) i.remove(); } return s + q; }
    static boolean testPriorityQueueNull() { return new PriorityQueue<Integer>().add(null); }
    static boolean testPriorityQueuePlain() { return new PriorityQueue<Object>().add(new Plain()); }
    static int testPriorityQueueRemoveEmpty() { return new PriorityQueue<Integer>().remove(); }
    static int testPriorityQueueElementEmpty() { return new PriorityQueue<Integer>().element(); }
    static String testPriorityQueuePollEmpty() { return new PriorityQueue<Integer>().poll() + "" + new PriorityQueue<Integer>().peek(); }
    static int testPriorityQueueModified() { PriorityQueue<Integer> q = new PriorityQueue<>(Arrays.asList(1, 2)); for (int x : q) q.add(x); return 0; }
    static int testPriorityQueueCapacity() { return new PriorityQueue<Integer>(0).size(); }

    static String testOptional() { Optional<String> a = Optional.of("x"), b = Optional.empty(); return a + "" + b + a.get() + a.isPresent() + b.isEmpty() + b.orElse("y") + Optional.ofNullable(null).equals(b) + a.equals(Optional.of("x")) + a.hashCode(); }
    static String testOptionalEmpty() { return Optional.<String>empty().get(); }
    static boolean testOptionalOfNull() { return Optional.of(null).isPresent(); }
    static String testObjects() { return Objects.hash(1, "a", null) + Objects.toString(null) + Objects.toString(null, "d") + Objects.equals(null, null) + Objects.equals(1000, 1000) + Objects.hashCode(null) + Objects.requireNonNullElse(null, "e") + Objects.isNull(null) + Objects.checkIndex(1, 2); }
    static Object testRequireNonNull() { return Objects.requireNonNull(null, "gone") == null ? "x" : "y"; }
    static int testCheckIndex() { return Objects.checkIndex(2, 2); }
    static class Pairs extends AbstractMap<String, Integer> { final Set<Map.Entry<String, Integer>> entries = new LinkedHashSet<>(); Pairs() { entries.add(new SimpleEntry<>("a", 1)); entries.add(new SimpleImmutableEntry<>("b", 2)); } public Set<Map.Entry<String, Integer>> entrySet() { return entries; } }
    static String testOwnMap() { Pairs m = new Pairs(); return m + "" + m.get("b") + m.containsKey("c") + m.containsValue(1) + m.keySet() + m.values() + m.remove("a") + m + m.size() + m.hashCode(); }
    static int testOwnMapPut() { return new Pairs().put("c", 3); }
    static class ByLength implements Comparator<String> { public int compare(String a, String b) { return a.length() - b.length(); } }
    static String testComparators() { List<String> a = new ArrayList<>(Arrays.asList("ccc", "a", "bb", "aaa", "b")); a.sort(new ByLength()); String s = a.toString(); a.sort(new ByLength().reversed()); s += a; a.sort(new ByLength().thenComparing(Comparator.naturalOrder())); return s + a; }
    record Point(int x, Object y) { }
    static String testRecordsInSets() { Set<Point> a = new LinkedHashSet<>(); a.add(new Point(1, "p")); a.add(new Point(1, "p")); a.add(new Point(2, null)); return a.size() + "" + a.contains(new Point(2, null)) + a; }
}
