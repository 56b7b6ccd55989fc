// Enums: constants with arguments and bodies, values(), valueOf, ordinal, name, compareTo, an interface.
interface Priced {
    int price();
}

enum Coin implements Priced {
    ONE(1),
    TWO(2) {
        @Override
        boolean isEven() {
            return true;
        }
    },
    FIVE;

    private final int worth;

    Coin() {
        this(5);
    }

    Coin(int worth) {
        this.worth = worth;
    }

    boolean isEven() {
        return false;
    }

    public int price() {
        return worth;
    }

    Coin next() {
        return values()[(ordinal() + 1) % values().length];
    }

    static Coin named(String name) {
        Coin coin = valueOf(name);
        return coin.compareTo(ONE) > 0 && coin != FIVE && coin.name() == name ? coin : ONE;
    }
}
