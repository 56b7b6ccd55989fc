// Control flow: loops with labels, switch in all forms, try/catch/finally with every way out, assert.
public class Control {
    static String log = "";
    static String done() { String result = log; log = ""; return result; }

    static int testWhile() { int i = 0, sum = 0; while (i < 10) { i++; if (i % 2 == 0) continue; if (i > 7) break; sum += i; } return sum * 100 + i; }
    static int testDoWhile() { int i = 0; do { i++; if (i == 3) continue; if (i == 6) break; } while (i < 5); return i; }
    static int testDoWhileContinueChecks() { int i = 0, n = 0; do { n++; if (i < 100) continue; } while (i++ < 3); return n; }
    static int testFor() { int sum = 0; for (int i = 0, j = 10; i < j; i++, j--) { if (i == 2) continue; sum += i * j; } return sum; }
    static int testForEver() { int i = 0; for (;;) { if (++i > 5) return i; } }
    static String testLabels() {
        outer:
        for (int i = 0; i < 4; i++) {
            for (int j = 0; ; j++) {
                if (j == 3) continue outer;
                if (i == 2) break outer;
                log += i + "" + j + " ";
            }
        }
        return done();
    }
    static String testLabelledBlock() { here: { log += "a"; if (log.length() == 1) break here; log += "b"; } return done(); }
    static String testLabelledWhileContinue() {
        int i = 0;
        again: while (true) { i++; do { if (i < 4) continue again; break again; } while (true); }
        return "" + i;
    }
    static String testForEachArray() { int[] a = {3, 1, 2}; String s = ""; for (int x : a) { s += x; a = null; } return s; }
    static String testForEachWiden() { byte[] a = {1, -2}; long sum = 0; for (long x : a) sum += x; return "" + sum; }
    static String testForEachBreak() { String s = ""; for (String x : new String[] {"a", "b", "c"}) { if (x.equals("c")) break; if (x == "a") continue; s += x; } return s; }
    static int testForEachNull() { int[] a = null; int n = 0; for (int x : a) n++; return n; }

    static String classic(int x) {
        String s = "";
        switch (x) { case 1: s += "one "; case 2: s += "two "; break; default: s += "other "; case 3: s += "three "; break; case -5: s += "minus"; }
        return s;
    }
    static String testSwitchFall() { return classic(1) + "|" + classic(2) + "|" + classic(3) + "|" + classic(9) + "|" + classic(-5); }
    static String strings(String x) { switch (x) { case "a": case "b": return "ab"; case "FB": return "first"; case "Ea": return "second"; default: return "none"; } }
    static String testSwitchString() { return strings("a") + strings("b") + strings("FB") + strings("Ea") + strings("z" + "z"); }
    static String testSwitchStringNull() { return strings(null); }
    enum Color { RED, GREEN { int weight() { return 5; } }, BLUE; int weight() { return ordinal(); } }
    static int arrow(Color x) { return switch (x) { case RED -> 1; case GREEN, BLUE -> { int y = x.weight(); yield y * 10; } }; }
    static String testSwitchEnum() { return arrow(Color.RED) + " " + arrow(Color.GREEN) + " " + arrow(Color.BLUE); }
    static int testSwitchEnumNull() { return arrow(null); }
    static int testSwitchBoxed() { Integer x = 3; switch (x) { case 3: return 30; default: return 0; } }
    static int testSwitchChar() { char x = 'b'; return switch (x) { case 'a' -> 1; case 'b' -> 2; default -> 3; }; }
    static String testSwitchArrowStatement() { for (int i = 0; i < 4; i++) { switch (i) { case 0 -> log += "zero "; case 1, 2 -> { if (i == 2) break; log += "one "; } default -> log += "more "; } } return done(); }
    static int testSwitchExpressionOld() { int x = 2; int y = switch (x) { case 1: yield 10; case 2: log += "x"; default: yield 20; }; done(); return y; }
    static int testSwitchInExpression() { int i = 1; return i + switch (i++) { case 1 -> i++; default -> 0; } * 10 + i; }
    static String testSwitchNestedBreak() { int n = 0; loop: while (true) { switch (n++) { case 0: continue loop; case 1: break; case 2: break loop; } log += n; } return done() + n; }

    static int tried(int how) {
        try {
            log += "t";
            if (how == 1) return log.length();
            if (how == 2) throw new IllegalArgumentException("two");
            if (how == 3) { int[] a = {}; a[0] = 1; }
            log += "e";
        } catch (IllegalArgumentException e) {
            log += "c";
            if (e.getMessage() == "two") return 22;
        } finally {
            log += "f";
        }
        log += "n";
        return 0;
    }
    static String testTryNormal() { int x = tried(0); return done() + x; }
    static String testTryReturn() { int x = tried(1); return done() + x; }
    static String testTryCaught() { int x = tried(2); return done() + x; }
    static String testTryUncaught() { try { tried(3); } catch (RuntimeException e) { log += "o"; } return done(); }
    @SuppressWarnings("finally")
    static int testFinallyOverrides() { try { return 1; } finally { return 2; } }
    @SuppressWarnings("finally")
    static int testFinallySwallows() { try { throw new RuntimeException(); } finally { return 3; } }
    static int testFinallyKeepsValue() { int x = 1; try { return x; } finally { x = 5; } }
    @SuppressWarnings("finally")
    static String testFinallyBreak() { int i = 0; while (true) { try { i++; if (i == 1) continue; if (i < 5) throw new RuntimeException(); return "no"; } finally { if (i == 3) break; log += i; if (i > 1) continue; } } return done() + i; }
    static String testFinallyLoopExits() {
        outer: for (int i = 0; i < 3; i++) { for (int j = 0; j < 3; j++) { try { try { if (j == 1) continue outer; if (i == 2) break outer; log += "b"; } finally { log += "1"; } } finally { log += "2"; } } }
        return done();
    }
    static int nested() { try { try { throw new IllegalStateException(); } finally { log += "i"; } } catch (IllegalStateException e) { try { return 7; } finally { log += "j"; } } finally { log += "k"; } }
    static String testNestedFinally() { int x = nested(); return done() + x; }
    static String testThrowInFinally() { try { try { throw new IllegalStateException(); } finally { int[] a = new int[0]; a[1]++; } } catch (RuntimeException e) { return e instanceof ArrayIndexOutOfBoundsException ? "index" : "state"; } }
    static String testThrowInCatch() { try { try { throw new IllegalStateException(); } catch (IllegalStateException e) { throw new IllegalArgumentException(e); } finally { log += "f"; } } catch (IllegalArgumentException e) { return done() + (e.getCause() instanceof IllegalStateException); } }
    static String testMultiCatch() { try { Object o = "s"; Integer i = (Integer) o; return "no"; } catch (ArithmeticException | ClassCastException e) { return "cast"; } }
    static String testCatchOrder() { try { throw new NumberFormatException(); } catch (NumberFormatException e) { return "number"; } catch (IllegalArgumentException e) { return "argument"; } }
    static int testThrowNull() { RuntimeException e = null; throw e; }
    static int testUncaught() { throw new IllegalStateException("x"); }
    static int testAssertFails() { int x = 3; assert x > 5 : "small"; return x; }
    static int testAssertHolds() { int x = 3; assert x == 3; return x; }
    static int testRecursion() { return fib(15); }
    static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
    static class Res implements AutoCloseable { String name; Res(String name) { log += "+" + name; this.name = name; } public void close() { log += "-" + name; if (name == "bad") throw new IllegalStateException("close"); } }
    static String testResources() { try (Res a = new Res("a"); Res b = new Res("b")) { log += "body"; } finally { log += "f"; } return done(); }
    static String testResourcesNull() { try (Res a = null) { log += "body"; } return done(); }
    static String testResourcesThrow() { try (Res a = new Res("a"); Res b = new Res("bad")) { throw new IllegalArgumentException(); } catch (IllegalArgumentException e) { log += "arg"; } catch (IllegalStateException e) { log += "state"; } return done(); }
    static String testResourcesCloseThrows() { try (Res b = new Res("bad")) { log += "x"; } catch (IllegalStateException e) { log += "state"; } return done(); }
    static String testResourcesReturn() { return returning() + done(); }
    static int returning() { try (Res a = new Res("a")) { return 4; } }
    static String testSynchronized() { Object o = new Object(); synchronized (o) { log += "s"; } return done(); }
    static String testSynchronizedNull() { Object o = null; synchronized (o) { return "no"; } }
    // Not a test: the budget for calls is the user's choice, and its end is not an exception.
    static int stackOverflow() { try { return endless(0); } catch (StackOverflowError e) { return -1; } }
    static int endless(int n) { return endless(n + 1) + 1; }
}
