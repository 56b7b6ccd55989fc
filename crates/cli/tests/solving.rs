//! How `symbolic` works, by the arguments: whatever is chosen, verdicts are the same; what is
//! certified has proofs that pass the checker once more, read from their files; corrupted ones do
//! not.

mod support;

use std::path::PathBuf;
use support::{project, scratch, tightrope};
use tightrope_proof::{check_lrat, parse_dimacs};

/// Standard output, standard error and the exit code of a check in the project's folder.
fn check(arguments: &[&str]) -> (String, String, Option<i32>) {
    let output = tightrope(&project()).arg("check").args(arguments).output().expect("the binary can be started");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr), output.status.code())
}

const LIST: &str = "benchmarks/jml/LList.java";

/// Each method and its verdict.
fn verdicts(arguments: &[&str]) -> Vec<(String, String)> {
    let (out, err, _) = check(&[arguments, &["--format", "json", "--no-cache"]].concat());
    let report: serde_json::Value = serde_json::from_str(&out).unwrap_or_else(|_| panic!("{out}{err}"));
    let methods = report["methods"].as_array().expect("a list of methods").iter();
    methods.map(|method| (method["signature"].to_string(), method["verdict"].to_string())).collect()
}

#[test]
fn verdicts_do_not_depend_on_encoding_symmetry_or_solver() {
    for file in [LIST, "examples/SearchTree.java"] {
        let plain = verdicts(&[file, "--scope", "2", "--engine", "symbolic"]);
        let choices = [
            ["--symmetry", "none"],
            ["--solver", "batsat"],
            ["--encoding", "relational"],
            ["--encoding", "relational-matrices"],
            ["--split", "vertices"],
            ["--split", "paths"],
            ["--split", "auto"],
            ["--split", "none"],
        ];
        for more in choices {
            let other = verdicts(&[file, "--scope", "2", "--engine", "symbolic", more[0], more[1]]);
            assert_eq!(plain, other, "{file} {more:?}");
        }
    }
}

#[test]
fn what_holds_is_certified() {
    let (out, err, code) = check(&[LIST, "--scope", "2", "--certify", "--no-cache"]);
    assert_eq!(code, Some(0), "{out}{err}");
    let lines: Vec<&str> = out.lines().filter(|line| line.starts_with("holds")).collect();
    assert!(lines.len() >= 5 && lines.iter().all(|line| line.contains("; certified (")), "{out}");
    let (plain, ..) = check(&[LIST, "--scope", "2", "--engine", "symbolic", "--no-cache"]);
    assert!(plain.contains("all heaps at once") && !plain.contains("certified"), "{plain}");
}

#[test]
fn proofs_are_written_and_stand_alone() {
    stand_alone("proofs", &[]);
}

#[test]
fn so_are_those_of_paths() {
    stand_alone("proofs_of_paths", &["--split", "paths"]);
}

fn stand_alone(folder: &str, more: &[&str]) {
    let folder = scratch(folder);
    let path = folder.join("contains.lrat");
    let target = [LIST, "LList.get", "--scope", "2", "--proof"];
    let (out, err, code) = check(&[&target[..], &[path.to_str().expect("a path")], more].concat());
    assert_eq!(code, Some(0), "{out}{err}");
    assert!(err.contains("the proof is in"), "{err}");
    let mut proofs: Vec<PathBuf> = support::files_below(&folder);
    proofs.retain(|path| path.extension().is_some_and(|end| end == "lrat"));
    assert!(!proofs.is_empty());
    for path in &proofs {
        let read = |path: &PathBuf| std::fs::read_to_string(path).expect("a file");
        let problem = parse_dimacs(&read(&path.with_extension("cnf"))).expect("a problem");
        let proof = read(path);
        assert_eq!(check_lrat(&problem, &proof), Ok(()), "{}", path.display());
        let cut = proof.trim_end().rsplit_once('\n').map_or("", |(rest, _)| rest);
        assert!(check_lrat(&problem, cut).is_err(), "{} without its end", path.display());
    }
}

#[test]
fn what_cannot_be_certified_is_refused() {
    let refused = |arguments: &[&str], why: &str| {
        let (out, err, code) = check(&[&[LIST], arguments].concat());
        assert_eq!(code, Some(2), "{arguments:?}: {out}{err}");
        assert!(err.contains(why), "{arguments:?}: {err}");
    };
    refused(&["--certify", "--solver", "batsat"], "batsat` gives no proofs");
    refused(&["--certify", "--engine", "explore"], "`--engine explore` gives no proofs");
    refused(&["--certify", "--bounds", "invariant"], "not certified");
    refused(&["--proof", "x.lrat"], "one method");
    refused(&["--encoding", "relational", "--engine", "explore"], "`--engine explore` makes no formula");
    refused(&["--encoding", "relational", "--split", "paths"], "encoding of their own");
    refused(&["--split", "paths", "--engine", "explore"], "does not split paths");
    refused(&["--split", "edges"], "how to split is not known");
}

#[test]
fn a_violation_needs_no_proof() {
    let folder = scratch("no_proof");
    let file = support::write(
        &folder,
        "A.java",
        "class A { /*@ ensures \\result > 0; @*/ static int f(int x) { return x; } }",
    );
    let path = folder.join("f.lrat");
    let (out, err, code) = check(&[file.to_str().expect("a path"), "A.f", "--proof", path.to_str().expect("a path")]);
    assert_eq!(code, Some(1), "{out}{err}");
    assert!(err.contains("no proof was written") && !path.exists(), "{err}");
}

#[test]
fn the_graph_is_printed() {
    let (text, ..) = check(&[LIST, "LList.contains", "--scope", "1", "--dump", "graph"]);
    assert!(text.starts_with("n0: entry(this, value) -> n1\n"), "{text}");
    let (dot, ..) = check(&[LIST, "LList.contains", "--scope", "1", "--dump", "graph-dot"]);
    assert!(dot.starts_with("digraph") && dot.trim_end().ends_with('}'), "{dot}");
}
