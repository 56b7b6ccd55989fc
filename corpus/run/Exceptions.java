// Exceptions: message, cause, suppressed, text, own classes, where they were made.
import java.util.*;

public class Exceptions {
    static class Own extends Exception { final int code; Own(int code) { super("code " + code); this.code = code; } }
    static class Silent extends RuntimeException { Silent() { super("m", null, false, false); } public String getMessage() { return "silent"; } }
    static String testMessage() { return new Exception("m").getMessage() + new Exception().getMessage() + new Exception("a", new Error()).getLocalizedMessage() + new Own(4).getMessage(); }
    static String testToString() { return new Exception("m") + "|" + new IllegalStateException() + "|" + new Own(3) + "|" + new Silent() + "|" + new Error("") ; }
    static String testCauseText() { return new RuntimeException(new Own(1)).getMessage() + "|" + new RuntimeException((Throwable) null).getMessage(); }
    static boolean testCause() { Throwable a = new Error(); return new Exception(a).getCause() == a && new Exception("x", a).getCause() == a && new Exception().getCause() == null && new Exception("x").initCause(a).getCause() == a; }
    static boolean testInitCauseTwice() { return new Exception(new Error()).initCause(null) == null; }
    static boolean testInitCauseSelf() { Throwable a = new Exception(); return a.initCause(a) == null; }
    static boolean testInitCauseNullTwice() { Throwable a = new Exception(); a.initCause(null); a.initCause(null); return true; }
    static String testSuppressed() { Throwable a = new Exception(), b = new Error("b"), c = new Error("c"); a.addSuppressed(b); a.addSuppressed(c); Throwable[] s = a.getSuppressed(); s[0] = null; return s.length + a.getSuppressed()[0].getMessage() + a.getSuppressed()[1].getMessage() + new Exception().getSuppressed().length; }
    static boolean testSuppressSelf() { Throwable a = new Exception(); a.addSuppressed(a); return true; }
    static boolean testSuppressNull() { new Exception().addSuppressed(null); return true; }
    static int testSuppressDisabled() { Throwable a = new Silent(); a.addSuppressed(new Error()); return a.getSuppressed().length; }
    static class Res implements AutoCloseable { final String name; Res(String name) { this.name = name; } public void close() { throw new IllegalStateException(name); } }
    static String testResources() { try (Res a = new Res("a"); Res b = new Res("b")) { throw new IllegalArgumentException("body"); } catch (RuntimeException e) { return e.getMessage() + e.getSuppressed().length + e.getSuppressed()[0].getMessage() + e.getSuppressed()[1].getMessage(); } }
    static int testThrownElsewhere() throws Own {
        Own made = new Own(1);
        int x = 0;
        throw made;
    }
    static int testThrownInMethod() { return deep(3); }
    static int deep(int n) {
        if (n == 0) throw new IllegalStateException();
        return deep(n - 1);
    }
    static String testRethrown() { try { deep(1); return "no"; } catch (IllegalStateException e) { return e.toString(); } }
    static String testAssertMessages() { String s = ""; try { assert false : 5; } catch (AssertionError e) { s += e.getMessage(); } try { assert false; } catch (AssertionError e) { s += e.getMessage(); } try { assert false : new Own(2); } catch (AssertionError e) { s += e.getMessage() + (e.getCause() instanceof Own); } try { assert false : 'c'; } catch (AssertionError e) { s += e.getMessage(); } return s; }
    static boolean testAssertNull() { assert false : null; return true; }
    static String testAssertionErrorObject() { return new AssertionError(null).getMessage() + new AssertionError("x").getMessage() + new AssertionError(true) + new AssertionError(3L).getMessage(); }
    static String testMachineMade() { String s = ""; try { int[] a = new int[1]; a[1] = 0; } catch (ArrayIndexOutOfBoundsException e) { s += e.getCause() == null; s += e.getSuppressed().length; e.initCause(new Error()); s += e.getCause() instanceof Error; e.addSuppressed(new Error()); s += e.getSuppressed().length; } return s; }
    static int testNullInLibrary() { return new ArrayList<Integer>((Collection<Integer>) null).size(); }
    static int testBadInOwnComparator() { TreeSet<Integer> a = new TreeSet<>(new Comparator<Integer>() {
        public int compare(Integer x, Integer y) { return x / (y - y); } });
        a.add(1);
        return a.size(); }
    static int testBadInOwnEquals() {
        List<Object> a = new ArrayList<>();
        a.add(1);
        return a.indexOf(new Object() {
            public boolean equals(Object o) { throw new UnsupportedOperationException(); } }); }
    static int testCastOfElement() { List raw = new ArrayList(); raw.add("x"); List<Integer> a = raw; return a.get(0); }
    static int testIndexMessages() { return new IndexOutOfBoundsException(5).getMessage().length() + new StringIndexOutOfBoundsException(5).getMessage().length() + new ArrayIndexOutOfBoundsException(5).getMessage().length(); }
    static String testHierarchy() { Throwable[] all = {new ConcurrentModificationException(), new NoSuchElementException("n"), new EmptyStackException(), new UnsupportedOperationException("u"), new NumberFormatException("f"), new InputMismatchException(), new ArrayStoreException("s"), new CloneNotSupportedException(), new NegativeArraySizeException(), new OutOfMemoryError(), new StackOverflowError(), new InternalError("i")}; String s = ""; for (Throwable t : all) s += t + (t instanceof RuntimeException ? "r" : "") + (t instanceof IllegalArgumentException ? "i" : "") + (t instanceof Error ? "e" : "") + ";"; return s; }
    static int first(List<Integer> a) { return a.get(0); }
    static int testLineOfCall() {
        List<Integer> empty = new ArrayList<>();

        return first(empty);
    }
    static int testLineOfLoop() {
        List<Integer> a = new ArrayList<>(Arrays.asList(1, 2, 3));
        int sum = 0;
        for (int x : a) {
            sum += x;
            a.remove(0);
        }
        return sum;
    }
    static class Bad { static int value = Integer.valueOf(1).compareTo(null); }
    static int testInitializer() { return Bad.value; }
    static int testFinallyAfterLibrary() { int n = 0; try { try { new ArrayDeque<Integer>().pop(); } finally { n = 5; } } catch (NoSuchElementException e) { n += 2; } return n; }
    static String testCatchInLibraryCaller() { try { Collections.unmodifiableList(new ArrayList<Integer>()).add(1); return "no"; } catch (UnsupportedOperationException e) { return "" + e.getMessage(); } }
}
