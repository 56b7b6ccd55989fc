// axiom: believed without a check.
class Logarithm {
    //@ axiom (\forall int n; 0 < n && n < 4; twice(n) == n + n);

    static /*@ pure @*/ int twice(int n) {
        return n << 1;
    }
}
