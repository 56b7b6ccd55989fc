//! `tightrope bounds --certify`: the same bounds, each refuted value with a proof that was checked;
//! and workers that say what is not so are not believed.

#[path = "support/checking.rs"]
mod checking;
mod support;

use checking::{Effort, Subject, read, with_stack};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use support::project;
use tightrope_check::{
    Algorithm, BoundsFrom, Commissioned, Options, Order, Proofs, Remote, Setup, Signals, TightBounds, answer_questions,
    field_bounds,
};
use tightrope_proof::{Derivation, check_lrat, parse_dimacs};
use tightrope_report::BoundsReport;
use tightrope_work::threads::Threads;
use tightrope_work::{Beside, Done, Queue, Task, Worker};

const CLASSES: [&str; 7] = ["LList", "AList", "CList", "BSTree", "TreeSet", "AvlTree", "BinomialHeap"];
const EFFORT: Effort = Effort { threads: 2, timeout: Duration::from_secs(600) };

/// The order of keys is wanted too.
fn options(scope: &str, effort: Effort) -> Options {
    let tight = TightBounds { has_keys: true, ..TightBounds::default() };
    Options { tight, ..checking::options(scope, effort) }
}

fn certified(scope: &str) -> Options {
    let setup = Setup { proofs: Proofs::Kept, ..Setup::default() };
    Options { setup, ..options(scope, EFFORT) }
}

fn bounds(subject: &Subject, class: &str, from: BoundsFrom<'_>, options: &Options) -> BoundsReport {
    let order = tightrope_heap::canonical::Order::BreadthFirst;
    let report = field_bounds(subject.input(), subject.class(class), from, order, options, &Signals::default());
    report.unwrap_or_else(|error| panic!("{class}: {}", error.message))
}

/// What the bounds are.
fn said(report: &BoundsReport) -> String {
    assert!(report.complete, "{:?}", report.notes);
    format!("{:?} {:?}", report.fields, report.orders)
}

fn is_accepted(report: &BoundsReport) -> bool {
    let (problem, proof) = report.proof.as_ref().expect("it was asked for");
    let problem = parse_dimacs(problem).expect("DIMACS");
    check_lrat(&problem, proof) == Ok(())
}

#[test]
fn bounds_are_the_same_with_proofs() {
    with_stack(|| {
        for class in CLASSES {
            let subject = Subject::new(class, &read(&format!("jml/{class}.java")));
            for scope in ["1", "2", "3", "4", "5"] {
                let from = BoundsFrom::Invariant(Algorithm::Eager);
                let plain = bounds(&subject, class, from, &options(scope, EFFORT));
                let proved = bounds(&subject, class, from, &certified(scope));
                assert_eq!(said(&proved), said(&plain), "{class}, scope {scope}");
                assert!(plain.certified.is_none() && proved.certified.is_some());
                assert!(is_accepted(&proved), "{class}, scope {scope}");
            }
        }
    });
}

/// How a worker lies.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Lie {
    /// It does not.
    None,
    /// Nothing is possible; each certificate is that of the question before.
    Shifted,
    /// Certificates are left out.
    Bare,
    /// To other workers: a byte of each message is another.
    Damaged,
}

struct Liar<'s> {
    subject: &'s Subject,
    options: &'s Options,
    lie: Lie,
}

/// Garbles what others have told.
struct Garbled(Arc<dyn Beside>);

impl Beside for Garbled {
    fn is_wanted(&self) -> bool {
        self.0.is_wanted()
    }

    fn idle(&self) -> usize {
        self.0.idle()
    }

    fn tell(&self, fact: &[u8]) {
        self.0.tell(fact);
    }

    fn facts(&self, from: usize) -> Vec<Vec<u8>> {
        let mut facts = self.0.facts(from);
        for (at, fact) in facts.iter_mut().enumerate() {
            let place = (at * 31 + 7) % fact.len();
            fact[place] ^= 1;
        }
        facts
    }
}

/// The form of a result.
type Answers = (Vec<(Option<bool>, u64)>, usize, usize, usize, Vec<(u32, Derivation)>, bool);

fn falsified(lie: Lie, result: &[u8]) -> Vec<u8> {
    let mut answers: Answers = postcard::from_bytes(result).expect("the form of a result");
    match lie {
        Lie::None | Lie::Damaged => return result.to_vec(),
        Lie::Bare => answers.4.clear(),
        Lie::Shifted => {
            let shift = |(fact, _): &mut (Option<bool>, u64)| *fact = Some(false);
            answers.0.iter_mut().for_each(shift);
            answers.4.iter_mut().for_each(|(question, _)| *question += 1);
        }
    }
    postcard::to_allocvec(&answers).expect("it can be written")
}

impl Worker for Liar<'_> {
    fn execute(&mut self, _blob: &[u8], task: &Task, beside: Arc<dyn Beside>) -> Result<Done, String> {
        let beside = if self.lie == Lie::Damaged { Arc::new(Garbled(beside)) } else { beside };
        let order = Order { signals: Signals::default(), deadline: None, beside, may_be_cut: AtomicBool::new(false) };
        let first = Commissioned { part: task.part.clone(), order: Arc::new(order) };
        let mut answer = Err("nothing came of it".to_owned());
        with_stack(|| {
            answer_questions(self.subject.input(), self.options, first, &mut |result| {
                answer = result;
                None
            });
        });
        answer.map(|done| Done { result: falsified(self.lie, &done.result), ..done })
    }
}

/// The bounds that a client finds with two such workers.
fn with_liars(subject: &Subject, class: &str, options: &Options, lie: Lie) -> BoundsReport {
    let queue: Arc<Threads> = Arc::default();
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| queue.work(&mut Liar { subject, options, lie }));
        }
        let job = queue.open(b"job").expect("it is taken");
        let report = bounds(subject, class, BoundsFrom::Queue(Remote { queue: queue.as_ref(), job }), options);
        queue.end();
        report
    })
}

#[test]
fn workers_are_not_believed() {
    with_stack(|| {
        for (class, scope) in [("TreeSet", "4"), ("CList", "3")] {
            let subject = Subject::new(class, &read(&format!("jml/{class}.java")));
            let options = certified(scope);
            let alone = bounds(&subject, class, BoundsFrom::Invariant(Algorithm::Eager), &options);
            for lie in [Lie::None, Lie::Bare, Lie::Damaged] {
                let report = with_liars(&subject, class, &options, lie);
                assert_eq!(said(&report), said(&alone), "{class}, {lie:?}");
                assert_eq!(report.certified, alone.certified, "{class}, {lie:?}");
                assert!(is_accepted(&report), "{class}, {lie:?}");
            }
            let shifted = with_liars(&subject, class, &options, Lie::Shifted);
            assert_eq!(said(&shifted), said(&alone), "{class}: what was refuted without a reason is asked again");
            // Without certificates they would be believed.
            let plain = checking::options(scope, EFFORT);
            let believed = with_liars(&subject, class, &plain, Lie::Shifted);
            assert_ne!(format!("{:?}", believed.fields), said(&alone), "{class}: the lie is one");
        }
    });
}

fn run(arguments: &[&str]) -> (String, String, Option<i32>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tightrope"));
    let output = command.args(arguments).current_dir(project()).output().expect("tightrope runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr), output.status.code())
}

#[test]
fn the_command_certifies_and_writes_the_proof() {
    let folder = support::scratch("certified_bounds");
    let path = folder.join("bounds.lrat");
    let proof = ["--proof", path.to_str().expect("a path")];
    let command = ["bounds", "TreeSet", "benchmarks/jml/TreeSet.java", "--scope", "4"];
    let (alone, told, code) = run(&[&command[..], &proof].concat());
    assert_eq!(code, Some(0), "{told}");
    assert!(alone.contains("from its invariant") && alone.contains("; certified, "), "{alone}");
    assert!(told.contains("bounds.lrat"), "{told}");
    let text = |end: &str| std::fs::read_to_string(path.with_extension(end)).expect("it was written");
    let problem = parse_dimacs(&text("cnf")).expect("DIMACS");
    assert_eq!(check_lrat(&problem, &text("lrat")), Ok(()));
    for queue in ["threads:1", "threads:3"] {
        let (queued, told, _) = run(&[&command[..], &["--certify", "--queue", queue]].concat());
        assert_eq!(queued, alone, "{told}");
        let (_, told, code) = run(&[&command[..], &proof, &["--queue", queue]].concat());
        assert_eq!(code, Some(0), "{told}");
        assert_eq!(check_lrat(&parse_dimacs(&text("cnf")).expect("DIMACS"), &text("lrat")), Ok(()), "{queue}");
    }
    let (json, ..) = run(&[&command[..], &["--certify", "--format", "json"]].concat());
    assert!(json.contains("\"certified\""), "{json}");
    for refused in [&["--from", "shape"][..], &["--from", "explore"], &["--compare"]] {
        let (_, told, code) = run(&[&command[..], &["--certify"], refused].concat());
        assert_eq!(code, Some(2), "{refused:?}: {told}");
        assert!(told.contains("only `--from invariant` has any"), "{told}");
    }
}
