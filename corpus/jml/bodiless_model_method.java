// A model method that only its contract describes: formulas that call it cannot be evaluated.
class Ledger {
    int balance;

    //@ ensures \result >= 0;
    //@ model pure int total(int days);

    //@ ensures balance == total(1);
    void close() {
        balance = 0;
    }
}
