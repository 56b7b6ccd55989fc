// requires: several are joined by and; pre is another word for it; parameters, fields and pure methods may be used.
class Stack {
    int[] items = new int[4];
    int size;

    //@ requires 0 <= size && size < items.length;
    //@ pre item != 0;
    void push(int item) {
        items[size++] = item;
    }

    //@ requires !isEmpty();
    int top() {
        return items[size - 1];
    }

    /*@ pure @*/ boolean isEmpty() {
        return size == 0;
    }
}
