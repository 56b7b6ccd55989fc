// tightrope: --scope 11,int=0..60
// What open numbers can be is guessed from what they depend on: never too little.

// The least heap has ten nodes: in smaller scopes no value of `length` fits, and larger ones differ.
/*@ nullable_by_default @*/ class Chain {
    static class Node {
        Node left;
    }

    Node root;

    //@ invariant (\forall Node n; \reach(root, Node, left).has(n); !\reach(n.left, Node, left).has(n));
    //@ invariant root != null ==> length(root) == 10;

    static /*@ pure helper @*/ int length(Node n) {
        return n == null ? 0 : 1 + length(n.left);
    }

    //@ ensures root == null;
    void isEmpty() {
    }
}

// A method that counts down calls itself as often as its argument says, not as often as there are objects.
class Countdown {
    int size;

    //@ invariant size <= 60;
    //@ invariant steps(size) == 40;

    //@ ensures false;
    void reaches() {
    }

    static /*@ pure helper @*/ int steps(int k) {
        return k <= 0 ? 0 : 1 + steps(k - 1);
    }
}

// What is said of the members of a subclass says nothing of the others.
/*@ nullable_by_default @*/ class Mixed {
    static class Node {
        Node left;
        int height;
    }

    static class Sub extends Node {
    }

    Node root;

    //@ invariant (\forall Node n; \reach(root, Node, left).has(n); !\reach(n.left, Node, left).has(n));
    //@ invariant (\forall Sub n; \reach(root, Node, left).has(n); n.height == 1);
    //@ invariant root != null ==> height(root) < 1;

    static /*@ pure helper @*/ int height(Node n) {
        return n == null ? 0 : n.height;
    }

    //@ ensures root == null;
    void isEmpty() {
    }
}

// What the invariants of one object define does not hold for another whose invariant they mention.
/*@ nullable_by_default @*/ class Outer {
    static class Node {
        Node left;
        int height;

        //@ invariant Outer.height(left) < 1;
    }

    Node root;
    Node other;

    //@ invariant (\forall Node n; \reach(root, Node, left).has(n); !\reach(n.left, Node, left).has(n));
    //@ invariant (\forall Node n; \reach(root, Node, left).has(n); n.height == 1);
    //@ invariant other != null ==> \invariant_for(other);

    static /*@ pure helper @*/ int height(Node n) {
        return n == null ? 0 : n.height;
    }

    //@ ensures other == null || other.left == null;
    void isSingle() {
    }
}

// A number that is equal to another one lies in the ranges of both.
class Narrow {
    int wide;
    byte narrow;

    //@ invariant wide == narrow;

    //@ ensures wide <= 127;
    void fits() {
    }
}
