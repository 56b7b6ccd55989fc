// tightrope: --scope 3
/** Fields that are defined by the fields of other nodes: what that says of numbers that are still open, and what it does not. */
class Chain {
    static class Node {
        int level;
        /*@ nullable @*/ Node next;
    }

    /*@ nullable @*/ Node first;

    /*@ invariant (\forall Node n; \reach(first, Node, next).has(n); !\reach(n.next, Node, next).has(n));
      @ invariant (\forall Node n; \reach(first, Node, next).has(n); n.level == above(n.next));
      @*/

    /*@ model static pure helper int above(nullable Node n) { return n == null ? 0 : n.level + 1; } @*/

    /*@ ensures first == null || first.level >= 0; */
    void isNeverNegative() {
    }

    /*@ ensures first == null || first.level < 2; */
    void isNotAlwaysShort() {
    }
}

/** The same without an end: all nodes of a ring are on the same level, whichever. */
class Ring {
    static class Node {
        int level;
        /*@ nullable @*/ Node next;
    }

    /*@ nullable @*/ Node first;

    /*@ invariant (\forall Node n; \reach(first, Node, next).has(n); n.level == levelOf(n.next)); */

    /*@ model static pure helper int levelOf(nullable Node n) { return n == null ? 0 : n.level; } @*/

    /*@ ensures first == null || first.level == 0; */
    void canBeOnAnyLevel() {
    }
}

/** Defined along a field that the walk does not follow: nothing says that this ends. */
class Twoway {
    static class Node {
        int level;
        /*@ nullable @*/ Node next;
        /*@ nullable @*/ Node other;
    }

    /*@ nullable @*/ Node first;

    /*@ invariant (\forall Node n; \reach(first, Node, next).has(n); !\reach(n.next, Node, next).has(n));
      @ invariant (\forall Node n; \reach(first, Node, next).has(n); n.level == levelOf(n.other));
      @*/

    /*@ model static pure helper int levelOf(nullable Node n) { return n == null ? 0 : n.level; } @*/

    /*@ ensures first == null || first.level == 0; */
    void canBeOnAnyLevel() {
    }
}

/** Of the node itself: no definition. */
class Selfish {
    static class Node {
        int level;
        /*@ nullable @*/ Node next;
    }

    /*@ nullable @*/ Node first;

    /*@ invariant (\forall Node n; \reach(first, Node, next).has(n); !\reach(n.next, Node, next).has(n));
      @ invariant (\forall Node n; \reach(first, Node, next).has(n); n.level == same(n));
      @*/

    /*@ model static pure helper int same(Node n) { return n.level; } @*/

    /*@ ensures first == null || first.level == 0; */
    void canBeOnAnyLevel() {
    }
}

/** Numbers that wrap around: the level of a node may be below that of the next. */
class Overflowing {
    static class Node {
        int level;
        /*@ nullable @*/ Node next;
    }

    /*@ nullable @*/ Node first;
    int start;

    /*@ invariant (\forall Node n; \reach(first, Node, next).has(n); !\reach(n.next, Node, next).has(n));
      @ invariant (\forall Node n; \reach(first, Node, next).has(n); n.level == (n.next == null ? start : n.next.level + 1));
      @*/

    /*@ ensures first == null || first.level >= start; */
    void canOverflow() {
    }
}

/** Two structures of the same nodes: what defines the fields of one says nothing of the other. */
class TwoChains {
    static class Node {
        int level;
        int weight;
        /*@ nullable @*/ Node next;
    }

    /*@ nullable @*/ Node first;
    /*@ nullable @*/ Node second;

    /*@ invariant (\forall Node n; \reach(first, Node, next).has(n); !\reach(n.next, Node, next).has(n));
      @ invariant (\forall Node n; \reach(second, Node, next).has(n); !\reach(n.next, Node, next).has(n));
      @ invariant (\forall Node n; \reach(first, Node, next).has(n); n.level == (n.next == null ? 0 : n.next.level + 1));
      @ invariant (\forall Node n; \reach(second, Node, next).has(n); n.weight == (n.next == null ? 0 : n.next.weight + 1));
      @ invariant (\forall Node n; \reach(first, Node, next).has(n); n.weight + 1 < 1);
      @*/

    /*@ ensures first == null; */
    void canBeNegative() {
    }
}

/** The set leaves out nodes of the superclass, to which the walk leads all the same: their fields are not defined. */
class PartlyDefined {
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

    /*@ ensures !(first instanceof Node); */
    void canBeNegative() {
    }
}
