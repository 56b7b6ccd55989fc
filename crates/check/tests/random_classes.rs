//! Random classes: `symbolic`, in each encoding and by paths, against `explore`. The same
//! obligations are broken in the same scope, and every witness is confirmed by the judge.
//!
//! `TIGHTROPE_RANDOM_CLASSES` says how many (40 unless told), `TIGHTROPE_RANDOM_SEED` where to
//! begin.

#![allow(clippy::print_stderr, reason = "how many classes said something is part of the result")]

#[path = "../../explore/tests/brute/classes.rs"]
#[allow(dead_code, reason = "brute force uses more of it")]
mod classes;
#[path = "../../order/src/random.rs"]
#[allow(dead_code, reason = "other tests use the rest of it")]
mod random;

use classes::Writer;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tightrope_confirm::{Confirmation, Judge};
use tightrope_engine::{Cancel, Engine, Goals, Limits, Meter, Precondition, RunBudget};
use tightrope_explore::Explore;
use tightrope_heap::Scope;
use tightrope_problem::{Bounds, Problem};
use tightrope_program::{Options, Program, lower};
use tightrope_source::SourceMap;
use tightrope_symbolic::{Encoding, Setup, Split, Symbolic};

/// What the writer of classes says of them; brute force takes the rest.
pub(crate) struct Bound {
    #[allow(dead_code, reason = "for brute force")]
    pub(crate) nodes: usize,
    #[allow(dead_code, reason = "for brute force")]
    pub(crate) ints: std::ops::RangeInclusive<i32>,
    pub(crate) scope: String,
}

const RUN: RunBudget = RunBudget { steps: 100_000, depth: 2_000, objects: 100_000, iterations: None };

fn number_from(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

fn program(source: &str) -> Program {
    let mut sources = SourceMap::new();
    let file = sources.add("Box.java", source);
    let parsed = tightrope_syntax::parse_file(file, source);
    lower(&[parsed.unit], &mut sources, &Options::default()).program
}

/// What is broken, `holds` or `vacuous`. `None`: not everything was looked at.
fn decide(engine: &dyn Engine, program: &Program, scope: &Scope) -> Option<String> {
    let class = program.class(program.class_named("Box").expect("the class"));
    let method = class.methods.iter().find(|id| program.method(**id).name == "run").expect("the method");
    let problem = Arc::new(Problem::of_method(program, *method));
    engine.supports(&problem).ok()?;
    let (cancel, meter) = (Cancel::default(), Meter::default());
    let deadline = Some(Instant::now() + Duration::from_secs(20));
    let limits = Limits { threads: 1, deadline, cancel: &cancel, meter: &meter, run: RUN, goes_on: true };
    let bounds = Bounds::resolve(&problem, scope);
    let answer = engine.start(Arc::clone(&problem)).answer(&Goals::All, &bounds, &limits);
    if !answer.cuts.is_empty() {
        return None;
    }
    let mut broken: Vec<String> = Vec::new();
    for witness in &answer.witnesses {
        let judge = Judge::new(&problem, witness, RUN).expect("the classes are initialised");
        assert_eq!(judge.confirm(), Confirmation::Confirmed, "{}: {witness:?}", engine.name());
        let obligation = problem.obligation(witness.breach.obligation);
        broken.push(format!("{} {:?}", obligation.broken, obligation.clause));
    }
    broken.sort();
    broken.dedup();
    Some(match answer.precondition {
        _ if !broken.is_empty() => broken.join("; "),
        Precondition::Empty(_) | Precondition::AssumedAway => "vacuous".to_owned(),
        _ => "holds".to_owned(),
    })
}

fn compare(seed: u64, said: &mut BTreeMap<&'static str, usize>) {
    let mut writer = Writer::new(seed);
    let (class, bound) = (writer.class(), writer.bound());
    let program = program(&class);
    let scope: Scope = bound.scope.parse().expect("a scope");
    let Some(wanted) = decide(&Explore::default(), &program, &scope) else {
        *said.entry("left open by explore").or_default() += 1;
        return;
    };
    let word = match wanted.as_str() {
        "holds" => "hold",
        "vacuous" => "are vacuous",
        _ => "are violated",
    };
    let by_encoding = |encoding: Encoding| Setup { encoding, split: Split::None, ..Setup::default() };
    let encodings = [Encoding::Merged, Encoding::Relational, Encoding::RelationalMatrices].map(by_encoding);
    let by_paths = Setup { split: Split::Paths, ..Setup::default() };
    for setup in encodings.into_iter().chain([by_paths]) {
        let engine = Symbolic { setup, ..Symbolic::default() };
        match decide(&engine, &program, &scope) {
            None => *said.entry("left open by symbolic").or_default() += 1,
            Some(found) => {
                assert_eq!(found, wanted, "seed {seed}, {setup:?} within {}:\n{class}", bound.scope);
                *said.entry(word).or_default() += 1;
            }
        }
    }
}

#[test]
fn random_classes_have_one_verdict() {
    let work = || {
        let count = number_from("TIGHTROPE_RANDOM_CLASSES", 40);
        let first = number_from("TIGHTROPE_RANDOM_SEED", 60_000);
        let mut said = BTreeMap::new();
        (first..first + count).for_each(|seed| compare(seed, &mut said));
        eprintln!("of {count} classes in three encodings and by paths: {said:?}");
        let number = |word: &str| said.get(word).copied().unwrap_or(0) as u64;
        let enough = number("hold") * 10 > count && number("are violated") * 5 > count;
        assert!(enough, "too few classes say something: {said:?}");
    };
    let thread = std::thread::Builder::new().stack_size(tightrope_syntax::STACK_SIZE).spawn(work);
    thread.expect("a thread").join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
}
