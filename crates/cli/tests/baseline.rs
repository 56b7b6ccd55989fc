//! `--baseline`: what is known stays quiet, what is new is reported, what is fixed is said, and a
//! file that is not a baseline is refused.

mod support;

use std::fs;
use std::path::Path;
use std::process::Output;
use support::{run, scratch, write};

const FIRST: &str =
    "class Box {\n    int[] cells = new int[1];\n\n    int first() {\n        return cells[1];\n    }\n";
const SECOND: &str = "\n    int second() {\n        return cells[2];\n    }\n";
const GOOD: &str = "class Box {\n    int[] cells = new int[1];\n\n    int first() {\n        return cells[0];\n    }\n";

fn check(folder: &Path) -> Output {
    run(folder, &["check", "Box.java", "--baseline", "known.txt"])
}

fn shown(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// A folder with one known finding.
fn with_one_known(name: &str) -> std::path::PathBuf {
    let folder = scratch(name);
    write(&folder, "Box.java", format!("{FIRST}}}\n"));
    let output = check(&folder);
    assert_eq!(output.status.code(), Some(0), "{}", shown(&output));
    assert!(shown(&output).contains("1 known finding written to known.txt"), "{}", shown(&output));
    folder
}

#[test]
fn what_was_written_is_known_from_then_on() {
    let folder = with_one_known("baseline-written");
    let written = fs::read_to_string(folder.join("known.txt")).expect("it was written");
    let lines: Vec<&str> = written.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(lines, ["Box.first() exception ArrayIndexOutOfBoundsException: return cells[1];"]);
    let again = check(&folder);
    assert_eq!(again.status.code(), Some(0), "{}", shown(&again));
    assert!(!shown(&again).contains("ArrayIndexOutOfBoundsException"), "{}", shown(&again));
    assert!(shown(&again).contains("1 known finding"), "{}", shown(&again));
    assert_eq!(fs::read_to_string(folder.join("known.txt")).expect("it is there"), written, "it is not written again");
}

#[test]
fn a_known_finding_may_move() {
    let folder = with_one_known("baseline-moved");
    write(&folder, "Box.java", format!("// A comment.\n\n{FIRST}}}\n"));
    let output = check(&folder);
    assert_eq!(output.status.code(), Some(0), "{}", shown(&output));
}

#[test]
fn a_new_finding_is_reported() {
    let folder = with_one_known("baseline-new");
    write(&folder, "Box.java", format!("{FIRST}{SECOND}}}\n"));
    let output = check(&folder);
    assert_eq!(output.status.code(), Some(1), "{}", shown(&output));
    assert!(shown(&output).contains("ArrayIndexOutOfBoundsException, in Box.second"), "{}", shown(&output));
    assert!(!shown(&output).contains(", in Box.first"), "{}", shown(&output));
}

#[test]
fn a_finding_that_is_gone_is_said() {
    let folder = with_one_known("baseline-fixed");
    write(&folder, "Box.java", format!("{GOOD}}}\n"));
    let output = check(&folder);
    assert_eq!(output.status.code(), Some(0), "{}", shown(&output));
    assert!(shown(&output).contains("1 known finding of known.txt is no longer found"), "{}", shown(&output));
}

#[test]
fn what_is_no_baseline_is_refused() {
    let folder = with_one_known("baseline-broken");
    for (text, says) in [
        (&b"# A comment\n\nBox.first() exception Array\nsome words\n"[..], "line 4 of the baseline `known.txt`"),
        (&b"class Box {}\n"[..], "line 1 of the baseline `known.txt`"),
        (&b"\xff\xfe\x00"[..], "the baseline `known.txt` cannot be read"),
    ] {
        write(&folder, "known.txt", text);
        let output = check(&folder);
        assert_eq!(output.status.code(), Some(2), "{}", shown(&output));
        assert!(shown(&output).contains(says), "{}", shown(&output));
        assert_eq!(fs::read(folder.join("known.txt")).expect("it is there"), text, "it is left alone");
    }
    let output = run(&folder, &["check", "Box.java", "--baseline", "nowhere/known.txt"]);
    assert_ne!(output.status.code(), Some(0), "{}", shown(&output));
    assert!(shown(&output).contains("nowhere/known.txt"), "{}", shown(&output));
}
