// Set comprehension and the operations of sets: has, int_size, isEmpty, containsAll, isSubset, union, intersection, difference, ==.
class Graph {
    /*@ nullable @*/ Graph first, second;
    int mark;

    /*@ invariant \reach(first, Graph, first).containsAll(
      @     new JMLObjectSet { Graph g | \reach(first, Graph, first).has(g) && g.mark > 0 });
      @ invariant \reach(first, Graph, first).intersection(\reach(second, Graph, second)).isEmpty();
      @ invariant \reach(first, Graph, first).union(\reach(second, Graph, second)).int_size() <= 6;
      @ invariant \reach(first, Graph, first).difference(\reach(first, Graph, first)).isEmpty();
      @ invariant \reach(first, Graph, first).isSubset(\reach(first, Graph));
      @ invariant \reach(first, Graph, first) == \reach(first, Graph, first);
      @*/

    void swap() {
        Graph kept = first;
        first = second;
        second = kept;
    }
}
