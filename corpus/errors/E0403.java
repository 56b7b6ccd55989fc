// Calls that no method or constructor fits.
class Calls {
    Calls(int size) {
    }

    int add(int a, int b) {
        return a + b;
    }

    void take(String text) {
    }

    void run() {
        add(1);
        add(1, 2, 3);
        add(1, "2");
        take(5);
        new Calls();
        new Calls("text");
        Object fine = new Calls(1);
    }
}

class Sub extends Calls {
    Sub() {
        super("text");
    }
}
