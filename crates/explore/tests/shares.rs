//! The shares of a search cover together what the search covers by itself: heaps, runs, witnesses,
//! bounds and coverage, on each rung, also when shares are divided again.

mod support;

use std::path::Path;
use support::{Asking, methods, read};
use tightrope_engine::{Answer, Coverage};
use tightrope_explore::Explore;
use tightrope_heap::Scope;

/// All that a report says of an answer.
fn figures(answer: &Answer) -> impl PartialEq + std::fmt::Debug + use<> {
    let untested = answer.coverage.untested();
    let Coverage { cases, loops, excluded, .. } = answer.coverage.clone();
    let counts = (answer.work.counts(), answer.work.longest_run());
    let used = (answer.bounds.clone(), loops, excluded, answer.precondition.clone());
    (counts, cases, used, untested, answer.witnesses.clone(), answer.cuts.clone())
}

/// Climbs to the scope, as a whole and in shares that are taken after `divided` objects, and again
/// one rung later; how many rungs were covered by shares?
fn compare(name: &str, source: &str, largest: usize, divided: usize) -> usize {
    let program = read(name, source);
    let scope: Scope = largest.to_string().parse().expect("a scope");
    let mut rungs = 0;
    for method in methods(&program) {
        let mut whole = Asking::new(&Explore::default(), &program, method);
        let mut parts = vec![Asking::new(&Explore::default(), &program, method)];
        for objects in 1..=largest {
            let what = format!("{name}, {}, {objects} objects", program.method(method).name);
            let scope = scope.at_most(objects);
            let expected = whole.answer(&scope, 1, objects < largest);
            let joined = Answer::join(parts.iter_mut().map(|part| part.answer(&scope, 1, objects < largest)));
            assert_eq!(figures(&joined), figures(&expected), "{what}, {} parts", parts.len());
            rungs += usize::from(parts.len() > 1);
            if !expected.is_complete() || !expected.witnesses.is_empty() {
                break;
            }
            if objects == divided || objects == divided + 1 {
                let of = if objects == divided { 3 } else { 2 };
                let divided: Option<Vec<_>> =
                    parts.iter().flat_map(|part| (0..of).map(|index| part.share(index, of))).collect();
                parts = divided.unwrap_or(parts);
            }
        }
    }
    rungs
}

#[test]
fn on_the_benchmarks() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benchmarks");
    let mut rungs = 0;
    for form in ["jml", "repok"] {
        for (class, largest) in [("TreeSet", 5), ("AvlTree", 5), ("LList", 5), ("SortedList", 5), ("BinomialHeap", 5)] {
            let path = root.join(form).join(format!("{class}.java"));
            let Ok(source) = std::fs::read_to_string(&path) else { continue };
            rungs += compare(class, &source, largest, 2);
        }
    }
    assert!(rungs > 50, "{rungs} rungs were covered by shares");
}

#[test]
fn of_seeded_bugs() {
    let broken = "
      class List {
        Node head;
        //@ invariant (\\forall Node n; \\reach(head, Node, next).has(n); !\\reach(n.next, Node, next).has(n));
        //@ invariant (\\forall Node n; \\reach(head, Node, next).has(n); n.next != null ==> n.key < n.next.key);
        //@ ensures \\result ==> (\\exists Node n; \\reach(head, Node, next).has(n); n.key == key);
        boolean holds(int key) {
          Node n = head;
          for (int i = 0; i < 3 && n != null; i++) n = n.next;
          return n != null;
        }
      }
      class Node { /*@ nullable @*/ Node next; int key; }
    ";
    assert!(compare("List", &broken.replace("Node head", "/*@ nullable @*/ Node head"), 6, 1) > 0);
}
