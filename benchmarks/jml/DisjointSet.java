/**
 * Disjoint sets as trees of parent links, with union by rank and path compression, in Korat's family of structures. All elements hang in
 * one list. An element whose parent is itself represents its set.
 */
public class DisjointSet {
    static class Element {
        /*@ nullable @*/ Element parent;
        int rank;
        /*@ nullable @*/ Element next;
    }

    /*@ nullable @*/ Element first;

    /*@ invariant (\forall Element e; \reach(first, Element, next).has(e); !\reach(e.next, Element, next).has(e));
      @ invariant (\forall Element e; \reach(first, Element, next).has(e);
      @     e.parent != null && \reach(first, Element, next).has(e.parent) && e.rank >= 0
      @     && (e.parent != e ==> e.rank < e.parent.rank));
      @ invariant (\forall Element e; \reach(first, Element, next).has(e) && e.parent == e;
      @     e.rank < 31 && (1 << e.rank) <= (\num_of Element d; \reach(first, Element, next).has(d);
      @         \reach(d, Element, parent).has(e)));
      @*/

    /** The representative of an element's set; changes nothing. */
    /*@ requires \reach(first, Element, next).has(element);
      @ ensures \reach(element, Element, parent).has(\result) && \result.parent == \result;
      @*/
    public /*@ pure @*/ Element representative(Element element) {
        Element above = element;
        while (above.parent != above) {
            above = above.parent;
        }
        return above;
    }

    /** Adds an element that is alone in its set. */
    /*@ assignable first;
      @ ensures \fresh(\result) && first == \result && \result.next == \old(first);
      @ ensures \result.parent == \result;
      @*/
    public Element makeSet() {
        Element added = new Element();
        added.parent = added;
        added.next = first;
        first = added;
        return added;
    }

    /** The representative of an element's set; all elements on the way are hung directly below it. */
    /*@ requires \reach(first, Element, next).has(element);
      @ assignable \reach(element, Element, parent);
      @ ensures \result == \old(representative(element));
      @ ensures \reach(first, Element, next) == \old(\reach(first, Element, next));
      @ ensures (\forall Element e; \old(\reach(element, Element, parent)).has(e);
      @     e.parent == \result && e.rank == \old(e.rank) && e.next == \old(e.next));
      @ ensures (\forall Element e; \reach(first, Element, next).has(e); representative(e) == \old(representative(e)));
      @*/
    public Element find(Element element) {
        Element top = element;
        while (top.parent != top) {
            top = top.parent;
        }
        Element node = element;
        while (node != top) {
            Element above = node.parent;
            node.parent = top;
            node = above;
        }
        return top;
    }

    /** Makes one set of the sets of two elements. */
    /*@ requires \reach(first, Element, next).has(left) && \reach(first, Element, next).has(right);
      @ assignable \reach(left, Element, parent), \reach(right, Element, parent);
      @ ensures representative(left) == representative(right);
      @ ensures (\forall Element e; \reach(first, Element, next).has(e); e.next == \old(e.next));
      @ ensures (\forall Element e; \reach(first, Element, next).has(e);
      @     \old(representative(e) == representative(left) || representative(e) == representative(right))
      @     ? representative(e) == representative(left)
      @     : representative(e) == \old(representative(e)));
      @*/
    public void union(Element left, Element right) {
        Element leftTop = find(left);
        Element rightTop = find(right);
        if (leftTop == rightTop) {
            return;
        }
        if (leftTop.rank < rightTop.rank) {
            leftTop.parent = rightTop;
        } else {
            rightTop.parent = leftTop;
            if (leftTop.rank == rightTop.rank) {
                leftTop.rank = leftTop.rank + 1;
            }
        }
    }
}
