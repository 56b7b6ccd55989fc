// tightrope: --scope 3
// Java that is easy to get wrong; the comment behind a method is the right answer.
class Tricky {
    int[] a;
    int n;
    /*@ nullable @*/ Tricky t;
    // \old inside quantifier, aliasing arrays between two objects: violated when t.a == a
    //@ requires t != null && t != this && a.length > 0;
    //@ ensures t.a.length > 0 ==> t.a[0] == \old(t.a[0]);
    void write() { a[0] = a[0] + 1; }
    // exception in finally hides; holds? returns 2
    //@ ensures \result == 2;
    static int fin() { try { return 1; } finally { return 2; } }
    // violated: labelled break skips
    //@ ensures \result == 3;
    static int lab() { int c = 0; outer: for (int i = 0; i < 3; i++) { for (int j = 0; j < 3; j++) { if (j == 1) continue outer; if (i == 2) break outer; c++; } } return c; } // c=2
    // i = i++ keeps
    //@ ensures \result == 0;
    static int inc() { int i = 0; i = i++; return i; }  // holds
    //@ ensures \result == a;
    static int shadow(int a) { int r = a; { int b = a + 1; r = b - 1; } return r; } // holds
    // compound assignment narrowing: violated
    //@ ensures \result == x + 1;
    static int comp(int x) { byte b = 0; b += x + 1; return b; }
    //@ ensures \result >= 0 && \result < 3;
    static int mod(int x) { return x % 3; }   // violated negative
    //@ ensures \result >= 0 && \result < 3;
    static int fmod(int x) { return Math.floorMod(x, 3); } // holds
    //@ ensures \result == x / 2;
    static int sh(int x) { return x >> 1; }   // violated -1
    //@ ensures \result >= 0;
    static int abs(int x) { return Math.abs(x); } // violated MIN
    //@ requires y != 0;
    //@ ensures \result * y + x % y == x;
    static int div(int x, int y) { return x / y; } // holds (also MIN/-1)
    //@ ensures \result;
    static boolean sc(/*@ nullable @*/ Tricky q) { return q != null & q.n == 0; } // NPE violated
    //@ ensures \result == (x != 0);
    static boolean nested(int x) { return x != 0 ? true : false; }
    // instanceof pattern
    //@ ensures \result == 1;
    static int pat(Object o) { if (o instanceof Tricky q && q.n == 0) { return 1; } return 1; } // holds
    //@ ensures \result != 2;
    static int pat2(Object o) { if (o instanceof Tricky q && q.n == 77) { return 2; } return 1; } // violated
    //@ ensures \result == 5;
    static int sw(int x) { switch (x) { case 1: return 5; case 2: default: return 5; case 3: break; } return 4; } // violated 3
}
