//! TACO's Table 5 and Fig. 30: mutants of three methods, killed by scope, with times.
//!
//! The mutants are those of our operators on our versions of the classes, so their numbers differ
//! from TACO's, whose authors removed by hand what is equivalent and what only runs for ever. Here
//! the former survive, and the latter are killed by proof.

use crate::checking::{benchmarks, with_stack};
use std::path::PathBuf;
use tightrope_check::{EngineChoice, Options, Remote, Signals};
use tightrope_cli::arguments::ReadingArguments;
use tightrope_cli::load::load;
use tightrope_engine::RunBudget;
use tightrope_machine::Accelerations;
use tightrope_mutate::{Job, Selected, mutate_method};
use tightrope_program::{MethodId, Program};
use tightrope_report::{Fate, MutatedMethod, Rule};
use tightrope_work::{Digest, Queue};

/// Class, method, scope and what TACO says.
pub(crate) type Subject = (&'static str, &'static str, usize, usize, usize, [&'static str; 3]);

/// Class, method, scope, TACO's mutants, the scope that killed them all, and its times: JForge,
/// TACO without bounds, TACO with its bounds.
pub(crate) const SUBJECTS: [Subject; 3] = [
    ("LList", "remove", 4, 31, 3, ["01:49", "06:56", "08:36 + 00:40"]),
    ("CList", "remove", 8, 81, 7, ["891:50", "245:12", "34:51 + 06:35"]),
    ("BinomialHeap", "extractMin", 5, 50, 3, ["04:34", "19:35", "16:06 + 01:09"]),
];

pub(crate) fn table_5() {
    println!("\nTACO's Table 5 and Fig. 30: mutants of the code, killed by scope (one thread)\n");
    let methods = SUBJECTS.map(|(class, method, scope, ..)| with_stack(|| mutated(class, method, scope)));
    println!(
        "| method | mutants | killed | run forever | survive | undecided | seconds | TACO: mutants | scope | JForge | TACO⁻ | TACO |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    for (method, (.., mutants, scope, [jforge, minus, taco])) in methods.iter().zip(SUBJECTS) {
        let is_endless = |fate: &Fate| matches!(fate, Fate::Killed { rule: Rule::NeverReturns, .. });
        let endless = method.mutants.iter().filter(|mutant| is_endless(&mutant.fate)).count();
        let undecided = method.mutants.iter().filter(|mutant| matches!(mutant.fate, Fate::Undecided { .. })).count();
        let seconds: f64 = method.scopes.iter().map(|rung| rung.seconds).sum();
        println!(
            "| {} | {} | {} | {endless} | {} | {undecided} | {seconds:.2} | {mutants} | {scope} | {jforge} | {minus} | {taco} |",
            method.name(),
            method.mutants.len(),
            method.killed(),
            method.survivors().count(),
        );
    }
    println!("\nFig. 30, killed up to the scope, in percent of all that can be killed:\n");
    println!("| method | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    for method in &methods {
        println!("| {} | {} |", method.name(), shares(method).join(" | "));
    }
}

fn shares(method: &MutatedMethod) -> Vec<String> {
    let all = method.killed().max(1);
    let mut sum = 0;
    let mut shares: Vec<String> = Vec::new();
    for rung in &method.scopes {
        sum += rung.killed;
        shares.push(format!("{:.1}", 100.0 * sum as f64 / all as f64));
    }
    shares.resize(8, String::new());
    shares
}

fn mutated(class: &str, method: &str, scope: usize) -> MutatedMethod {
    with_job(class, method, scope, |job, program, method| mutate_method(job, program, method, &|_, _| {}))
}

/// The same by a queue: `record` is given the job of whoever does the tasks, its program, and what
/// asks for all of them.
pub(crate) fn on_queue(class: &str, method: &str, scope: usize, record: &mut Record<'_>) {
    with_job(class, method, scope, |job, program, method| {
        record(job, program, &mut |queue| {
            let remote = Remote { queue, job: Digest::of(class.as_bytes()) };
            let job = Job { remote: Some(remote), ..*job };
            mutate_method(&job, program, method, &|_, _| {});
        });
    });
}

pub(crate) type Record<'r> = dyn FnMut(&Job<'_>, &Program, &mut dyn FnMut(&dyn Queue)) + 'r;

fn with_job<T>(class: &str, method: &str, scope: usize, work: impl FnOnce(&Job<'_>, &Program, MethodId) -> T) -> T {
    let path: PathBuf = benchmarks().join("jml").join(format!("{class}.java"));
    let loaded = load(&[path], &ReadingArguments::default());
    let program = &loaded.program;
    let method = program.method_ids().find(|id| {
        let declared = program.method(*id);
        declared.name == method && program.class(declared.class).name == class
    });
    let checking = Options {
        scope: scope.to_string().parse().expect("a scope"),
        timeout: Some(std::time::Duration::from_secs(crate::limit())),
        threads: 1,
        run: RunBudget { steps: 1_000_000, depth: 10_000, objects: 1_000_000, iterations: None },
        accelerations: Accelerations::ALL,
        engine: EngineChoice::Auto,
        setup: tightrope_check::Setup::default(),
        tight: tightrope_check::TightBounds::default(),
    };
    let (reading, signals) = (tightrope_program::Options::default(), Signals::default());
    let selected = Selected { contract: false, ..Selected::default() };
    let job = Job {
        units: &loaded.units,
        sources: &loaded.sources,
        reading: &reading,
        checking: &checking,
        signals: &signals,
        selected: &selected,
        remote: None,
    };
    work(&job, program, method.expect("the method is there"))
}
