public class Strings {
    //@ ensures \result.equals("x*/\u0041\n");
    public static String text() { return "\u0041"; }
    //@ ensures !s.equals("\"q\\") || \result == 0;
    public static int length(String s) { return s.length(); }
    //@ ensures \result == s.length();
    public static int length2(String s) { return s.isEmpty() ? 1 : s.length(); }
    //@ ensures \result == x;
    public static int box(/*@ nullable @*/ Integer x) { return x; }
    //@ ensures \result == (a.equals(b));
    public static boolean same(Long a, Long b) { return a == b; }
    /*@ nullable @*/ String name = "</script>";
    //@ ensures name != null;
    public void setName(/*@ nullable @*/ String n) { name = n; }
}
