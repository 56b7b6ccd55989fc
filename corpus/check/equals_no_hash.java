// tightrope: --scope 2
// `noTwins` holds only by what is assumed of hash codes, and the verdict says so.
import java.util.HashSet;

// equals is overridden, hashCode is not: in Java the two nodes have different (identity) hash codes, and HashSet holds both.
public class EqualsNoHash {
    static class Node {
        int key;
        Node next;
        public boolean equals(Object o) { return o instanceof Node && ((Node) o).key == key; }
    }

    Node head;

    boolean repOk() { // acyclic
        HashSet<Node> seen = new HashSet<>();
        for (Node n = head; n != null; n = n.next) if (!seen.add(n)) return false;
        return true;
    }

    void noTwins() {
        if (head != null && head.next != null && head.key == head.next.key) throw new IllegalStateException();
    }

    public static void main(String[] args) {
        EqualsNoHash l = new EqualsNoHash();
        l.head = new Node(); l.head.next = new Node();
        System.out.println("repOk: " + l.repOk());
        l.noTwins();
    }
}
