// The property of Vaziri and Jackson's Figure 1, as it stands there. It fails: the lists may share elements.
fun Acyclic(x: List) {
  all e: x.first.*next |
    e !in e.^next
}
assert A {
  all l, m: List |
    Acyclic(l) && Acyclic(m)
    && swapTail(l,m) => Acyclic'(m)
}
check A for 2 List, 2 ListElem, 1 iteration
