// Interfaces: abstract, default, static and private methods, constants, several supertypes.
interface Sized {
    int LIMIT = 8;

    int size();

    default boolean isFull() {
        return check(size());
    }

    static int room(Sized sized) {
        return LIMIT - sized.size();
    }

    private boolean check(int size) {
        return size >= LIMIT;
    }
}

interface Named {
    default boolean isFull() {
        return false;
    }
}

class Shelf implements Sized, Named {
    int books;

    public int size() {
        return books;
    }

    public boolean isFull() {
        return Sized.super.isFull() || Named.super.isFull() || Sized.room(this) < 0;
    }
}
