// tightrope: --scope 2
// Contracts of classes and modifiers: each construct once where it lets a method hold, and once where it breaks one. The names are compared with the table of constructs.
class WithInvariant {
    int x;
    //@ invariant x > 0;

    WithInvariant() { x = 1; }
    //@ ensures \result > 0;
    int invariantKept() { return x; }
    void invariantBroken() { x = 0; }
}

class WithStaticInvariant {
    static int used = 1;
    //@ static invariant used > 0;

    //@ ensures \result > 0;
    static int staticInvariantKept() { return used; }
    static void staticInvariantBroken() { used = 0; }
}

class WithRepOk {
    int x;

    WithRepOk() { x = 1; }
    boolean repOk() { return x > 0; }
    //@ ensures \result > 0;
    int repOkKept() { return x; }
    void repOkBroken() { x = 0; }
}

class WithConstraint {
    int ticks;
    //@ constraint \old(ticks) <= ticks;

    //@ requires ticks < 5;
    void constraintClauseKept() { ticks++; }
    void constraintClauseBroken() { ticks = 0; }
}

class InitiallyClauseKept {
    int size;
    //@ initially size == 1;

    InitiallyClauseKept() { size = 1; }
}

class InitiallyClauseBroken {
    int size;
    //@ initially size == 1;

    InitiallyClauseBroken() { size = 2; }
}

class WithGhost {
    boolean held;
    //@ ghost int acquired = 0;
    //@ invariant held <==> acquired == 1;

    //@ requires !held;
    void ghostFieldKept() {
        held = true;
        //@ set acquired = 1;
    }
    //@ requires !held;
    void ghostFieldBroken() { held = true; }
}

class WithModel {
    int left;
    int right;
    //@ model int total;
    //@ represents total = left + right;
    /*@ model pure boolean isEven() { return (left + right) % 2 == 0; } @*/

    //@ ensures total == \old(total);
    void modelFieldKept() { int kept = left; left = right; right = kept; }
    //@ ensures total == \old(total);
    void modelFieldBroken() { left = right; }

    //@ requires isEven();
    //@ ensures isEven();
    void modelMethodKept() { left += 2; }
    //@ requires isEven();
    //@ ensures isEven();
    void modelMethodBroken() { left += 1; }
}

class Cell {
    int value;
}

class WithAxiom {
    Cell cell;
    //@ axiom (\forall Cell cell; cell.value > 2);

    WithAxiom() { cell = new Cell(); }
    //@ ensures \result > 2;
    int axiomKept() { return cell.value; }
    //@ ensures \result > 5;
    int axiomBroken() { return cell.value; }
}

class Modifiers {
    int x;
    //@ invariant x > 0;

    Modifiers() { x = 1; }
    /*@ pure @*/ int pureModifierKept() { return x; }
    /*@ pure @*/ int pureModifierBroken() { x = x == 1 ? 2 : 1; return x; }

    //@ ensures x == 0;
    /*@ helper @*/ void helperModifierKept() { x = 0; }
    // The invariant is not there to rely on.
    //@ ensures \result > 0;
    /*@ helper @*/ int helperModifierBroken() { return x; }

    static int nullityModifierKept(/*@ non_null @*/ Modifiers other) { return other.x; }
    static int nullityModifierBroken(/*@ nullable @*/ Modifiers other) { return other.x; }

    static int nullityDefaultKept(Modifiers other) { return other.x; }
}

/*@ nullable_by_default @*/ class NullableByDefault {
    int x;

    static int nullityDefaultBroken(NullableByDefault other) { return other.x; }
}

class Wallet {
    private /*@ spec_public @*/ int coins;
    //@ public invariant coins >= 0;

    /*@ pure @*/ int get() { return coins; }
}

class Owner {
    //@ requires wallet.coins > 1;
    //@ ensures \result > 1;
    static int specVisibilityKept(Wallet wallet) { return wallet.get(); }
    //@ requires wallet.coins > 1;
    //@ ensures \result > 2;
    static int specVisibilityBroken(Wallet wallet) { return wallet.get(); }
}

class Owning {
    static class Part {
    }

    /*@ rep nullable @*/ Part part;

    void repModifierKept() {
        part = new Part();
    }

    void repModifierBroken(Owning other) {
        part = other.part;
    }
}
