// signals: what holds if an exception of the type is thrown; with and without a name and a predicate; exsures is another word.
class Account {
    int balance;

    static class Refused extends Exception {
        int missing;
    }

    //@ requires amount >= 0;
    //@ ensures balance == \old(balance) - amount;
    //@ signals (Refused e) balance == \old(balance) && e.missing > 0;
    //@ signals (IllegalStateException) false;
    //@ exsures (RuntimeException e) true;
    void withdraw(int amount) throws Refused {
        if (amount > balance) {
            Refused refused = new Refused();
            refused.missing = amount - balance;
            throw refused;
        }
        balance -= amount;
    }
}
