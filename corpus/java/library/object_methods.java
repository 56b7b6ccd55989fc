// The methods of Object: equals, hashCode, toString, getClass and clone, overridden or not.
class Key implements Cloneable {
    int value;
    int[] parts = {1};

    @Override
    public boolean equals(Object other) {
        if (this == other) return true;
        return other instanceof Key && ((Key) other).value == value;
    }

    @Override
    public int hashCode() {
        return value;
    }

    @Override
    protected Key clone() throws CloneNotSupportedException {
        Key copy = (Key) super.clone();
        copy.parts = parts.clone();
        return copy;
    }

    boolean sameClass(Object other) {
        return other != null && getClass() == other.getClass() && System.identityHashCode(this) == other.hashCode();
    }
}
