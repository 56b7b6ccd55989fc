// Calls: dynamic dispatch, static and private methods, chains, recursion, a null receiver noticed after the arguments.
class Account {
    protected int balance;
    static int calls;

    int fee() {
        return 1;
    }

    private static int count(int amount) {
        calls++;
        return amount;
    }

    Account take(int amount) {
        balance -= count(amount) + fee();
        return this;
    }

    int power(int base, int exponent) {
        return exponent == 0 ? 1 : base * power(base, exponent - 1);
    }
}

class FreeAccount extends Account {
    @Override
    int fee() {
        return 0;
    }
}

class Calls {
    int run(Account account, Account none) {
        account.take(1).take(2);
        none.take(Account.calls++);
        return account.power(2, 3) + new FreeAccount().take(5).balance;
    }
}
