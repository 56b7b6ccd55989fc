//! Parts stand for exactly the heaps of the scope, each once, and what is shown of a part is so on
//! each of its heaps.

#![allow(clippy::print_stderr, reason = "with `--nocapture`, one line for each scope")]

mod parts;
mod support;

use parts::{answer, broken, methods, parts, read};
use std::path::Path;
use support::Asking;
use tightrope_engine::{Answer, BoundKind};
use tightrope_explore::{Explore, Glassbox};
use tightrope_heap::Scope;
use tightrope_machine::{Acceleration, Accelerations};

fn benchmark(class: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../benchmarks/jml/{class}.java"));
    std::fs::read_to_string(path).expect("a benchmark")
}

/// All methods of a class in all scopes up to this one. How many parts were shown?
fn compare(name: &str, source: &str, largest: usize) -> u64 {
    let program = read(name, source);
    let mut shown = 0;
    for method in methods(&program) {
        for objects in 1..=largest {
            let what = format!("{name}.{}, {objects} objects", program.method(method).name);
            let explored = answer(&Explore::default(), &program, method, objects);
            let found = answer(&Glassbox { audited: objects, ..Glassbox::default() }, &program, method, objects);
            assert_eq!(broken(&found), broken(&explored), "{what}");
            assert_eq!(found.cuts, explored.cuts, "{what}");
            let all = explored.work.counts().1;
            match parts(&found) {
                None => eprintln!("{what}: {:?}", found.coverage.fallback),
                Some(parts) => {
                    let searched = found.work.counts().1 - parts.shown;
                    eprintln!("{what}: {} parts, {searched} runs, of {all}", parts.shown);
                    assert_eq!(parts.refuted, 0, "{what}");
                    assert_eq!(parts.audited_runs + searched, all, "{what}");
                    // Numbers that are only counted up and down are tried one by one in the other
                    // search.
                    let has_numbers = explored.bounds.iter().any(|used| used.bound == BoundKind::Ints);
                    let runs = u128::from(parts.audited_runs);
                    let counted = has_numbers || parts.stands_for.is_none_or(|heaps| heaps == runs);
                    assert!(counted, "{what}: {:?} heaps, not {}", parts.stands_for, parts.audited_runs);
                    shown += parts.shown;
                }
            }
        }
    }
    shown
}

#[test]
fn parts_of_classes_with_a_size() {
    for class in ["BSTree", "TreeSet"] {
        assert!(compare(class, &benchmark(class), 4) > 0);
    }
}

#[test]
fn parts_of_lists() {
    for class in ["LList", "SortedList", "IntList", "Stack"] {
        compare(class, &benchmark(class), 4);
    }
}

/// What has no such structure is explored.
#[test]
fn other_classes() {
    for class in ["CList", "AList", "DoublyLinkedList", "TwoStackQueue", "HeapArray", "RBTree", "BinomialHeap"] {
        compare(class, &benchmark(class), 3);
    }
}

/// All parts of larger heaps, each completed in all ways.
#[test]
#[ignore = "minutes: run it in release"]
fn parts_of_six_nodes() {
    for class in ["BSTree", "TreeSet", "AvlTree", "LList", "SortedList"] {
        assert!(compare(class, &benchmark(class), 6) > 0);
    }
}

/// The class without its counter.
fn without_size(source: &str) -> String {
    let is_size =
        |line: &&str| !["int size;", "invariant size ==", "size++;", "size--;"].iter().any(|part| line.contains(part));
    source.lines().filter(is_size).collect::<Vec<_>>().join("\n").replace("root, size,", "root,")
}

#[test]
fn parts_of_search_trees() {
    assert!(compare("BSTree", &without_size(&benchmark("BSTree")), 4) > 0);
}

#[test]
fn parts_of_balanced_trees() {
    assert!(compare("AvlTree", &benchmark("AvlTree"), 4) > 0);
}

#[test]
fn parts_of_red_black_trees() {
    assert!(compare("TreeSet", &without_size(&benchmark("TreeSet")), 4) > 0);
}

/// The seeded bugs of a class in its declarative form: name, method and changed text.
fn bugs(class: &str) -> Vec<(String, String, String)> {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../benchmarks/bugs/{}.toml", class.to_lowercase()));
    let text = std::fs::read_to_string(path).expect("seeded bugs");
    let part = |bug: &str, key: &str| -> String {
        let (_, rest) = bug.split_once(&format!("\n{key} = ")).expect("the key");
        match rest.strip_prefix("\"\"\"\n") {
            Some(rest) => rest.split_once("\"\"\"").expect("the end").0.to_owned(),
            None => rest.lines().next().expect("a line").trim_matches('"').to_owned(),
        }
    };
    let source = benchmark(class);
    let changed = |bug: &str| {
        let (find, replace) = (part(bug, "find"), part(bug, "replace"));
        assert_eq!(source.matches(&find).count(), 1, "{class}: {find}");
        (part(bug, "name"), part(bug, "method"), source.replace(&find, &replace))
    };
    text.split("[[bug]]").skip(1).filter(|bug| bug.contains("\"jml/")).map(changed).collect()
}

/// Every seeded bug breaks the same clauses, on heaps of the same least size, in every scope up to
/// this one.
fn compare_bugs(class: &str, change: impl Fn(&str) -> String, largest: usize) {
    let bugs = bugs(class);
    assert!(!bugs.is_empty());
    for (name, method, source) in bugs {
        let program = read(class, &change(&source));
        let wanted = method.rsplit('.').next().unwrap_or_default();
        let method = methods(&program).into_iter().find(|method| program.method(*method).name == wanted);
        let method = method.expect("the method");
        for objects in 1..=largest {
            let what = format!("{class}: {name}, {objects} objects");
            let explored = answer(&Explore::default(), &program, method, objects);
            let found = answer(&Glassbox { audited: objects, ..Glassbox::default() }, &program, method, objects);
            let (is_used, parts) = (parts(&found).is_some(), parts(&found).unwrap_or_default());
            let (searched, all) = (found.work.counts().1 - parts.shown, explored.work.counts().1);
            eprintln!("{what}: {} parts, {searched} runs, of {}; {:?}", parts.shown, all, broken(&found));
            assert_eq!(broken(&found), broken(&explored), "{what}");
            assert_eq!(parts.refuted, 0, "{what}");
            assert!(!is_used || parts.audited_runs + searched == all, "{what}");
            if !explored.witnesses.is_empty() {
                break;
            }
        }
    }
}

/// The table of least sizes only says which parts a scope has.
#[test]
fn bugs_without_the_table_of_least_sizes() {
    let engine = Glassbox { accelerations: Accelerations::ALL.without(Acceleration::LeastSizes), audited: 3 };
    for class in ["AvlTree", "TreeSet", "BSTree", "LList"] {
        let right = methods(&read(class, &benchmark(class))).len();
        let bugs = bugs(class).into_iter().map(|(_, _, source)| source);
        for source in bugs.chain([benchmark(class)]) {
            let program = read(class, &source);
            assert_eq!(methods(&program).len(), right);
            for (method, objects) in methods(&program).into_iter().flat_map(|method| [(method, 2), (method, 3)]) {
                let what = format!("{class}.{}, {objects} objects", program.method(method).name);
                let found = answer(&engine, &program, method, objects);
                assert_eq!(broken(&found), broken(&answer(&Explore::default(), &program, method, objects)), "{what}");
                assert_eq!(parts(&found).unwrap_or_default().refuted, 0, "{what}");
            }
        }
    }
}

/// Without optimisation, larger heaps take minutes.
const NODES: usize = if cfg!(debug_assertions) { 4 } else { 7 };

#[test]
fn bugs_of_balanced_trees() {
    compare_bugs("AvlTree", str::to_owned, NODES);
}

#[test]
fn bugs_of_search_trees() {
    compare_bugs("BSTree", without_size, NODES.min(6));
}

#[test]
fn bugs_of_classes_with_a_size() {
    compare_bugs("BSTree", str::to_owned, NODES.min(6));
    compare_bugs("TreeSet", str::to_owned, NODES);
    compare_bugs("LList", str::to_owned, NODES);
    compare_bugs("SortedList", str::to_owned, NODES.min(5));
}

#[test]
fn bugs_of_red_black_trees() {
    compare_bugs("TreeSet", without_size, NODES);
}

/// Methods and clauses that a wrong rule would get wrong.
const TRAPS: &str = r#"
public class Traps {
    static class Node {
        int key;
        boolean mark;
        /*@ nullable @*/ Node left;
        /*@ nullable @*/ Node right;
    }

    /*@ nullable @*/ Node root;
    int size;
    int limit;

    /*@ invariant (\forall Node n; \reach(root, Node, left + right).has(n);
      @     !\reach(n.left, Node, left + right).has(n) && !\reach(n.right, Node, left + right).has(n));
      @ invariant (\forall Node n; \reach(root, Node, left + right).has(n);
      @     (\forall Node m; \reach(n.left, Node, left + right).has(m); m.key < n.key)
      @     && (\forall Node m; \reach(n.right, Node, left + right).has(m); m.key > n.key));
      @ invariant size == \reach(root, Node, left + right).int_size();
      @*/

    /*@ model static pure helper int depth(nullable Node n) {
      @     return n == null ? 0 : 1 + depth(n.left);
      @ }
      @*/

    /*@ ensures (\exists Node n; \reach(root, Node, left + right).has(n); true); @*/
    public void someNode() { }

    /*@ ensures (\forall Node n; \reach(root, Node, left + right).has(n); n.key == n.key); @*/
    public void eachEqualsItself() { }

    /*@ ensures (\forall Node n; \reach(root, Node, left + right).has(n);
      @     (\forall Node m; \reach(root, Node, left + right).has(m); n.key == m.key)); @*/
    public void allEqual() { }

    /*@ ensures (\forall Node n; \reach(root, Node, left + right).has(n);
      @     (\forall Node m; \reach(root, Node, left + right).has(m); n == m)); @*/
    public void allTheSame() { }

    /*@ ensures (\forall Node n; \reach(root, Node, left + right).has(n);
      @     (\exists Node m; \reach(root, Node, left + right).has(m); n == m)); @*/
    public void eachIsThere() { }

    /*@ ensures root.left.left != root; @*/
    public void throwsWhereEmpty() { }

    /*@ ensures depth(root) == depth(root); @*/
    public void sameDepth() { }

    /*@ ensures \reach(root, Node, left + right).int_size() == \old(size); @*/
    public void sizeIsCount() { }

    /*@ ensures \reach(root, Node, left + right).int_size() == \old(size) + 1; @*/
    public void sizeIsLess() { }

    /*@ assignable \nothing; @*/
    public void countsWithoutLeave() { limit++; }

    /*@ assignable limit; ensures limit == \old(limit) + 2; @*/
    public void countsTwice() { limit++; limit++; }

    /*@ assignable limit; ensures limit == \old(limit); @*/
    public void countsUpAndDown() { limit++; limit--; }

    /*@ assignable limit; ensures limit == \old(limit) + 1; @*/
    public void countsButLooks() { limit++; if (limit == 3) { limit = 7; } }

    /*@ assignable limit; ensures limit > \old(limit); @*/
    public void mayOverflow() { limit++; }

    /*@ assignable size; @*/
    public void countsWrongly() { size++; }

    /*@ assignable root, size; ensures root == null; @*/
    public void clear() { root = null; size = 0; }

    /*@ assignable root, size; @*/
    public void clearsAndForgets() { root = null; }

    /*@ assignable root, size; @*/
    public void cutsLeft() { if (root != null) { root.left = null; } }

    /*@ assignable root, size, \reach(root, Node, left + right); @*/
    public void turns() {
        if (root != null) {
            Node left = root.left;
            root.left = root.right;
            root.right = left;
        }
    }

    /*@ assignable root, size, \reach(root, Node, left + right); @*/
    public void makesCycle() { if (root != null && root.left != null) { root.left.left = root; } }

    /*@ assignable root, size, \reach(root, Node, left + right); @*/
    public void shares() { if (root != null && root.left != null) { root.right = root.left; } }

    /*@ assignable root, \reach(root, Node, left + right);
      @ ensures (\forall Node n; \old(\reach(root, Node, left + right)).has(n); n.key == \old(n.key)); @*/
    public void keepsKeys() { if (root != null) { root.mark = !root.mark; } }

    /*@ assignable root, \reach(root, Node, left + right);
      @ ensures (\forall Node n; \reach(root, Node, left + right).has(n); n.mark == \old(n.mark)); @*/
    public void keepsMarks() { if (root != null && root.left != null) { root.left.mark = true; } }

    /*@ assignable root, \reach(root, Node, left + right); @*/
    public void lowersKey(int key) { if (root != null && key < root.key) { root.key = key; } }

    /*@ ensures \result <==> \reach(root, Node, left + right).int_size() > 1; @*/
    public boolean hasTwo() { return root != null && (root.left != null || root.right != null); }

    /*@ ensures \result <==> (\exists Node n; \reach(root, Node, left + right).has(n); n.mark); @*/
    public boolean hasMark() { return root != null && root.mark; }

    /*@ requires root != null && root.left != null;
      @ ensures \result == root.left.key || \result < root.key; @*/
    public int someKey() { return root.left.key; }
}
"#;

#[test]
fn traps() {
    assert!(compare("Traps", TRAPS, 3) > 0);
}

/// No heap satisfies the invariant, though the method reads nothing that would show it.
#[test]
fn empty_spaces_are_seen() {
    let impossible = "  @ invariant root != null && (\\forall Node n; \\reach(root, Node, left + right).has(n); n.left != null);\n      @ invariant size ==";
    let source = TRAPS.replacen("  @ invariant size ==", impossible, 1);
    let program = read("Traps", &source);
    for method in methods(&program) {
        let found = answer(&Glassbox { audited: 3, ..Glassbox::default() }, &program, method, 3);
        assert_eq!(found.work.counts(), (0, 0), "{}", program.method(method).name);
    }
}

/// How many parts a method of a class needs in a scope, if each is looked at.
fn parts_of(class: &str, source: &str, wanted: &str, objects: usize) -> u64 {
    let program = read(class, source);
    let method = methods(&program).into_iter().find(|method| program.method(*method).name == wanted);
    let accelerations = Accelerations::ALL.without(Acceleration::Induction);
    let engine = Glassbox { accelerations, audited: 0 };
    let found = answer(&engine, &program, method.expect("the method"), objects);
    let parts = parts(&found).expect("parts stand for heaps");
    assert_eq!(parts.shown, found.work.counts().1, "{class}.{wanted}: no part is left to the search");
    eprintln!("{class}.{wanted}, {objects} objects: {} parts", parts.shown);
    parts.shown
}

/// As many as a count by hand-written tables says that there are: 3 * 2^n - 2 for search trees, 2n
/// + 1 for lists; balanced trees by tables of black heights and heights.
#[test]
fn no_more_parts_than_needed() {
    let sizes = [5, 7];
    let counts = |class: &str, method: &str| sizes.map(|size| parts_of(class, &benchmark(class), method, size));
    assert_eq!(counts("BSTree", "insert"), [94, 382]);
    assert_eq!(counts("BSTree", "contains"), [94, 382]);
    assert_eq!(counts("AvlTree", "insert"), [84, 176]);
    assert_eq!(counts("LList", "contains"), [11, 15]);
    assert_eq!([7, 10].map(|size| parts_of("TreeSet", &benchmark("TreeSet"), "insert", size)), [86, 182]);
}

/// A ladder looks at each part once, and has in each scope what the scope by itself has.
#[test]
fn ladders_have_the_same_parts() {
    for (class, wanted) in [("AvlTree", "insert"), ("TreeSet", "remove"), ("LList", "contains"), ("BSTree", "insert")] {
        let program = read(class, &benchmark(class));
        let method = methods(&program).into_iter().find(|method| program.method(*method).name == wanted);
        let method = method.expect("the method");
        let mut ladder = Asking::new(&Glassbox::default(), &program, method);
        for objects in 1..=7 {
            let scope: Scope = objects.to_string().parse().expect("a scope");
            let rung = ladder.answer(&scope, 1 + objects % 2, objects < 7);
            let alone = answer(&Glassbox::default(), &program, method, objects);
            let what = format!("{class}.{wanted}, {objects} objects");
            let of =
                |answer: &Answer| (answer.work.counts(), parts(answer).map(|parts| (parts.shown, parts.stands_for)));
            if let Some(Some(heaps)) = parts(&rung).map(|parts| parts.stands_for) {
                let explored = answer(&Explore::default(), &program, method, objects);
                assert_eq!(heaps, u128::from(explored.work.counts().1), "{what}");
            }
            assert_eq!(of(&rung), of(&alone), "{what}");
            assert_eq!(rung.bounds, alone.bounds, "{what}");
            assert_eq!(rung.coverage.loops, alone.coverage.loops, "{what}");
            assert_eq!(rung.coverage.cases, alone.coverage.cases, "{what}");
        }
    }
}

#[test]
#[ignore = "minutes: run it in release"]
fn growth() {
    for size in [10, 20, 50] {
        for (class, method) in [
            ("AvlTree", "insert"),
            ("AvlTree", "remove"),
            ("TreeSet", "insert"),
            ("TreeSet", "remove"),
            ("LList", "contains"),
        ] {
            parts_of(class, &benchmark(class), method, size);
        }
    }
}
