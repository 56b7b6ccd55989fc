package tools;

public class Numbers {
    public static final int LIMIT = 1 << 10;

    public static int square(int x) {
        return x * x;
    }

    public static int clamp(int x, int limit) {
        return x < limit ? x : limit;
    }
}
