//! What the tests of this crate share: expected output in files, running the binary, walking the
//! project.
//!
//! `TIGHTROPE_BLESS=1 cargo test` writes the expected files anew; the difference is then reviewed
//! in version control.
#![allow(dead_code, unreachable_pub, reason = "every test file uses a part of it")]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// How much of a difference is shown.
const SHOWN_LINES: usize = 40;

/// The top folder of the project.
pub fn project() -> PathBuf {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest.ancestors().nth(2).expect("crates/cli lies two folders below the top").to_owned()
}

/// An empty folder for one test.
pub fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the scratch folder can be made");
    folder
}

pub fn write(folder: &Path, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().expect("a file lies in a folder")).expect("the folder can be made");
    fs::write(&path, text).expect("the file can be written");
    path
}

/// All files below a folder, sorted.
pub fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut pending = vec![folder.to_owned()];
    while let Some(next) = pending.pop() {
        let Ok(entries) = fs::read_dir(&next) else { continue };
        for entry in entries {
            let path = entry.expect("the folder can be read").path();
            if path.is_dir() { pending.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    found
}

/// Compares with the expected file, or writes it when blessing. The error says how they differ.
pub fn expect(expected_path: &Path, actual: &str) -> Result<(), String> {
    if std::env::var_os("TIGHTROPE_BLESS").is_some() {
        return fs::write(expected_path, actual).map_err(|error| format!("{}: {error}", expected_path.display()));
    }
    let expected = fs::read_to_string(expected_path).unwrap_or_default().replace("\r\n", "\n");
    if expected == actual {
        return Ok(());
    }
    let shown = expected_path.strip_prefix(project()).unwrap_or(expected_path);
    Err(format!(
        "{} differs (- expected, + actual; TIGHTROPE_BLESS=1 accepts the actual output):\n{}",
        shown.display(),
        difference(&expected, actual)
    ))
}

/// The lines between the common start and the common end, with a little context.
pub fn difference(expected: &str, actual: &str) -> String {
    let expected: Vec<&str> = expected.lines().collect();
    let actual: Vec<&str> = actual.lines().collect();
    let start = expected.iter().zip(&actual).take_while(|(left, right)| left == right).count();
    let rest = expected.len().min(actual.len()) - start;
    let end = expected.iter().rev().zip(actual.iter().rev()).take(rest).take_while(|(l, r)| l == r).count();
    let mut text = format!("  @ line {}\n", start + 1);
    for line in &expected[start.saturating_sub(3)..start] {
        let _ = writeln!(text, "  {line}");
    }
    append_lines(&mut text, '-', &expected[start..expected.len() - end]);
    append_lines(&mut text, '+', &actual[start..actual.len() - end]);
    text
}

fn append_lines(text: &mut String, sign: char, lines: &[&str]) {
    for line in lines.iter().take(SHOWN_LINES) {
        let _ = writeln!(text, "{sign} {line}");
    }
    if lines.len() > SHOWN_LINES {
        let _ = writeln!(text, "{sign} … and {} more lines", lines.len() - SHOWN_LINES);
    }
}

/// Fails with all complaints at once.
pub fn no_complaints(complaints: &[String]) {
    assert!(complaints.is_empty(), "{} complaints:\n{}", complaints.len(), complaints.join("\n"));
}

/// The command, without anything of the environment that changes its manners.
pub fn tightrope(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tightrope"));
    command.current_dir(folder).stdin(Stdio::null());
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS", "RUST_BACKTRACE"] {
        command.env_remove(name);
    }
    command
}

/// What takes longer hangs. Machines that are busy take many times as long as others.
pub const PATIENCE: Duration = Duration::from_secs(600);

/// Runs the command in a folder, at most for this long.
pub fn run_within(folder: &Path, arguments: &[&str], limit: Duration) -> Output {
    let start = Instant::now();
    let output = tightrope(folder).args(arguments).output().expect("the binary can be started");
    let time = start.elapsed();
    assert!(time <= limit, "{arguments:?} took {time:?}, more than {limit:?}");
    output
}

pub fn run(folder: &Path, arguments: &[&str]) -> Output {
    run_within(folder, arguments, PATIENCE)
}

/// All that a run shows, as text that can be compared.
pub fn transcript(arguments: &[&str], output: &Output) -> String {
    format!(
        "$ tightrope {}\nexit: {}\n-- stdout --\n{}-- stderr --\n{}",
        arguments.join(" "),
        output.status.code().map_or("killed".to_owned(), |code| code.to_string()),
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    )
}
