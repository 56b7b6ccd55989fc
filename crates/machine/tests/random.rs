//! Random programs on the JVM, on the machine and on the naive interpreter: all three must tell the
//! same trace.
//!
//! `TIGHTROPE_RANDOM_PROGRAMS` says how many (100 unless told), `TIGHTROPE_RANDOM_SEED` where to
//! begin, `TIGHTROPE_RANDOM_FEATURES` what they may use beyond the language itself (`collections`,
//! `strings`, `texts`, `everyday`), `TIGHTROPE_RANDOM_ROUNDS` how long to cut. On a difference the
//! program is cut down to a small one that still differs, and the message shows it. A program that
//! needs something that is not modelled says nothing and is counted; such programs must be rare.

mod naive;
#[path = "random/mod.rs"]
mod programs;
mod support;

use programs::shrink::Cut;
use programs::tree::Node;
use programs::{Features, generate, shrink};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use support::jvm_runner::{Results, VirtualMachine, jdk_is_here};
use support::witnesses::{Case, Statements, hear};

const PROGRAMS_PER_RUN: usize = 100;
/// How many cuts are tried at once.
const CUTS_PER_RUN: usize = 120;
/// Long runs say how far they are.
const PROGRAMS_PER_REPORT: usize = 1_000;
/// Differences that are cut down and shown; the others are counted.
const SHOWN: usize = 5;

/// Traces show code that is nobody's, too: what is thrown there has no line to compare.
const SHOWN_FRAMES: [&str; 2] = ["-XX:+UnlockDiagnosticVMOptions", "-XX:+ShowHiddenFrames"];

/// What was found out about programs, by the name of their class.
#[derive(Debug, Default)]
struct Verdicts {
    /// Programs of which the witnesses' traces were held against the JVM's.
    compared: usize,
    /// `javac` does not accept them.
    refused: BTreeMap<String, String>,
    /// A witness does not model something: who, what.
    unsupported: BTreeMap<String, String>,
    /// A witness says something else than the JVM. The text starts with what kind of difference it
    /// is.
    different: BTreeMap<String, String>,
}

#[derive(Clone, Debug)]
struct Program {
    name: String,
    tree: Node,
}

#[test]
#[expect(clippy::print_stderr, reason = "how many programs said nothing is part of the result")]
fn random_programs_agree_with_the_jvm() {
    if !jdk_is_here() {
        return;
    }
    let count = number_from("TIGHTROPE_RANDOM_PROGRAMS", 100) as usize;
    let seed = number_from("TIGHTROPE_RANDOM_SEED", 20_240_229);
    let mut jvm = VirtualMachine::start("random", count, &SHOWN_FRAMES);
    let mut message = String::new();
    let mut totals = Verdicts::default();
    let mut shown = BTreeSet::new();
    for start in (0..count).step_by(PROGRAMS_PER_RUN) {
        let batch = start..count.min(start + PROGRAMS_PER_RUN);
        let programs: Vec<Program> = batch.map(|index| program(seed + index as u64)).collect();
        let verdicts = judge(&mut jvm, &programs);
        for (name, difference) in &verdicts.different {
            let program = programs.iter().find(|program| program.name == *name).expect("a program of the batch");
            if shown.len() < SHOWN {
                let small = shrunken(&mut jvm, program, difference);
                if shown.insert(difference_kind(&small.1)) {
                    let _ = writeln!(message, "{name}: {}\n{}", small.1, small.0.tree.print());
                }
            }
        }
        totals.compared += verdicts.compared;
        totals.refused.extend(verdicts.refused);
        totals.unsupported.extend(verdicts.unsupported);
        totals.different.extend(verdicts.different);
        if (start + PROGRAMS_PER_RUN).is_multiple_of(PROGRAMS_PER_REPORT) {
            eprintln!("so far: {}", summary(start + PROGRAMS_PER_RUN, seed, &totals));
        }
    }
    let summary = summary(count, seed, &totals);
    eprintln!("{summary}");
    assert!(totals.different.is_empty(), "{summary}\n{message}");
    assert!(totals.refused.len() * 20 <= count, "javac refuses too many:\n{summary}");
    assert!(totals.unsupported.len() * 20 <= count, "too many are not modelled:\n{summary}");
    assert!(count == 0 || totals.refused.len() < count, "nothing was compared:\n{summary}");
}

fn number_from(variable: &str, default: u64) -> u64 {
    match std::env::var(variable) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{variable} must be a number, not `{text}`")),
        Err(_) => default,
    }
}

/// The name says the seed, so that one program can be looked at alone.
fn program(seed: u64) -> Program {
    let name = format!("P{seed}");
    let wanted =
        std::env::var("TIGHTROPE_RANDOM_FEATURES").unwrap_or_else(|_| "collections strings texts everyday".to_owned());
    let features = Features {
        collections: wanted.contains("collections"),
        strings: wanted.contains("strings"),
        object_texts: wanted.contains("texts"),
        everyday: wanted.contains("everyday"),
    };
    Program { tree: generate(&name, seed, features), name }
}

fn summary(count: usize, seed: u64, totals: &Verdicts) -> String {
    let mut text = format!(
        "{count} programs from TIGHTROPE_RANDOM_SEED={seed}: {} compared, {} differ, javac refuses {}, {} need what is not modelled",
        totals.compared,
        totals.different.len(),
        totals.refused.len(),
        totals.unsupported.len()
    );
    for (what, verdicts) in
        [("refused", &totals.refused), ("not modelled", &totals.unsupported), ("differ", &totals.different)]
    {
        let mut kinds: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for (name, reason) in verdicts {
            kinds.entry(difference_kind(reason)).or_default().push(name);
        }
        for (kind, names) in kinds {
            let _ =
                write!(text, "\n  {what}: {} × {kind} (e.g. {})", names.len(), names[..names.len().min(3)].join(" "));
        }
    }
    text
}

/// The text without what is special to one program.
fn difference_kind(difference: &str) -> String {
    difference.split('|').next().unwrap_or_default().to_owned()
}

fn judge(jvm: &mut VirtualMachine, programs: &[Program]) -> Verdicts {
    let mut cases: Vec<Case> = programs
        .iter()
        .map(|program| {
            let path = jvm.folder.join(format!("{}.java", program.name));
            Case { path, class: program.name.clone(), text: program.tree.print() }
        })
        .collect();
    for case in &cases {
        std::fs::write(&case.path, &case.text).expect("the program is written");
    }
    let answer = jvm.run(cases.iter().map(|case| Path::new(&case.path)));
    let mut verdicts = Verdicts::default();
    cases.retain(|case| !answer.refused.contains_key(&case.class));
    for (class, reason) in answer.refused {
        let kind = reason.split(['\\', '|']).next().unwrap_or_default().to_owned();
        verdicts.refused.insert(class, format!("{kind}|{reason}"));
    }
    if !cases.is_empty() {
        compare(&cases, &answer.results, &mut verdicts);
    }
    verdicts
}

fn compare(cases: &[Case], expected: &Results, verdicts: &mut Verdicts) {
    let Some(heard) = hear(cases) else {
        // Something panics: find out what, one by one.
        match cases {
            [case] => drop(verdicts.different.insert(case.class.clone(), "panic".to_owned())),
            _ => cases.chunks(cases.len().div_ceil(2)).for_each(|half| compare(half, expected, verdicts)),
        }
        return;
    };
    if heard.complaints.iter().any(|(class, _)| class == "?") && cases.len() > 1 {
        cases.chunks(cases.len().div_ceil(2)).for_each(|half| compare(half, expected, verdicts));
        return;
    }
    for case in cases {
        compare_case(case, &heard, expected, verdicts);
    }
}

fn compare_case(case: &Case, heard: &Statements, expected: &Results, verdicts: &mut Verdicts) {
    if let Some((_, complaint)) = heard.complaints.iter().find(|(class, _)| *class == case.class || class == "?") {
        let message = complaint.split_once(": ").map_or(complaint.as_str(), |(_, message)| message);
        verdicts.different.insert(case.class.clone(), format!("the front end complains: {message}|{complaint}"));
        return;
    }
    let prefix = format!("{}.", case.class);
    verdicts.compared += 1;
    for (witness, found) in &heard.results {
        for (name, wanted) in expected.range(prefix.clone()..).take_while(|(name, _)| name.starts_with(&prefix)) {
            let found = found.get(name).map_or("nothing", String::as_str);
            // What the JVM throws before the first line of the program, when its class has failed,
            // has no line, nor has what a method reference throws by itself.
            let has_line = *witness != "interpreter" && !wanted.ends_with(" at line 0");
            if found == wanted || !has_line && is_same_exception(found, wanted) {
                continue;
            }
            if let Some(reason) = unsupported_reason(found) {
                verdicts.unsupported.entry(case.class.clone()).or_insert_with(|| format!("{witness}: {reason}|"));
                // Static state is not what it is on the JVM from here on.
                break;
            }
            let entry = verdicts.different.entry(case.class.clone());
            entry.or_insert_with(|| {
                let kind = result_kinds(wanted, found);
                format!("{name}: the {witness} differs{kind}|\n  JVM:  {wanted}\n  here: {found}")
                    .replacen(&prefix, "", 1)
            });
        }
    }
}

/// The interpreter knows the user's code by the first file (`naive::Interpreter::line`), and here
/// are many: it places exceptions that library code throws in the library. The machine's lines are
/// compared always, and the interpreter's in `tests/jvm.rs`.
fn is_same_exception(found: &str, wanted: &str) -> bool {
    let class = |text: &str| text.split_once(" at line ").map(|(class, _)| class.to_owned());
    class(found).is_some() && class(found) == class(wanted)
}

fn unsupported_reason(found: &str) -> Option<String> {
    if let Some(reason) = found.strip_prefix("stopped: ") {
        return Some(reason.to_owned());
    }
    // The JVM's stack is full before or after ours. A run that takes too many steps is a
    // difference.
    if found == "Exhausted(Depth)" {
        return Some(found.to_owned());
    }
    let found = found.strip_prefix("Unsupported(")?;
    Some(found.split(", span").next().unwrap_or(found).to_owned())
}

/// Traces differ, exceptions differ, or lines.
fn result_kinds(wanted: &str, found: &str) -> String {
    match (wanted.split_once(" at line "), found.split_once(" at line ")) {
        (Some(wanted), Some(found)) if wanted.0 == found.0 => format!(" in the line of {}", wanted.0),
        (Some(wanted), _) => format!(": not {}", wanted.0),
        (_, Some(found)) => format!(": {}", found.0),
        _ => String::new(),
    }
}

/// The smallest program found that differs in the same kind of way, and how.
fn shrunken(jvm: &mut VirtualMachine, program: &Program, difference: &str) -> (Program, String) {
    let mut best = (program.clone(), difference.to_owned());
    for _ in 0..number_from("TIGHTROPE_RANDOM_ROUNDS", 200) {
        let Some(smaller) = smaller(jvm, &best.0, difference) else { break };
        best = smaller;
    }
    best
}

/// A smaller program that differs in the same kind of way, and how.
fn smaller(jvm: &mut VirtualMachine, program: &Program, difference: &str) -> Option<(Program, String)> {
    for chunk in shrink::cuts(&program.tree).chunks(CUTS_PER_RUN) {
        let alone: Vec<Vec<Cut>> = chunk.iter().map(|cut| vec![cut.clone()]).collect();
        let kept = still_different(jvm, program, &alone, difference);
        let cuts: Vec<Cut> = kept.iter().filter_map(|(index, _, _)| chunk.get(*index).cloned()).collect();
        if !cuts.is_empty() {
            let together = still_different(jvm, program, &shrink::combinations(&cuts), difference);
            let smallest = together.into_iter().chain(kept).min_by_key(|(_, program, _)| shrink::size(&program.tree));
            return smallest.map(|(_, program, text)| (program, text));
        }
    }
    None
}

/// The programs with the sets of cuts after which they differ in the same kind of way: number of
/// the set, program, how.
fn still_different(
    jvm: &mut VirtualMachine,
    program: &Program,
    sets: &[Vec<Cut>],
    difference: &str,
) -> Vec<(usize, Program, String)> {
    let trees = sets.iter().map(|cuts| shrink::apply(&program.tree, cuts));
    let candidates: Vec<Program> =
        trees.enumerate().map(|(index, tree)| renamed(program, &tree, &format!("Q{index}"))).collect();
    let verdicts = judge(jvm, &candidates);
    let text = |program: &Program| verdicts.different.get(&program.name).cloned();
    let numbered = candidates.into_iter().enumerate();
    let different = numbered.filter_map(|(index, program)| text(&program).map(|text| (index, program, text)));
    different.filter(|(_, _, text)| difference_kind(text) == difference_kind(difference)).collect()
}

/// The tree under another class name.
fn renamed(program: &Program, tree: &Node, name: &str) -> Program {
    let mut tree = tree.clone();
    rename(&mut tree, &program.name, name);
    Program { name: name.to_owned(), tree }
}

fn rename(node: &mut Node, from: &str, to: &str) {
    for part in &mut node.parts {
        match part {
            programs::tree::Part::Text(text) => {
                *text = text
                    .replace(&format!("class {from} "), &format!("class {to} "))
                    .replace(&format!("{from}."), &format!("{to}."));
            }
            programs::tree::Part::Child(child) => rename(child, from, to),
        }
    }
}
