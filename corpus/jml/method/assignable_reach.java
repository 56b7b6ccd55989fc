// assignable with \reach: every field of every object that is reachable.
class ListNode {
    int value;
    /*@ nullable @*/ ListNode next;

    //@ assignable \reach(this, ListNode, next);
    void clear() {
        for (ListNode node = this; node != null; node = node.next) {
            node.value = 0;
        }
    }
}
