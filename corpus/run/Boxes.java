// Boxes: identity of small values, equals, hashCode, compareTo, conversions, statics; Math.
public class Boxes {
    static boolean testSharedInt() { Integer a = 127, b = 127, c = 128, d = 128; return a == b && c != d && c.equals(d); }
    static boolean testSharedNegative() { Integer a = -128, b = -128, c = -129, d = -129; return a == b && c != d; }
    static boolean testSharedLong() { Long a = 127L, b = 127L, c = 128L, d = 128L; return a == b && c != d && c.equals(d) && c.longValue() == 128; }
    static boolean testSharedOthers() { Byte a = -1, b = -1; Short c = 5, d = 5, e = 500, f = 500; Character g = 'x', h = 'x', i = '\u1234', j = '\u1234'; Boolean k = true, l = true; return a == b && c == d && e != f && g == h && i != j && k == l && k == Boolean.TRUE && e.equals(f) && i.equals(j); }
    static boolean testNew() { return new Integer(5) != Integer.valueOf(5) && new Integer(5).equals(5) && new Boolean(true) != Boolean.TRUE; }
    static boolean testEqualsOtherType() { Object a = 1L; return !a.equals(1) && !Integer.valueOf(1).equals((short) 1) && !Integer.valueOf(1).equals(null) && Long.valueOf(1).equals(1L); }
    static int testNullUnboxed() { Integer a = null; return a + 1; }
    static int testNullCompare() { return Integer.valueOf(1).compareTo(null); }
    static String testHashCodes() { return Integer.valueOf(-7).hashCode() + " " + Long.valueOf(1L << 40).hashCode() + " " + Long.valueOf(-1).hashCode() + " " + Boolean.TRUE.hashCode() + " " + Boolean.FALSE.hashCode() + " " + Character.valueOf('a').hashCode() + " " + Byte.valueOf((byte) -3).hashCode() + " " + Short.hashCode((short) 9); }
    static String testCompare() { return Integer.compare(1, 2) + "" + Integer.compare(Integer.MIN_VALUE, Integer.MAX_VALUE) + Long.compare(3, 3) + Byte.compare((byte) 100, (byte) -100) + Character.compare('a', 'c') + Boolean.compare(true, false) + Integer.valueOf(5).compareTo(4) + Short.valueOf((short) 5).compareTo((short) 8) + Integer.compareUnsigned(-1, 1); }
    static String testToString() { Object a = 1, b = -2L, c = 'x', d = false, e = (byte) 3, f = (short) 4; return a + "" + b + c + d + e + f + Integer.toString(-5) + Long.toString(Long.MIN_VALUE) + Boolean.toString(true) + Character.toString('q') + String.valueOf(a) + a.toString(); }
    static String testConversions() { Integer a = 300; Long b = (1L << 33) + 5; return a.byteValue() + " " + a.shortValue() + " " + a.longValue() + " " + b.intValue() + " " + b.byteValue() + " " + b.shortValue(); }
    static int testNumber() { Number n = 70000; Number m = 5L; return n.intValue() + m.intValue() + n.shortValue(); }
    static String testBits() { return Integer.bitCount(-1) + " " + Integer.bitCount(5) + " " + Long.bitCount(-2L) + " " + Integer.highestOneBit(100) + " " + Integer.highestOneBit(-5) + " " + Integer.highestOneBit(0) + " " + Integer.lowestOneBit(12) + " " + Integer.numberOfLeadingZeros(1) + " " + Integer.numberOfLeadingZeros(0) + " " + Integer.numberOfTrailingZeros(8) + " " + Integer.numberOfTrailingZeros(0) + " " + Long.numberOfLeadingZeros(1) + " " + Long.numberOfTrailingZeros(1L << 50) + " " + Long.highestOneBit(77); }
    static String testReverse() { return Integer.reverse(1) + " " + Integer.reverse(-8) + " " + Integer.reverseBytes(0x12345678) + " " + Long.reverse(3) + " " + Long.reverseBytes(0x1122334455667788L) + " " + Integer.rotateLeft(0x80000001, 1) + " " + Long.rotateRight(1, 1); }
    static String testUnsigned() { return Integer.divideUnsigned(-1, 2) + " " + Integer.remainderUnsigned(-1, 7) + " " + Integer.toUnsignedLong(-1) + " " + Byte.toUnsignedInt((byte) -1) + " " + Long.compareUnsigned(-1, 1); }
    static int testDivideUnsignedZero() { return Integer.divideUnsigned(1, 0); }
    static String testConstants() { return Integer.MAX_VALUE + " " + Long.MIN_VALUE + " " + Byte.MIN_VALUE + " " + Short.MAX_VALUE + " " + (int) Character.MAX_VALUE + " " + Integer.SIZE + Long.BYTES; }
    static String testStatics() { return Integer.max(3, 4) + "" + Integer.min(3, 4) + Integer.sum(3, 4) + Integer.signum(-9) + Long.signum(0) + Boolean.logicalXor(true, true) + Long.max(5, -5); }
    static String testMath() { return Math.max(-1, -2) + " " + Math.min(5L, 3) + " " + Math.abs(Integer.MIN_VALUE) + " " + Math.abs(-3L) + " " + Math.floorDiv(-7, 2) + " " + Math.floorMod(-7, 2) + " " + Math.floorMod(7, -3) + " " + Math.floorDiv(Integer.MIN_VALUE, -1) + " " + Math.floorMod(-7L, 3) + " " + Math.floorDiv(-7L, 2L) + " " + Math.multiplyFull(1 << 30, 8); }
    static int testAddExact() { return Math.addExact(Integer.MAX_VALUE, 1); }
    static long testAddExactLong() { return Math.addExact(Long.MIN_VALUE, -1L); }
    static int testSubtractExact() { return Math.subtractExact(Integer.MIN_VALUE, 1); }
    static int testMultiplyExact() { return Math.multiplyExact(1 << 16, 1 << 15); }
    static long testMultiplyExactLong() { return Math.multiplyExact(Long.MIN_VALUE, -1L); }
    static long testMultiplyExactLongOther() { return Math.multiplyExact(-1L, Long.MIN_VALUE); }
    static long testMultiplyExactFits() { return Math.multiplyExact(-3037000499L, 3037000499L) + Math.multiplyExact(0L, Long.MIN_VALUE) + Math.multiplyExact(1L, Long.MIN_VALUE) / 2; }
    static int testNegateExact() { return Math.negateExact(Integer.MIN_VALUE); }
    static int testIncrementExact() { return Math.incrementExact(Integer.MAX_VALUE); }
    static int testDecrementExact() { return Math.decrementExact(5); }
    static int testToIntExact() { return Math.toIntExact(1L << 31); }
    static String testExactMessage() { try { Math.addExact(Integer.MAX_VALUE, 1); return "no"; } catch (ArithmeticException e) { return e.getMessage(); } }
    static int testFloorDivZero() { return Math.floorDiv(1, 0); }
    static boolean testTernaryUnboxes() { Integer a = 1000; int b = 1000; Object c = true ? a : b; return c != a; }
    static int testCounter() { Integer a = 126; a++; a++; a += 5; return a; }
    static boolean testGetClass() { Object a = 1, b = 2, c = 1L, d = new int[0], e = new int[3], f = "s"; return a.getClass() == b.getClass() && a.getClass() != c.getClass() && d.getClass() == e.getClass() && f.getClass() == "t".getClass() && d.getClass() != new long[0].getClass(); }
    static class Box implements Cloneable { long a = 1L << 40; int b = 3; int[] c = {1}; Object d; public Box clone() throws CloneNotSupportedException { return (Box) super.clone(); } }
    static boolean testClone() throws CloneNotSupportedException { Box x = new Box(); x.d = x; Box y = x.clone(); return y != x && y.a == 1L << 40 && y.b == 3 && y.c == x.c && y.d == x; }
    static class NoClone { Object copy() throws CloneNotSupportedException { return clone(); } }
    static boolean testNoClone() throws CloneNotSupportedException { return new NoClone().copy() != null; }
    static boolean testArrayClone() { long[] a = {1L << 40, 2}; long[] b = a.clone(); int[][] c = {{1}}; int[][] d = c.clone(); b[1] = 5; return a != b && a[1] == 2 && b[0] == 1L << 40 && c[0] == d[0]; }
    static boolean testArrayCopyKinds() { System.arraycopy(new int[1], 0, new long[1], 0, 1); return true; }
    static boolean testArrayCopyNoArray() { System.arraycopy("x", 0, new int[1], 0, 0); return true; }
    static boolean testArrayCopyStore() { Object[] a = {"x", 1}; String[] b = new String[2]; try { System.arraycopy(a, 0, b, 0, 2); return false; } catch (ArrayStoreException e) { return b[0] == "x" && b[1] == null; } }
    static boolean testArrayCopyBounds() { System.arraycopy(new int[2], 1, new int[2], 0, 2); return true; }
    static String testArrayCopyOverlap() { int[] a = {1, 2, 3, 4}; System.arraycopy(a, 0, a, 1, 3); return a[0] + "" + a[1] + a[2] + a[3]; }
}
