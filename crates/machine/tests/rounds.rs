//! Runs that skip rounds of loops, against runs that do not, and against what can be calculated.

#[path = "../../order/src/random.rs"]
#[expect(dead_code, reason = "not all of it is of use here")]
mod random;

use random::Random;
use tightrope_heap::Heap;
use tightrope_machine::{Accelerations, Budget, Executable, Limit, LoopCount, LoopCounter, Outcome, Word};
use tightrope_program::{Options, Program, lower};
use tightrope_source::SourceMap;

/// Steps of a plain run, which needs them all, and of one that skips rounds.
const STEPS: [u64; 2] = [1_500_000, 200_000];

fn read(source: &str) -> Program {
    let mut sources = SourceMap::new();
    let file = sources.add("Rounds.java", source);
    let parsed = tightrope_syntax::parse_file(file, source);
    let lowered = lower(&[parsed.unit], &mut sources, &Options::default());
    assert!(lowered.diagnostics.is_empty(), "{:?}\n{source}", lowered.diagnostics);
    lowered.program
}

/// How it ends, how often its loops run, and its steps.
fn run(program: &Program, skips: bool) -> (Outcome, Vec<LoopCount>, u64) {
    let class = program.class_named("Rounds").expect("the class");
    let methods = &program.class(class).methods;
    let method = *methods.iter().find(|method| program.method(**method).name == "run").expect("the method");
    let executable = Executable::new(program, [method]).accelerated_by(if skips {
        Accelerations::REFERENCE
    } else {
        Accelerations::ALL
    });
    let mut loaded = executable.load(&Heap::default()).expect("nothing to load");
    assert!(executable.start(&mut loaded.state, method, &[]));
    let mut counter = LoopCounter::default();
    let mut budget = Budget { steps: STEPS[usize::from(skips)], ..Budget::default() };
    let outcome = match skips {
        true => executable.run_watched_by(&mut loaded.state, &mut budget, &mut counter),
        false => executable.run_observed(&mut loaded.state, &mut budget, &mut counter),
    };
    (outcome, executable.loop_counts(&counter), STEPS[usize::from(skips)] - budget.steps)
}

fn on_a_large_stack(work: impl FnOnce() + Send + 'static) {
    let worker = std::thread::Builder::new().stack_size(tightrope_syntax::STACK_SIZE).spawn(work);
    worker.expect("a thread starts").join().expect("all is as it should be");
}

const HEAD: &str = "class Rounds {
    static class Node { Node next; int position; int count; }
    static int total;

    static Node ring(int length) {
        Node first = new Node();
        Node last = first;
        for (int i = 1; i < length; i++) {
            last.next = new Node();
            last = last.next;
            last.position = i;
        }
        last.next = first;
        return first;
    }

    static int plus(int a, int b) { return a + b; }
";

/// Writes loops that count, in steps that lead to an overflow soon.
struct Writer(Random);

impl Writer {
    fn one<'s>(&mut self, of: &[&'s str]) -> &'s str {
        of[self.0.below(of.len())]
    }

    fn step(&mut self) -> i32 {
        let step = match self.0.below(6) {
            0 => 1,
            1 => 1 << (14 + self.0.below(8)),
            2 => 3 << (14 + self.0.below(4)),
            _ => 40_000 + self.0.below(300_000) as i32,
        };
        if self.0.below(2) == 0 { step } else { -step }
    }

    fn constant(&mut self) -> i32 {
        match self.0.below(5) {
            0 => 0,
            1 => self.0.below(10) as i32 - 5,
            2 => i32::MAX - self.0.below(3) as i32,
            3 => i32::MIN + self.0.below(3) as i32,
            _ => (self.0.below(1 << 32) as u32).cast_signed(),
        }
    }

    fn condition(&mut self) -> String {
        let left = self.one(&["a", "b", "c", "a + b", "-a", "~b", "node.count"]);
        let op = self.one(&["<", "<=", ">", ">=", "!=", "!=", "=="]);
        let right = if self.0.below(2) == 0 { self.constant().to_string() } else { "b".to_owned() };
        format!("{left} {op} ({right})")
    }

    fn statement(&mut self, depth: usize) -> String {
        let step = self.step();
        let variable = self.one(&["a", "b", "c"]);
        match self.0.below(if depth == 0 { 9 } else { 12 }) {
            0..=2 => format!("{variable} += {step};"),
            3 => format!("{variable} = plus({variable}, {step});"),
            4 => "c = a - b;".to_owned(),
            5 => format!("node.count += {step};"),
            6 => format!("total -= {step};"),
            7 => format!("c = 3 * a + {step};"),
            8 => self.one(&["c = a * b;", "c = a >> 3;", "c = node.count;", "b = (int) (a + 1L);"]).to_owned(),
            9 => format!("if ({}) {{ {} }}", self.condition(), self.statement(depth - 1)),
            10 => {
                let times = self.0.below(4);
                format!("for (int i{depth} = 0; i{depth} < {times}; i{depth}++) {{ {} }}", self.statement(depth - 1))
            }
            _ => format!("if ({}) {{ break; }}", self.condition()),
        }
    }

    /// The loop's own condition mostly holds at first, and not for ever.
    fn head(&mut self, step: i32) -> String {
        let bound = self.constant() / 2;
        let own = if step > 0 { format!("a < {bound}") } else { format!("a > {bound}") };
        match self.0.below(6) {
            0 => self.condition(),
            1 => format!("{own} || {}", self.condition()),
            2 => format!("{own} && {}", self.condition()),
            _ => own,
        }
    }

    fn program(&mut self) -> String {
        let (b, c, step) = (self.constant(), self.constant(), self.step());
        let a = if step > 0 { i32::MIN } else { i32::MAX } / (1 + self.0.below(8) as i32);
        let ring = 1 + self.0.below(4);
        let condition = self.head(step);
        let mut statements: Vec<String> = (0..self.0.below(4)).map(|_| self.statement(2)).collect();
        statements.push(format!("a += {step};"));
        let body = statements.join("\n            ");
        format!(
            "{HEAD}
    static int run() {{
        Node node = ring({ring});
        int a = {a}, b = {b}, c = {c};
        while ({condition}) {{
            node = node.next;
            {body}
        }}
        return ((a * 31 + b) * 31 + c) * 31 + total * 31 + node.position + node.count;
    }}
}}
"
        )
    }
}

#[test]
#[expect(clippy::print_stderr, reason = "how many loops said something is part of the result")]
fn random_loops_end_as_they_do_round_by_round() {
    on_a_large_stack(|| {
        let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
        let count = number("TIGHTROPE_RANDOM_LOOPS").unwrap_or(if cfg!(debug_assertions) { 60 } else { 3_000 });
        let first = number("TIGHTROPE_RANDOM_SEED").unwrap_or(1);
        let (mut ended, mut decided, mut endless, mut undecided) = (0, 0, 0, 0);
        for seed in first..first + count {
            let source = Writer(Random::new(seed)).program();
            let program = read(&source);
            let plain = run(&program, false);
            let skipping = run(&program, true);
            match (&plain.0, &skipping.0) {
                (Outcome::Exhausted(Limit::Steps), Outcome::Repeats(_)) => endless += 1,
                (Outcome::Exhausted(Limit::Steps), Outcome::Returned(_)) => decided += 1,
                (Outcome::Exhausted(Limit::Steps), Outcome::Exhausted(Limit::Steps)) => undecided += 1,
                (Outcome::Returned(_), Outcome::Exhausted(Limit::Steps)) => undecided += 1,
                _ => {
                    assert_eq!((&plain.0, &plain.1), (&skipping.0, &skipping.1), "seed {seed}: {source}");
                    ended += u64::from(plain.2 > 2 * skipping.2);
                }
            }
        }
        eprintln!(
            "of {count}: {ended} end as before, but sooner; {decided} end, {endless} never do, {undecided} are undecided"
        );
        assert!(count < 50 || ended * 20 > count && decided > 0 && endless * 20 > count);
    });
}

/// Each with what it returns; `None`: it never ends.
const LONG: [(&str, Option<i64>); 9] = [
    // 0, -1, ... down to the least int, and then the greatest, which is not less than 5.
    (
        "Node node = ring(3); for (int i = 0; i < 5; i--) { node = node.next; } return node.position;",
        Some(((1_i64 << 31) + 1) % 3),
    ),
    ("int i = 0; while (i >= 0) { i++; } return i;", Some(i32::MIN as i64)),
    // Upwards past the greatest int.
    ("int i = 7; int rounds = 0; while (i != 5) { i++; rounds++; } return rounds;", Some(-2)),
    ("int i = 0; while (i != 5) { i += 2; } return i;", None),
    ("int i = 0; while (i <= 2147483647) { i++; } return i;", None),
    // An order that holds on both sides of the overflow.
    ("int i = 0; while (i < 2147483647 || i > 0) { i += 3; total++; } return i;", None),
    // The counter is a field, and goes through calls.
    ("Node node = ring(2); while (plus(node.count, 1) != 0) { node.count++; } return node.count;", Some(-1)),
    // Rounds within rounds: the inner loop counts 2^31 times in each of the outer one's.
    (
        "int n = 0; for (int k = 0; k < 3; k++) { int i = 1; while (i > 0) { i++; } n += i + k; } return n;",
        Some((i32::MIN as i64) + 3),
    ),
    // Two ends meet.
    ("int a = -2147483648; int b = 2147483647; while (a < b) { a++; b--; } return a;", Some(0)),
];

#[test]
fn long_loops_end_as_can_be_calculated() {
    on_a_large_stack(|| {
        for (body, expected) in LONG {
            let program = read(&format!("{HEAD} static int run() {{ {body} }} }}"));
            let (outcome, ..) = run(&program, true);
            match expected {
                Some(value) => assert_eq!(outcome, Outcome::Returned(Some(value as Word)), "{body}"),
                None => assert!(matches!(outcome, Outcome::Repeats(_)), "{body}: {outcome:?}"),
            }
            let (plain, ..) = run(&program, false);
            assert_eq!(plain, Outcome::Exhausted(Limit::Steps), "{body}");
        }
    });
}

#[test]
fn skipped_iterations_are_counted() {
    on_a_large_stack(|| {
        let program = read(&format!(
            "{HEAD} static int run() {{ Node node = ring(3); for (int i = 0; i < 5; i--) {{ node = node.next; }} \
             return 0; }} }}"
        ));
        let (_, counts, _) = run(&program, true);
        assert_eq!(counts.iter().map(|count| count.most).max(), Some((1 << 31) + 1));
    });
}
