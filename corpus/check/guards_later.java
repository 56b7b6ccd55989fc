// tightrope: --scope 3
// A clause that has no value, or takes for ever to evaluate, where a clause behind it is false: that one decides, in whatever order they are written.
class GuardsLater {
    private int[] heap = new int[2];
    private int size;

    //@ invariant (\forall int i; 1 <= i && i < size; heap[(i - 1) / 2] <= heap[i]);
    //@ invariant 0 <= size && size <= heap.length;

    // Holds, without a warning: no heap is left out because of `heap[i]`.
    //@ requires size > 0;
    //@ ensures (\forall int i; 0 <= i && i < size; \result <= heap[i]);
    int least() {
        return heap[0];
    }

    // Holds, without a warning.
    //@ requires (\forall int i; 0 <= i && i < count; a[i] > 0);
    //@ requires a.length > 1 && a[1] == 4;
    //@ requires a != null && a.length >= count;
    static int first(/*@ nullable @*/ int[] a, int count) {
        return a[0];
    }

    // Violated by a heap with two elements.
    //@ ensures size < 2;
    void nothing() {
    }

    // A warning: nothing else excludes the heaps without elements.
    //@ requires heap[0] == 1;
    void undefined() {
    }
}
