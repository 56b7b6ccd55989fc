// tightrope: --scope 2
// New objects: `initially`, invariants, preconditions, exceptions.
class Account {
    int balance;
    /*@ nullable @*/ Account parent;

    //@ invariant balance >= 0;
    //@ initially balance == 0 || parent != null;

    //@ ensures this.parent == parent;
    Account(/*@ nullable @*/ Account parent) {
        this.parent = parent;
    }

    // Violates the invariant.
    Account(int balance, Account parent) {
        this.balance = balance;
        this.parent = parent;
    }

    // Violates `initially`.
    //@ requires balance >= 0;
    Account(int balance) {
        this.balance = balance;
    }

    // Whoever called a constructor that throws has no object.
    //@ signals (IllegalArgumentException e) balance < 0;
    Account(long unused, int balance) {
        this.balance = balance;
        this.parent = this;
        if (balance < 0) {
            throw new IllegalArgumentException();
        }
    }

    //@ ensures \fresh(\result) && \result.balance == 0;
    static Account open() {
        return new Account((Account) null);
    }

    // Violates the invariant of the object that it returns.
    static Account debt() {
        Account account = new Account((Account) null);
        account.balance = -1;
        return account;
    }

    // A broken object that nobody can see.
    static int hidden() {
        Account account = new Account((Account) null);
        account.balance = -1;
        return account.balance;
    }

    static /*@ nullable @*/ Account last;

    // A broken object that everybody can see.
    static void published() {
        Account account = new Account((Account) null);
        account.balance = -1;
        last = account;
    }
}
