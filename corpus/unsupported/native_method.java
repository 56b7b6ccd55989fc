// Native methods: they have no Java code; a method that calls one is unsupported.
class Device {
    int state;

    native int read();

    void update() {
        state = read();
    }

    void reset() {
        state = 0;
    }
}
