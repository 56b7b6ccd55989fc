// tightrope: --scope 2
// What a field with `rep` leads to belongs to one object: assumed before the call, owed after it.
class Chain {
    static class Node {
        /*@ nullable @*/ Node next;
        int value;
    }

    /*@ rep nullable @*/ Node head;

    // Holds, because the other chain has other nodes.
    //@ requires other != this && head != null && other.head != null;
    //@ ensures other.head.value == \old(other.head.value);
    void set(Chain other, int value) {
        head.value = value;
    }

    // Violated: both have the node then.
    void share(Chain other) {
        head = other.head;
    }

    // Violated: the node may belong to somebody.
    void take(Node node) {
        head = node;
    }

    void move(Chain other) {
        if (other != this) {
            head = other.head;
            other.head = null;
        }
    }

    void push(int value) {
        Node node = new Node();
        node.value = value;
        node.next = head;
        head = node;
    }
}

class Loose {
    /*@ nullable @*/ Chain.Node head;

    // Violated: nothing says that the other has other nodes.
    //@ requires other != this && head != null && other.head != null;
    //@ ensures other.head.value == \old(other.head.value);
    void set(Loose other, int value) {
        head.value = value;
    }
}

class Row {
    /*@ rep @*/ int[] cells = new int[1];

    // Violated: two rows would have the same array.
    void alias(Row other) {
        cells = other.cells;
    }

    //@ requires other != this && cells.length > 0 && other.cells.length > 0;
    //@ ensures other.cells[0] == \old(other.cells[0]);
    void clear(Row other) {
        cells[0] = 0;
    }

    void renew() {
        cells = new int[2];
    }
}
