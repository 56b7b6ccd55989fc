//! `tightrope mutate` and `tightrope doctor`, from outside: whole transcripts, and what the
//! literature and common sense say about them.

mod support;

use serde_json::Value as Json;
use std::path::Path;
use std::time::Duration;
use support::{expect, project, run, run_within, scratch, transcript, write};

/// Hundreds of programs are checked, in a debug build, on a busy computer.
const PATIENCE: Duration = Duration::from_secs(600);

fn check(name: &str, folder: &Path, arguments: &[&str]) {
    let output = run_within(folder, arguments, PATIENCE);
    let expected = project().join("crates/cli/tests/commands").join(format!("{name}.expected"));
    if let Err(complaint) = expect(&expected, &transcript(arguments, &output)) {
        panic!("{complaint}");
    }
}

fn json(folder: &Path, arguments: &[&str]) -> Json {
    let output = run_within(folder, arguments, PATIENCE);
    serde_json::from_slice(&output.stdout).expect("it is JSON")
}

/// A counter whose contract says nothing about one of its fields.
const COUNTER: &str = "\
public class Counter {
    int low;
    int high;
    //@ invariant 0 <= low && low < 10;

    /*@ requires low < 9;
      @ ensures low == \\old(low) + 1;
      @ assignable low, high;
      @*/
    void up() {
        low = low + 1;
        high = low;
    }

    /*@ requires n < 3;
      @ ensures \\result == (n > 0 ? n : 0);
      @*/
    static /*@ pure @*/ int walk(int n) {
        int i = 0;
        while (i < n) {
            i++;
        }
        return i;
    }

    //@ ensures \\result > 0;
    static int wrong() {
        return 0;
    }
}
";

#[test]
fn mutants_are_killed_survive_and_run_forever() {
    let folder = scratch("mutants");
    write(&folder, "Counter.java", COUNTER);
    check(
        "mutate",
        &folder,
        &[
            "mutate",
            "Counter.up",
            "Counter.walk",
            "Counter.java",
            "--scope",
            "2",
            "--without-times",
            "--max-steps",
            "60000",
        ],
    );
    check("mutate_refused", &folder, &["mutate", "Counter.wrong", "Counter.java", "--without-times"]);
    check("mutate_unknown", &folder, &["mutate", "Counter.upp", "Counter.java"]);
}

#[test]
fn mutants_in_json_tell_the_same_story() {
    let folder = scratch("mutants_json");
    write(&folder, "Counter.java", COUNTER);
    let report =
        json(&folder, &["mutate", "Counter.up", "Counter.java", "--scope", "2", "--of", "code", "--format", "json"]);
    let method = &report["methods"][0];
    let mutants = method["mutants"].as_array().expect("mutants");
    let of = |fate: &str| mutants.iter().filter(|mutant| mutant["fate"] == fate).count() as u64;
    let killed: u64 =
        method["scopes"].as_array().expect("scopes").iter().filter_map(|rung| rung["killed"].as_u64()).sum();
    assert_eq!(killed, of("killed"));
    assert!(of("killed") > 0 && of("survived") > 0, "{report}");
    // Nobody says anything about `high`.
    let survives = |text: &str| {
        mutants.iter().any(|mutant| mutant["fate"] == "survived" && mutant["diff"].to_string().contains(text))
    };
    assert!(survives("high = -low"), "{report}");
    assert!(mutants.iter().all(|mutant| mutant["part"] == "code"));
}

/// What was killed by then is no share of all.
#[cfg(unix)]
#[test]
fn mutants_of_a_run_that_is_stopped_are_not_said_to_live() {
    let tool = env!("CARGO_BIN_EXE_tightrope");
    let output = std::process::Command::new("timeout")
        .args(["-s", "INT", "1", tool, "mutate", "SortedList.insert", "examples", "--scope", "9"])
        .current_dir(project())
        .output()
        .expect("starts");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("stopped: ") && !text.contains(": interrupted"), "{text}");
}

/// TACO's subject: what its authors removed by hand (equivalent mutants) is what survives here, and
/// mutants that run forever are killed by proof.
#[test]
fn mutants_of_a_benchmark_die_at_the_scopes_of_the_literature() {
    let file = project().join("benchmarks/jml/LList.java");
    let file = file.to_string_lossy();
    let report =
        json(&project(), &["mutate", "LList.remove", &file, "--scope", "4", "--of", "code", "--format", "json"]);
    let method = &report["methods"][0];
    let mutants = method["mutants"].as_array().expect("mutants");
    assert!(mutants.len() >= 31, "TACO has 31, here are {}", mutants.len());
    assert!(mutants.iter().all(|mutant| mutant["fate"] != "undecided"), "{report}");
    let survivors: Vec<String> = mutants
        .iter()
        .filter(|mutant| mutant["fate"] == "survived")
        .map(|mutant| mutant["diff"][1].to_string())
        .collect();
    // Both are equivalent to the method: `^` since both cannot be true at once, `!=` since `i`
    // counts up to `index`.
    assert_eq!(survivors.len(), 2, "{survivors:?}");
    assert!(
        survivors.iter().any(|text| text.contains('^')) && survivors.iter().any(|text| text.contains("i != index"))
    );
    let killed = |objects: u64| {
        let at = |mutant: &&Json| mutant["objects"].as_u64().is_some_and(|at| at <= objects);
        mutants.iter().filter(at).count()
    };
    assert_eq!(killed(3), mutants.len() - 2, "all that can be killed are, with three nodes (TACO: three)");
}

#[test]
fn the_doctor_draws_a_heap_for_each_conjunct() {
    let folder = project();
    check("doctor", &folder, &["doctor", "SortedList", "examples/SortedList.java", "--scope", "3", "--without-times"]);
    check("doctor_unknown", &folder, &["doctor", "SortedLost", "examples/SortedList.java"]);
}

/// Conjuncts that say the same, a `repOk` that does not end, and a constructor that breaks it.
const ODD: &str = "\
public class Odd {
    static class Node {
        Node next;
    }

    Node head;
    int size = 1;

    boolean repOk() {
        int count = 0;
        for (Node node = head; node != null; node = node.next) {
            count++;
        }
        if (count != size) {
            return false;
        }
        if (head == null && size != 0) {
            return false;
        }
        return size >= 0;
    }

    public void add() {
        Node node = new Node();
        node.next = head;
        head = node;
        size++;
    }
}
";

#[test]
fn the_doctor_finds_what_is_odd() {
    let folder = scratch("doctor_odd");
    write(&folder, "Odd.java", ODD);
    check(
        "doctor_odd",
        &folder,
        &["doctor", "Odd", "Odd.java", "--scope", "3", "--max-steps", "60000", "--without-times"],
    );
}

/// What is left of `a && b` without `a` is not a conjunction any more.
#[test]
fn the_doctor_looks_at_both_of_two_conjuncts() {
    let folder = scratch("doctor_two");
    let text = "class Bit {\n    int value;\n    boolean repOk() { return 0 <= value && value <= 1; }\n}\n";
    write(&folder, "Bit.java", text);
    let report = json(&folder, &["doctor", "Bit", "Bit.java", "--scope", "2", "--format", "json"]);
    let conjuncts = report["conjuncts"].as_array().expect("conjuncts");
    let findings: Vec<&Json> = conjuncts.iter().map(|conjunct| &conjunct["finding"]).collect();
    assert_eq!(findings, ["needed", "needed"], "{report}");
}

#[test]
fn the_doctor_sees_missing_nullable() {
    let folder = scratch("doctor_nullable");
    let text = "class Link {\n    Link next;\n    //@ invariant next != this;\n    void f() { }\n}\n";
    write(&folder, "Link.java", text);
    check("doctor_nullable", &folder, &["doctor", "Link", "Link.java", "--scope", "2", "--without-times"]);
}

/// Each heap that the doctor gives is one that its conjunct rejects and that `run` reads.
#[test]
fn heaps_of_the_doctor_are_rejected_by_the_class() {
    let folder = scratch("doctor_heaps");
    write(&folder, "Odd.java", ODD);
    let report =
        json(&folder, &["doctor", "Odd", "Odd.java", "--scope", "3", "--max-steps", "60000", "--format", "json"]);
    let conjuncts = report["conjuncts"].as_array().expect("conjuncts");
    let needed: Vec<&Json> = conjuncts.iter().filter(|conjunct| conjunct["finding"] == "needed").collect();
    assert!(!needed.is_empty(), "{report}");
    for conjunct in needed {
        let heap = conjunct["heap"]["heap"].as_str().expect("a heap");
        write(&folder, "it.heap", heap);
        let output = run(&folder, &["run", "Odd.repOk", "--heap", "it.heap", "--path", "Odd.java"]);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(text.contains("false"), "{conjunct}\n{text}");
    }
}
