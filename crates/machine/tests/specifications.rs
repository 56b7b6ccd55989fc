//! JML inside bodies, repetition and partial heaps, on the machine.

use tightrope_heap::{Layouts, text};
use tightrope_machine::{Budget, Executable, Outcome, Question, SpecKind, State, Word};
use tightrope_program::{MethodId, Options, Program, lower, well_formed};
use tightrope_source::{Severity, SourceMap};

const SOURCE: &str = r#"
class Loops {
    static int countdown(int n) {
        //@ loop_invariant n >= 0;
        //@ decreases n;
        while (n > 0) { n--; }
        return n;
    }
    static int upwards(int n) {
        //@ decreases n;
        while (n < 10) { n++; }
        return n;
    }
    static int broken(int n) {
        //@ loop_invariant n != 3;
        while (n > 0) { n--; }
        return n;
    }
    static int asserted(int n) {
        //@ assert n > 2;
        return 10 / n;
    }
    static int throwing(/*@ nullable @*/ Node node) {
        //@ assert node.value > 0;
        return 1;
    }
    static int assumed(int n) {
        //@ assume n != 0;
        return 10 / n;
    }
    static int forEver(int n) {
        boolean up = true;
        while (true) { if (up) n++; else n--; up = !up; }
    }
    static int counting() {
        long n = 0;
        while (true) { n++; }
    }
    static int cyclic(/*@ nullable @*/ Node node) {
        int length = 0;
        while (node != null) { node = node.next; }
        return length;
    }
    static int sum(/*@ nullable @*/ Node node) {
        int sum = 0;
        while (node != null) { sum += node.value; node = node.next; }
        return sum;
    }
}
class Node { /*@ nullable @*/ Node next; int value; long big; }
"#;

fn with_program(test: impl FnOnce(&Program) + Send + 'static) {
    let run = move || {
        let mut sources = SourceMap::new();
        let file = sources.add("Loops.java", SOURCE);
        let parsed = tightrope_syntax::parse_file(file, SOURCE);
        let lowered = lower(&[parsed.unit], &mut sources, &Options::default());
        let all = parsed.diagnostics.iter().chain(&lowered.diagnostics);
        let errors: Vec<_> = all.filter(|diagnostic| diagnostic.severity() == Severity::Error).collect();
        assert!(errors.is_empty(), "{errors:?}");
        assert_eq!(well_formed::check(&lowered.program), Vec::<String>::new());
        test(&lowered.program);
    };
    let worker = std::thread::Builder::new().stack_size(tightrope_syntax::STACK_SIZE).spawn(run);
    worker.expect("a thread starts").join().expect("the test ends");
}

fn method(program: &Program, name: &str) -> MethodId {
    program.method_ids().find(|id| program.method(*id).name == name).expect(name)
}

fn run(program: &Program, name: &str, args: &[Word]) -> Outcome {
    let method = method(program, name);
    let executable = Executable::new(program, [method]);
    let mut state = State::default();
    assert!(executable.start(&mut state, method, args));
    executable.run_watched(&mut state, &mut Budget { steps: 400_000, ..Budget::default() })
}

fn broken_kind(outcome: &Outcome) -> Option<(SpecKind, bool)> {
    match outcome {
        Outcome::Broken(broken) => Some((broken.kind, broken.throws.is_some())),
        _ => None,
    }
}

#[test]
fn loop_clauses_are_checked_at_each_iteration() {
    with_program(|program| {
        assert_eq!(run(program, "countdown", &[5]), Outcome::Returned(Some(0)));
        assert_eq!(broken_kind(&run(program, "countdown", &[-1])), Some((SpecKind::LoopInvariant, false)));
        assert_eq!(broken_kind(&run(program, "upwards", &[3])), Some((SpecKind::Decreases, false)));
        assert_eq!(run(program, "upwards", &[10]), Outcome::Returned(Some(10)));
        assert_eq!(broken_kind(&run(program, "broken", &[5])), Some((SpecKind::LoopInvariant, false)));
        assert_eq!(run(program, "broken", &[2]), Outcome::Returned(Some(0)));
    });
}

#[test]
fn assertions_and_assumptions_stop_a_run() {
    with_program(|program| {
        assert_eq!(run(program, "asserted", &[5]), Outcome::Returned(Some(2)));
        assert_eq!(broken_kind(&run(program, "asserted", &[0])), Some((SpecKind::Assert, false)));
        assert_eq!(broken_kind(&run(program, "throwing", &[0])), Some((SpecKind::Assert, true)));
        assert_eq!(run(program, "assumed", &[5]), Outcome::Returned(Some(2)));
        assert!(matches!(run(program, "assumed", &[0]), Outcome::Excluded(_)));
    });
}

#[test]
fn repetition_is_proved_and_counting_is_not() {
    with_program(|program| {
        assert!(matches!(run(program, "forEver", &[5]), Outcome::Repeats(_)));
        assert!(matches!(run(program, "counting", &[]), Outcome::Exhausted(_)));
        let layouts = Layouts::new(program);
        let heap = text::parse("node = Node#0\nNode#0 { next: Node#1 }\nNode#1 { next: Node#0 }", program, &layouts);
        let cyclic = method(program, "cyclic");
        let executable = Executable::new(program, [cyclic]);
        let mut loaded = executable.load(&heap.expect("a heap")).expect("it fits");
        executable.start(&mut loaded.state, cyclic, &loaded.roots);
        let outcome = executable.run_watched(&mut loaded.state, &mut Budget::default());
        assert!(matches!(outcome, Outcome::Repeats(_)), "{outcome:?}");
    });
}

#[test]
fn a_partial_heap_is_asked_for_exactly_what_is_read() {
    with_program(|program| {
        let layouts = Layouts::new(program);
        let heap = "node = Node#0\nNode#0 { next: ?, value: ?, big: ? }\nNode#1 { next: ?, value: ?, big: ? }";
        let heap = text::parse(heap, program, &layouts).expect("a heap");
        let sum = method(program, "sum");
        let executable = Executable::new(program, [sum]);
        let mut loaded = executable.load(&heap).expect("it fits");
        loaded.state.remember();
        executable.start(&mut loaded.state, sum, &loaded.roots);
        let mut budget = Budget::default();
        // Object 1 is node 2 as a word; null is 0.
        let answers: &[(usize, u32, Word)] = &[(0, 1, 7), (0, 0, 2), (1, 1, 5), (1, 0, 0)];
        for (object, slot, value) in answers {
            let outcome = executable.run(&mut loaded.state, &mut budget);
            let Outcome::Asked(Question::Slot(request)) = outcome else { panic!("it asks") };
            assert_eq!((request.object, request.slot), (*object, *slot));
            executable.answer(&mut loaded.state, request, *value);
        }
        assert_eq!(executable.run(&mut loaded.state, &mut budget), Outcome::Returned(Some(12)));
        let after = executable.save(&loaded.state, &[]);
        let expected = "Node#0 { next: Node#1, value: 7, big: ? }\nNode#1 { next: null, value: 5, big: ? }\n";
        assert_eq!(text::write(&after, program, &layouts), expected);
    });
}
