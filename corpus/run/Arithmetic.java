// Integer arithmetic of all widths: overflow, shifts, division, promotion, narrowing.
public class Arithmetic {
    static int max = Integer.MAX_VALUE;
    static int min = Integer.MIN_VALUE;
    static long lmax = Long.MAX_VALUE;
    static byte b = (byte) 200;
    static short s = (short) 40000;
    static char c = 'z';

    static int testOverflow() { return max + 1; }
    static int testNegateMin() { return -min; }
    static int testAbsMin() { return Math.abs(min); }
    static int testDivMin() { return min / -1; }
    static int testRemMin() { return min % -1; }
    static int testRemSign() { return (-7) % 3 + 10 * (7 % -3); }
    static int testDivSign() { return (-7) / 2; }
    static int testMultiply() { return 65536 * 65537 + 99999 * max; }
    static long testLongMultiply() { return 65536L * 65537 + lmax * 3; }
    static long testWiden() { return max + 1L; }
    static long testNotWidened() { long x = max + 1; return x; }
    static int testShiftCount() { return 1 << 33; }
    static int testShiftNegativeCount() { return 1 << -1; }
    static long testLongShift() { return 1L << 65; }
    static int testShiftByLong() { return 5 << 34L; }
    static int testSignedShift() { return min >> 31; }
    static int testUnsignedShift() { return min >>> 31; }
    static int testByteUnsignedShift() { return b >>> 4; }
    static long testLongUnsignedShift() { return -1L >>> 60; }
    static int testByteValue() { return b; }
    static int testShortValue() { return s; }
    static int testCharArithmetic() { return c + 1; }
    static char testCharCast() { return (char) (c - 1); }
    static int testNarrowLong() { return (int) 0x1_2345_6789L; }
    static int testNarrowByte() { return (byte) 0x1ff; }
    static int testNarrowCharToShort() { return (short) '\uffff'; }
    static int testByteToChar() { return (char) (byte) -1; }
    static int testCompoundNarrows() { byte x = 10; x += 300; return x; }
    static int testCompoundShift() { short x = -1; x >>>= 10; return x; }
    static int testCompoundChar() { char x = 'a'; x += 1; x++; return x; }
    static int testIncrementByte() { byte x = 127; x++; return x; }
    static int testDecrementChar() { char x = 0; --x; return x; }
    static int testCompoundLong() { int x = 5; x *= 3_000_000_000L; return x; }
    static int testBits() { return (0b1010 & 0x6) | (017 ^ 3) | ~8; }
    static boolean testBooleanBits() { boolean t = true, f = false; return (t & !f) ^ (t | f) ^ f; }
    static long testMixed() { int i = 7; long l = 3; short h = 2; return i * l + h / i - (l << h); }
    static boolean testComparisons() { return (1 < 2) == (2L >= 2) && 'a' <= 97 && b != 200; }
    static int testDivideByZero() { int zero = 0; return 1 / zero; }
    static long testLongRemainderByZero() { long zero = 0; return 1 % zero; }
    static int testConstants() { final int k = 3; final byte small = k + 4; return small * K2; }
    static final int K2 = 1 << 5 | 3;
    static String testConcat() { return 1 + 2 + "a" + 1 + 2 + 'c' + true + null + 5L + (char) 98 + (1 + 1); }
    static String testConcatChars() { char x = 'x'; return "" + x + (int) x + (char) (x + 1) + (x + 1); }
    static String testCompoundString() { String t = "a"; t += 1 + 2; t += 'b'; return t; }
    static boolean testStringIdentity() { return ("a" + "b") == "ab"; }
    static boolean testStringRuntimeIdentity() { String a = "a"; return (a + "b") == "ab"; }
    static boolean testStringEquals() { String a = "a"; return (a + "b").equals("ab"); }
    static int testTernaryTypes() { char x = 'a'; int i = 0; Object o = true ? x : 0; return (o instanceof Character ? 1 : 2) + (false ? i : x); }
    static long testTernaryPromotes() { Object o = true ? 1 : 2L; return o instanceof Long ? (Long) o + 10 : -1; }
}
