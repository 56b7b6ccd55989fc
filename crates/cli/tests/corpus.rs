//! The corpus: every program below `corpus/` goes through the front end, and what comes out is
//! compared with the file beside it.
//!
//! A case is a file `name.java` with `name.expected`, or a folder `name.case` with `expected` in it
//! (several files, packages, build layouts). Options ride in a comment on the first line of the
//! file, or of the folder's `options`: `// tightrope: --invariant-method ok`. `TIGHTROPE_BLESS=1`
//! accepts the actual output, `TIGHTROPE_CASE=part` runs only the cases whose path contains `part`.

mod support;

use clap::Parser;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use support::{expect, files_below, no_complaints, project};
use tightrope_check::{InitialHeaps, Support, Supported};
use tightrope_cli::arguments::{Arguments, Command};
use tightrope_cli::load::{Loaded, load};
use tightrope_cli::render;
use tightrope_cli::support::describe_reason;
use tightrope_program::names::is_listed;
use tightrope_program::{Class, ClassOrigin};

const OPTIONS: &str = "// tightrope:";

/// What `tightrope check` says of these is in `check.rs` and `newcomer.rs`.
const CHECKED_ELSEWHERE: [&str; 2] = ["check", "newcomer"];

struct Case {
    /// Below `corpus/`: what the command line would name.
    path: PathBuf,
    expected: PathBuf,
    options: String,
}

#[test]
fn the_corpus_is_understood_as_expected() {
    let corpus = project().join("corpus");
    // Outputs name files as `java/records.java`. This is the only test of this process.
    std::env::set_current_dir(&corpus).expect("there is a corpus");
    let filter = std::env::var("TIGHTROPE_CASE").unwrap_or_default();
    let mut cases = find_cases(&corpus);
    cases.retain(|case| case.path.to_string_lossy().contains(&filter));
    assert!(!cases.is_empty(), "no case matches");
    let pending = Mutex::new(cases.iter());
    let complaints = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            let builder = std::thread::Builder::new().stack_size(tightrope_syntax::STACK_SIZE);
            let worker = || {
                loop {
                    let next = pending.lock().expect("no worker panics with the lock").next();
                    let Some(case) = next else { break };
                    if let Err(complaint) = check(case) {
                        complaints.lock().expect("no worker panics with the lock").push(complaint);
                    }
                }
            };
            builder.spawn_scoped(scope, worker).expect("a thread can be started");
        }
    });
    let mut complaints = complaints.into_inner().expect("no worker panics with the lock");
    complaints.sort();
    no_complaints(&complaints);
}

fn find_cases(corpus: &Path) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for file in files_below(corpus) {
        let path = file.strip_prefix(corpus).expect("it was found there");
        if CHECKED_ELSEWHERE.iter().any(|folder| path.starts_with(folder)) {
            continue;
        }
        let folder = path.ancestors().find(|folder| folder.extension().is_some_and(|end| end == "case"));
        match folder {
            Some(folder) if cases.last().is_none_or(|last| last.path != folder) => cases.push(folder_case(folder)),
            None if path.extension().is_some_and(|end| end == "java") => cases.push(file_case(path)),
            _ => {}
        }
    }
    cases
}

fn file_case(path: &Path) -> Case {
    Case { path: path.to_owned(), expected: path.with_extension("expected"), options: options_in(path) }
}

fn folder_case(path: &Path) -> Case {
    Case { path: path.to_owned(), expected: path.join("expected"), options: options_in(&path.join("options")) }
}

/// Invalid UTF-8 is a case too.
fn options_in(path: &Path) -> String {
    let text = String::from_utf8_lossy(&fs::read(path).unwrap_or_default()).into_owned();
    let first = text.lines().next().unwrap_or_default();
    first.strip_prefix(OPTIONS).unwrap_or_default().trim().to_owned()
}

fn check(case: &Case) -> Result<(), String> {
    let loaded = std::panic::catch_unwind(|| load_case(case)).map_err(|_| panicked(case))??;
    let broken = tightrope_program::well_formed::check(&loaded.program);
    if !broken.is_empty() {
        return Err(format!("{}: the program is not well-formed:\n  {}", case.path.display(), broken.join("\n  ")));
    }
    let text = std::panic::catch_unwind(|| describe(&loaded)).map_err(|_| panicked(case))?;
    expect(&project().join("corpus").join(&case.expected), &text)
}

fn panicked(case: &Case) -> String {
    format!("{}: the front end panicked", case.path.display())
}

fn load_case(case: &Case) -> Result<Loaded, String> {
    let words = ["tightrope", "list"].into_iter().chain(case.options.split_whitespace());
    let path = case.path.to_string_lossy();
    let arguments = Arguments::try_parse_from(words.chain([&*path])).map_err(|error| error.to_string())?;
    match arguments.command {
        Command::List(list) => Ok(load(&list.paths, &list.reading)),
        _ => Err("the options belong to `list`".to_owned()),
    }
}

fn is_users(class: &Class) -> bool {
    class.origin == ClassOrigin::User
}

fn describe(loaded: &Loaded) -> String {
    let mut text = format!(
        "== program ==\n{}",
        tightrope_program::print::print_program(&loaded.program, &loaded.sources, is_users)
    );
    text.push_str("== support ==\n");
    let supported = Supported::of(&loaded.program, InitialHeaps::Any);
    for id in loaded.program.method_ids() {
        let method = loaded.program.method(id);
        let class = loaded.program.class(method.class);
        if !is_users(class) || !is_listed(method) {
            continue;
        }
        let (how, why) = match supported.status(id) {
            Support::Supported | Support::Abstract => continue,
            Support::InPart(why) => ("in part", why),
            Support::Unsupported(why) => ("unsupported", why),
        };
        let call = tightrope_program::names::call_form(&loaded.program, method);
        let _ = writeln!(text, "{}.{call}: {how}: {}", class.name, describe_reason(loaded, &why));
    }
    text.push_str("== diagnostics ==\n");
    for note in &loaded.notes {
        let _ = writeln!(text, "note: {note}");
    }
    for diagnostic in &loaded.diagnostics {
        let _ = writeln!(text, "{}\n", render::diagnostic(&loaded.sources, diagnostic, false));
    }
    text
}
