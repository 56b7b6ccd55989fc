// tightrope: --scope 3
// A ghost field that the code keeps up to date, or forgets.
class Stack {
    /*@ nullable @*/ Node top;
    //@ ghost int size;
    //@ invariant size == (\num_of Node n; \reach(top, Node, below).has(n); true);
    //@ invariant (\forall Node n; \reach(top, Node, below).has(n); !\reach(n.below, Node, below).has(n));
    static class Node { /*@ nullable @*/ Node below; }
    //@ ensures size == \old(size) + 1;
    void push() { Node n = new Node(); n.below = top; top = n; /*@ set size = size + 1; @*/ }  // holds
    void pushWrong() { Node n = new Node(); n.below = top; top = n; }   // violated
    //@ requires top != null;
    void pop() { top = top.below; /*@ set size = size - 1; @*/ } // holds
    //@ requires top != null;
    //@ ensures \result == \old(top) && !\fresh(\result);
    Node pop2() { Node n = top; top = top.below; /*@ set size = size - 1; @*/ return n; } // holds
    //@ model int count;
    //@ represents count = size;
    //@ ensures count == \old(count);
    void keep() { }
    //@ ensures count == 0;
    void keepWrong() { }  // violated
    // model method
    /*@ model pure boolean has(Node x) { return \reach(top, Node, below).has(x); } @*/
    //@ requires top != null;
    //@ ensures has(top);
    void uses() { }
}
