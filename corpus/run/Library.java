// Frequent methods of the library: parsing, texts of numbers, formats, splitting, streams, arrays of floating point.
import java.util.*;
import java.util.stream.*;

public class Library {
    static int testParse() { return Integer.parseInt("-42") + Integer.parseInt("+7") + Integer.parseInt("7f", 16); }
    static int testParseLeast() { return Integer.parseInt("-2147483648"); }
    static int testParseTooLarge() { return Integer.parseInt("2147483648"); }
    static int testParseEmpty() { return Integer.parseInt(""); }
    static int testParseSign() { return Integer.parseInt("-"); }
    static int testParseNull() { return Integer.parseInt(null); }
    static long testParseLong() { return Long.parseLong("9223372036854775807") + Long.valueOf("-5"); }
    static boolean testParseBoolean() { return Boolean.parseBoolean("TRUE"); }
    static String testBinary() { return Integer.toBinaryString(10) + Integer.toBinaryString(-1) + Integer.toHexString(-255) + Integer.toOctalString(8) + Long.toHexString(-1L); }
    static String testRadix() { return Integer.toString(-255, 16) + Integer.toString(Integer.MIN_VALUE, 36) + Long.toString(35, 36) + Integer.toString(5, 1); }
    static String testFormat() { return String.format("%d %s %c %b%% %5d|%-5s|%05d%n", 1, "x", 'c', true, 42, "ab", 7); }
    static String testFormatNull() { return String.format("%s %d %b", null, null, null); }
    static String testFormatMissing() { return String.format("%d %d", 1); }
    static String testFormatMismatch() { return String.format("%d", "x"); }
    static String testFormatted() { return "%s=%x".formatted("k", 255); }
    static String testSplit() { return Arrays.toString("a,b,,c,,".split(",")) + "a.b".split("\\.").length + "".split(",").length + ",".split(",").length + "abc".split("").length + Arrays.toString("a,b,c".split(",", 2)); }
    static double testArrays() { double[] a = { 3, -0.0, 0.0, Double.NaN, 1 }; Arrays.sort(a); return a[0] + 10 * a[2] + Arrays.binarySearch(a, 3.0); }
    static String testArrayText() { double[] a = { 0.5, -0.0 }; Arrays.fill(a, 1, 2, 2.5); return Arrays.toString(a) + Arrays.equals(a, a.clone()) + Arrays.hashCode(a) + Arrays.toString(Arrays.copyOf(a, 3)); }
    static String testDeep() { return Arrays.deepToString(new Object[] { new int[] { 1 }, "x", new Object[] { null } }); }
    static int testRange() { return IntStream.range(0, 5).filter(i -> i % 2 == 0).map(i -> i * i).sum(); }
    static int testRangeClosed() { return IntStream.rangeClosed(1, 3).reduce(1, (a, b) -> a * b); }
    static long testRangeEnd() { return IntStream.rangeClosed(Integer.MAX_VALUE - 1, Integer.MAX_VALUE).count(); }
    static String testCollect() { return List.of("b", "a", "c").stream().map(s -> s + s).sorted().collect(Collectors.joining(", ", "[", "]")); }
    static int testToList() { return Stream.of(1, 2, 3, 4).filter(i -> i > 1).toList().size(); }
    static String testToSet() { return "" + Stream.of(1, 2, 1).collect(Collectors.toSet()).size(); }
    static boolean testMatches() { List<Integer> l = List.of(1, 2); return l.stream().anyMatch(i -> i > 1) && l.stream().allMatch(i -> i > 0) && l.stream().noneMatch(i -> i > 2); }
    static int testMinMax() { return Stream.of(3, 1, 2).max(Comparator.naturalOrder()).get() * 10 + Stream.of(3, 1, 2).min(Integer::compare).get(); }
    static int testFirst() { return Stream.of(5, 6).skip(1).findFirst().orElse(0); }
    static int testEmpty() { return Stream.<Integer>empty().findFirst().orElse(-1); }
    static String testOrder() { StringBuilder b = new StringBuilder(); Stream.of(1, 2, 3).filter(i -> { b.append("f").append(i); return i != 2; }).map(i -> { b.append("m"); return i; }).limit(2).forEach(i -> b.append(i)); return b.toString(); }
    static String testSortedOrder() { StringBuilder b = new StringBuilder(); Stream.of(2, 1).peek(i -> b.append("p").append(i)).sorted().forEach(i -> b.append(i)); return b.toString(); }
    static int testUsedTwice() { Stream<Integer> s = Stream.of(1); s.count(); return (int) s.count(); }
    static String testLate() { List<Integer> l = new ArrayList<>(); Stream<Integer> s = l.stream(); l.add(1); return "" + s.count(); }
    static String testGrouping() { return "" + Stream.of("a", "bb", "cc").collect(Collectors.groupingBy(String::length)).get(2); }
    static int testToMap() { return Stream.of("a", "bb").collect(Collectors.toMap((String s) -> s, (String s) -> s.length())).get("bb"); }
    static int testToMapTwice() { return Stream.of("a", "a").collect(Collectors.toMap((String s) -> s, (String s) -> s.length())).size(); }
    static int testCollectedElement() { return Stream.of(1, 2).map(x -> x + 1).collect(Collectors.toList()).get(1); }
    static int testCollectedInLoop() {
        int sum = 0;
        for (Integer x : List.of(1, 2).stream().map(x -> x == 1 ? 5 : x).collect(Collectors.toList())) { sum += x; }
        return sum;
    }
    static int testEmptyArgument() { return List.of(1, 2).stream().reduce(0, (a, b) -> a + b) + first(List.of(), 3); }
    private static <T> T first(List<? extends T> list, T otherwise) { return list.isEmpty() ? otherwise : list.get(0); }
    private static String failure(List<Integer> list, int index) {
        try {
            return "" + list.get(index);
        } catch (ArrayIndexOutOfBoundsException e) {
            return "array";
        } catch (IndexOutOfBoundsException e) {
            return "list";
        }
    }
    static String testIndexesOfConstants() {
        String of = failure(List.of(), 0) + failure(List.of(1), 1) + failure(List.of(1, 2), -1) + failure(List.of(1, 2, 3), 3);
        return of + failure(List.of(1, 2, 3).subList(1, 3), 2) + failure(List.copyOf(List.of(1)), 1);
    }
    static String testIndexesOfStreams() {
        List<Integer> two = Stream.of(1, 2).map(x -> x == 1 ? null : x).toList();
        return failure(two, 2) + two.contains(null) + two.indexOf(2) + failure(two.subList(0, 1), 1) + two;
    }
    static List<Integer> testCopyOfNulls() { return List.copyOf(Stream.of(1).map(x -> (Integer) null).toList()); }
    static long testCounting() { return Stream.of(1, 2).collect(Collectors.counting()); }
    static int testFlatMap() { return Stream.of(List.of(1, 2), List.of(3)).<Integer>flatMap(l -> l.stream()).mapToInt(i -> i).sum(); }
    static String testIterate() { return Stream.iterate(1, i -> i * 2).limit(5).toList().toString(); }
    static String testDistinct() { return Stream.of(1, 2, 1, 3).distinct().toList().toString(); }
    static int testChars() { return (int) "banana".chars().filter(c -> c == 'a').count(); }
    static int testArrayStream() { return Arrays.stream(new int[] { 1, 2, 3 }).max().getAsInt() + Arrays.stream(new String[] { "a" }).toList().size(); }
    static int testToArray() { return Stream.of("a", "b").toArray(String[]::new).length + IntStream.of(3, 1).sorted().toArray()[0]; }
    static String testBoxed() { return IntStream.range(0, 3).boxed().map(i -> "" + i).reduce("", (a, b) -> a + b); }
    static String testMapToObj() { return IntStream.range(0, 3).mapToObj(i -> "x" + i).toList().toString(); }
    static boolean testImmutable() { Stream.of(1).toList().add(2); return true; }
    static int testReduceOptional() { return Stream.of(1, 2, 3).reduce((a, b) -> a - b).get(); }
    static int testRandomBad() { return new Random().nextInt(0); }
    static boolean testShuffle() { List<Integer> l = new ArrayList<>(List.of(1)); Collections.shuffle(l); return l.get(0) == 1; }
    static String testSetAll() { Integer[] a = new Integer[3]; Arrays.setAll(a, i -> i * i); return Arrays.toString(a); }
    static boolean testUuid() { UUID a = new UUID(1, 2); return a.equals(new UUID(1, 2)) && a.compareTo(new UUID(1, 3)) < 0; }
}
