// tightrope: --scope 2
// Owner arguments, as in Fig. 5 of Darga and Boyapati: the nodes of a stack are its own, what they
// hold is not.
class Stack {
    /*@ owner <nOwner> @*/ static class Node {
        /*@ owner <nOwner> @*/ /*@ nullable @*/ Node next;
        /*@ owner <world> @*/ /*@ nullable @*/ Node value;
        int mark;
    }

    /*@ owner <this> @*/ /*@ nullable @*/ Node head;

    // Holds: the other stack has other nodes.
    //@ requires other != this && head != null && other.head != null;
    //@ ensures other.head.mark == \old(other.head.mark);
    void mark(Stack other, int mark) {
        head.mark = mark;
    }

    // Holds: these nodes are those of the owner, too.
    //@ requires other != this && head != null && head.next != null && other.head != null;
    //@ ensures other.head.mark == \old(other.head.mark);
    void markNext(Stack other, int mark) {
        head.next.mark = mark;
    }

    // Violated: a value may be a node of the other stack.
    //@ requires other != this && head != null && head.value != null && other.head != null;
    //@ ensures other.head.mark == \old(other.head.mark);
    void markValue(Stack other, int mark) {
        head.value.mark = mark;
    }

    // Holds: values may be anybody's.
    //@ requires head != null;
    void hold(Stack other) {
        head.value = other.head;
    }

    // Violated: both have the node then.
    void share(Stack other) {
        head = other.head;
    }

    // Violated: nodes of the other stack would follow.
    //@ requires head != null;
    void append(Stack other) {
        head.next = other.head;
    }

    void push(/*@ nullable @*/ Node value) {
        Node node = new Node();
        node.value = value;
        node.next = head;
        head = node;
    }
}

class Loose {
    // Not checked: nobody declares this owner.
    /*@ owner <nobody> @*/ /*@ nullable @*/ Loose next;
}
