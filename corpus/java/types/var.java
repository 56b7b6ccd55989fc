// Local variables with var: the type is that of the initialiser.
class Inferred {
    Inferred next;

    int count() {
        var size = 0;
        for (var node = this; node != null; node = node.next) {
            size++;
        }
        var sizes = new int[] {size, size + 1};
        for (var each : sizes) {
            size += each;
        }
        return size;
    }
}
