// Everyday Java: printing, StringBuilder, methods of String and Character, orders of keys, Optional, functions on collections.
import java.util.*;
import java.util.function.*;

public class Everyday {
    record Person(String name, int age) { Person { if (age < 0) throw new IllegalArgumentException("age " + age); Objects.requireNonNull(name); } }
    static List<Person> people() { return new ArrayList<>(List.of(new Person("Bo", 30), new Person("Al", 20), new Person("Cy", 30))); }
    static String names(List<Person> l) { StringBuilder b = new StringBuilder(); for (Person p : l) b.append(p.name()).append(' '); return b.toString(); }
    static int calls; static class Loud { public String toString() { calls++; return "loud"; } }

    static int testPrint() { calls = 0; System.out.println("a" + 1); System.out.print('c'); System.err.println(5L); System.out.println(); System.out.print(true); System.out.println(new Loud()); System.out.println((Object) null); System.out.println(new char[] {'x'}); System.out.flush(); return calls; }
    static int testPrintNull() { char[] none = null; System.out.println(none); return 1; }
    static String testBuilder() { StringBuilder b = new StringBuilder("ab"); b.append(1).append('c').append(true).append(2L).append("s").append((Object) null).append(new char[] {'x', 'y'}); b.insert(0, "<").insert(3, 7); b.deleteCharAt(1).reverse(); b.setCharAt(0, '!'); return b + "" + b.length() + b.charAt(2) + b.indexOf("c") + b.substring(2, 4); }
    static String testBuilderLength() { StringBuilder b = new StringBuilder(16); b.append("abcdef").setLength(3); b.delete(1, 99).replace(0, 1, "xyz"); return b.toString() + b.isEmpty() + new StringBuilder().isEmpty() + b.compareTo(new StringBuilder("xyz")); }
    static String testBuilderChars() { StringBuilder b = new StringBuilder(); for (int i = 0; i < 3; i++) { if (b.length() > 0) b.append(", "); b.append(i); } return b.append("]").insert(0, '[').toString(); }
    static char testBuilderIndex() { return new StringBuilder("a").charAt(1); }
    static String testBuilderInsert() { return new StringBuilder("a").insert(2, "b").toString(); }
    static String testBuilderDelete() { return new StringBuilder("abc").delete(4, 5).toString(); }
    static boolean testBuilderIdentity() { StringBuilder b = new StringBuilder("q"); return b.append("") == b && b.toString() != b.toString() && b.toString().equals("q") && !b.equals(new StringBuilder("q")); }
    static String testBuffer() { return new StringBuffer().append(1).append("x").reverse().toString(); }
    static String testIndex() { String s = "banana"; return "" + s.indexOf('a') + s.indexOf('a', 2) + s.lastIndexOf('a') + s.indexOf("an") + s.indexOf("an", 2) + s.lastIndexOf("an") + s.indexOf("") + s.indexOf("x") + s.indexOf("", 9) + s.lastIndexOf("") + s.lastIndexOf("an", 2) + s.lastIndexOf('n', 3) + s.indexOf('a', -5); }
    static String testParts() { String s = "Hello"; return s.substring(1) + s.substring(1, 3) + s.substring(5) + s.contains("ell") + s.startsWith("He") + s.endsWith("lo") + s.startsWith("l", 2) + s.startsWith("H", -1) + s.subSequence(0, 2); }
    static String testSubstring() { return "abc".substring(2, 1); }
    static String testSubstringBeyond() { return "abc".substring(4); }
    static String testReplace() { return "banana".replace('a', 'o') + "banana".replace("an", "AN") + "aaa".replace("aa", "b") + "ab".replace("", "-") + "x".replace("y", "z") + "".replace("", "q"); }
    static String testCase() { return "aBc1".toUpperCase() + "aBc1".toLowerCase() + "ABC".equalsIgnoreCase("abc") + "AB".equalsIgnoreCase(null) + "b".compareToIgnoreCase("A"); }
    static String testTrim() { return "[" + "  a b ".trim() + "]" + "\t x".strip() + "y ".stripTrailing() + "|" + " z".stripLeading() + " ".isBlank() + "a".isBlank(); }
    static String testRepeat() { return "ab".repeat(3) + "x".repeat(0) + "".repeat(5) + String.join("-", "a", "b", "c") + String.join(",", List.of("p", "q")) + String.join(","); }
    static String testRepeatNegative() { return "ab".repeat(-1); }
    static String testChars() { char[] c = "hello".toCharArray(); Arrays.sort(c); return new String(c) + String.valueOf(c).length() + new String(c, 1, 2) + String.copyValueOf(c); }
    static String testCharacters() { String t = ""; for (char c : new char[] {'a', 'Z', '5', ' ', '\n', '_'}) t += (Character.isDigit(c) ? "d" : "") + (Character.isLetter(c) ? "l" : "") + (Character.isLetterOrDigit(c) ? "x" : "") + (Character.isUpperCase(c) ? "u" : "") + (Character.isLowerCase(c) ? "w" : "") + (Character.isWhitespace(c) ? "s" : "") + Character.toUpperCase(c) + Character.toLowerCase(c) + Character.getNumericValue(c) + Character.digit(c, 16) + ","; return t; }
    static String testComparing() { List<Person> l = people(); l.sort(Comparator.comparing(Person::name)); String t = names(l); l.sort(Comparator.comparingInt(Person::age).thenComparing(Person::name)); t += names(l); Comparator<Person> byAge = Comparator.comparing(p -> p.age()); l.sort(byAge.reversed()); t += names(l); Collections.sort(l, Comparator.comparing(Person::name, Comparator.reverseOrder())); return t + names(l); }
    static String testNulls() { List<String> l = new ArrayList<>(Arrays.asList("b", null, "a")); l.sort(Comparator.nullsFirst(Comparator.naturalOrder())); String t = "" + l; l.sort(Comparator.nullsLast(Comparator.<String>naturalOrder())); return t + l; }
    static String testMap() { Map<String, Integer> m = new TreeMap<>(); for (String s : List.of("a", "b", "a", "c", "a")) m.merge(s, 1, Integer::sum); m.computeIfAbsent("d", k -> k.length()); m.computeIfPresent("b", (k, v) -> null); m.compute("c", (k, v) -> v == null ? 0 : v + 10); m.replaceAll((k, v) -> v * 2); StringBuilder b = new StringBuilder(); m.forEach((k, v) -> b.append(k).append(v)); return b + "" + m; }
    static String testGroups() { Map<Integer, List<String>> m = new HashMap<>(); for (String s : List.of("a", "bb", "cc")) m.computeIfAbsent(s.length(), k -> new ArrayList<>()).add(s); return m.get(1) + "" + m.get(2); }
    static String testEach() { StringBuilder b = new StringBuilder(); List.of(1, 2, 3).forEach(x -> b.append(x * x)); new ArrayDeque<>(List.of("q")).forEach(b::append); Iterator<Integer> it = List.of(7, 8).iterator(); it.next(); it.forEachRemaining(b::append); return b.toString(); }
    static String testRemoveIf() { List<Integer> l = new ArrayList<>(List.of(1, 2, 3, 4)); boolean r = l.removeIf(x -> x % 2 == 0); l.replaceAll(x -> x + 1); return r + "" + l + l.removeIf(x -> x > 100); }
    static String testOptional() { Optional<String> o = Optional.of("abc"), e = Optional.empty(); StringBuilder b = new StringBuilder(); o.ifPresent(b::append); e.ifPresentOrElse(b::append, () -> b.append("none")); return b + "" + o.map(String::length).get() + e.map(String::length).isPresent() + o.filter(s -> s.isEmpty()).orElse("f") + e.orElseGet(() -> "g") + o.flatMap(s -> Optional.of(s + s)).get() + e.or(() -> Optional.of("h")).get(); }
    static String testOptionalThrows() { return Optional.<String>empty().orElseThrow(() -> new IllegalStateException("none")); }
    static String testFunctions() { Function<Integer, Integer> f = x -> x + 1; IntPredicate p = x -> x > 2; IntUnaryOperator u = x -> x * 3; Consumer<StringBuilder> c = b -> b.append("a"); StringBuilder b = new StringBuilder(); c.andThen(q -> q.append("z")).accept(b); BinaryOperator<Integer> max = BinaryOperator.maxBy(Comparator.naturalOrder()); return f.andThen(f).compose(f).apply(1) + "" + p.and(x -> x < 5).test(4) + p.negate().or(x -> x == 9).test(3) + u.andThen(x -> x + 1).applyAsInt(2) + b + Predicate.not((String s) -> s.isEmpty()).test("") + Predicate.isEqual("a").test("a") + max.apply(3, 4) + Function.<String>identity().apply("i") + UnaryOperator.<String>identity().apply("u"); }
    static int testRecord() { return new Person("x", 3).age() + (new Person("x", 3).equals(new Person("x", 3)) ? 10 : 0); }
    static int testRecordInvalid() { return new Person("x", -3).age(); }
    static int testRecordNull() { return new Person(null, 3).age(); }
    static String testIterable() { Iterable<Integer> three = () -> new Iterator<Integer>() { int n = 0; public boolean hasNext() { return n < 3; } public Integer next() { if (n >= 3) throw new NoSuchElementException(); return n++; } }; String t = ""; for (int x : three) t += x; return t; }
    static String testAtomics() { java.util.concurrent.atomic.AtomicInteger i = new java.util.concurrent.atomic.AtomicInteger(3); java.util.concurrent.atomic.AtomicLong l = new java.util.concurrent.atomic.AtomicLong(); java.util.concurrent.atomic.AtomicReference<String> r = new java.util.concurrent.atomic.AtomicReference<>("a"); return "" + i.incrementAndGet() + i.getAndAdd(5) + i.compareAndSet(9, 1) + i.updateAndGet(x -> x * 7) + i + l.decrementAndGet() + l.intValue() + r.getAndSet("b") + r.get() + i.accumulateAndGet(2, Math::max); }
    static String testLock() { java.util.concurrent.locks.Lock l = new java.util.concurrent.locks.ReentrantLock(); l.lock(); try { return "in" + l.tryLock(); } finally { l.unlock(); l.unlock(); } }
    static int testUnlock() { new java.util.concurrent.locks.ReentrantLock().unlock(); return 1; }
    static String testJoiner() { StringJoiner j = new StringJoiner(", ", "[", "]"); String e = j.toString(); return e + j.add("a").add("b") + j.length() + new StringJoiner("-").setEmptyValue("none"); }
}
