// Strings: identity of constants, equals, hashCode, compareTo, charAt, concatenation, conversion of objects.
public class Strings {
    static final String CONSTANT = "con" + "stant";
    static boolean testConstantsAreShared() { return "constant" == CONSTANT && ("con" + "stant") == CONSTANT; }
    static boolean testMadeAreNew() { String a = "con"; return (a + "stant") != CONSTANT && (a + "stant").equals(CONSTANT); }
    static boolean testNewString() { String a = new String("x"), b = new String("x"); return a != b && a.equals(b) && a != "x" && a.hashCode() == b.hashCode() && new String().isEmpty() && new String(a + "y").length() == 2; }
    static int testNewStringNull() { return new String((String) null).length(); }
    static int testLength() { return "".length() + "abc".length() * 10 + "\ud83d\ude00".length() * 100; }
    static int testHash() { return "hello".hashCode() ^ "".hashCode() ^ ("a" + 1).hashCode(); }
    static char testCharAt() { return "hello".charAt(1); }
    static int testCharAtPair() { return "a\ud83d\ude00".charAt(2); }
    static char testCharAtBad() { return "hello".charAt(5); }
    static char testCharAtNegative() { return "hello".charAt(-1); }
    static String testCompareTo() { return "a".compareTo("b") + " " + "abc".compareTo("ab") + " " + "".compareTo("") + " " + "B".compareTo("a") + " " + "apple".compareTo("apricot"); }
    static int testCompareToNull() { return "a".compareTo(null); }
    static boolean testEqualsNull() { return "a".equals(null); }
    static boolean testEqualsOther() { Object o = 'a'; return "a".equals(o); }
    static int testNullLength() { String s = null; return s.length(); }
    static String testConcat() { String s = "x"; return s.concat("y") + s.concat("") + (s.concat("") == s); }
    static String testConcatNull() { return "x".concat(null); }
    static String testPlusNull() { String s = null; Object o = null; return s + "|" + o + null; }
    static String testPlusPrimitives() { return "" + 1 + 2L + 'c' + true + (byte) -1 + (short) 5 + Long.MAX_VALUE; }
    static String testPlusOrder() { return 1 + 2 + "x" + 1 + 2; }
    static String testPlusAssign() { String s = "a"; s += 1; s += 'b'; s += null; s += 2L; return s; }
    static class Named { String name; Named(String name) { this.name = name; } public String toString() { return name; } }
    static String testPlusObject() { Object a = new Named("n"), b = new Named(null), c = 5, d = "s"; String s = ""; s += a; return s + a + b + c + d + new Named("q"); }
    enum Color { RED, GREEN { public String toString() { return "green!"; } } }
    static String testPlusEnum() { return Color.RED + "," + Color.GREEN + Color.GREEN.name(); }
    record Pair(Object a, int b) { }
    static String testPlusRecord() { return "" + new Pair(new Pair(null, 1), 2) + new Pair("x", 3); }
    static String testValueOf() { return String.valueOf(1) + String.valueOf('x') + String.valueOf(true) + String.valueOf(5L) + String.valueOf((Object) null) + String.valueOf(new Named("v")) + "s".toString(); }
    static int testToStringThrows() { Object o = new Object() { public String toString() { throw new IllegalStateException(); } }; return ("" + o).length(); }
    static boolean testIsEmpty() { return "".isEmpty() && !" ".isEmpty(); }
    static String testCharSequence() { CharSequence c = "abc"; return c.length() + "" + c.charAt(2) + c; }
    static int testLoopOverChars() { String s = "12345"; int sum = 0; for (int i = 0; i < s.length(); i++) sum = sum * 10 + (s.charAt(i) - '0'); return sum; }
    static char high = '\uD83D', low = '\uDE00';
    static int testLoneHalf() { String s = "a" + high; return s.length() * 100000 + s.charAt(1); }
    static int testLoneHalfLiteral() { String s = "a\uD83D"; return s.length() * 100000 + s.charAt(1); }
    static int testLoneHalfHash() { return ("x" + low + high).hashCode(); }
    static boolean testHalvesMeet() { String s = "a" + high; s = s + low; return s.equals("a\uD83D\uDE00") && s.length() == 3 && s.charAt(2) == low; }
    static boolean testHalvesDoNotMeet() { String s = "" + low + high; return !s.equals("\uD83D\uDE00") && s.equals("\uDE00\uD83D") && s.charAt(0) == low; }
    static boolean testConstantHalves() { final String a = "\uD83D"; return (a + "\uDE00").equals("\uD83D\uDE00") && (a + "\uDE00").length() == 2; }
    static boolean testHalfAsText() { return String.valueOf(high).equals("\uD83D") && !String.valueOf(high).equals("?"); }
}
