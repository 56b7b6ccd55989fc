// The order of evaluation: operands, arguments, places, compound assignments, increments.
public class Order {
    static String log = "";
    static int[] array = {10, 20, 30, 40};
    int field = 5;

    static int say(int value) { log += value + " "; return value; }
    static int[] arr(int tag) { log += "a" + tag + " "; return array; }
    static int fail(int tag) { log += "!" + tag + " "; throw new IllegalStateException(); }
    static Order self(int tag) { log += "s" + tag + " "; return tag == 0 ? null : new Order(); }
    int method(int x, int y) { return field + x * 10 + y; }
    static String done() { String result = log; log = ""; return result; }

    static String testOperands() { int x = say(1) + say(2) * say(3) - say(4); return done() + x; }
    static String testArguments() { int x = self(say(1)).method(say(2), say(3)); return done() + x; }
    static String testIncrementInIndex() { int i = 0; int x = array[i++] + array[i++] * i; return x + " " + i; }
    static String testAssignInOperand() { int i = 1; int x = i + (i = 5) + i; return x + " " + i; }
    static String testLocalSavedBeforeCall() { int i = 1; int x = i + (i += 2) * (i = 10); return x + " " + i; }
    static String testArrayAssign() { int[] a = {0, 0, 0}; int i = 0; a[i++] = a[i] + i++ + (a[i] = 7); return a[0] + " " + a[1] + " " + a[2] + " " + i; }
    static String testArrayAssignOrder() { arr(1)[say(1)] = say(2); return done() + array[1]; }
    static String testArrayNullAfterValue() {
        int[] none = null;
        try { none[say(0)] = say(9); } catch (NullPointerException e) { log += "npe "; }
        return done();
    }
    static String testArrayIndexAfterValue() {
        try { array[say(17)] = say(9); } catch (ArrayIndexOutOfBoundsException e) { log += "aioobe "; }
        return done();
    }
    static String testArrayCompoundIndexBeforeValue() {
        try { array[say(17)] += say(9); } catch (ArrayIndexOutOfBoundsException e) { log += "aioobe "; }
        return done();
    }
    static String testFieldNullAfterValue() {
        try { self(0).field = say(9); } catch (NullPointerException e) { log += "npe "; }
        return done();
    }
    static String testFieldCompoundNullBeforeValue() {
        try { self(0).field += say(9); } catch (NullPointerException e) { log += "npe "; }
        return done();
    }
    static String testCallNullAfterArguments() {
        try { self(0).method(say(1), say(2)); } catch (NullPointerException e) { log += "npe "; }
        return done();
    }
    static String testDivideAfterOperands() {
        try { int x = say(1) / (say(2) - 2); } catch (ArithmeticException e) { log += "zero "; }
        return done();
    }
    static String testLeftThrowsFirst() {
        try { int x = array[say(99)] + fail(1); } catch (RuntimeException e) { log += e instanceof IllegalStateException ? "ise" : "aioobe"; }
        return done();
    }
    static int testCompoundReadsFirst() { int x = 3; x += x++ * 2 + x; return x; }
    static int testCompoundCallChanges() { Order o = new Order(); o.field += change(o); return o.field; }
    static int change(Order o) { o.field = 100; return 1; }
    static int testPostIncrementAssign() { int x = 5; x = x++ + ++x; return x; }
    static int testIncrementField() { Order o = new Order(); int x = o.field++ + ++o.field + o.field-- - --o.field; return x * 100 + o.field; }
    static int testIncrementElement() { int[] a = {1, 2}; int i = 0; int x = a[i++]++ + ++a[i]; return x * 100 + a[0] * 10 + a[1]; }
    static int testCompoundIndexOnce() { int[] a = {1, 2, 3}; int i = 0; a[i++] += 10; a[i++] <<= 2; return a[0] * 100 + a[1] * 10 + a[2] + i; }
    static String testShortCircuit() { boolean x = say(1) > 5 && say(2) > 1 || say(3) == 3 || say(4) == 4; return done() + x; }
    static String testNoShortCircuit() { boolean x = say(1) > 5 & say(2) > 1 | say(3) == 3; return done() + x; }
    static String testShortCircuitAssign() { int i = 0; boolean x = i++ > 0 && i++ > 0 || i++ > 0 && i++ > 100; return i + " " + x; }
    static String testConditionalEffects() { int i = 0; int x = (i++ == 0 ? i++ : i--) + i; return x + " " + i; }
    static String testChainedAssign() { int a, b, c; a = b = c = say(4); return done() + a + b + c; }
    static String testNestedCalls() { int x = add(say(1), add(say(2), say(3))) + add(say(4), say(5)); return done() + x; }
    static int add(int x, int y) { log += "+ "; return x + y; }
    static String testConcatOrder() { String x = "" + say(1) + (log = "") + say(2); return x + "|" + done(); }
    static String testConcatSavesLocal() { int i = 1; String x = "" + i + (i = 2) + i++ + i; return x; }
    static String testNewArgs() { Pair p = new Pair(say(1), new Pair(say(2), null)); return done() + p.x + p.next.x; }
    static class Pair { int x; Pair next; Pair(int x, Pair next) { log += "P" + x + " "; this.x = x; this.next = next; } }
    static String testArrayDims() { int[][] a = new int[say(2)][say(3)]; return done() + a.length + a[1].length; }
    static String testArrayDimsNegative() {
        try { int[][] a = new int[say(-1)][say(3)]; } catch (NegativeArraySizeException e) { log += "neg"; }
        return done();
    }
    static String testArrayInit() { int[] a = {say(1), say(2), log.length()}; return done() + a[2]; }
    static String testSwapThroughTemporaries() { int a = 1, b = 2; a = a + b - (b = a); return a + " " + b; }
    static String testParameterReassigned() { return param(3) + ""; }
    static int param(int n) { return n + (n = 10) + n; }
    static String testStaticThroughInstance() { Order none = null; return "" + none.array.length; }
}
