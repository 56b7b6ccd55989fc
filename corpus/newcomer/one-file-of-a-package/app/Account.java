package app;

public class Account {
    private final History history = new History();

    public void deposit(int amount) {
        if (amount <= 0) {
            throw new IllegalArgumentException("amount");
        }
        history.add(amount);
    }

    public int balance() {
        return history.sum();
    }
}
