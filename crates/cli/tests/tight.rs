//! Tight field bounds in the engine `symbolic`: they save time and change no verdict; where they
//! rest on a shape predicate, the verdict says so.

#[path = "../../report/tests/schema/mod.rs"]
mod schema;
mod support;

use schema::Schema;
use std::path::{Path, PathBuf};
use support::{project, tightrope};

const SOURCES: [&str; 5] = ["none", "invariant", "explore", "shape", "auto"];

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tight").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    folder
}

/// What a check says of each method: its name, the verdict, and what is broken.
fn verdicts(folder: &Path, file: &str, bounds: &str, more: &[&str]) -> Vec<String> {
    let mut command = tightrope(folder);
    command.args(["check", file, "--engine", "symbolic", "--format", "json", "--bounds", bounds]).args(more);
    let output = command.output().expect("the binary can be started");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("the result is JSON");
    let methods = report["methods"].as_array().expect("a list of methods").iter();
    let line = |method: &serde_json::Value| {
        let found = method["counterexamples"].as_array().into_iter().flatten();
        let titles: Vec<String> =
            found.map(|found| format!("{} {}", found["title"], found["clause"]["text"])).collect();
        format!("{} {} {titles:?}", method["signature"], method["verdict"])
    };
    methods.map(line).collect()
}

#[test]
fn bounds_change_no_verdict() {
    for class in ["LList", "BSTree"] {
        let file = format!("benchmarks/jml/{class}.java");
        let [without, others @ ..] =
            SOURCES.map(|bounds| verdicts(&project(), &file, bounds, &["--scope", "3", "--timeout", "5m"]));
        assert!(without.iter().any(|line| line.contains("holds")), "{without:?}");
        for (with, source) in others.iter().zip(&SOURCES[1..]) {
            assert_eq!(&without, with, "{class}, bounds from {source}");
        }
    }
}

/// A list whose keys rise, and a method that relies on it.
const RISING: &str = "class Rising {
    /*@ nullable @*/ Node head;
    /*@ invariant (\\forall Node n; \\reach(head, Node, next).has(n);
      @     !\\reach(n.next, Node, next).has(n) && (n.next != null ==> n.key < n.next.key)); @*/
    /*@ requires head != null && head.next != null && head.next.next != null;
      @ ensures \\result; @*/
    boolean rises() { return head.key < head.next.next.key; }
    /*@ requires head != null && head.next != null;
      @ ensures \\result; @*/
    boolean falls() { return head.key > head.next.key; }
    static class Node { int key; /*@ nullable @*/ Node next; }
}
";

/// The order of keys as facts: no verdict changes, and the formula is another one.
#[test]
fn the_order_of_keys_changes_no_verdict() {
    let folder = folder("keys");
    std::fs::write(folder.join("Rising.java"), RISING).expect("a file can be written");
    let plain = verdicts(&folder, "Rising.java", "none", &["--scope", "4"]);
    assert!(plain[0].contains("holds") && plain[1].contains("violated"), "{plain:?}");
    for bounds in ["invariant", "explore", "shape", "auto"] {
        assert_eq!(verdicts(&folder, "Rising.java", bounds, &["--scope", "4", "--bounds-keys"]), plain, "{bounds}");
    }
    let formula = |more: &[&str]| {
        let mut command = tightrope(&folder);
        command.args(["check", "Rising.java", "Rising.rises", "--engine", "symbolic", "--scope", "4", "-v"]);
        let output = command.args(["--bounds", "invariant"]).args(more).output().expect("the binary can be started");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        text.lines().find(|line| line.contains("formula")).map(str::to_owned).expect("a formula is told of")
    };
    assert_ne!(formula(&[]), formula(&["--bounds-keys"]), "they are used");
    for class in ["BSTree", "BinomialHeap"] {
        let file = format!("benchmarks/jml/{class}.java");
        let check = |bounds, more: &[&str]| verdicts(&project(), &file, bounds, &[&["--scope", "3"], more].concat());
        assert_eq!(check("none", &[]), check("invariant", &["--bounds-keys"]), "{class}");
    }
}

#[test]
fn the_order_of_keys_is_printed() {
    let folder = folder("printed");
    std::fs::write(folder.join("Rising.java"), RISING).expect("a file can be written");
    for from in ["invariant", "explore"] {
        let output =
            tightrope(&folder).args(["bounds", "Rising", "Rising.java", "--scope", "4", "--from", from]).output();
        let text = String::from_utf8_lossy(&output.expect("the binary can be started").stdout).into_owned();
        let expected = "order of Node.key: 6 of 18\n            1    2    3\n  Node#0  <..  <..  <..\n";
        assert!(text.contains(expected) && !text.contains("not bounded"), "{text}");
        let mut command = tightrope(&folder);
        command.args(["bounds", "Rising", "Rising.java", "--scope", "3", "--from", from, "--format", "json"]);
        let output = command.output().expect("the binary can be started");
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("the result is JSON");
        assert_eq!(Schema::read().complaints(&report), Vec::<String>::new(), "{from}");
        let pairs = report["orders"][0]["pairs"].as_array().expect("a list of pairs");
        assert!(pairs.len() == 3 && pairs.iter().all(|pair| pair["orderings"] == serde_json::json!(["<"])), "{report}");
    }
}

const LIST: &str = "class List {
    /*@ nullable @*/ Node head;
    //@ invariant (\\forall Node n; \\reach(head, Node, next).has(n); !\\reach(n.next, Node, next).has(n));
    /*@ shape List == this -> List(head: h) * list(h);
      @ list(h) == emp & h = null or h -> List.Node(next: t) * list(t); @*/
    //@ ensures \\result <= 2;
    int size() { int n = 0; for (Node x = head; x != null; x = x.next) n++; return n; }
    static class Node { /*@ nullable @*/ Node next; }
}
";

/// Bounds are used: wrong ones hide a violation. So a verdict that rests on a predicate says it.
#[test]
fn a_verdict_says_that_it_rests_on_a_shape_predicate() {
    let folder = folder("shape");
    let write = |text: &str| std::fs::write(folder.join("List.java"), text).expect("a file can be written");
    let text = |bounds: &str| {
        let mut command = tightrope(&folder);
        command.args(["check", "List.java", "List.size", "--engine", "symbolic", "--scope", "4", "-v"]);
        command.args(["--bounds", bounds]);
        let output = command.output().expect("the binary can be started");
        String::from_utf8_lossy(&output.stdout).split_whitespace().collect::<Vec<_>>().join(" ")
    };
    write(LIST);
    for bounds in SOURCES {
        assert!(text(bounds).contains("violated List.size"), "{bounds}: {}", text(bounds));
    }
    write(&LIST.replace(" or h -> List.Node(next: t) * list(t)", ""));
    assert!(text("invariant").contains("violated List.size"), "{}", text("invariant"));
    let misled = text("shape");
    assert!(misled.contains("holds List.size"), "{misled}");
    assert!(misled.contains("the shape predicate of `List` admits all that its invariant admits"), "{misled}");
}

/// Bounds are kept, and a changed invariant does not meet those of the old one.
#[test]
fn a_changed_invariant_meets_no_old_bounds() {
    let folder = folder("kept");
    let write = |text: &str| std::fs::write(folder.join("List.java"), text).expect("a file can be written");
    let run = |arguments: &[&str]| {
        let mut command = tightrope(&folder);
        let output = command.args(arguments).env("TIGHTROPE_CACHE_DIR", folder.join("cache")).output();
        String::from_utf8_lossy(&output.expect("the binary can be started").stdout).into_owned()
    };
    let check = ["check", "List.java", "List.size", "--engine", "symbolic", "--scope", "3", "--bounds", "invariant"];
    // At most one node: bounds of this invariant would hide the violation of the other.
    let short = LIST.replace("!\\reach(n.next, Node, next).has(n)", "n.next == null");
    write(&short);
    assert!(run(&check).contains("holds"), "{}", run(&check));
    let kept = |text: &str| text.lines().filter(|line| line.starts_with("bounds")).count();
    let listed = run(&["cache", "list"]);
    assert_eq!(kept(&listed), 3, "one for each scope: {listed}");
    write(LIST);
    let changed = run(&check);
    assert!(changed.contains("violated"), "{changed}");
    assert_eq!(kept(&run(&["cache", "list"])), 6, "new bounds for the new invariant");
    // Another body is no other invariant.
    write(&LIST.replace("n++; return n", "n += 1; return n"));
    assert!(run(&check).contains("violated"));
    assert_eq!(kept(&run(&["cache", "list"])), 6);
}
