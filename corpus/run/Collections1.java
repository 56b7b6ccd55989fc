// Lists, stacks and deques: contents, iteration, views, fail-fast iterators, exceptions.
import java.util.*;

public class Collections1 {
    static List<Integer> numbers(int... values) { List<Integer> list = new ArrayList<>(); for (int value : values) list.add(value); return list; }
    static LinkedList<Integer> linked(int... values) { LinkedList<Integer> list = new LinkedList<>(); for (int value : values) list.add(value); return list; }

    static String testArrayListAdd() { List<Integer> a = numbers(1, 2, 3); a.add(1, 9); a.add(4, 8); a.add(0, 7); return a + " " + a.size(); }
    static String testArrayListGrow() { List<Integer> a = new ArrayList<>(1); for (int i = 0; i < 40; i++) a.add(i / 2, i); return a.toString(); }
    static int testArrayListGetBad() { return numbers(1, 2).get(2); }
    static int testArrayListGetNegative() { return numbers(1, 2).get(-1); }
    static String testArrayListMessages() {
        String s = "";
        try { numbers(1, 2).get(2); } catch (IndexOutOfBoundsException e) { s += e.getMessage(); }
        try { numbers(1, 2).add(4, 0); } catch (IndexOutOfBoundsException e) { s += "|" + e.getMessage(); }
        try { new ArrayList<String>(-3); } catch (IllegalArgumentException e) { s += "|" + e.getMessage(); }
        return s;
    }
    static boolean testArrayListAddBad() { numbers(1).add(2, 5); return true; }
    static int testArrayListSet() { List<Integer> a = numbers(1, 2); int old = a.set(1, 5); return old * 100 + a.get(1); }
    static int testArrayListSetBad() { return new ArrayList<Integer>().set(0, 1); }
    static String testArrayListRemoveIndex() { List<Integer> a = numbers(5, 6, 7); int x = a.remove(1); return x + "" + a; }
    static String testArrayListRemoveObject() { List<Integer> a = numbers(5, 6, 5); boolean x = a.remove(Integer.valueOf(5)); boolean y = a.remove(Integer.valueOf(9)); return x + " " + y + a; }
    static int testArrayListRemoveBad() { return numbers().remove(0); }
    static String testArrayListNulls() { List<String> a = new ArrayList<>(); a.add(null); a.add("x"); a.add(null); return a.indexOf(null) + " " + a.lastIndexOf(null) + " " + a.contains(null) + " " + a.indexOf("x") + " " + a.indexOf("y") + a; }
    static String testArrayListAddAll() { List<Integer> a = numbers(1, 2); boolean x = a.addAll(numbers(8, 9)); boolean y = a.addAll(1, a); boolean z = a.addAll(new ArrayList<Integer>()); return a + " " + x + y + z; }
    static String testArrayListRemoveAll() { List<Integer> a = numbers(1, 2, 3, 2, 1); boolean x = a.removeAll(numbers(1, 3)); boolean y = a.retainAll(numbers(2)); return a + " " + x + y; }
    static String testArrayListRetainAll() { List<Integer> a = numbers(1, 2, 3, 2, 1); boolean x = a.retainAll(numbers(1, 7)); return a + " " + x; }
    static boolean testArrayListRemoveAllNull() { return numbers(1).removeAll(null); }
    static String testArrayListClear() { List<Integer> a = numbers(1, 2); a.clear(); return a + " " + a.isEmpty() + a.size(); }
    static boolean testArrayListEquals() { return numbers(1, 200).equals(linked(1, 200)) && !numbers(1).equals(numbers(1, 2)) && !numbers(1).equals("x") && numbers(1).equals(Arrays.asList(1)); }
    static int testArrayListHashCode() { List<Object> a = new ArrayList<>(); a.add("abc"); a.add(7); a.add(null); a.add(-1L); a.add(true); a.add('c'); return a.hashCode(); }
    static String testArrayListToArray() { Object[] x = numbers(1, 2).toArray(); Integer[] y = numbers(3, 4, 5).toArray(new Integer[0]); Integer[] z = {9, 9, 9, 9}; Integer[] w = numbers(6).toArray(z); return x.length + "" + y.length + y[2] + (w == z) + Arrays.toString(z); }
    static String testArrayListToArrayType() { Object[] y = numbers(3).toArray(new Integer[0]); try { y[0] = "x"; return "no"; } catch (ArrayStoreException e) { return "store"; } }
    static String testArrayListSort() { List<Integer> a = numbers(3, 1, 2, 1); a.sort(null); Collections.sort(a, Collections.reverseOrder()); String s = a.toString(); Collections.sort(a); return s + a; }
    static String testArrayListClone() { ArrayList<Integer> a = new ArrayList<>(numbers(1, 2)); Object b = a.clone(); a.add(3); return a + "" + b + a.equals(b); }
    static String testArrayListSelf() { List<Object> a = new ArrayList<>(); a.add(a); a.add(1); return a.toString(); }
    static int testForEachModified() { List<Integer> a = numbers(1, 2, 3); for (int x : a) a.add(x); return a.size(); }
    static int testForEachLastButOne() { List<Integer> a = numbers(1, 2, 3); int n = 0; for (int x : a) { n++; if (x == 2) a.remove(0); } return n; }
    static int testForEachRemoveFirst() { List<Integer> a = numbers(1, 2, 3); for (int x : a) a.remove(0); return 0; }
    static int testSortWhileIterating() { List<Integer> a = numbers(2, 1); int n = 0; for (int x : a) { n += x; a.sort(null); } return n; }
    static String testIteratorRemove() { List<Integer> a = numbers(1, 2, 3, 4); for (Iterator<Integer> i = a.iterator(); i.hasNext();) if (i.next() % 2 == 0) i.remove(); return a.toString(); }
    static boolean testIteratorRemoveTwice() { Iterator<Integer> i = numbers(1, 2).iterator(); i.next(); i.remove(); i.remove(); return true; }
    static boolean testIteratorRemoveFirst() { numbers(1).iterator().remove(); return true; }
    static int testIteratorEnd() { Iterator<Integer> i = numbers(1).iterator(); i.next(); return i.next(); }
    static String testListIterator() {
        List<Integer> a = numbers(1, 2, 3); ListIterator<Integer> i = a.listIterator(1); String s = "";
        s += i.nextIndex() + "" + i.previousIndex() + i.next(); i.set(20); i.add(25); s += i.previous() + "" + i.previous(); i.remove(); s += i.hasPrevious() + "" + i.nextIndex() + i.hasNext();
        return s + a;
    }
    static boolean testListIteratorSetAfterAdd() { ListIterator<Integer> i = numbers(1, 2).listIterator(); i.next(); i.add(5); i.set(7); return true; }
    static int testListIteratorBad() { return numbers(1).listIterator(2).next(); }
    static int testListIteratorPreviousEnd() { return numbers(1).listIterator().previous(); }
    static String testSubList() { List<Integer> a = numbers(0, 1, 2, 3, 4, 5); List<Integer> b = a.subList(1, 4); b.set(0, 10); b.add(99); b.remove(1); String s = a + "" + b; b.clear(); return s + a + b + b.size(); }
    static String testSubListOfSubList() { List<Integer> a = numbers(0, 1, 2, 3, 4, 5); List<Integer> b = a.subList(1, 5).subList(1, 3); b.add(7); b.addAll(0, numbers(8, 9)); return a + "" + b + b.indexOf(7) + b.contains(0) + b.equals(numbers(8, 9, 2, 3, 7)); }
    static int testSubListModified() { List<Integer> a = numbers(0, 1, 2); List<Integer> b = a.subList(0, 2); a.add(3); return b.size(); }
    static int testSubListBad() { return numbers(0, 1).subList(1, 3).size(); }
    static int testSubListBackwards() { return numbers(0, 1).subList(2, 1).size(); }
    static int testSubListNegative() { return numbers(0, 1).subList(-1, 1).size(); }
    static int testSubListIndex() { return numbers(0, 1, 2).subList(0, 2).get(2); }

    static String testLinkedListEnds() { LinkedList<Integer> a = linked(2); a.addFirst(1); a.addLast(3); a.push(0); return a + "" + a.getFirst() + a.getLast() + a.peek() + a.pop() + a.poll() + a.pollLast() + a; }
    static String testLinkedListEmpty() { LinkedList<Integer> a = linked(); return a.peek() + " " + a.poll() + a.peekFirst() + a.peekLast() + a.pollFirst() + a.pollLast() + a; }
    static int testLinkedListGetFirstEmpty() { return linked().getFirst(); }
    static int testLinkedListRemoveEmpty() { return linked().remove(); }
    static int testLinkedListPopEmpty() { return linked().pop(); }
    static int testLinkedListElementEmpty() { return linked().element(); }
    static int testLinkedListGetBad() { return linked(1, 2).get(2); }
    static String testLinkedListIndex() { LinkedList<Integer> a = linked(1, 2, 3, 2); a.add(2, 9); int x = a.remove(0); int y = a.set(1, 8); return a + "" + x + y + a.indexOf(2) + a.lastIndexOf(2) + a.get(3); }
    static String testLinkedListOccurrences() { LinkedList<Integer> a = linked(1, 2, 1, 2, 1); a.removeFirstOccurrence(1); a.removeLastOccurrence(2); return a + "" + a.removeLastOccurrence(7); }
    static String testLinkedListIterator() { LinkedList<Integer> a = linked(1, 2, 3); ListIterator<Integer> i = a.listIterator(3); String s = ""; while (i.hasPrevious()) { int x = i.previous(); s += x; if (x == 2) i.remove(); } i.add(0); return s + a + i.nextIndex(); }
    static String testLinkedListDescending() { LinkedList<Integer> a = linked(1, 2, 3); String s = ""; for (Iterator<Integer> i = a.descendingIterator(); i.hasNext();) { int x = i.next(); s += x; if (x == 3) i.remove(); } return s + a; }
    static int testLinkedListModified() { LinkedList<Integer> a = linked(1, 2, 3); for (int x : a) a.addFirst(x); return 0; }
    static int testLinkedListModifiedAtEnd() { LinkedList<Integer> a = linked(1, 2); int n = 0; for (int x : a) { n++; if (x == 2) a.addLast(5); } return n; }
    static String testLinkedListSubList() { LinkedList<Integer> a = linked(1, 2, 3, 4); a.subList(1, 3).clear(); return a.toString(); }
    static String testLinkedListAddAll() { LinkedList<Integer> a = linked(1, 2); a.addAll(1, a); a.addAll(linked()); return a.toString() + a.clone() + a.hashCode(); }
    static String testLinkedListSort() { LinkedList<Integer> a = linked(4, 2, 9); Collections.sort(a); Collections.reverse(a); return a.toString(); }

    static String testArrayDeque() { ArrayDeque<Integer> a = new ArrayDeque<>(); for (int i = 0; i < 20; i++) { if (i % 3 == 0) a.addFirst(i); else a.addLast(i); if (i % 4 == 3) a.pollFirst(); } return a + " " + a.size() + a.peekFirst() + a.peekLast(); }
    static boolean testArrayDequeNull() { return new ArrayDeque<Integer>().add(null); }
    static int testArrayDequeRemoveEmpty() { return new ArrayDeque<Integer>().removeLast(); }
    static int testArrayDequeGetEmpty() { return new ArrayDeque<Integer>().getFirst(); }
    static String testArrayDequeSmall() { ArrayDeque<Integer> a = new ArrayDeque<>(numbers(1, 2, 3, 2)); a.push(0); a.removeLastOccurrence(2); a.remove(9); return a + "" + a.contains(3) + a.contains(null) + a.pop() + a.pollLast() + a.element() + a.poll() + a.poll() + a.poll() + a.poll() + a.isEmpty(); }
    static String testArrayDequeIterators() { ArrayDeque<Integer> a = new ArrayDeque<>(numbers(1, 2, 3, 4)); String s = ""; for (Iterator<Integer> i = a.iterator(); i.hasNext();) { int x = i.next(); s += x; if (x < 3) i.remove(); } for (Iterator<Integer> i = a.descendingIterator(); i.hasNext();) { int x = i.next(); s += x; if (x == 4) i.remove(); } return s + a; }
    static int testArrayDequePolledWhileIterating() { ArrayDeque<Integer> a = new ArrayDeque<>(numbers(1, 2, 3)); for (int x : a) a.pollLast(); return 0; }
    static int testArrayDequeIteratorEnd() { return new ArrayDeque<Integer>().iterator().next(); }
    static String testArrayDequeRetain() { ArrayDeque<Integer> a = new ArrayDeque<>(numbers(1, 2, 3, 4)); a.retainAll(numbers(2, 4)); ArrayDeque<Integer> b = a.clone(); b.clear(); return a + "" + b + Arrays.toString(a.toArray()); }

    static String testStack() { Stack<String> a = new Stack<>(); a.push("x"); a.push("y"); a.push("x"); return a + a.peek() + a.search("x") + a.search("y") + a.search("z") + a.pop() + a.pop() + a.empty() + a; }
    static String testStackPopEmpty() { return new Stack<String>().pop(); }
    static String testStackPeekEmpty() { return new Stack<String>().peek(); }
    static String testVector() { Vector<Integer> a = new Vector<>(numbers(1, 2, 3)); a.addElement(4); a.insertElementAt(0, 0); a.removeElement(3); a.removeElementAt(0); a.setElementAt(7, 1); a.setSize(4); String s = ""; for (Enumeration<Integer> e = a.elements(); e.hasMoreElements();) s += e.nextElement() + ","; return s + a.firstElement() + a.lastElement() + a.indexOf(null, 1) + a.lastIndexOf(7, 2); }
    static int testVectorGetBad() { return new Vector<Integer>().get(0); }
    static int testVectorFirstBad() { return new Vector<Integer>().firstElement(); }
    static int testVectorModified() { Vector<Integer> a = new Vector<>(numbers(1, 2, 3)); for (int x : a) a.removeAllElements(); return 0; }

    static String testAsList() { Integer[] x = {1, 2, 3}; List<Integer> a = Arrays.asList(x); a.set(0, 9); x[1] = 8; return a + "" + x[0] + a.contains(8); }
    static boolean testAsListAdd() { return Arrays.asList(1, 2).add(3); }
    static int testAsListBad() { return Arrays.asList(1, 2).get(2); }
    static String testListOf() { List<Integer> a = List.of(1, 2, 3); return a + "" + a.size() + a.indexOf(2) + a.equals(numbers(1, 2, 3)) + List.of() + List.of(new String[] {"x", "y"}); }
    static boolean testListOfAdd() { return List.of(1).add(2); }
    static int testListOfNull() { return List.of(1, null).size(); }
    static boolean testListOfContainsNull() { return List.of(1).contains(null); }
    static boolean testUnmodifiable() { List<Integer> a = numbers(1); List<Integer> b = Collections.unmodifiableList(a); a.add(2); return b.size() == 2 && b.get(1) == 2 && b.add(3); }
    static boolean testUnmodifiableIterator() { Iterator<Integer> i = Collections.unmodifiableCollection(numbers(1)).iterator(); i.next(); i.remove(); return true; }
    static String testCollectionsStatics() { List<Integer> a = numbers(3, 1, 2); Collections.swap(a, 0, 2); Collections.addAll(a, 7, 7); return a + "" + Collections.min(a) + Collections.max(a) + Collections.max(a, Collections.reverseOrder()) + Collections.frequency(a, 7) + Collections.disjoint(a, numbers(9)) + Collections.nCopies(2, "x") + Collections.emptyList() + Collections.singletonList(4); }
    static String testBinarySearch() { List<Integer> a = numbers(1, 3, 5, 7); return Collections.binarySearch(a, 5) + " " + Collections.binarySearch(a, 4) + " " + Collections.binarySearch(a, 9) + " " + Arrays.binarySearch(new int[] {1, 3}, 0) + " " + Arrays.binarySearch(new String[] {"a", "c"}, "b"); }
    static int testMinEmpty() { return Collections.min(numbers()); }
    static String testCollectionsFill() { List<Integer> a = numbers(1, 2, 3); Collections.copy(a, numbers(8, 9)); String s = a.toString(); Collections.fill(a, 0); return s + a; }
    static boolean testCollectionsCopyBad() { Collections.copy(numbers(1), numbers(1, 2)); return true; }
    static String testStableSort() {
        String[] a = {"bb", "a", "cc", "b", "aa"};
        Arrays.sort(a, new Comparator<String>() { public int compare(String x, String y) { return x.length() - y.length(); } });
        return Arrays.toString(a);
    }
    static String testArraysMore() { int[] a = {3, 1, 2}; Arrays.sort(a); long[] b = new long[3]; Arrays.fill(b, 1, 3, 5L); char[] c = Arrays.copyOfRange(new char[] {'a', 'b', 'c'}, 1, 5); return Arrays.toString(a) + Arrays.toString(b) + c.length + c[1] + Arrays.equals(a, new int[] {1, 2, 3}) + Arrays.hashCode(a) + Arrays.hashCode(b) + Arrays.deepEquals(new Object[] {a}, new Object[] {new int[] {1, 2, 3}}) + Arrays.toString((int[]) null); }
    static int testArraysCopyBad() { return Arrays.copyOf(new int[1], -1).length; }
    static int testArraysRangeBad() { return Arrays.copyOfRange(new int[1], 2, 3).length; }
    static boolean testArraysFillBad() { Arrays.fill(new int[2], 1, 3, 0); return true; }
    static boolean testArraysCopyType() { Object[] a = Arrays.copyOf(new String[] {"x"}, 2); return a instanceof String[] && a.length == 2 && a[1] == null; }
    static class Counted extends AbstractList<Integer> { int size; Counted(int size) { this.size = size; } public Integer get(int index) { if (index < 0 || index >= size) throw new IndexOutOfBoundsException(); return index * index; } public int size() { return size; } }
    static String testOwnList() { List<Integer> a = new Counted(4); return a + "" + a.contains(9) + a.indexOf(4) + a.lastIndexOf(5) + a.subList(1, 3) + a.equals(numbers(0, 1, 4, 9)) + a.hashCode() + a.toArray().length; }
    static boolean testOwnListAdd() { return new Counted(1).add(3); }
    static boolean testOwnListClear() { new Counted(1).clear(); return true; }
    static class Range implements Iterable<Integer> { public Iterator<Integer> iterator() { return new Iterator<Integer>() { int next; public boolean hasNext() { return next < 3; } public Integer next() { return next++; } }; } }
    static int testOwnIterable() { int sum = 0; for (int x : new Range()) sum = sum * 10 + x; return sum; }
    static boolean testOwnIteratorRemove() { new Range().iterator().remove(); return true; }
}
