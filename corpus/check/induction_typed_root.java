// tightrope: --scope 4
// Only some nodes may be the root: what is left without the nodes above another one is no heap.
/*@ nullable_by_default @*/
class Node {
    int key;
    Node left;
    Node right;
}

class Inner extends Node {
}

/*@ nullable_by_default @*/
public class TypedRoot {
    Inner root;

    /*@ invariant (\forall Node n; \reach(root, Node, left + right).has(n);
      @     !\reach(n.left, Node, left + right).has(n) && !\reach(n.right, Node, left + right).has(n));
      @ invariant (\forall Node n; \reach(root, Node, left + right).has(n);
      @     (\forall Node m; \reach(n.left, Node, left + right).has(m); m.key < n.key)
      @     && (\forall Node m; \reach(n.right, Node, left + right).has(m); m.key > n.key));
      @*/

    /*@ ensures \result <==> (\exists Node n; \reach(root, Node, left + right).has(n); n.key == k); @*/
    boolean contains(int k) {
        Node above = null;
        Node place = root;
        while (place != null) {
            if (k == place.key) {
                // Wrong below a node that cannot be the root.
                return above == null || above instanceof Inner;
            }
            above = place;
            place = k < place.key ? place.left : place.right;
        }
        return false;
    }
}
