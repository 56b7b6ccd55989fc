// Methods that do not exist, in classes of the user; of a library class it would be an unsupported member.
class Methods {
    int size;

    int size() {
        return size;
    }

    int twice(Methods other) {
        return sise() + other.sizes() + this.length();
    }

    //@ ensures isEmtpy();
    void clear() {
        size = 0;
    }

    boolean isEmpty() {
        return size == 0;
    }
}
