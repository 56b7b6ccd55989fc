// assignable: fields, elements, ranges, all fields, all elements, \nothing and \everything; modifies and assigns are other words.
class Buffer {
    int[] data = new int[8];
    int size;
    /*@ nullable @*/ Buffer next;
    static int made;

    //@ assignable size, this.data[size], Buffer.made;
    void append(int value) {
        data[size++] = value;
        made++;
    }

    //@ requires next != null;
    //@ modifies next.*, data[0 .. size - 1];
    void move() {
        next.size = size;
        for (int i = 0; i < size; i++) data[i] = 0;
    }

    //@ assigns data[*];
    void clear() {
        for (int i = 0; i < data.length; i++) data[i] = 0;
    }

    //@ assignable \nothing;
    int size() {
        return size;
    }

    //@ assignable \everything;
    void reset() {
        data = new int[8];
        size = 0;
    }
}
