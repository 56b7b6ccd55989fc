/**
 * swapTail of Vaziri and Jackson (Figure 1): two lists exchange what follows their first elements. For lists that share elements this
 * can make a cycle, which is the counterexample in their paper; here the precondition excludes such lists.
 */
public class SwapTail {
    static class ListElem {
        int val;
        /*@ nullable @*/ ListElem next;
    }

    static class List {
        /*@ nullable @*/ ListElem first;

        /*@ invariant (\forall ListElem e; \reach(first, ListElem, next).has(e); !\reach(e.next, ListElem, next).has(e));
          @*/
    }

    /*@ requires \reach(l.first, ListElem, next).intersection(\reach(m.first, ListElem, next)).isEmpty();
      @ assignable \reach(l.first, ListElem, next), \reach(m.first, ListElem, next);
      @ ensures l.first != null && m.first != null ==>
      @     l.first.next == \old(m.first.next) && m.first.next == \old(l.first.next);
      @ ensures l.first != null && m.first == null ==> l.first.next == \old(l.first.next);
      @ ensures l.first == null && m.first != null ==> m.first.next == \old(m.first.next);
      @ ensures (\forall ListElem e; \old(\reach(l.first, ListElem, next)).has(e) && e != l.first;
      @     e.next == \old(e.next));
      @ ensures (\forall ListElem e; \old(\reach(m.first, ListElem, next)).has(e) && e != m.first;
      @     e.next == \old(e.next));
      @*/
    static void swapTail(List l, List m) {
        if (l.first != null && m.first != null) {
            ListElem temp = l.first.next;
            l.first.next = m.first.next;
            m.first.next = temp;
        }
    }
}
