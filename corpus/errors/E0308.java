// No enclosing instance: an instance member from static code, an inner class without its outer object, a wrong Outer.this.
class Outer {
    int size;

    class Inner {
    }

    static class Nested {
        int read() {
            return size;
        }
    }

    static int get() {
        return size + this.size;
    }

    static Inner make() {
        return new Inner();
    }

    void other() {
        Object object = Client.this;
        update();
    }

    static void start() {
        update();
    }

    void update() {
    }
}

class Client {
}
