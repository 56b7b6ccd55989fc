// The code of Vaziri and Jackson's Figure 1, as it stands there.
class ListElem {
    int val;
    ListElem next;
}

class List {
    ListElem first;

    static void swapTail(List l, List m) {
        if (l.first != null && m.first != null) {
            ListElem temp = l.first.next;
            l.first.next = m.first.next;
            m.first.next = temp;
        }
    }
}
