// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

// Every number that a generator could give, whatever its seed.
public class Random implements java.util.random.RandomGenerator, java.io.Serializable {
    public Random() {
    }

    public Random(long seed) {
    }

    public void setSeed(long seed) {
    }

    public int nextInt() {
        return Input.nextInt();
    }

    public int nextInt(int bound) {
        if (bound <= 0) {
            throw new IllegalArgumentException("bound must be positive");
        }
        return Input.nextInt(0, bound);
    }

    public int nextInt(int origin, int bound) {
        if (origin >= bound) {
            throw new IllegalArgumentException("bound must be greater than origin");
        }
        return Input.nextInt(origin, bound);
    }

    public long nextLong() {
        return Input.nextLong();
    }

    public long nextLong(long bound) {
        if (bound <= 0) {
            throw new IllegalArgumentException("bound must be positive");
        }
        return Input.nextLong(0, bound);
    }

    public long nextLong(long origin, long bound) {
        if (origin >= bound) {
            throw new IllegalArgumentException("bound must be greater than origin");
        }
        return Input.nextLong(origin, bound);
    }

    public boolean nextBoolean() {
        return Input.nextBoolean();
    }

    public float nextFloat() {
        return Input.nextFloat();
    }

    public double nextDouble() {
        return Input.nextDouble();
    }

    public double nextGaussian() {
        return Input.nextNumber();
    }

    public void nextBytes(byte[] bytes) {
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) Input.nextInt();
        }
    }
}
