// Text that does not parse: a missing semicolon, a missing parenthesis, a word that belongs nowhere; each is reported at its place.
class Syntax {
    int size

    int add(int amount {
        return size + amount;
    }

    void remove() {
        size = size - ;
    }

    int fine() {
        return size;
    }
}
