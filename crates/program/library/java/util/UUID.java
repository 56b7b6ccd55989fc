// Written for Tightrope after the public documentation of the class: see library/README.md.
package java.util;

public final class UUID implements java.io.Serializable, Comparable<UUID> {
    private final long most;
    private final long least;

    public UUID(long mostSigBits, long leastSigBits) {
        most = mostSigBits;
        least = leastSigBits;
    }

    public static UUID randomUUID() {
        return new UUID(Input.nextLong(), Input.nextLong());
    }

    public long getMostSignificantBits() {
        return most;
    }

    public long getLeastSignificantBits() {
        return least;
    }

    public boolean equals(Object obj) {
        return obj instanceof UUID && most == ((UUID) obj).most && least == ((UUID) obj).least;
    }

    public int hashCode() {
        long bits = most ^ least;
        return (int) (bits >> 32) ^ (int) bits;
    }

    public int compareTo(UUID other) {
        int first = Long.compare(most, other.most);
        return first != 0 ? first : Long.compare(least, other.least);
    }
}
