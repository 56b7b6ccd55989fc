/**
 * A directed graph as a list of vertices, each with a list of its outgoing edges, for topologicalSort, which Shao and others check.
 * They demand an acyclic graph; here a graph with a cycle is an answer too.
 */
public class Graph {
    static class Edge {
        /*@ nullable @*/ Vertex target;
        /*@ nullable @*/ Edge nextEdge;
    }

    static class Vertex {
        /*@ nullable @*/ Edge firstEdge;
        /*@ nullable @*/ Vertex nextVertex;
        /** The position in the order that topologicalSort has found. */
        int order;
        /** While sorting: the number of edges from vertices that have no position yet. */
        int pending;
    }

    /*@ nullable @*/ Vertex firstVertex;
    int size;

    /*@ invariant (\forall Vertex v; \reach(firstVertex, Vertex, nextVertex).has(v);
      @     !\reach(v.nextVertex, Vertex, nextVertex).has(v));
      @ invariant size == \reach(firstVertex, Vertex, nextVertex).int_size();
      @ invariant (\forall Vertex v; \reach(firstVertex, Vertex, nextVertex).has(v);
      @     (\forall Edge e; \reach(v.firstEdge, Edge, nextEdge).has(e);
      @         !\reach(e.nextEdge, Edge, nextEdge).has(e) && \reach(firstVertex, Vertex, nextVertex).has(e.target)));
      @ invariant (\forall Vertex v, w;
      @     \reach(firstVertex, Vertex, nextVertex).has(v) && \reach(v.nextVertex, Vertex, nextVertex).has(w);
      @     \reach(v.firstEdge, Edge, nextEdge).intersection(\reach(w.firstEdge, Edge, nextEdge)).isEmpty());
      @*/

    /*@ assignable firstVertex, size;
      @ ensures \fresh(\result) && \result == firstVertex && \result.nextVertex == \old(firstVertex);
      @ ensures \result.firstEdge == null && size == \old(size) + 1;
      @*/
    public Vertex addVertex() {
        Vertex added = new Vertex();
        added.nextVertex = firstVertex;
        firstVertex = added;
        size++;
        return added;
    }

    /*@ requires \reach(firstVertex, Vertex, nextVertex).has(from);
      @ ensures \result <==> (\exists Edge e; \reach(from.firstEdge, Edge, nextEdge).has(e); e.target == to);
      @*/
    public /*@ pure @*/ boolean hasEdge(Vertex from, Vertex to) {
        for (Edge edge = from.firstEdge; edge != null; edge = edge.nextEdge) {
            if (edge.target == to) {
                return true;
            }
        }
        return false;
    }

    /** Adds an edge that is not there yet. */
    /*@ requires \reach(firstVertex, Vertex, nextVertex).has(from) && \reach(firstVertex, Vertex, nextVertex).has(to);
      @ requires !hasEdge(from, to);
      @ assignable from.firstEdge;
      @ ensures hasEdge(from, to);
      @ ensures \fresh(from.firstEdge) && from.firstEdge.nextEdge == \old(from.firstEdge);
      @ also
      @ requires \reach(firstVertex, Vertex, nextVertex).has(from) && \reach(firstVertex, Vertex, nextVertex).has(to);
      @ requires hasEdge(from, to);
      @ assignable \nothing;
      @*/
    public void addEdge(Vertex from, Vertex to) {
        if (hasEdge(from, to)) {
            return;
        }
        Edge added = new Edge();
        added.target = to;
        added.nextEdge = from.firstEdge;
        from.firstEdge = added;
    }

    /** Numbers the vertices from 0 on so that every edge leads upwards; false if there is no such order. */
    /*@ assignable \reach(firstVertex, Vertex, nextVertex);
      @ ensures \result <==> (\forall Vertex v; \reach(firstVertex, Vertex, nextVertex).has(v);
      @     !\reach(v.firstEdge, Object, target + firstEdge + nextEdge).has(v));
      @ ensures \result ==> (\forall Vertex v; \reach(firstVertex, Vertex, nextVertex).has(v);
      @     0 <= v.order && v.order < size
      @     && (\forall Vertex w; \reach(v.nextVertex, Vertex, nextVertex).has(w); v.order != w.order)
      @     && (\forall Edge e; \reach(v.firstEdge, Edge, nextEdge).has(e); v.order < e.target.order));
      @ ensures (\forall Vertex v; \old(\reach(firstVertex, Vertex, nextVertex)).has(v);
      @     v.nextVertex == \old(v.nextVertex) && v.firstEdge == \old(v.firstEdge));
      @*/
    public boolean topologicalSort() {
        for (Vertex vertex = firstVertex; vertex != null; vertex = vertex.nextVertex) {
            vertex.order = -1;
            vertex.pending = 0;
        }
        for (Vertex vertex = firstVertex; vertex != null; vertex = vertex.nextVertex) {
            for (Edge edge = vertex.firstEdge; edge != null; edge = edge.nextEdge) {
                edge.target.pending++;
            }
        }
        int numbered = 0;
        boolean progress = true;
        while (progress) {
            progress = false;
            for (Vertex vertex = firstVertex; vertex != null; vertex = vertex.nextVertex) {
                if (vertex.order < 0 && vertex.pending == 0) {
                    vertex.order = numbered;
                    numbered++;
                    for (Edge edge = vertex.firstEdge; edge != null; edge = edge.nextEdge) {
                        edge.target.pending--;
                    }
                    progress = true;
                }
            }
        }
        return numbered == size;
    }
}
