//! However the paths of a method are divided, what is found is the same: obligations, heaps, gaps,
//! parts and the number of refutations. Here everybody gives paths back after a few steps.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tightrope_circuit::Interrupt;
use tightrope_engine::{Answer, Cancel, Engine, Goals, Limits, Meter, RunBudget};
use tightrope_heap::Scope;
use tightrope_problem::{Bounds, Problem};
use tightrope_program::support::support;
use tightrope_program::{ClassOrigin, Code, MethodId, MethodKind, Options as Lowering, Program, lower};
use tightrope_source::SourceMap;
use tightrope_symbolic::{Answers, PathAnswer, PathPart, PathParts, Proofs, Recording, Setup, Split, Symbolic};
use tightrope_syntax::{STACK_SIZE, parse_file};

const STEPS: usize = 5;
const RUN: RunBudget = RunBudget { steps: 1_000_000, depth: 1_000, objects: 100_000, iterations: None };

fn program(path: &Path) -> Program {
    let text = std::fs::read_to_string(path).expect("a readable program");
    let mut sources = SourceMap::new();
    let file = sources.add(path, text.clone());
    lower(&[parse_file(file, &text).unit], &mut sources, &Lowering::default()).program
}

fn methods(program: &Program) -> Vec<MethodId> {
    let supported = support(program);
    let is_meant = |method: &MethodId| {
        let declared = program.method(*method);
        let is_user = program.class(declared.class).origin == ClassOrigin::User;
        let has_code = declared.kind == MethodKind::Method && matches!(declared.code, Code::Body(_));
        is_user && has_code && supported.is_supported(*method)
    };
    program.method_ids().filter(is_meant).collect()
}

fn with_limits<T>(ask: impl FnOnce(&Limits<'_>) -> T) -> T {
    let (cancel, meter) = (Cancel::default(), Meter::default());
    let deadline = Some(Instant::now() + Duration::from_secs(60));
    ask(&Limits { threads: 1, deadline, cancel: &cancel, meter: &meter, run: RUN, goes_on: false })
}

/// Others who follow paths for some steps from fork to fork, and no further.
struct Impatient<'a, 'p> {
    setup: Setup,
    problem: &'a Arc<Problem<'p>>,
    workers: usize,
}

impl PathParts for Impatient<'_, '_> {
    fn workers(&self) -> usize {
        self.workers
    }

    fn decide_all(
        &self,
        scope: &Scope,
        parts: Vec<PathPart>,
        take: &mut dyn FnMut(&PathPart, PathAnswer) -> Vec<PathPart>,
    ) -> bool {
        let bounds = Bounds::resolve(self.problem, scope);
        let mut open = parts;
        while let Some(part) = open.pop() {
            let answers = match self.setup.proofs {
                Proofs::None => Answers::Solved,
                _ => Answers::Recorded(Arc::new(Recording::default())),
            };
            let engine = Symbolic { setup: self.setup, answers };
            let asked = AtomicUsize::new(1);
            let enough = Some(Interrupt::new(move || asked.fetch_add(1, Ordering::Relaxed).is_multiple_of(STEPS)));
            let answer = with_limits(|limits| engine.decide_part(self.problem, &bounds, limits, &part, enough));
            open.extend(take(&part, answer.expect("there is such a part")));
        }
        true
    }

    fn decide(&self, _scope: &Scope, _parts: &[PathPart]) -> Vec<Option<(PathAnswer, f64)>> {
        panic!("nothing is split at vertices")
    }

    fn reject(&self, why: String) {
        panic!("a proof is not accepted: {why}")
    }
}

/// Everything that is said to users.
fn said(answer: &Answer) -> String {
    let refutations = answer.certificate.as_ref().map(|certificate| certificate.refutations);
    let (cuts, witnesses, parts) = (&answer.cuts, &answer.witnesses, &answer.coverage.parts);
    format!("{:?} {:?} {cuts:?} {witnesses:?} {parts:?} {refutations:?}", answer.work, answer.precondition)
}

/// How many methods have more than one path.
fn compare(path: &Path, setup: Setup) -> usize {
    let program = program(path);
    let mut divided = 0;
    for method in methods(&program) {
        let problem = Arc::new(Problem::of_method(&program, method));
        let engine = Symbolic { setup, ..Symbolic::default() };
        if engine.supports(&problem).is_err() {
            continue;
        }
        let bounds = Bounds::resolve(&problem, &Scope::of(2));
        let alone = with_limits(|limits| engine.start(Arc::clone(&problem)).answer(&Goals::All, &bounds, limits));
        divided += usize::from(alone.coverage.parts.len() > 1);
        for workers in [1, 3] {
            let others = Impatient { setup, problem: &problem, workers };
            let together = with_limits(|limits| {
                engine.start_with(Arc::clone(&problem), &others).answer(&Goals::All, &bounds, limits)
            });
            let name = &program.method(method).name;
            assert_eq!(said(&together), said(&alone), "{}, {name}, {workers} workers", path.display());
        }
    }
    divided
}

fn compare_all(files: &[&str], setup: Setup) -> usize {
    let manifest = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let top = manifest.ancestors().nth(2).expect("crates/symbolic lies two folders below the top").to_owned();
    let work = || files.iter().map(|file| compare(&top.join(file), setup)).sum();
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, work);
        thread.expect("a thread starts").join().expect("nothing panics")
    })
}

const FILES: [&str; 3] = ["benchmarks/jml/LList.java", "examples/SearchTree.java", "examples/SortedList.java"];

#[test]
fn what_is_found_does_not_depend_on_who_follows_what() {
    let setup = Setup { split: Split::Paths, ..Setup::default() };
    assert!(compare_all(&FILES, setup) > 5);
}

#[test]
fn neither_does_what_is_proved() {
    let setup = Setup { split: Split::Paths, proofs: Proofs::Checked, ..Setup::default() };
    assert!(compare_all(&FILES[..1], setup) > 2);
}
