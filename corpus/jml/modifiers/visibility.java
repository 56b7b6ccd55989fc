// spec_public and spec_protected: a private field that contracts of other classes may name.
class Wallet {
    private /*@ spec_public @*/ int coins;
    private /*@ spec_protected @*/ int notes;

    //@ public invariant coins >= 0;
    //@ protected invariant notes >= 0;

    public void put() {
        if (coins < 100) coins++;
    }
}

class Owner {
    Wallet wallet = new Wallet();

    //@ requires wallet.coins < 100;
    //@ ensures wallet.coins == \old(wallet.coins) + 1;
    void save() {
        wallet.put();
    }
}
