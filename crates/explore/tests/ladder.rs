//! A ladder of scopes covers on each rung what that scope covers by itself: what a smaller scope
//! has left need not be done again, and must not be counted twice or lost. Of all methods of the
//! benchmark classes, and of classes whose heaps depend on the scope in other ways than by the
//! number of objects.

mod support;

use std::path::Path;
use support::{Asking, methods, read};
use tightrope_engine::{Answer, Coverage, Work};
use tightrope_explore::Explore;
use tightrope_heap::Scope;

fn figures(answer: &Answer) -> impl PartialEq + std::fmt::Debug + use<> {
    let Coverage { cases, loops, .. } = &answer.coverage;
    let untested = answer.coverage.untested();
    let witnesses: Vec<_> = answer.witnesses.iter().map(|it| (it.breach.clone(), it.objects, it.runs)).collect();
    let excluded: Vec<_> = answer.coverage.excluded.iter().map(|(span, it)| (*span, it.objects)).collect();
    let counts = (answer.work.counts(), answer.work.longest_run());
    let used = (answer.bounds.clone(), loops.clone());
    (counts, cases.clone(), used, untested, excluded, witnesses, answer.cuts.clone())
}

fn branches(answer: &Answer) -> u64 {
    match answer.work {
        Work::Explored { branches, .. } => branches,
        _ => 0,
    }
}

/// Climbs to a scope; on how many rungs was less to be looked at than in that scope by itself?
fn compare(name: &str, source: &str, largest: usize) -> usize {
    let program = read(name, source);
    let scope: Scope = largest.to_string().parse().expect("a scope");
    let mut shorter = 0;
    for method in methods(&program) {
        let mut search = Asking::new(&Explore::default(), &program, method);
        for objects in 1..=largest {
            let scope = scope.at_most(objects);
            let alone = Asking::new(&Explore::default(), &program, method).answer(&scope, 1, false);
            let climbing = search.answer(&scope, 2, true);
            let what = format!("{name}, {}, {objects} objects", program.method(method).name);
            assert_eq!(figures(&climbing), figures(&alone), "{what}");
            shorter += usize::from(branches(&climbing) < branches(&alone));
            if !climbing.cuts.is_empty() {
                break;
            }
        }
    }
    shorter
}

#[test]
fn on_the_benchmarks() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benchmarks");
    let forms = ["jml", "repok"].map(|form| root.join(form));
    for class in ["TreeSet", "AvlTree", "BSTree", "LList", "CList", "BinomialHeap", "SortedList", "SwapTail", "RBTree"]
    {
        for form in &forms {
            let path = form.join(format!("{class}.java"));
            let Ok(source) = std::fs::read_to_string(&path) else { continue };
            let shorter = compare(&path.display().to_string(), &source, 4);
            assert!(shorter > 3, "{class}: nothing is kept, so this shows nothing");
        }
    }
}

/// Kinds of objects with a common superclass, parameters that are new objects, a class of which
/// there is one object, sharing, cycles.
const MANY_KINDS: &str = r"
class Graph {
    static abstract class Vertex { /*@ nullable @*/ Vertex next; }
    static class Inner extends Vertex { /*@ nullable @*/ Vertex other; boolean marked; }
    static class Leaf extends Vertex { int value; }
    /*@ nullable @*/ Vertex first;
    /*@ invariant (\forall Vertex v; \reach(first, Vertex, next).has(v);
      @     !\reach(v.next, Vertex, next).has(v) && (v instanceof Leaf ==> v.next == null));
      @*/
    //@ ensures \result <==> first == v;
    boolean isFirst(/*@ nullable @*/ Vertex v) { return v == first; }
    //@ requires a != b;
    //@ ensures a.next == b;
    void link(Vertex a, Vertex b) { a.next = b; }
    //@ ensures \result >= 0;
    int depth(Inner of) { return of.other == null ? 0 : of.other.next == null ? 1 : 2; }
    //@ ensures \result != null;
    static Vertex same(Vertex v) { return v; }
}";

/// The heaps that are valid have a number of nodes that no small scope has; numbers that are
/// chosen; lengths of arrays.
const WHAT_A_SCOPE_BOUNDS: &str = r"
class Chain {
    static class Node { /*@ nullable @*/ Node next; }
    /*@ nullable @*/ Node root;
    int[] items;
    int size;
    /*@ invariant (\forall Node n; \reach(root, Node, next).has(n); !\reach(n.next, Node, next).has(n));
      @ invariant depth(root) == 3 || depth(root) == 4;
      @*/
    /*@ model static pure helper int depth(nullable Node n) { return n == null ? 0 : 1 + depth(n.next); } @*/
    //@ ensures \result == (root == null);
    boolean isEmpty() { return root == null; }
    //@ ensures \result == size;
    int size() { return size; }
    //@ requires size >= 0 && size <= items.length;
    //@ ensures \result == size;
    int room() { return size > items.length ? 0 : size; }
}";

/// References that the invariants say nothing of: open until the method looks at them.
const HALF_KNOWN: &str = r"
class Pair {
    static class Node { /*@ nullable @*/ Node next; /*@ nullable @*/ Object item; }
    /*@ nullable @*/ Node left;
    /*@ nullable @*/ Node right;
    //@ invariant left == null ==> right == null;
    //@ ensures left == \old(right) && right == \old(left);
    void swap() { Node other = left; left = right; right = other; }
    //@ ensures \result ==> left != null;
    boolean meet() { return left != null && right != null && left.next == right.next && left.item == right.item; }
}";

/// A `repOk` that asks first whether a slot holds one of some objects, and later which one of
/// several kinds.
const DEFERRED: &str = r"
/*@ nullable_by_default @*/ class Box {
    static abstract class Item {}
    static class Small extends Item {}
    static class Large extends Item {}
    Item first;
    Item second;
    boolean repOk() { return first != second; }
    boolean isFull() { return first != null && second != null; }
}";

const DEFERRED_CHAIN: &str = r"
/*@ nullable_by_default @*/ class Box {
    static abstract class Item { Item next; }
    static class Small extends Item {}
    static class Large extends Item {}
    Item first;
    Item second;
    boolean repOk() {
        if (first == null) return second == null;
        if (first.next == first || second == first) return false;
        if (second != null && second.next != null) return false;
        return first.next == null || first.next.next == null;
    }
    //@ ensures \result == (first == null);
    boolean isEmpty() { return first == null; }
}";

/// A parameter that may be a node of the tree or one of its own.
const SEARCH_TREE: &str = r"
/*@ nullable_by_default @*/ class Box { Node root; int size;
  //@ invariant (\forall Node n; \reach(root, Node, left + right).has(n); !\reach(n.left, Node, left + right).has(n) && !\reach(n.right, Node, left + right).has(n));
  //@ invariant (\forall Node n; \reach(root, Node, left + right).has(n); (\forall Node m; \reach(n.left, Node, left + right).has(m); m.key < n.key) && (\forall Node m; \reach(n.right, Node, left + right).has(m); m.key > n.key));
  //@ invariant size == \reach(root, Node, left + right).int_size();
  //@ requires key != 7 || other == null;
  //@ ensures \result ==> root != null;
  //@ ensures other != null && size > 2 ==> other.key == \old(other.key);
  boolean contains(int key, Node other) { Node n = root; while (n != null && n.key != key) n = key < n.key ? n.left : n.right; return n != null; }
  void wrong(int key) { if (size == 3 && root.left != null && root.left.key == key) size = 7; }
}
/*@ nullable_by_default @*/ class Node { Node left, right; int key; }";

/// Heaps of which some slots are known only in part when the method starts.
const MEASURED: &str = r"
/*@ nullable_by_default @*/ class Box { Node root;
  //@ invariant (\forall Node n; \reach(root, Node, left + right).has(n); !\reach(n.left, Node, left + right).has(n) && !\reach(n.right, Node, left + right).has(n));
  //@ invariant (\forall Node n; \reach(root, Node, left + right).has(n); n.red ==> (n.left == null || !n.left.red) && (n.right == null || !n.right.red));
  //@ invariant (\forall Node n; \reach(root, Node, left + right).has(n); g(n.right) - f(n.left) < 0);
  static /*@ pure helper @*/ int f(Node n) { return n == null ? 2 : f(n.right) + (n.red ? 0 : 1); }
  static /*@ pure helper @*/ int g(Node n) { return n == null ? -1 : 1 + Math.max(g(n.left), g(n.right)); }
  void swap() { if (root != null) { Node t = root.left; root.left = root.right; root.right = t; } }
}
/*@ nullable_by_default @*/ class Node { Node left, right; boolean red; }";

#[test]
fn on_classes_with_other_bounds() {
    let cases = [
        ("Graph.java", MANY_KINDS),
        ("Chain.java", WHAT_A_SCOPE_BOUNDS),
        ("Pair.java", HALF_KNOWN),
        ("Box.java", DEFERRED),
        ("Box.java", DEFERRED_CHAIN),
        ("SearchTree.java", SEARCH_TREE),
        ("Measured.java", MEASURED),
    ];
    for (name, source) in cases {
        compare(name, source, 4);
    }
}
