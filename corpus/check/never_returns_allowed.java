// tightrope: --scope 2
class Server {
    boolean isOpen;

    //@ diverges isOpen;
    void serve() {
        while (isOpen) {
        }
    }

    //@ diverges !isOpen;
    void wrong() {
        while (isOpen) {
        }
    }
}
