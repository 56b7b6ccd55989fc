// What comes before grammar: Unicode escapes, lone carriage returns; and parentheses that are no casts (JLS 3.3, 3.4, 15.16).
public class Lexical {
    static String testQuote() { return "a\u0022+\u0022x"; }
    static int testLineFeed() { int x = 1; // \u000a x = 2;
        return x; }
    static int testStar() { int x = 1; /* c \u002a/ x = 3; /* */ return x; }
    static int \u0074est\u0045scapedName() { return 4; }
    static String testBackslash() { return "\u005cn\u005c\u005c".length() + "\\u0041" + "\uuu0041"; }
    static char testQuotedQuote() { return '\u005c''; }
    static int testCarriageReturn() { int x = 1; // c x = 2;
 return x; }
    int size = 3; static int[] a = {1, 2}; static int n = 7;
    static int testLength() { return (a.length) - 1; }
    int me() { return (this.size) + 1; }
    static int testMe() { return new Lexical().me() * (n) - 1 + 2 * (n) - (n) + +(n) - -(n); }
    static int testCast() { return (byte) (Integer.MAX_VALUE) + 1; }
    static int testPrimitiveCast() { return (int) -1L + (char) +98; }
    static String testText() { return "(n) - 1" + (n) + "/* (n) + 1 */"; }
    static int testUpdate() { int i = 1; (i)++; if (i > 1) (i)--; ++(i); return (i) + (i); }
    static boolean testCompared() { return n > (n) - 1 && 6 < (n) + 1; }
    static <T> int count(List<T> l) { return l.size(); }
    static class List<T> { T t; List(T t) { this.t = t; } int size() { return 1; } }
    static String testCreated() { return new List<String>("x").t + new List<Integer>(n).t + 1 + Math.abs(n) + count(new List<>(n)); }
    static int twice(int x) { return 2 * x; }
    static int testCall() { return twice(n) - 1; }
}
