/**
 * A sequence as a circular doubly linked list with a header and a cache of removed nodes, in the manner of commons-collections'
 * NodeCachingLinkedList: the subject "CList" of TACO.
 */
public class CList {
    static class Node {
        /*@ nullable @*/ Object value;
        /*@ nullable @*/ Node next;
        /*@ nullable @*/ Node previous;
    }

    static final int DEFAULT_MAXIMUM_CACHE_SIZE = 20;

    /** Lies between the last value and the first one; it has no value itself. */
    /*@ nullable @*/ Node header;
    int size;
    /** Removed nodes, linked by next, for use by the next insertions. */
    /*@ nullable @*/ Node firstCachedNode;
    int cacheSize;
    int maximumCacheSize;

    /*@ invariant header != null && header.value == null;
      @ invariant (\forall Node n; \reach(header, Node, next).has(n);
      @     n.next != null && n.previous != null && n.next.previous == n && n.previous.next == n);
      @ invariant size == \reach(header, Node, next).int_size() - 1;
      @ invariant (\forall Node n; \reach(firstCachedNode, Node, next).has(n);
      @     n.previous == null && n.value == null && !\reach(n.next, Node, next).has(n));
      @ invariant cacheSize == \reach(firstCachedNode, Node, next).int_size();
      @ invariant cacheSize <= maximumCacheSize;
      @ invariant maximumCacheSize == DEFAULT_MAXIMUM_CACHE_SIZE;
      @*/

    /*@ model pure helper nullable Object at(int index) {
      @     Node node = header.next;
      @     for (int i = 0; i < index; i++) {
      @         node = node.next;
      @     }
      @     return node.value;
      @ }
      @*/

    /*@ ensures size == 0 && cacheSize == 0;
      @*/
    public CList() {
        header = new Node();
        header.next = header;
        header.previous = header;
        maximumCacheSize = DEFAULT_MAXIMUM_CACHE_SIZE;
    }

    /*@ ensures \result <==> (\exists Node n; \reach(header, Node, next).has(n) && n != header;
      @     value == null ? n.value == null : value.equals(n.value));
      @*/
    public /*@ pure @*/ boolean contains(/*@ nullable @*/ Object value) {
        Node node = header.next;
        while (node != header) {
            if (value == null ? node.value == null : value.equals(node.value)) {
                return true;
            }
            node = node.next;
        }
        return false;
    }

    /*@ public normal_behavior
      @   requires 0 <= index && index < size;
      @   ensures \result == at(index);
      @ also public exceptional_behavior
      @   requires index < 0 || index >= size;
      @   signals_only IndexOutOfBoundsException;
      @*/
    public /*@ pure nullable @*/ Object get(int index) {
        return nodeAt(index).value;
    }

    /** Adds a value at the end, in a node of the cache if there is one. */
    /*@ assignable size, firstCachedNode, cacheSize, \reach(header, Node, next), \reach(firstCachedNode, Node, next);
      @ ensures size == \old(size) + 1;
      @ ensures (\forall int i; 0 <= i && i < \old(size); at(i) == \old(at(i)));
      @ ensures at(size - 1) == value;
      @ ensures cacheSize == (\old(cacheSize) == 0 ? 0 : \old(cacheSize) - 1);
      @*/
    public void insert(/*@ nullable @*/ Object value) {
        Node added = takeFromCache();
        if (added == null) {
            added = new Node();
        }
        added.value = value;
        addBefore(added, header);
    }

    /** Removes the value at a position, and returns it; its node goes to the cache unless the cache is full. */
    /*@ public normal_behavior
      @   requires 0 <= index && index < size;
      @   assignable size, firstCachedNode, cacheSize, \reach(header, Node, next);
      @   ensures \result == \old(at(index));
      @   ensures size == \old(size) - 1;
      @   ensures (\forall int i; 0 <= i && i < index; at(i) == \old(at(i)));
      @   ensures (\forall int i; index <= i && i < size; at(i) == \old(at(i + 1)));
      @   ensures \old(cacheSize) < maximumCacheSize ==> cacheSize == \old(cacheSize) + 1;
      @ also public exceptional_behavior
      @   requires index < 0 || index >= size;
      @   assignable \nothing;
      @   signals_only IndexOutOfBoundsException;
      @*/
    public /*@ nullable @*/ Object remove(int index) {
        Node node = nodeAt(index);
        Object value = node.value;
        unlink(node);
        addToCache(node);
        return value;
    }

    /** Walks from the nearer end. */
    private /*@ helper pure @*/ Node nodeAt(int index) {
        if (index < 0 || index >= size) {
            throw new IndexOutOfBoundsException();
        }
        Node node;
        if (index < size / 2) {
            node = header.next;
            for (int i = 0; i < index; i++) {
                node = node.next;
            }
        } else {
            node = header;
            for (int i = size; i > index; i--) {
                node = node.previous;
            }
        }
        return node;
    }

    private /*@ helper @*/ void addBefore(Node added, Node place) {
        added.next = place;
        added.previous = place.previous;
        place.previous.next = added;
        place.previous = added;
        size++;
    }

    private /*@ helper @*/ void unlink(Node node) {
        node.previous.next = node.next;
        node.next.previous = node.previous;
        size--;
    }

    private /*@ helper nullable @*/ Node takeFromCache() {
        if (cacheSize == 0) {
            return null;
        }
        Node cached = firstCachedNode;
        firstCachedNode = cached.next;
        cached.next = null;
        cacheSize--;
        return cached;
    }

    private /*@ helper @*/ void addToCache(Node node) {
        if (cacheSize >= maximumCacheSize) {
            return;
        }
        node.previous = null;
        node.next = firstCachedNode;
        node.value = null;
        firstCachedNode = node;
        cacheSize++;
    }
}
