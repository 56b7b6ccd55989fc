//! How often loops run, against methods that count for themselves.

use tightrope_heap::Heap;
use tightrope_machine::{Budget, Executable, LoopCounter, Outcome};
use tightrope_program::{MethodId, Options, Program, lower};
use tightrope_source::{SourceMap, Span};

const SOURCE: &str = include_str!("loops.java");

fn line(span: Span) -> usize {
    SOURCE[..span.start as usize].matches('\n').count() + 1
}

/// The line of the first loop after the start of a method that is to be counted.
fn counted_line(program: &Program, method: MethodId) -> usize {
    let first = line(program.method(method).name_span);
    let behind = SOURCE.lines().skip(first).position(|line| line.ends_with("// counted")).expect("a counted loop");
    first + behind + 1
}

fn check(program: &Program, method: MethodId) {
    let name = &program.method(method).name;
    let executable = Executable::new(program, [method]);
    let mut loaded = executable.load(&Heap::default()).expect("nothing to load");
    assert!(executable.start(&mut loaded.state, method, &[]));
    let mut counter = LoopCounter::default();
    let outcome = executable.run_watched_by(&mut loaded.state, &mut Budget::default(), &mut counter);
    let Outcome::Returned(Some(expected)) = outcome else { panic!("{name}: {outcome:?}") };
    let (wanted, counts) = (counted_line(program, method), executable.loop_counts(&counter));
    let found = counts.iter().find(|count| line(count.span) == wanted);
    assert_eq!(found.map(|count| count.most as i64), Some(expected), "{name}: {counts:?}");
}

#[test]
fn loops_run_as_often_as_methods_say_that_count_for_themselves() {
    let run = || {
        let mut sources = SourceMap::new();
        let file = sources.add("loops.java", SOURCE);
        let parsed = tightrope_syntax::parse_file(file, SOURCE);
        let program = lower(&[parsed.unit], &mut sources, &Options::default()).program;
        let class = program.class_named("Loops").expect("the class");
        let is_subject = |method: &&MethodId| {
            let declared = program.method(**method);
            declared.params.is_empty() && declared.return_type.is_some()
        };
        let subjects: Vec<_> = program.class(class).methods.iter().filter(is_subject).collect();
        assert_eq!(subjects.len(), 19);
        subjects.into_iter().for_each(|method| check(&program, *method));
    };
    let worker = std::thread::Builder::new().stack_size(tightrope_syntax::STACK_SIZE).spawn(run);
    worker.expect("a thread starts").join().expect("all counts are right");
}
