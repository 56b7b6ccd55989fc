// tightrope: --scope 3
// Quantifiers over all objects of a class, before and after.
class Item {
    // requires with \old clauses, static method with quantifier over objects
    /*@ nullable @*/ Item next; int v;
    //@ requires (\forall Item c; c.v == 0);
    //@ ensures \result == 0;
    int all() { return next == null ? 0 : next.v; }   // holds
    //@ requires (\exists Item c; c.v == 3);
    //@ ensures v != 3;
    void exists() { }   // violated
    //@ ensures (\forall Item c; c.v == \old(c.v));
    void none() { }  // holds
    //@ ensures (\forall Item c; c.v == \old(c.v));
    void some() { if (next != null && next.next != null) next.next.v = 1 ; }  // violated
    //@ ensures (\forall Item c; \fresh(c) ==> c.v == 1);
    static void made() { Item c = new Item(); c.v = 1; } // holds
    //@ ensures (\forall Item c; \fresh(c) ==> c.v == 1);
    static /*@ nullable @*/ Item made2() { Item c = new Item(); return c; } // violated
}
