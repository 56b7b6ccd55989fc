// tightrope: --from api=6
import java.util.ArrayList;
import java.util.List;

public class Graph {
    private final List<List<Integer>> edges = new ArrayList<>();
    public int addNode() { edges.add(new ArrayList<>()); return edges.size() - 1; }
    public void addEdge(int from, int to) {
        if (from < 0 || from >= edges.size()) throw new IllegalArgumentException();
        edges.get(from).add(to); // bug: `to` is not checked
    }
    public int degree(int node) {
        if (node < 0 || node >= edges.size()) throw new IllegalArgumentException();
        return edges.get(node).size();
    }
    public boolean reaches(int from, int to) {
        if (from < 0 || from >= edges.size()) return false;
        return search(from, to, new boolean[edges.size()]);
    }
    private boolean search(int at, int to, boolean[] seen) {
        if (at == to) return true;
        if (seen[at]) return false;
        seen[at] = true;
        for (int next : edges.get(at)) if (search(next, to, seen)) return true;
        return false;
    }
}
