// nullable_by_default: turns the default of a class around; non_null_by_default says the usual default aloud.
/*@ nullable_by_default @*/
class Node {
    Node next;
    /*@ non_null @*/ Object value = new Object();

    Node last(Node from) {
        return from == null || from.next == null ? from : last(from.next);
    }
}

/*@ non_null_by_default @*/
class Holder {
    Object held = new Object();
}
