// assert: checked, as with java -ea; the message is evaluated only if it fails.
class Asserts {
    int size;

    void shrink() {
        assert size > 0;
        size--;
        assert size >= 0 : "size is " + size;
        assert size < 100 : size++;
    }
}
