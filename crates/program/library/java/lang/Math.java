// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.lang;

public final class Math {
    public static final double E = 2.718281828459045;
    public static final double PI = 3.141592653589793;

    private Math() {
    }

    public static int max(int a, int b) {
        return a >= b ? a : b;
    }

    public static int min(int a, int b) {
        return a <= b ? a : b;
    }

    public static int abs(int a) {
        return a < 0 ? -a : a;
    }

    public static int absExact(int a) {
        if (a == Integer.MIN_VALUE) {
            throw new ArithmeticException("Overflow to represent absolute value of Integer.MIN_VALUE");
        }
        return a < 0 ? -a : a;
    }

    public static int addExact(int x, int y) {
        int sum = x + y;
        if (((x ^ sum) & (y ^ sum)) < 0) {
            throw new ArithmeticException("integer overflow");
        }
        return sum;
    }

    public static int subtractExact(int x, int y) {
        int difference = x - y;
        if (((x ^ y) & (x ^ difference)) < 0) {
            throw new ArithmeticException("integer overflow");
        }
        return difference;
    }

    public static int incrementExact(int a) {
        if (a == Integer.MAX_VALUE) {
            throw new ArithmeticException("integer overflow");
        }
        return a + 1;
    }

    public static int decrementExact(int a) {
        if (a == Integer.MIN_VALUE) {
            throw new ArithmeticException("integer overflow");
        }
        return a - 1;
    }

    public static int negateExact(int a) {
        if (a == Integer.MIN_VALUE) {
            throw new ArithmeticException("integer overflow");
        }
        return -a;
    }

    public static int floorDiv(int x, int y) {
        int quotient = x / y;
        return (x ^ y) < 0 && quotient * y != x ? quotient - 1 : quotient;
    }

    public static int floorMod(int x, int y) {
        int remainder = x % y;
        return (remainder ^ y) < 0 && remainder != 0 ? remainder + y : remainder;
    }

    public static long max(long a, long b) {
        return a >= b ? a : b;
    }

    public static long min(long a, long b) {
        return a <= b ? a : b;
    }

    public static long abs(long a) {
        return a < 0 ? -a : a;
    }

    public static long absExact(long a) {
        if (a == Long.MIN_VALUE) {
            throw new ArithmeticException("Overflow to represent absolute value of Long.MIN_VALUE");
        }
        return a < 0 ? -a : a;
    }

    public static long addExact(long x, long y) {
        long sum = x + y;
        if (((x ^ sum) & (y ^ sum)) < 0) {
            throw new ArithmeticException("long overflow");
        }
        return sum;
    }

    public static long subtractExact(long x, long y) {
        long difference = x - y;
        if (((x ^ y) & (x ^ difference)) < 0) {
            throw new ArithmeticException("long overflow");
        }
        return difference;
    }

    public static long incrementExact(long a) {
        if (a == Long.MAX_VALUE) {
            throw new ArithmeticException("long overflow");
        }
        return a + 1;
    }

    public static long decrementExact(long a) {
        if (a == Long.MIN_VALUE) {
            throw new ArithmeticException("long overflow");
        }
        return a - 1;
    }

    public static long negateExact(long a) {
        if (a == Long.MIN_VALUE) {
            throw new ArithmeticException("long overflow");
        }
        return -a;
    }

    public static long floorDiv(long x, long y) {
        long quotient = x / y;
        return (x ^ y) < 0 && quotient * y != x ? quotient - 1 : quotient;
    }

    public static long floorMod(long x, long y) {
        long remainder = x % y;
        return (remainder ^ y) < 0 && remainder != 0 ? remainder + y : remainder;
    }

    public static int multiplyExact(int x, int y) {
        long product = (long) x * (long) y;
        if ((int) product != product) {
            throw new ArithmeticException("integer overflow");
        }
        return (int) product;
    }

    public static long multiplyExact(long x, int y) {
        return multiplyExact(x, (long) y);
    }

    public static long multiplyExact(long x, long y) {
        long product = x * y;
        if (x == -1 ? y == Long.MIN_VALUE : x != 0 && product / x != y) {
            throw new ArithmeticException("long overflow");
        }
        return product;
    }

    public static long multiplyFull(int x, int y) {
        return (long) x * (long) y;
    }

    public static int toIntExact(long value) {
        if ((int) value != value) {
            throw new ArithmeticException("integer overflow");
        }
        return (int) value;
    }

    public static long floorDiv(long x, int y) {
        return floorDiv(x, (long) y);
    }

    public static int floorMod(long x, int y) {
        return (int) floorMod(x, (long) y);
    }

    public static double abs(double a) {
        // -0.0 is not less than 0.0.
        return a <= 0 ? 0 - a : a;
    }

    public static double max(double a, double b) {
        if (a != a) {
            return a;
        }
        // Of two zeros the positive one.
        if (a == b) {
            return Double.doubleToLongBits(a) == 0 ? a : b;
        }
        return a > b ? a : b;
    }

    public static double min(double a, double b) {
        if (a != a) {
            return a;
        }
        if (a == b) {
            return Double.doubleToLongBits(a) == 0 ? b : a;
        }
        return a < b ? a : b;
    }

    public static double signum(double a) {
        return a > 0 ? 1 : (a < 0 ? -1 : a);
    }

    public static double copySign(double magnitude, double sign) {
        return (Double.doubleToRawLongBits(magnitude) < 0) == (Double.doubleToRawLongBits(sign) < 0) ? magnitude : -magnitude;
    }

    public static float abs(float a) {
        // -0.0 is not less than 0.0.
        return a <= 0 ? 0 - a : a;
    }

    public static float max(float a, float b) {
        if (a != a) {
            return a;
        }
        // Of two zeros the positive one.
        if (a == b) {
            return Float.floatToIntBits(a) == 0 ? a : b;
        }
        return a > b ? a : b;
    }

    public static float min(float a, float b) {
        if (a != a) {
            return a;
        }
        if (a == b) {
            return Float.floatToIntBits(a) == 0 ? b : a;
        }
        return a < b ? a : b;
    }

    public static float signum(float a) {
        return a > 0 ? 1 : (a < 0 ? -1 : a);
    }

    public static float copySign(float magnitude, float sign) {
        return (Float.floatToRawIntBits(magnitude) < 0) == (Float.floatToRawIntBits(sign) < 0) ? magnitude : -magnitude;
    }

    public static double sqrt(double a) {
        return Double.squareRoot(a);
    }

    public static double floor(double a) {
        return Double.floor(a);
    }

    public static double ceil(double a) {
        return Double.ceiling(a);
    }

    public static double rint(double a) {
        return Double.rint(a);
    }

    // Halves go up; the sum of a and 1/2 could be rounded.
    public static long round(double a) {
        double floor = Double.floor(a);
        return (long) (a - floor >= 0.5 ? floor + 1 : floor);
    }

    public static int round(float a) {
        double floor = Double.floor(a);
        return (int) (a - floor >= 0.5 ? floor + 1 : floor);
    }

    public static double toRadians(double degrees) {
        return degrees * 0.017453292519943295;
    }

    public static double toDegrees(double radians) {
        return radians * 57.29577951308232;
    }

    public static double fma(double a, double b, double c) {
        return lastDigit("Math.fma");
    }

    // Java leaves the last digit of these open, but for the cases that its documentation names.
    public static double pow(double a, double b) {
        if (b == 0) {
            return 1;
        }
        if (b == 1 || a != a) {
            return a;
        }
        if (b != b) {
            return b;
        }
        if (a == 1 && Double.isFinite(b)) {
            return 1;
        }
        // What every JVM at hand does.
        if (b == 2) {
            return a * a;
        }
        if (Double.isInfinite(b)) {
            double size = abs(a);
            return size == 1 ? Double.NaN : ((size > 1) == (b > 0) ? Double.POSITIVE_INFINITY : 0);
        }
        boolean isWhole = Double.floor(b) == b;
        boolean isOdd = isWhole && abs(b) < 0x1p53 && (long) b % 2 != 0;
        boolean isNegative = Double.doubleToRawLongBits(a) < 0;
        if (a == 0 || Double.isInfinite(a)) {
            double size = (a == 0) == (b > 0) ? 0 : Double.POSITIVE_INFINITY;
            return isNegative && isOdd ? -size : size;
        }
        if (isNegative && !isWhole) {
            return Double.NaN;
        }
        if (!isWhole || b < 0 || b > 1100 || Double.floor(a) != a) {
            return lastDigit("Math.pow");
        }
        // Of whole numbers the result is exact if it can be.
        double power = 1;
        for (int i = 0; i < (int) b; i++) {
            power *= a;
        }
        return abs(power) <= 0x1p53 || isPowerOfTwo(a) ? power : lastDigit("Math.pow");
    }

    private static boolean isPowerOfTwo(double a) {
        return (Double.doubleToRawLongBits(a) & 0xfffffffffffffL) == 0;
    }

    private static native double lastDigit(String what);

    public static double exp(double a) {
        return a != a ? a : (a == 0 ? 1 : (a == Double.NEGATIVE_INFINITY ? 0 : (a == Double.POSITIVE_INFINITY ? a : lastDigit("Math.exp"))));
    }

    public static double log(double a) {
        return a != a ? a : (a == 1 ? 0 : (a < 0 ? Double.NaN : (a == 0 ? Double.NEGATIVE_INFINITY : (a == Double.POSITIVE_INFINITY ? a : lastDigit("Math.log")))));
    }

    public static double log10(double a) {
        return a != a ? a : (a == 1 ? 0 : (a < 0 ? Double.NaN : (a == 0 ? Double.NEGATIVE_INFINITY : (a == Double.POSITIVE_INFINITY ? a : lastDigit("Math.log10")))));
    }

    public static double sin(double a) {
        return a != a ? a : (a == 0 ? a : (lastDigit("Math.sin")));
    }

    public static double cos(double a) {
        return a != a ? a : (a == 0 ? 1 : (lastDigit("Math.cos")));
    }

    public static double tan(double a) {
        return a != a ? a : (a == 0 ? a : (lastDigit("Math.tan")));
    }

    public static double asin(double a) {
        return a != a ? a : (a == 0 ? a : (lastDigit("Math.asin")));
    }

    public static double acos(double a) {
        return a != a ? a : (a == 1 ? 0 : (lastDigit("Math.acos")));
    }

    public static double atan(double a) {
        return a != a ? a : (a == 0 ? a : (lastDigit("Math.atan")));
    }

    public static double cbrt(double a) {
        return a != a ? a : (a == 0 ? a : (lastDigit("Math.cbrt")));
    }

    public static double sinh(double a) {
        return a != a ? a : (a == 0 ? a : (lastDigit("Math.sinh")));
    }

    public static double cosh(double a) {
        return a != a ? a : (a == 0 ? 1 : (lastDigit("Math.cosh")));
    }

    public static double tanh(double a) {
        return a != a ? a : (a == 0 ? a : (lastDigit("Math.tanh")));
    }

    public static double expm1(double a) {
        return a != a ? a : (a == 0 ? a : (lastDigit("Math.expm1")));
    }

    public static double log1p(double a) {
        return a != a ? a : (a == 0 ? a : (lastDigit("Math.log1p")));
    }

    public static double atan2(double y, double x) {
        return lastDigit("Math.atan2");
    }

    public static double hypot(double x, double y) {
        return x == 0 ? abs(y) : (y == 0 ? abs(x) : lastDigit("Math.hypot"));
    }

    public static int ceilDiv(int x, int y) {
        int quotient = x / y;
        return (x ^ y) >= 0 && quotient * y != x ? quotient + 1 : quotient;
    }

    public static int clamp(long value, int min, int max) {
        if (min > max) {
            throw new IllegalArgumentException(min + " > " + max);
        }
        return (int) min(max, max(value, min));
    }

    // If named: random
    public static double random() {
        return java.util.Input.nextDouble();
    }
}
