//! `generate` against brute force: every heap with a few nodes is built whole, its invariant
//! evaluated on the whole heap, and what is valid compared, up to isomorphism, with what the lazy
//! search finds. And `check` against running the method on each of these heaps.

mod brute;
mod support;

use brute::{Bound, compare_structures, compare_verdicts};
use std::ops::RangeInclusive;

const LIST: &str = r"
class Box { Node head; int size;
  //@ invariant (\forall Node n; \reach(head, Node, next).has(n); !\reach(n.next, Node, next).has(n));
  //@ invariant size == \reach(head, Node, next).int_size();
  //@ ensures \result <==> (\exists Node n; \reach(head, Node, next).has(n); n.key == key);
  boolean contains(int key) { for (Node n = head; n != null; n = n.next) if (n.key == key) return true; return false; }
  //@ ensures size == \old(size) + 1;
  void wrong(int key) { if (head != null && head.key == key) return; Node n = new Node(); n.key = key; n.next = head; head = n; size++; }
}
/*@ nullable_by_default @*/ class Node { Node next; int key; }";

const TREE: &str = r"
class Box { Node root;
  boolean repOk() {
    java.util.Set<Node> seen = new java.util.HashSet<>();
    return check(root, seen);
  }
  private static boolean check(Node n, java.util.Set<Node> seen) {
    if (n == null) return true;
    if (!seen.add(n)) return false;
    if (n.left != null && n.left.key >= n.key || n.right != null && n.right.key <= n.key) return false;
    return check(n.left, seen) && check(n.right, seen);
  }
  int depth() { return depth(root); }
  private static int depth(Node n) { return n == null ? 0 : 1 + Math.max(depth(n.left), depth(n.right)); }
  void wrong(int key) { if (root != null) { if (key < root.key) { root.left = new Node(); root.left.key = key; } } }
}
class Node { Node left, right; int key; }";

const RING: &str = r"
/*@ nullable_by_default @*/ class Box { Node head; boolean open;
  //@ invariant head != null && (\forall Node n; \reach(head, Node, next + previous).has(n); n.next != null && n.next.previous == n && n.previous != null && n.previous.next == n);
  //@ invariant open ==> head.next != head;
  void wrong() { head.next.next = head; }
  void cut() { if (head.next != head) { head.next = head.next.next; head.next.previous = head; } }
}
/*@ nullable_by_default @*/ class Node { Node next, previous; }";

const SHARED: &str = r"
/*@ nullable_by_default @*/ class Box { Node a, b;
  //@ invariant a != null ==> a.next == b || a.flag;
  //@ invariant (\forall Node n; ; n.flag ==> n.next != n);
  //@ ensures a == \old(b);
  void swap(Node x) { Node t = a; a = b; b = t; if (x != null && x == a && !x.flag) b = x; }
}
/*@ nullable_by_default @*/ class Node { Node next; boolean flag; }";

/// References that are read long before anybody looks at them: compared with each other, with null,
/// with new objects; in sets, arrays, statics and lists; overwritten where they came from; cast,
/// tested, dereferenced at last.
const DEFERRED: &str = r"
class Box { Node a, b; int size;
  private static Node kept;
  boolean repOk() {
    Node first = a, second = b;
    java.util.Set<Object> seen = new java.util.HashSet<>();
    Object[] all = new Object[] {first, second};
    if (first == second) return size == 1 && !seen.contains(first);
    if (new Node() == first || first == (Object) this) return false;
    kept = second;
    seen.add(first);
    if (seen.contains(all[1]) || !seen.add(kept)) return size == 2;
    a = null;
    if (seen.size() != 2 || a != null) return false;
    Node[] exact = new Node[] {second, first};
    if (exact[1] == null) return size != 0 && kept.next == null && b.flag;
    if (second instanceof Node && ((Node) all[1]).next == first) return first.next == null || seen.contains(first.next);
    return first.next != second && size + 1 == 3;
  }
  int total() { return size; }
}
class Node { Node next; boolean flag; }";

/// Numbers of which only equality is asked, and some of which more is asked later; loops,
/// recursion, worklists.
const COUNTED: &str = r"
class Box { Node head; int size; int other;
  boolean repOk() {
    java.util.Set<Node> seen = new java.util.HashSet<>();
    java.util.LinkedList<Node> work = new java.util.LinkedList<>();
    if (head != null) work.add(head);
    int count = 0;
    while (!work.isEmpty()) {
      Node n = work.removeFirst();
      if (!seen.add(n)) continue;
      count++;
      if (n.size != children(n)) return false;
      if (n.left != null) work.add(n.left);
      if (n.right != null && n.right != n.left) work.addFirst(n.right);
    }
    int known = other;
    if (count != size || known == 2) return false;
    boolean same = size == other;
    return same || known + size > 2;
  }
  private static int children(Node n) { return (n.left == null ? 0 : 1) + (n.right == null ? 0 : 1); }
  int total() { return size; }
}
class Node { Node left, right; int size; }";

/// Sets of objects whose `equals` is their own, which may throw; maps; iteration; removal.
const EQUALS: &str = r"
class Box { Node a, b;
  boolean repOk() {
    java.util.Set<Node> seen = new java.util.HashSet<>();
    java.util.Map<Node, Node> next = new java.util.HashMap<>();
    for (Node n = a; n != null && seen.add(n); n = n.next) next.put(n, n.next);
    if (seen.contains(b) != (next.get(b) != null)) return b != null && seen.remove(b) && seen.size() < 2;
    java.util.Set<Object> plain = new java.util.LinkedHashSet<>();
    for (Node n : seen) plain.add(n.next);
    return plain.contains(null) && (b == null || b.equals(a));
  }
  int total() { return 0; }
}
class Node { Node next; int key;
  public boolean equals(Object o) { return o instanceof Node && ((Node) o).key == key; }
  public int hashCode() { return key; }
}";

/// The shape first, then marks and numbers: most of what fails later has nothing to do with all of
/// the shape.
const MARKED: &str = r"
class Box { Node a, b;
  boolean repOk() {
    int count = 0;
    for (Node n = a; n != null; n = n.next) if (++count > 3) return false;
    if (b != null && b.next != a && b.next != b) return false;
    if (!alternates(a, true) || count == 2) return false;
    int weight = 0;
    for (Node n = a; n != null; n = n.next) weight += n.marked ? n.key : 1 - n.key;
    return weight == 2 || weight == count && b != null && b.marked;
  }
  private static boolean alternates(Node n, boolean marked) {
    return n == null || n.marked == marked && alternates(n.next, !n.marked);
  }
  int total() { return 0; }
}
class Node { Node next; boolean marked; int key; }";

/// A `repOk` that writes what it reads later.
const WRITTEN: &str = r"
class Box { Node a, b; int limit;
  boolean repOk() {
    int count = 0;
    for (Node n = a; n != null; n = n.next) if (++count > 2) return false;
    int weight = limit;
    for (Node n = a; n != null; n = n.next) { if (n.marked) weight += n.key; n.sum = weight; }
    for (Node n = b; n != null && ++count < 4; n = n.next) {
      if (n.sum > 1 || n.marked != (n.sum == 1)) return false;
      n.marked = false;
      if (n.next == n) return weight > 1;
    }
    return weight > 0 && (a == null || !a.marked);
  }
  int total() { return 0; }
}
class Node { Node next; boolean marked; int key, sum; }";

/// The bounds of a subtree are of the type `BOUND`, and start as `LOW` and `HIGH`.
const BOUNDED: &str = r"
class Box { Node root;
  boolean repOk() { return check(root, LOW, HIGH); }
  private static boolean check(Node n, BOUND low, BOUND high) {
    return n == null || (IS(low) || low < n.key) && (IS(high) || n.key < high)
      && check(n.left, low, n.key) && check(n.right, n.key, high);
  }
  private static boolean IS(BOUND bound) { return bound == LOW || bound == HIGH; }
  boolean contains(int key) { Node n = root; while (n != null && n.key != key) n = key < n.key ? n.left : n.right; return n != null; }
  void wrong(int key) { if (root != null && root.left == null && key <= root.key) { root.left = new Node(); root.left.key = key; } }
}
class Node { Node left, right; int key; }";

fn bounded(bound: &str, low: &str, high: &str) -> String {
    BOUNDED.replace("BOUND", bound).replace("LOW", low).replace("HIGH", high).replace("IS", "isNone")
}

fn structures(source: &str, nodes: usize, ints: RangeInclusive<i32>, some_method: &str, scope: &str) {
    let count = compare_structures(source, &Bound { nodes, ints, scope: scope.to_owned() }, some_method);
    assert!(count.expect("nothing is cut") > 1, "the case shows nothing");
}

fn verdicts(source: &str, method: &str, nodes: usize, ints: RangeInclusive<i32>, scope: &str) {
    compare_verdicts(source, method, &Bound { nodes, ints, scope: scope.to_owned() }).expect("nothing is cut");
}

#[test]
fn lists_are_those_of_brute_force() {
    structures(LIST, 3, 0..=3, "contains", "Box=1,Node=3,Node.key=0..3,Box.size=0..3");
}

#[test]
fn trees_are_those_of_brute_force() {
    structures(TREE, 3, 0..=2, "depth", "Box=1,Node=3,Node.key=0..2");
}

#[test]
fn bounds_that_are_boxes_or_longs_are_those_of_brute_force() {
    for (bound, low, high) in [("Integer", "null", "null"), ("long", "Long.MIN_VALUE", "Long.MAX_VALUE")] {
        let source = bounded(bound, low, high);
        structures(&source, 3, 0..=2, "contains", "Box=1,Node=3,Node.key=0..2");
        verdicts(&source, "contains", 2, 0..=2, "Box=1,Node=2");
        verdicts(&source, "wrong", 2, 0..=2, "Box=1,Node=2");
    }
}

#[test]
fn rings_are_those_of_brute_force() {
    structures(RING, 3, 0..=0, "cut", "Box=1,Node=3");
}

#[test]
fn shared_nodes_are_those_of_brute_force() {
    structures(SHARED, 3, 0..=0, "swap", "Box=1,Node=3");
}

#[test]
fn what_a_rep_ok_reads_before_it_looks_is_that_of_brute_force() {
    structures(DEFERRED, 2, 0..=3, "total", "Box=1,Node=2,Box.size=0..3");
    structures(COUNTED, 2, 0..=3, "total", "Box=1,Node=2,Box.size=0..3,Box.other=0..3,Node.size=0..3");
    structures(EQUALS, 2, 0..=1, "total", "Box=1,Node=2,Node.key=0..1");
}

#[test]
fn what_fails_again_is_that_of_brute_force() {
    structures(MARKED, 3, 0..=1, "total", "Box=1,Node=3,Node.key=0..1");
    structures(WRITTEN, 2, 0..=1, "total", "Box=1,Node=2,Node.key=0..1,Node.sum=0..1,Box.limit=0..1");
}

#[test]
fn verdicts_are_those_of_brute_force() {
    let lists = "Box=1,Node=2,Node.key=0..3";
    verdicts(LIST, "contains", 2, 0..=3, lists);
    verdicts(LIST, "wrong", 2, 0..=3, lists);
    verdicts(TREE, "depth", 2, 0..=2, "Box=1,Node=2");
    verdicts(TREE, "wrong", 2, 0..=2, "Box=1,Node=2");
    verdicts(RING, "cut", 3, 0..=0, "Box=1,Node=3");
    verdicts(RING, "wrong", 3, 0..=0, "Box=1,Node=3");
    verdicts(SHARED, "swap", 2, 0..=0, "Box=1,Node=2");
}

/// What is said of all objects, of some, and under conditions: by methods that look at none, at
/// some, or cut some off.
#[test]
fn formulas_about_unseen_objects_are_those_of_brute_force() {
    let formulas = [
        r"(\forall Node n; n.flag)",
        r"(\exists Node n; n.flag) ==> a != null || b != null",
        r"(\exists Node n; n.flag) ==> a != null",
        r"(\forall Node n; n.flag ==> n.next != n || n == a)",
        r"(\forall Node n; n != a && n != b; n.next == null ==> !n.flag)",
        r"(\forall Node n, m; n != m; n.next == m ==> m.next != n)",
        r"(\forall Node n; n.flag == \old(n.flag))",
        r"\old((\forall Node n; n.flag)) ==> (\forall Node n; n.flag)",
        r"\old((\exists Node n; !n.flag)) ==> (\exists Node n; !n.flag)",
        r"(new JMLObjectSet { Node n | n.flag }).isEmpty()",
        r"(new JMLObjectSet { Node n | n.next == n }).int_size() <= 2",
        r"(\forall Node n; \reach(a, Node, next).has(n); n.flag ==> (\forall Node m; m.next == n; m != n ==> m.flag || true))",
        r"a == null ? b == null || b.next != a : (a.flag ==> a != null)",
    ];
    let bodies = ["", "a = null;", "if (a != null) a.flag = true;", "if (a != null) a.next = b;", "a = b; b = null;"];
    for formula in formulas {
        for body in bodies {
            let source = format!(
                "/*@ nullable_by_default @*/ class Box {{ Node a, b;\n  //@ ensures {formula};\n  void run() {{ {body} }}\n}}\n\
                 /*@ nullable_by_default @*/ class Node {{ Node next; boolean flag; }}"
            );
            verdicts(&source, "run", 2, 0..=0, "Box=1,Node=2");
        }
    }
}

/// Invariants of nodes about other nodes: behind fields that nobody reads, and of nodes that
/// nothing leads to.
#[test]
fn invariants_of_unseen_objects_are_those_of_brute_force() {
    let invariants = [
        "next == null || next.flag",
        "next == null || next.next != this || flag == next.flag",
        "flag ==> next != null",
        "next != null ==> next.next == null || next.next == this",
        r"(\forall Node n; n.next == this; n.flag == flag)",
    ];
    let bodies = [
        "",
        "if (a != null) a.flag = !a.flag;",
        "if (a != null) a.next = null;",
        "if (a != null) a.next = b;",
        "a = b;",
        "if (a != null && a.next != null) a.next.flag = false;",
        "if (a != null) { a.next = new Node(); a.next.flag = true; }",
    ];
    for invariant in invariants {
        for body in bodies {
            let source = format!(
                "/*@ nullable_by_default @*/ class Box {{ Node a, b;\n  void run() {{ {body} }}\n}}\n\
                 /*@ nullable_by_default @*/ class Node {{ Node next; boolean flag;\n  //@ invariant {invariant};\n}}"
            );
            verdicts(&source, "run", 3, 0..=0, "Box=1,Node=3");
        }
    }
}
