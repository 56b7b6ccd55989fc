// Field initialisers and instance initialiser blocks: they run in source order, after super(…), before the constructor's own code.
class Base {
    int start = 1;

    Base() {
        prepare();
    }

    void prepare() {
        start = 2;
    }
}

class Derived extends Base {
    int first = start + 10;
    int second;
    int[] table = {first, second};

    {
        second = first * 2;
    }

    Derived() {
        first = 0;
    }

    Derived(int value) {
        this();
        second = value;
    }

    void prepare() {
        // Runs before the initialisers of Derived: they overwrite it.
        first = 99;
    }
}
