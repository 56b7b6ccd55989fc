// tightrope: --engine glassbox --scope 2
// The root is of one class, the nodes behind it are of two: a scope of 2 has lists of four nodes.
/*@ nullable_by_default @*/
class Link {
    Link next;
    int key;
}

class First extends Link {
}

/*@ nullable_by_default @*/
public class Chain {
    First root;

    /*@ invariant (\forall Link n; \reach(root, Link, next).has(n); !\reach(n.next, Link, next).has(n));
      @ invariant (\forall Link n; \reach(root, Link, next).has(n);
      @     (\forall Link m; \reach(n.next, Link, next).has(m); m.key > n.key));
      @*/

    /*@ ensures true; @*/
    void dropLast() {
        if (root != null && root.next != null) {
            Link before = root;
            Link last = root.next;
            while (last.next != null) {
                before = last;
                last = last.next;
            }
            // Wrong: nodes between the two have smaller keys.
            root.key = last.key;
            before.next = last.next;
        }
    }
}
