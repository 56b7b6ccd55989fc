// Records: components, accessors, equality by components, a compact constructor, a static factory, a nested use.
record Range(int low, int high) {
    Range {
        if (low > high) {
            throw new IllegalArgumentException();
        }
    }

    static Range single(int at) {
        return new Range(at, at);
    }

    boolean contains(int value) {
        return low <= value && value <= high();
    }
}

record Entry<K>(K key, Range range) {
    Entry(K key) {
        this(key, Range.single(0));
    }

    public Range range() {
        return range == null ? Range.single(1) : range;
    }
}

class Ranges {
    boolean same(Range a, Entry<String> entry) {
        return a.equals(entry.range()) && a.low() == entry.range().low() && entry.key() != null;
    }
}
