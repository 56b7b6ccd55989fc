// Static fields: initialised in source order when the class is first used; superclasses first; constants need no initialisation.
class Registry {
    static final int SIZE = 4;
    static final Registry[] ALL = new Registry[SIZE];
    static int used;

    static {
        ALL[used++] = new Registry();
    }

    static Registry first() {
        return ALL[0];
    }
}

class Special extends Registry {
    static int number = used + 1;
}

class Client {
    int use() {
        int size = Registry.SIZE;
        Special.number++;
        return size + Registry.used + (Registry.first() == null ? 0 : 1);
    }
}
