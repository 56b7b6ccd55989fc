// The library's collections in a class invariant: a set of seen nodes, a work list, a map.
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;

class Graph {
    static class Node {
        List<Node> next = new LinkedList<>();
    }

    Node root;
    Map<String, Node> names = new HashMap<>();

    boolean repOk() {
        Set<Node> seen = new HashSet<>();
        LinkedList<Node> work = new LinkedList<Node>();
        work.add(root);
        while (!work.isEmpty()) {
            Node node = work.removeFirst();
            if (!seen.add(node)) return false;
            for (Node each : node.next) {
                if (each != null) work.addLast(each);
            }
        }
        return seen.containsAll(names.values());
    }
}
