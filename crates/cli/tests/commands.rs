//! The binary from outside: exit codes, what goes to which stream, and input that means harm.
//!
//! Expected transcripts lie in `commands/`; `TIGHTROPE_BLESS=1` accepts the actual ones.

mod support;

use std::fs;
use std::io::Read as _;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;
use support::{expect, project, run, run_within, scratch, tightrope, transcript, write};

const LIST: &str = "\
package shop;

public class Stack {
    //@ nullable
    private Node top;
    private int size;

    private static class Node {
        int value;
        /*@ nullable @*/ Node below;
    }

    boolean repOk() {
        int count = 0;
        for (Node node = top; node != null; node = node.below) {
            count++;
        }
        return count == size;
    }

    /*@ requires size < 100;
      @ ensures size == \\old(size) + 1;
      @ assignable top, size;
      @*/
    public void push(int value) {
        Node node = new Node();
        node.value = value;
        node.below = top;
        top = node;
        size++;
    }

    public void push(int first, Node second) {
        push(first);
    }

    public double mean() {
        return size / 2.0;
    }

    public boolean isLow() {
        return !isHigh();
    }

    private boolean isHigh() {
        return mean() >= 3;
    }
}
";

/// Runs in the folder and compares the whole transcript with `commands/NAME.expected`.
fn check(name: &str, folder: &Path, arguments: &[&str]) {
    let output = run(folder, arguments);
    let expected = project().join("crates/cli/tests/commands").join(format!("{name}.expected"));
    if let Err(complaint) = expect(&expected, &transcript(arguments, &output)) {
        panic!("{complaint}");
    }
}

fn stack(name: &str) -> std::path::PathBuf {
    let folder = scratch(name);
    write(&folder, "Stack.java", LIST);
    folder
}

#[test]
fn help_has_an_example_each() {
    let folder = scratch("help");
    check("help", &folder, &["--help"]);
    check("help_list", &folder, &["list", "--help"]);
    check("help_spec", &folder, &["spec", "--help"]);
    check("help_run", &folder, &["run", "--help"]);
    check("help_explain", &folder, &["explain", "--help"]);
    check("help_bounds", &folder, &["bounds", "--help"]);
    check("help_mutate", &folder, &["mutate", "--help"]);
    check("help_doctor", &folder, &["doctor", "--help"]);
}

#[test]
fn wrong_usage_is_exit_2() {
    let folder = scratch("usage");
    for arguments in [&["list"][..], &["spec"], &["run"], &["frobnicate"], &["list", "--color", "pink", "."], &[]] {
        let output = run(&folder, arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        assert!(!output.stderr.is_empty(), "{arguments:?}");
    }
}

#[test]
fn list_shows_methods_and_totals() {
    let folder = stack("list");
    check("list", &folder, &["list", "Stack.java"]);
    check("list_summary", &folder, &["list", "--summary", "."]);
    check("list_color", &folder, &["--color", "always", "list", "Stack.java"]);
}

#[test]
fn list_reports_errors_and_prints_what_it_knows() {
    let folder = scratch("list_errors");
    write(
        &folder,
        "A.java",
        "class A {\n    Nod next;\n    int size() { return siz; }\n    int size;\n}\n\nclass Node {\n}\n",
    );
    write(&folder, "B.java", "class B {\n    void m( {\n    }\n\n    void good() {\n    }\n}\n");
    check("list_errors", &folder, &["list", "."]);
    check("list_errors_quiet", &folder, &["list", "--quiet", "--max-diagnostics", "1", "."]);
}

#[test]
fn an_invariant_method_can_be_named() {
    let folder = scratch("invariant_method");
    write(
        &folder,
        "A.java",
        "class A {\n    int size;\n\n    boolean valid() {\n        return size >= 0;\n    }\n}\n",
    );
    check("invariant_method", &folder, &["list", "--invariant-method", "valid", "A.java"]);
}

#[test]
fn spec_shows_the_effective_contract() {
    let folder = stack("spec");
    check("spec", &folder, &["spec", "Stack.push(int)"]);
    check("spec_qualified", &folder, &["spec", "shop.Stack.isLow", "Stack.java"]);
    check("spec_constructor", &folder, &["spec", "Stack.new"]);
    check("spec_bytecode", &folder, &["spec", "Stack.push(int)", "--dump", "bytecode"]);
    check("spec_formula", &folder, &["spec", "Stack.push(int)", "--dump", "formula"]);
    check("dump_program", &folder, &["check", "Stack.java", "Stack.push(int)", "--dump", "program"]);
    check("log_search", &folder, &["check", "Stack.java", "Stack.push(int)", "--scope", "1", "--log", "search"]);
    check("dump_problem", &folder, &["check", "Stack.java", "Stack.push(int)", "--dump", "problem"]);
    check(
        "dump_space",
        &folder,
        &["check", "Stack.java", "Stack.push(int)", "--scope", "2,int=0..1", "--dump", "space"],
    );
}

#[test]
fn spec_inherits() {
    let folder = scratch("spec_inherits");
    write(
        &folder,
        "Shape.java",
        "interface Shape {\n    //@ requires factor > 0;\n    //@ ensures \\result >= 0;\n    int scale(int factor);\n}\n",
    );
    write(
        &folder,
        "Square.java",
        "class Square implements Shape {\n    int side;\n    //@ invariant side >= 0;\n\n    //@ also\n    //@ requires factor == 0;\n    //@ ensures \\result == 0;\n    public int scale(int factor) {\n        return side * factor;\n    }\n}\n",
    );
    check("spec_inherits", &folder, &["spec", "Square.scale", "."]);
}

#[test]
fn spec_helps_to_find_the_method() {
    let folder = stack("spec_errors");
    write(&folder, "other/Stack.java", "package other;\n\nclass Stack {\n    void pop() {\n    }\n}\n");
    check("spec_ambiguous_overload", &folder, &["spec", "shop.Stack.push"]);
    check("spec_ambiguous_class", &folder, &["spec", "Stack.push"]);
    check("spec_no_overload", &folder, &["spec", "shop.Stack.push(long)"]);
    check("spec_near_method", &folder, &["spec", "shop.Stack.pusj"]);
    check("spec_near_class", &folder, &["spec", "Stak.push"]);
    check("spec_only_class", &folder, &["spec", "shop.Stack"]);
    check("spec_malformed", &folder, &["spec", "("]);
}

#[test]
fn explain_knows_the_codes() {
    let folder = scratch("explain");
    check("explain_unknown", &folder, &["explain", "E031"]);
    let all = run(&folder, &["explain"]);
    assert_eq!(all.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&all.stdout).contains("E0301  an unknown type\n"));
    let one = run(&folder, &["explain", "e0301"]);
    assert_eq!(one.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&one.stdout).starts_with("E0301: an unknown type\n\n"));
    assert!(one.stderr.is_empty());
}

#[test]
fn structures_of_a_class_without_methods_are_generated() {
    let folder = scratch("without_methods");
    write(&folder, "Box.java", "class Box {\n    int size;\n\n    //@ invariant size + 0 == 1;\n}\n");
    check("generate_without_methods", &folder, &["generate", "Box", "Box.java", "--scope", "int=0..3"]);
}

const MARKED_LIST: &str = "class List {
    static class Node { /*@ nullable @*/ Node next; boolean last; }
    /*@ nullable @*/ Node head;
    /*@ invariant (\\forall Node n; \\reach(head, Node, next).has(n); !\\reach(n.next, Node, next).has(n));
      @ invariant (\\forall Node n; \\reach(head, Node, next).has(n); n.last <==> n.next == null);
      @*/
}
";

/// A list whose predicate leaves the boolean field open in the middle.
const SHAPE: &str = "shape List == this -> List(head: h) * list(h);
list(x) == emp & x = null
        or x -> Node(next: null, last: true)
        or x -> Node(next: y, last: b) * list(y) & y != null;
";

#[test]
fn bounds_come_from_shapes_and_from_exploration() {
    let folder = scratch("bounds");
    write(&folder, "List.java", MARKED_LIST);
    check("bounds_explored", &folder, &["bounds", "List", "List.java", "--scope", "3", "--from", "explore"]);
    // Nobody has written a predicate: it is derived from the invariant, and says so; or why not.
    check("bounds_derived", &folder, &["bounds", "List", "List.java", "--scope", "3"]);
    write(&folder, "Open.java", MARKED_LIST.replace("List", "Open").replace("!\\reach", "true || !\\reach"));
    check("bounds_not_derived", &folder, &["bounds", "Open", "Open.java", "--scope", "2"]);
    check("bounds_no_derived", &folder, &["bounds", "Open", "Open.java", "--scope", "2", "--from", "derived"]);
    write(&folder, "List.shape", SHAPE);
    check("bounds_differ", &folder, &["bounds", "List", "List.java", "--scope", "3", "--compare"]);
    write(&folder, "List.shape", SHAPE.replace("last: b", "last: false"));
    check("bounds_same", &folder, &["bounds", "List", "List.java", "--scope", "3", "--compare"]);
    check("bounds_shape", &folder, &["bounds", "List", "List.java", "--scope", "3"]);
    let json = ["bounds", "List", "List.java", "--scope", "2", "--format", "json"];
    let output = run(&folder, &json);
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    assert_eq!(document["fields"][1]["objects"][0]["values"], serde_json::json!(["null", "Node#1"]));
    write(&folder, "List.shape", SHAPE.replace("next: y", "nxt: y"));
    check("bounds_bad_shape", &folder, &["bounds", "List", "List.java"]);
    write(&folder, "List.shape", SHAPE.replace("shape List", "shape Node"));
    check("bounds_other_shape", &folder, &["bounds", "List", "List.java"]);
    check("bounds_no_shape", &folder, &["bounds", "List", "List.java", "--shape", "nowhere.shape"]);
}

/// The `repOk` of a class that is reached must not hide what the invariant of the class itself does
/// with numbers.
#[test]
fn structures_do_not_depend_on_a_rep_ok_elsewhere() {
    let folder = scratch("rep_ok_elsewhere");
    let class = |invariant: &str| {
        let fields = "int size, t; /*@ nullable @*/ Node n;";
        format!(
            "class Box {{ {fields}\n//@ invariant {invariant};\n}}\nclass Node {{ boolean repOk() {{ return true; }} }}\n"
        )
    };
    for (invariant, count) in [("size + size == 2", 4), ("size + 0 != size", 0)] {
        write(&folder, "Box.java", class(invariant));
        let found = run(&folder, &["generate", "Box", "Box.java", "--scope", "1,int=0..1", "--count"]);
        let text = String::from_utf8_lossy(&found.stdout).into_owned();
        assert!(text.starts_with(&format!("Box: {count} structures")), "{invariant}: {text}");
    }
}

#[test]
fn a_maven_project_is_read_without_its_tests() {
    let folder = scratch("maven");
    write(&folder, "pom.xml", "<project/>");
    write(&folder, "core/pom.xml", "<project/>");
    write(&folder, "core/src/main/java/p/A.java", "package p;\n\nclass A {\n    void m() {\n    }\n}\n");
    write(&folder, "core/src/test/java/p/ATest.java", "package p;\n\nclass ATest {\n}\n");
    write(&folder, "core/target/generated/p/B.java", "package p;\n\nclass B {\n}\n");
    // In a package, `build` is a name like any other.
    write(&folder, "core/src/main/java/p/build/C.java", "package p.build;\n\nclass C {\n}\n");
    check("maven", &folder, &["list", "."]);
    check("maven_src", &folder, &["list", "core/src"]);
    check("maven_test", &folder, &["list", "core/src/test"]);
}

#[test]
fn a_gradle_project_without_the_usual_layout_is_read_whole() {
    let folder = scratch("gradle");
    write(&folder, "build.gradle.kts", "");
    write(&folder, "sources/A.java", "class A {\n}\n");
    write(&folder, "build/B.java", "class B {\n}\n");
    check("gradle", &folder, &["list", "."]);
}

#[test]
fn paths_that_cannot_be_read_are_errors_and_others_go_on() {
    let folder = scratch("unreadable");
    write(&folder, "A.java", "class A {\n}\n");
    write(&folder, "Latin.java", b"class Latin {\n    // caf\xe9\n}\n");
    write(&folder, "Wide.java", b"\xff\xfec\0l\0");
    fs::create_dir_all(folder.join("empty/.hidden")).expect("the folder can be made");
    write(&folder, "folder.java/B.java", "\u{feff}class B {\n}\n");
    check(
        "unreadable",
        &folder,
        &["list", "A.java", "./A.java", "Missing.java", "Latin.java", "Wide.java", "empty", "folder.java"],
    );
    check("nothing", &folder, &["list", "empty"]);
}

#[cfg(unix)]
#[test]
fn links_lead_nowhere_bad() {
    use std::os::unix::fs::symlink;
    let folder = scratch("links");
    write(&folder, "top/inner/A.java", "class A {\n}\n");
    symlink("..", folder.join("top/inner/up")).expect("links can be made");
    symlink("inner", folder.join("top/twin")).expect("links can be made");
    symlink("nowhere", folder.join("top/Gone.java")).expect("links can be made");
    symlink("self", folder.join("top/self")).expect("links can be made");
    check("links", &folder, &["list", "top"]);
}

#[cfg(unix)]
#[test]
fn a_pipe_is_not_waited_for() {
    let folder = scratch("pipe");
    let made = std::process::Command::new("mkfifo").arg(folder.join("Pipe.java")).status();
    if made.is_ok_and(|status| status.success()) {
        check("pipe", &folder, &["list", "Pipe.java"]);
    }
}

/// Parentheses, which make no node of their own, are read to any depth in Java; everything else
/// that nests deeply is an error (E0102).
#[test]
fn deep_nesting_is_an_error() {
    let folder = scratch("deep");
    let deep = |open: &str, close: &str| {
        format!("class A {{\n    int x = {}1{};\n    int y;\n}}\n", open.repeat(10_000), close.repeat(10_000))
    };
    write(&folder, "Parens.java", deep("(", ")"));
    let arrays = deep("new Object[] {", "}").replace("int x", "Object x").replace("class A", "class E");
    write(&folder, "Arrays.java", arrays);
    let blocks = format!("class B {{\n    void m() {{ {} {} }}\n}}\n", "{".repeat(10_000), "}".repeat(10_000));
    write(&folder, "Blocks.java", blocks);
    let contract = format!(
        "class C {{\n    //@ requires {}true{};\n    void m() {{\n    }}\n}}\n",
        "(".repeat(10_000),
        ")".repeat(10_000)
    );
    write(&folder, "Contract.java", contract);
    let open = format!("class D {{\n    int x = {}", "(".repeat(100_000));
    write(&folder, "Open.java", open);
    check("deep", &folder, &["list", "Parens.java", "Arrays.java", "Blocks.java", "Contract.java", "Open.java"]);
}

#[test]
fn a_large_file_is_read_and_a_huge_one_refused() {
    let folder = scratch("large");
    let method = |number: usize| format!("    int method{number}(int x) {{\n        return x + {number};\n    }}\n");
    let mut text = "class Large {\n".to_owned();
    let mut number = 0;
    while text.len() < 20 << 20 {
        text.push_str(&method(number));
        number += 1;
    }
    text.push_str("}\n");
    write(&folder, "Large.java", text);
    let output = run_within(&folder, &["list", "--summary", "Large.java"], Duration::from_secs(240));
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let totals = format!("1 class, {number} methods: {number} supported, 0 unsupported");
    assert!(String::from_utf8_lossy(&output.stdout).contains(&totals));
    let huge = fs::File::create(folder.join("Huge.java")).expect("the file can be made");
    huge.set_len((64 << 20) + 1).expect("the file can be made large");
    check("huge", &folder, &["list", "Huge.java"]);
    fs::remove_dir_all(&folder).expect("the scratch folder can be removed");
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let folder = scratch("broken_pipe");
    let classes: String =
        (0..3000).map(|number| format!("class C{number} {{\n    void method() {{\n    }}\n}}\n")).collect();
    write(&folder, "Many.java", classes);
    let mut child = tightrope(&folder)
        .args(["list", "Many.java"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary can be started");
    let mut start = [0; 10];
    let mut stdout = child.stdout.take().expect("it is piped");
    stdout.read_exact(&mut start).expect("there is output");
    drop(stdout);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn colours_follow_the_option_and_not_the_pipe() {
    let folder = stack("colours");
    let plain = run(&folder, &["list", "Stack.java"]);
    assert!(!plain.stdout.contains(&0x1b));
    let colored = run(&folder, &["list", "Stack.java", "--color", "always"]);
    assert!(colored.stdout.contains(&0x1b));
}

#[test]
fn a_configuration_is_found_above() {
    let folder = stack("config_above");
    write(&folder, "tightrope.toml", "scope = \"2\"\nmax-steps = 5000\npaths = [\"Stack.java\"]\n");
    let below = folder.join("deep/down");
    fs::create_dir_all(&below).expect("the folder can be made");
    check("config_above", &below, &["check", "Stack.isLow", "-j", "1"]);
}

/// What `check` takes for an invariant, others show.
#[test]
fn every_command_reads_as_the_configuration_says() {
    let folder = scratch("config_reading");
    write(&folder, "Down.java", "class Down { int n; boolean valid() { return n >= 0; } void dec() { n--; } }\n");
    write(&folder, "low.heap", "this = Down#0\nDown#0 { n: 0 }\n");
    write(&folder, "tightrope.toml", "invariant-methods = [\"valid\"]\n");
    let said = |arguments: &[&str]| String::from_utf8_lossy(&run(&folder, arguments).stdout).into_owned();
    assert!(said(&["list", "Down.java"]).contains("invariant valid()"));
    assert!(said(&["spec", "Down.dec", "Down.java"]).contains("invariant"));
    assert!(said(&["run", "Down.dec", "--heap", "low.heap", "--path", "Down.java"]).contains("contract: broken"));
    write(&folder, "tightrope.toml", "invariant-method = 1\n");
    for arguments in [&["list", "Down.java"][..], &["spec", "Down.dec", "Down.java"]] {
        assert_eq!(run(&folder, arguments).status.code(), Some(2));
    }
}

#[test]
fn the_configuration_knows_how_engines_work() {
    let folder = stack("config_engines");
    let config = "bounds = \"none\"\nsolver = \"batsat\"\nsplit = \"paths\"\nno-cache = true\nquiet = true\n\
                  color = \"always\"\nengine = \"symbolic\"\nscope = \"2\"\n";
    write(&folder, "tightrope.toml", config);
    let output = run(&folder, &["check", "Stack.isLow", "-j", "1"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("\u{1b}[") && text.contains("parts of the paths"), "{text}");
    write(&folder, "tightrope.toml", "certify = true\nsolver = \"batsat\"\n");
    let output = run(&folder, &["check", "Stack.isLow", "-j", "1"]);
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("batsat"), "a solver without proofs certifies nothing: {text}");
}

#[test]
fn misspelt_paths_get_a_suggestion() {
    let folder = stack("misspelt_path");
    check("misspelt_path", &folder, &["check", "Stak.java"]);
}

#[test]
fn a_name_stands_for_all_its_overloads() {
    let folder = stack("overloads");
    let output = run(&folder, &["check", "Stack.push", "--scope", "1", "-j", "1"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("2 methods"), "{text}");
}

#[test]
fn verdicts_are_explained() {
    check("explain_vacuous", &project(), &["explain", "vacuous"]);
    check("explain_near_verdict", &project(), &["explain", "vacous"]);
    check("explain_reason", &project(), &["explain", "scope", "5:", "6", "heaps,", "not", "all", "numbers"]);
}

#[test]
fn shells_are_served() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let output = run(&project(), &["completions", shell]);
        let script = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && script.contains("generate"), "{shell}: {script}");
    }
    let page = run(&project(), &["man", "check"]);
    let page = String::from_utf8_lossy(&page.stdout);
    assert!(page.contains(".TH tightrope-check") && page.contains("baseline"), "{page}");
    check("man_misspelt", &project(), &["man", "chek"]);
    let page = run(&project(), &["man"]);
    assert!(String::from_utf8_lossy(&page.stdout).starts_with(".ie"), "a page for man(1)");
}
