/** A nested class two levels deep, private constructors, a generic method. */
public class Layers<K extends Comparable<K>> {
    private static final class Branch {
        private static final class Leaf { int weight; /*@ nullable @*/ Leaf next; Leaf(int weight) { this.weight = weight; } }
        /*@ nullable @*/ Leaf leaves;
        private Branch() { }
    }
    private Branch branch = new Branch();
    private int size;
    private Layers() { }
    public static <K extends Comparable<K>> Layers<K> empty() { return new Layers<K>(); }
    boolean repOk() {
        int count = 0;
        if (branch == null) return false;
        for (Branch.Leaf l = branch.leaves; l != null; l = l.next) { count++; if (count > 5) return false; }
        return count == size;
    }
    public void add(int weight) {
        Branch.Leaf leaf = new Branch.Leaf(weight);
        leaf.next = branch.leaves;
        branch.leaves = leaf;
        if (weight != 7) size++;
    }
    //@ ensures \result == size;
    public int count() { return branch.leaves == null ? 0 : branch.leaves.next == null ? 1 : 2; }
}
