// tightrope: --engine explore --scope 3

/// A walk over nodes of a subclass ends at an object of the superclass. Whether one leads to the
/// other depends on the type of an object that the set does not have.
class Mixed {
    static class Base {
        int level;
        /*@ nullable @*/ Base next;
    }

    static class Node extends Base {
    }

    /*@ nullable @*/ Base first;

    /*@ invariant (\forall Node n; \reach(first, Node, next).has(n); !\reach(n.next, Node, next).has(n));
      @ invariant (\forall Node n; \reach(first, Node, next).has(n); n.level == above(n.next));
      @ invariant (\forall Node n; \reach(first, Node, next).has(n); n.level + 1 < 1);
      @*/

    /*@ model static pure helper int above(nullable Base n) { return n == null ? 0 : n.level + 1; } @*/

    //@ ensures first instanceof Node && first.next instanceof Node ==> first.next.next != null;
    void endsElsewhere() {
    }

    //@ ensures !(first instanceof Node) || !(first.next instanceof Node);
    void hasTwoNodes() {
    }
}
