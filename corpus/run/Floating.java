// Floating point: operators, conversions, comparisons, boxes, records, texts, functions of Math.
import java.util.ArrayList;
import java.util.List;

public class Floating {
    static double nan = Double.NaN;
    static double zero = 0.0;
    static double minusZero = -0.0;
    static double infinity = Double.POSITIVE_INFINITY;
    static double tenth = 0.1;
    static float third = 1f / 3;
    static int max = Integer.MAX_VALUE;
    static long big = Long.MAX_VALUE;
    double field;
    float single;
    static double[] numbers = { 1, 2.5, -3e10 };

    record Point(double x, float y) { }

    static long bits(double d) { return Double.doubleToLongBits(d); }

    static double testAdd() { return tenth + 0.2; }
    static double testSubtract() { return tenth - 0.3; }
    static double testMultiply() { return tenth * 3; }
    static double testDivide() { return 1 / tenth; }
    static double testDivideByZero() { return 1 / zero; }
    static double testDivideByMinusZero() { return 1 / minusZero; }
    static double testZeroByZero() { return zero / zero; }
    static double testRemainder() { return -7.5 % 2; }
    static double testRemainderOfInfinity() { return infinity % 2; }
    static double testRemainderByInfinity() { return tenth % infinity; }
    static double testNegate() { return -zero; }
    static double testMinus() { return 0 - zero; }
    static float testFloat() { return third + third; }
    static float testFloatByInt() { return third * max; }
    static double testFloatToDouble() { return third; }
    static float testDoubleToFloat() { return (float) tenth; }
    static float testHugeToFloat() { return (float) 1e300; }
    static boolean testNanEquals() { return nan == nan; }
    static boolean testNanDiffers() { return nan != nan; }
    static boolean testNanLess() { return nan < 1 || nan > 1 || nan <= nan || nan >= nan; }
    static boolean testNotNanLess() { return !(nan < 1); }
    static boolean testZeros() { return zero == minusZero; }
    static boolean testZerosOfBoxes() { return Double.valueOf(zero).equals(minusZero); }
    static boolean testNansOfBoxes() { return Double.valueOf(nan).equals(nan); }
    static int testCompareZeros() { return Double.compare(zero, minusZero) + 10 * Double.compare(minusZero, zero); }
    static int testCompareNan() { return Double.compare(nan, infinity) + 10 * Double.compare(1, nan); }
    static int testCompareFloats() { return Float.compare(third, 0.5f) + 10 * Float.compare(0f, -0f); }
    static int testToInt() { return (int) 3.99 + (int) -3.99; }
    static int testNanToInt() { return (int) nan; }
    static int testHugeToInt() { return (int) 1e20; }
    static int testHugeToByte() { return (byte) 1e20; }
    static int testToChar() { return (char) -1.5; }
    static int testToShort() { return (short) 70000.7; }
    static long testToLong() { return (long) 1e20; }
    static long testFloatToLong() { return (long) -1e20f; }
    static double testFromLong() { return big; }
    static float testFloatFromLong() { return big; }
    static float testFloatFromInt() { return 16777217; }
    static double testFromChar() { char c = 'a'; return c / 2.0; }
    static double testCompound() { double d = 1; d += 0.5; d *= 3; d -= 1; d /= 7; d %= 0.2; return d; }
    static int testCompoundInt() { int i = 10; i *= 1.55; i += 0.9; return i; }
    static int testCompoundChar() { char c = 'a'; c += 1.7; return c; }
    static double testIncrement() { double d = 0.5; d++; ++d; return d-- + --d; }
    static float testFloatIncrement() { float f = 0.1f; f++; return f; }
    static double testArray() { double sum = 0; for (double d : numbers) sum += d; return sum; }
    static double testArrayElement() { double[] a = new double[3]; a[1] += 2; a[2] = a[1]++; return a[0] + a[1] * 10 + a[2] * 100; }
    static float testFloatArray() { float[][] a = new float[2][2]; a[1][0] = 1.5f; return a[1][0] + a[0][1]; }
    static double testField() { Floating f = new Floating(); f.field = 1.5; f.single = 2; f.field += f.single; return f.field; }
    static double testConditional() { return max > 0 ? 1 : 2.0; }
    static String testConditionalBoxes() { Object o = max > 0 ? 1 : 2.0; return "" + o; }
    static double testSwitch() { return switch (max % 3) { case 0 -> 1; case 1 -> 2.5f; default -> 3L; }; }
    static String testBox() { Object o = 1.5; return "" + o + (o instanceof Double); }
    static double testUnbox() { Double d = 1.5; d += 1; return d; }
    static boolean testBoxIdentity() { Double a = 1.0, b = 1.0; return a == b; }
    static double testNumber() { Number n = 7; return n.doubleValue() / 2; }
    static int testNumberOfDouble() { Number n = 7.9; return n.intValue(); }
    static boolean testList() { List<Double> list = new ArrayList<>(); list.add(0.0); return list.contains(-0.0); }
    static boolean testListNan() { List<Double> list = new ArrayList<>(); list.add(nan); return list.contains(Double.NaN); }
    static double testLambda() { double half = 0.5; java.util.function.Supplier<Double> s = () -> half * 3; return s.get(); }
    static double testInner() { double half = 0.5; class In { double twice() { return half * 2; } } return new In().twice(); }
    static boolean testRecordEquals() { return new Point(nan, 0f).equals(new Point(nan, 0f)); }
    static boolean testRecordZeros() { return new Point(0.0, 0f).equals(new Point(-0.0, 0f)); }
    static String testRecordText() { return new Point(1.5, 0.25f).toString(); }
    static String testText() { return "" + 1.0 + " " + 0.1f + " " + 1e7 + " " + 1e-3 + " " + 9.5e-4 + " " + 123456.789 + " " + nan + " " + -infinity + " " + minusZero; }
    static String testConstantText() { return "x" + 2.50 + 1f + 'c' + 1e10; }
    static String testValueOf() { return String.valueOf(2.5) + String.valueOf(2.5f) + Double.toString(100) + Float.toString(1e10f); }
    static String testBuilder() { return new StringBuilder().append(1.5).append(' ').append(2.5f).toString(); }
    static double testParse() { return Double.parseDouble(" -1.5e3 ") + Double.parseDouble("0x1.8p1") + Double.valueOf("1f"); }
    static double testParseBad() { return Double.parseDouble("1,5"); }
    static double testParseEmpty() { return Double.parseDouble(""); }
    static float testParseFloat() { return Float.parseFloat("3.4028236e38"); }
    static double testParseInfinity() { return Double.parseDouble("-Infinity"); }
    static long testBits() { return bits(tenth) ^ bits(-tenth); }
    static double testFromBits() { return Double.longBitsToDouble(0x3ff8000000000000L); }
    static int testFloatBits() { return Float.floatToIntBits(third); }
    static long testNanBits() { return Double.doubleToLongBits(zero / zero); }
    static int testHash() { return Double.hashCode(tenth) + Double.valueOf(tenth).hashCode() * 3 + Float.hashCode(third); }
    static boolean testIs() { return Double.isNaN(nan) && !Double.isInfinite(nan) && Double.isInfinite(-infinity) && Double.isFinite(1); }
    static double testMin() { return Math.min(zero, minusZero); }
    static double testMax() { return Math.max(minusZero, zero); }
    static double testMaxNan() { return Math.max(1, nan); }
    static float testMinFloat() { return Math.min(third, 0.3f); }
    static double testAbs() { return Math.abs(minusZero) + Math.abs(-1.5); }
    static double testSqrt() { return Math.sqrt(2); }
    static double testSqrtNegative() { return Math.sqrt(-1); }
    static double testFloor() { return Math.floor(-0.5) + Math.floor(2.9); }
    static double testCeil() { return Math.ceil(-0.5); }
    static double testRint() { return Math.rint(2.5) * 10 + Math.rint(3.5); }
    static long testRound() { return Math.round(2.5) + Math.round(-2.5) * 10 + Math.round(0.49999999999999994) * 100; }
    static long testRoundNan() { return Math.round(nan) + Math.round(1e300); }
    static int testRoundFloat() { return Math.round(2.5f) + Math.round(-2.5f) * 10 + Math.round(1e20f); }
    static double testSignum() { return Math.signum(-2.5) + Math.signum(zero); }
    static double testPow() { return Math.pow(2, 10) + Math.pow(-3, 3) + Math.pow(0, 0) + Math.pow(1.5, 2) + Math.pow(2, 60); }
    static double testPowSpecial() { return Math.pow(0, -1) + Math.pow(infinity, -2) + Math.pow(5, 1); }
    static double testPowNan() { return Math.pow(-8, 0.5); }
    static double testHypot() { return Math.hypot(0, -2); }
    static double testConstants() { return Double.MAX_VALUE + Double.MIN_VALUE + Double.MIN_NORMAL + Math.PI * Math.E; }
    static double testFloatConstants() { return Float.MAX_VALUE + Float.MIN_VALUE; }
    static double testHex() { return 0x1.8p3 + 0x.8p0 + 1_000.5e-1_0; }
    static double testLoop() { double x = 1; for (int i = 0; i < 10; i++) x = (x + 2 / x) / 2; return x; }
    static int testLoopCount() { int n = 0; for (float f = 0; f < 1; f += 0.1f) n++; return n; }
    static float testFloatPrecision() { return 16777216f + 1f; }
    static boolean testMixed() { return third == 1.0 / 3; }
    static boolean testIntFloat() { return max == (float) max; }
    static boolean testLongDouble() { return big == (double) big; }
    static double testOrder() { double[] a = { 1, 2 }; int i = 0; return a[i++] - a[i] * i; }
    static double testNested() { return ((tenth + 1) * (tenth - 1) - tenth * -tenth) / (tenth + third); }
    static double testThrow() { return 1.5 + numbers[3]; }
    static double testNull() { Double d = null; return d + 1; }
    static double testVarargs() { return sum(1, 2.5, 'a'); }
    static double sum(double... all) { double sum = 0; for (double d : all) sum += d; return sum; }
    static int testOverload() { return f(1) + 10 * f(1L) + 100 * f(1f) + 1000 * f('a'); }
    static int f(double d) { return 1; }
    static int f(float d) { return 2; }
    static boolean testInstanceOf() { Object o = 1.5f; return o instanceof Float f && f > 1 && !(o instanceof Double); }
    static float testFieldFloat() { Floating f = new Floating(); f.single -= 0.5; return f.single; }
}
