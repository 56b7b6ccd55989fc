// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util.random;

public interface RandomGenerator {
    int nextInt();

    int nextInt(int bound);

    int nextInt(int origin, int bound);

    long nextLong();

    boolean nextBoolean();

    double nextDouble();

    float nextFloat();
}
