// `getSize` holds: an initialiser elsewhere, which is not modelled, does not concern it.
class Box<E> {
    int size;
    E value;
    int getSize() { return size; }
}
class Unrelated {
    static final java.util.Random RAND = new java.util.Random();
}
