// tightrope: --scope 2
// An axiom is assumed before every call, and listed. Without it `first` would be violated, and `absurd` would not be vacuous.
class Cell {
    int value;
}

class Limits {
    Cell cell;

    //@ axiom (\forall Cell cell; cell.value > 2);

    //@ ensures \result > 2;
    int first() {
        return cell.value;
    }

    // Violated: the axiom says nothing of this.
    //@ ensures \result > 5;
    int more() {
        return cell.value;
    }
}

class Sizes {
    //@ axiom (\forall int n; 0 <= n && n < 3; half(n) == n);

    static /*@ pure @*/ int half(int n) {
        return n / 2;
    }

    // Vacuous: the axiom contradicts the code.
    //@ ensures false;
    static void absurd() {
    }
}
