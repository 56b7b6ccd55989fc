//! Every "there is no such run" of the small benchmark cases is proven, and the proof is accepted:
//! step by step while the solver works, and as a whole, written to files and read again.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tightrope_circuit::Limits;
use tightrope_heap::Scope;
use tightrope_program::{ClassOrigin, Code, MethodId, MethodKind, Options as Lowering, Program, lower};
use tightrope_proof::{check_lrat, parse_dimacs};
use tightrope_source::SourceMap;
use tightrope_symbolic::{Gap, Options, Problem, Proofs};
use tightrope_syntax::{STACK_SIZE, parse_file};

fn program(path: &Path) -> Program {
    let text = std::fs::read_to_string(path).expect("a readable program");
    let mut sources = SourceMap::new();
    let file = sources.add(path, text.clone());
    lower(&[parse_file(file, &text).unit], &mut sources, &Lowering::default()).program
}

fn methods(program: &Program) -> Vec<MethodId> {
    let is_meant = |method: &MethodId| {
        let declared = program.method(*method);
        let is_user = program.class(declared.class).origin == ClassOrigin::User;
        let is_public = declared.kind == MethodKind::Method && !declared.contract.cases.is_empty();
        is_user && is_public && matches!(declared.code, Code::Body(_))
    };
    program.method_ids().filter(is_meant).collect()
}

/// Certified methods, refuted queries, and what is wrong.
#[derive(Default, Debug)]
struct Tally {
    methods: usize,
    refutations: usize,
    complaints: Vec<String>,
}

fn certify(path: &Path, objects: usize, tally: &mut Tally) {
    let program = program(path);
    for method in methods(&program) {
        let name = format!("{} {}", path.display(), program.method(method).name);
        let deadline = Some(Instant::now() + Duration::from_secs(20));
        let limits = Limits { deadline, ..Limits::NONE };
        let options = Options { proofs: Proofs::Kept, limits, ..Options::default() };
        let found = Problem::new(&program, method).decide(&Scope::of(objects), &options);
        let is_late = options.limits.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if found.gaps.contains(&Gap::Undecided) && !is_late {
            tally.complaints.push(format!("{name}: an answer was not certified"));
        }
        if !found.gaps.is_empty() {
            continue;
        }
        tally.methods += 1;
        tally.refutations += found.work.refutations;
        for (problem, proof) in found.proofs {
            let problem = parse_dimacs(&problem).expect("a problem");
            if let Err(error) = check_lrat(&problem, &proof) {
                tally.complaints.push(format!("{name}: the whole proof is rejected: {error}"));
            }
        }
    }
}

fn certify_all(files: Vec<PathBuf>, objects: usize) -> Tally {
    let worker = std::thread::Builder::new().stack_size(STACK_SIZE);
    let worker = worker.spawn(move || {
        let mut tally = Tally::default();
        files.iter().for_each(|path| certify(path, objects, &mut tally));
        tally
    });
    worker.expect("a thread starts").join().expect("no panic")
}

#[test]
fn the_small_benchmark_cases_are_certified() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benchmarks/jml");
    let entries = std::fs::read_dir(folder).expect("benchmarks").flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|end| end == "java")).collect();
    files.sort();
    let tally = certify_all(files, 2);
    assert!(tally.complaints.is_empty(), "{:#?}", tally.complaints);
    assert!(tally.methods >= 40 && tally.refutations >= 400, "{tally:?}");
}
