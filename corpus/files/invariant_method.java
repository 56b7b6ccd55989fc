// tightrope: --invariant-method isValid
class Account {
    int balance;

    boolean isValid() {
        return balance >= 0;
    }
}
