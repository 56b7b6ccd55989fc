//! Why contracts fail, and what runs did: texts for small programs.

use std::fmt::Write;
use tightrope_heap::{Heap, Layouts, text};
use tightrope_machine::formula::{Explanation, Halt, ShownValue};
use tightrope_machine::trace::{PathItem, Trace};
use tightrope_machine::{Budget, Executable, LoopCount, LoopCounter, Outcome, State, Word};
use tightrope_program::{BaseType, MethodId, Options, Program, Type, lower, well_formed};
use tightrope_source::{Severity, SourceMap, Span};

const SOURCE: &str = include_str!("explain.java");

fn with_program<T: Send + 'static>(test: impl FnOnce(&Program) -> T + Send + 'static) -> T {
    with_source(SOURCE, test)
}

/// Runs a test with the stack that the parser needs.
fn with_source<T: Send + 'static>(text: &'static str, test: impl FnOnce(&Program) -> T + Send + 'static) -> T {
    let run = move || {
        let mut sources = SourceMap::new();
        let file = sources.add("explain.java", text);
        let parsed = tightrope_syntax::parse_file(file, text);
        let lowered = lower(&[parsed.unit], &mut sources, &Options::default());
        let all = parsed.diagnostics.iter().chain(&lowered.diagnostics);
        let errors: Vec<_> = all.filter(|diagnostic| diagnostic.severity() == Severity::Error).collect();
        assert!(errors.is_empty(), "{errors:?}");
        assert_eq!(well_formed::check(&lowered.program), Vec::<String>::new());
        test(&lowered.program)
    };
    let worker = std::thread::Builder::new().stack_size(tightrope_syntax::STACK_SIZE).spawn(run);
    match worker.expect("a thread starts").join() {
        Ok(value) => value,
        Err(panic) => std::panic::resume_unwind(panic),
    }
}

fn method(program: &Program, name: &str) -> MethodId {
    program.method_ids().find(|id| program.method(*id).name == name).expect(name)
}

fn source(span: Span) -> &'static str {
    SOURCE.get(span.start as usize..span.end as usize).expect("a place in the source")
}

fn line(span: Span) -> usize {
    SOURCE[..span.start as usize].matches('\n').count() + 1
}

struct Shower<'p> {
    program: &'p Program,
    types: Vec<Type>,
}

impl Shower<'_> {
    fn word(&self, word: Word, ty: Type) -> String {
        match ty.base {
            _ if ty.is_reference() && word == 0 => "null".to_owned(),
            _ if ty.is_reference() && word > 0 => match self.types.get(word as usize - 1).map(|ty| ty.base) {
                Some(BaseType::Class(class)) => format!("{}#{}", self.program.class(class).simple_name, word - 1),
                _ => format!("array#{}", word - 1),
            },
            BaseType::Boolean => (word != 0).to_string(),
            _ => word.to_string(),
        }
    }

    fn explanation(&self, explanation: &Explanation) -> String {
        let mut text = format!("{} must be {}", source(explanation.part), explanation.must_be);
        if let Some(throws) = explanation.throws {
            let name = throws.exception.name(self.program).rsplit('.').next().expect("a name");
            write!(text, "; {} throws {name}", source(throws.span)).expect("a string");
        }
        if let Some(count) = explanation.none_of {
            write!(text, "; none of {count}").expect("a string");
        }
        for binding in &explanation.bindings {
            write!(text, "; for {} = {}", binding.name, self.word(binding.value, binding.ty)).expect("a string");
        }
        for value in &explanation.values {
            let shown = match &value.value {
                ShownValue::Word(word) => self.word(*word, value.ty),
                ShownValue::Objects(words) => {
                    let object = Type::class(self.program.class_named("java.lang.Object").expect("Object"));
                    let all: Vec<String> = words.iter().map(|word| self.word(*word, object)).collect();
                    format!("{{{}}}", all.join(", "))
                }
            };
            let before = if value.is_before { " before" } else { "" };
            write!(text, "; {}{before} = {shown}", source(value.span)).expect("a string");
        }
        if let Some(returned) = explanation.returned {
            let (value, line) = (returned.value, line(returned.span));
            let statement = source(returned.span);
            write!(text, "; line {line}, depth {}: {statement} -> {value}", returned.depth).expect("a string");
        }
        text
    }
}

/// Runs a method on a heap whose roots are its arguments, and explains each clause that it breaks.
fn explain(heap: &'static str, name: &'static str) -> Vec<String> {
    with_program(move |program| explain_within(program, heap, name, Budget::default()))
}

fn explain_within(program: &Program, heap: &str, name: &str, budget: Budget) -> Vec<String> {
    let method = method(program, name);
    let mut executable = Executable::new(program, [method]);
    let clauses = program.method(method).contract.cases.iter().flat_map(|case| &case.ensures);
    let formulas: Vec<_> = clauses.map(|clause| (&clause.formula, executable.add_formula(&clause.formula))).collect();
    let heap = text::parse(heap, program, &Layouts::new(program)).expect("a heap");
    let types = heap.objects.iter().map(|object| object.ty).collect();
    let mut loaded = executable.load(&heap).expect("it fits");
    let state: &mut State = &mut loaded.state;
    state.remember();
    executable.start(state, method, &loaded.roots);
    let Outcome::Returned(result) = executable.run(state, &mut Budget::default()) else { panic!("{name}") };
    let shower = Shower { program, types };
    let mut texts = Vec::new();
    for (formula, compiled) in formulas {
        let truth = executable.evaluate(compiled, state, &loaded.roots, result, &mut Budget::default());
        if !truth.expect("a value").is_true() {
            let mut budget = budget;
            let found = executable.explain(formula, state, &loaded.roots, result, &mut budget);
            texts.push(shower.explanation(&found));
        }
    }
    texts
}

const TWO: &str = "this = List#0\nvalue = 7\nList#0 { head: Node#1, size: 1 }\nNode#1 { next: Node#2, value: 3 }\n\
                   Node#2 { value: 5 }";
const LOOP: &str = "this = List#0\nvalue = 7\nList#0 { head: Node#1, size: 2 }\nNode#1 { next: Node#2, value: 3 }\n\
                    Node#2 { next: Node#1, value: 5 }";
const EMPTY: &str = "this = List#0\nvalue = 7\nList#0 { size: 0 }";

const CHAIN: &str = "this = Chain#0\nChain#0 { next: Chain#1 }\nChain#1 { next: Chain#2 }\nChain#2 { value: -1 }";

/// The path as line numbers with the text of each step, the loops, and the `return` that decided.
fn trace(heap: &'static str, name: &'static str, most_steps: usize) -> String {
    with_program(move |program| {
        let method = method(program, name);
        let executable = Executable::new(program, [method]);
        let heap = text::parse(heap, program, &Layouts::new(program)).expect("a heap");
        let mut loaded = executable.load(&heap).expect("it fits");
        executable.start(&mut loaded.state, method, &loaded.roots);
        let mut trace = Trace::new(most_steps, 10);
        let outcome = executable.run_observed(&mut loaded.state, &mut Budget::default(), &mut trace);
        let mut text = String::new();
        write_path(&mut text, &trace.path.items(), 0);
        if trace.path.left_out > 0 {
            writeln!(text, "and {} more", trace.path.left_out).expect("a string");
        }
        for count in loop_counts(&executable, &heap, method) {
            writeln!(text, "{}: at most {}", source(count.span), count.most).expect("a string");
        }
        match trace.returns.decided_by() {
            Some(by) => writeln!(text, "{}: {} -> {}", line(by.span), source(by.span), by.value),
            None => writeln!(text, "{outcome:?}"),
        }
        .expect("a string");
        text
    })
}

/// Of a run of its own.
fn loop_counts(executable: &Executable<'_>, heap: &Heap, method: MethodId) -> Vec<LoopCount> {
    let mut loaded = executable.load(heap).expect("it fits");
    executable.start(&mut loaded.state, method, &loaded.roots);
    let mut counter = LoopCounter::default();
    executable.run_watched_by(&mut loaded.state, &mut Budget::default(), &mut counter);
    executable.loop_counts(&counter)
}

fn write_path(text: &mut String, items: &[PathItem], indent: usize) {
    for item in items {
        let space = " ".repeat(indent);
        match item {
            PathItem::Step(step) => {
                let depth = ">".repeat(step.depth);
                writeln!(text, "{space}{}{depth} {}", line(step.span), source(step.span)).expect("a string");
            }
            PathItem::Repeat { times, items } => {
                writeln!(text, "{space}{times} times").expect("a string");
                write_path(text, items, indent + 2);
            }
        }
    }
}

/// Texts of explanations, one a line.
fn check(found: &[String], expected: &str) {
    let expected: Vec<&str> = expected.trim().lines().map(str::trim).collect();
    assert_eq!(found, expected, "found:\n{}\n", found.join("\n"));
}

fn check_trace(found: &str, expected: &str) {
    let lines = |text: &str| text.trim_matches('\n').lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>();
    let indent = expected.trim_matches('\n').find(|c: char| c != ' ').unwrap_or(0);
    let expected: Vec<String> =
        lines(expected).iter().map(|line| line.get(indent..).unwrap_or_default().to_owned()).collect();
    let expected: Vec<String> = expected.into_iter().filter(|line| !line.is_empty()).collect();
    assert_eq!(lines(found), expected, "found:\n{found}\n");
}

#[test]
fn connectives_lead_to_the_part_that_fails() {
    let expected = r"
        size > value must be true; size = 1; value = 7
        head.value == value must be true; head.value = 3; value = 7; head = Node#1
        !(size == 1 && head != null) must be true; size = 1; head = Node#1
        head != null must be false; head = Node#1
        size == 2 || head == null must be true; size = 1; head = Node#1
        size == 2 must be true; size = 1
        value == 8 must be true; value = 7
        value == 9 must be true; value = 7
        \result == false must be true
        !\result must be true
        \result <==> head == null must be true; \result = true; head == null = false; head = Node#1
        \result == (size > value) must be true; \result = true; (size > value) = false; size = 1; value = 7
        (value == 1) must be true; value = 7
        \old(size == 2) must be true; size before = 1
        head.value == 4 must be true; head.value before = 3; head before = Node#1";
    check(&explain(TWO, "connectives"), expected);
}

#[test]
fn quantifiers_name_the_instance_that_fails() {
    let expected = r"
        n.value > 3 must be true; for n = Node#1; n.value = 3
        n.next != null must be true; for n = Node#2; n.next = null
        i * i < value must be true; for i = 3; value = 7
        i + j < size + 3 must be true; for i = 0; for j = 4; size = 1
        i < size must be true; for i = 1; size = 1
        (\exists Node n; n.value == value) must be true; none of 2; value = 7
        (\exists int i; 0 <= i && i < size; i == value) must be true; none of 1; size = 1; value = 7
        n.value == 5 must be false; for n = Node#2; n.value = 5
        !(\forall Node n; n.value > size) must be true; size = 1
        (\exists Node m; m.next == n) must be true; none of 2; for n = Node#1
        \result == (\exists Node n; n.value == value) must be true; \result = true; (\exists Node n; n.value == value) = false; value = 7
        (\num_of Node n; n.value > 3) == size + 1 must be true; (\num_of Node n; n.value > 3) = 1; size = 1
        (\sum Node n; n.value > 3; n.value) == value must be true; (\sum Node n; n.value > 3; n.value) = 5; value = 7
        n.value > 3 must be true; for n = Node#1; n.value before = 3";
    check(&explain(TWO, "quantifiers"), expected);
}

#[test]
fn what_the_part_names_has_its_value_beside_it() {
    // What a pure method has made does not belong to the heap: it is not shown.
    let expected = r"
        size == \old(size) must be true; size = 3; \old(size) = 1
        \result == \old(head.next) must be true; \result = Node#1; \old(head.next) = Node#2; head before = Node#1
        \old(head.next.value) + size > 2 * value + size must be true; \old(head.next.value) = 5; size = 3; value = 7; head.next before = Node#2; head before = Node#1
        head == this.head.next must be true; head = Node#1; this.head.next = Node#2
        total == value must be true; total = 0; value = 7
        (long) size == 8L must be true; size = 3
        \reach(head, Node, next).int_size() == size must be true; \reach(head, Node, next).int_size() = 2; size = 3; \reach(head, Node, next) = {Node#1, Node#2}; head = Node#1
        !\reach(head, Node, next).has(head.next) must be true; \reach(head, Node, next) = {Node#1, Node#2}; head.next = Node#2; head = Node#1
        \reach(head).isEmpty() must be true; \reach(head) = {Node#1, Node#2}; head = Node#1
        \typeof(head) == \type(List) must be true; head = Node#1
        \fresh(head) must be true; head = Node#1
        fresh() == head must be true; head = Node#1";
    check(&explain(TWO, "values"), expected);
}

#[test]
fn calls_name_the_return_that_decided() {
    let expected = r"
        repOk() must be true; line 75, depth 2: return n == size; -> 0
        sized() must be true; line 81, depth 1: return fits; -> 0
        !has(3) must be true; line 85, depth 1: return true; -> 1
        has(value) must be true; value = 7; line 86, depth 1: return false; -> 0";
    check(&explain(TWO, "calls"), expected);
    let expected = r"
        repOk() must be true; line 68, depth 2: return false; -> 0
        size == 3 must be true; size = 2";
    check(&explain(LOOP, "check"), expected);
}

#[test]
fn exceptions_have_a_place() {
    let expected = r"
        head.value == 3 must be true; head.value throws NullPointerException; head = null
        10 / size > 2 must be true; 10 / size throws ArithmeticException; size = 0
        10 / (i - 1) != 0 must be true; 10 / (i - 1) throws ArithmeticException; for i = 1
        fails() must be true; fails() throws IllegalStateException
        fails() must be true; fails() throws IllegalStateException
        head.value == 2 must be true; head.value throws NullPointerException; head = null
        (head.value == 0) must be true; head.value throws NullPointerException; head = null
        \invariant_for(head) must be true; \invariant_for(head) throws NullPointerException; head = null
        fails() must be true; fails() throws IllegalStateException";
    check(&explain(EMPTY, "exceptions"), expected);
}

#[test]
fn invariants_are_followed_to_the_object_that_breaks_them() {
    let expected = r"
        \invariant_for(this) must be true; this = List#0; line 75, depth 2: return n == size; -> 0
        next.value > value must be true; for n = Node#1; for this = Node#1; next.value = 2; value = 3; next = Node#2";
    check(&explain(TWO, "objects"), expected);
    check(&explain(CHAIN, "links"), "value >= 0 must be true; for this = Chain#2; value = -1");
}

#[test]
fn a_small_budget_gives_a_small_explanation() {
    with_program(|program| {
        for (heap, name) in [(TWO, "quantifiers"), (TWO, "calls"), (CHAIN, "links"), (EMPTY, "exceptions")] {
            for steps in (0..400).step_by(9) {
                explain_within(program, heap, name, Budget { steps, ..Budget::default() });
            }
        }
    });
}

/// A tree with up to three nodes, an array of ints and one of objects, as the number says.
fn tree(number: usize) -> String {
    let mut rest = number;
    let mut pick = |limit: usize| {
        let picked = rest % limit;
        // Mixed a little: neighbouring numbers give different heaps.
        rest = rest / limit + picked * 7;
        picked
    };
    let nodes = ["null", "Node#0", "Special#0", "Node#1"];
    let mut text = format!("this = Tree#0\ngiven = {}\nn = {}\n", nodes[pick(4)], pick(3));
    let (root, other, flag) = (nodes[pick(4)], nodes[pick(4)], pick(2) == 0);
    let (ints, things) = (["null", "int[]#0"][pick(2)], ["null", "Object[]#0"][pick(2)]);
    let fields = format!("root: {root}, other: {other}, flag: {flag}, ints: {ints}, things: {things}");
    text.push_str(&format!("Tree#0 {{ {fields} }}\n"));
    for name in &nodes[1..] {
        let (left, right, value) = (nodes[pick(4)], nodes[pick(4)], pick(3));
        text.push_str(&format!("{name} {{ left: {left}, right: {right}, value: {value} }}\n"));
    }
    let (first, second, third) = (pick(3), pick(3), nodes[pick(4)]);
    text.push_str(&format!("int[]#0 [{first}, {second}]\nObject[]#0 [{third}, null]\n"));
    text
}

/// On every operator: a formula that throws has a part that throws, one that is false has none.
#[test]
fn explanations_are_true_of_the_whole_formula() {
    with_source(include_str!("formulas.java"), |program| {
        let change = method(program, "setValue");
        let mut executable = Executable::new(program, [change]);
        let mut formulas = Vec::new();
        for id in program.method_ids().filter(|id| program.class(program.method(*id).class).name == "Tree") {
            for clause in program.method(id).contract.cases.iter().flat_map(|case| &case.ensures) {
                formulas.push((&clause.formula, executable.add_formula(&clause.formula)));
            }
        }
        let mut explained = 0;
        for number in 0..20 {
            let heap = tree(number * 7919);
            let heap = text::parse(&heap, program, &Layouts::new(program)).expect("a heap");
            let mut loaded = executable.load(&heap).expect("it fits");
            loaded.state.remember();
            executable.start(&mut loaded.state, change, &[2, 1]);
            executable.run(&mut loaded.state, &mut Budget::default());
            for (formula, compiled) in &formulas {
                let (state, args, result) = (&loaded.state, &loaded.roots, Some(loaded.roots[1]));
                let truth = executable.evaluate(*compiled, state, args, result, &mut Budget::default());
                let Ok(truth) = truth else { continue };
                let found = executable.explain(formula, state, args, result, &mut Budget::default());
                assert_eq!(found.throws.is_some(), truth.can_throw(), "{truth:?} {found:?}");
                assert!(found.values.len() <= 8);
                explained += usize::from(!truth.is_true());
            }
        }
        assert!(explained > 500, "{explained}");
    });
}

#[test]
fn arguments_from_another_heap_are_refused() {
    with_program(|program| {
        let method = method(program, "values");
        let mut executable = Executable::new(program, []);
        for clause in program.method(method).contract.cases.iter().flat_map(|case| &case.ensures) {
            for (this, result) in [(0, 9), (1, 0), (9, 9)] {
                let state = State::default();
                let found =
                    executable.explain(&clause.formula, &state, &[this, 7], Some(result), &mut Budget::default());
                assert!(found.bindings.is_empty());
            }
        }
    });
}

#[test]
fn paths_tell_equal_iterations_once() {
    let heap = "rows = int[][]#0\nint[][]#0 [int[]#1, int[]#1, int[]#2]\nint[]#1 [1, 2, 3]\nint[]#2 [0, 4]";
    let expected = "
        18> int sum = 0;
        19> int i = 0;
        2 times
          19> i < rows.length
          20> int j = 0;
          2 times
            22> rows[i][j] == 0
            23> sum += twice(rows[i][j])
            29>> return n + n;
            24> ++j < rows[i].length
          22> rows[i][j] == 0
          23> sum += twice(rows[i][j])
          29>> return n + n;
          24> ++j < rows[i].length
          19> i++
        19> i < rows.length
        20> int j = 0;
        22> rows[i][j] == 0
        22> continue;
        24> ++j < rows[i].length
        22> rows[i][j] == 0
        23> sum += twice(rows[i][j])
        29>> return n + n;
        24> ++j < rows[i].length
        19> i++
        19> i < rows.length
        26> return sum;
        for (int i = 0; i < rows.length; i++): at most 3
        do: at most 3
        26: return sum; -> 32";
    check_trace(&trace(heap, "sum", 100), expected);
    let expected = "
        18> int sum = 0;
        19> int i = 0;
        19> i < rows.length
        20> int j = 0;
        and 40 more
        for (int i = 0; i < rows.length; i++): at most 3
        do: at most 3
        26: return sum; -> 32";
    check_trace(&trace(heap, "sum", 4), expected);
}

#[test]
fn iterations_are_those_whose_body_runs() {
    let expected = "
        32> int at = 0;
        2 times
          33> for (int n : row)
          34> n == wanted
          35> at++
        33> for (int n : row)
        34> n == wanted
        34> return at;
        for (int n : row): at most 3
        34: return at; -> 2";
    check_trace(&trace("row = int[]#0\nwanted = 5\nint[]#0 [1, 2, 5]", "find", 100), expected);
    let expected = "
        32> int at = 0;
        2 times
          33> for (int n : row)
          34> n == wanted
          35> at++
        33> for (int n : row)
        37> at > 100
        38> return -1;
        for (int n : row): at most 2
        while (at > 100): at most 0
        38: return -1; -> -1";
    check_trace(&trace("row = int[]#0\nwanted = 6\nint[]#0 [1, 2]", "find", 100), expected);
    let expected = "
        43> n > 0
        44> n--
        45> n % 2 == 0
        45> continue outer;
        2 times
          43> n > 0
          44> n--
          45> n % 2 == 0
          43> n > 0
          44> n--
          45> n % 2 == 0
          45> continue outer;
        43> n > 0
        47> break;
        49> return n;
        while (true): at most 4
        while (n > 0): at most 2
        49: return n; -> 0";
    check_trace(&trace("n = 5", "skip", 100), expected);
}

#[test]
fn returns_are_followed_into_helpers() {
    assert!(trace(LOOP, "repOk", 100).ends_with("68: return false; -> 0\n"));
    assert!(trace(TWO, "repOk", 100).ends_with("75: return n == size; -> 0\n"));
}

/// Formulas without end have no value; asking why is no reason to crash.
#[test]
fn endless_formulas_are_left_unexplained() {
    let cyclic = "this = Chain#0\nChain#0 { next: Chain#1 }\nChain#1 { next: Chain#0 }";
    for (heap, name) in [(cyclic, "links"), (TWO, "nested"), (LOOP, "endless")] {
        let found = with_program(move |program| {
            let method = method(program, name);
            let mut executable = Executable::new(program, []);
            let formula = &program.method(method).contract.cases[0].ensures[0].formula;
            let compiled = executable.add_formula(formula);
            let heap = text::parse(heap, program, &Layouts::new(program)).expect("a heap");
            let mut loaded = executable.load(&heap).expect("it fits");
            loaded.state.remember();
            let truth = executable.evaluate(compiled, &loaded.state, &loaded.roots, None, &mut Budget::default());
            assert!(matches!(truth, Err(Halt::Exhausted(_))), "{name}: {truth:?}");
            executable.explain(formula, &loaded.state, &loaded.roots, None, &mut Budget::default())
        });
        assert!(found.values.is_empty() && found.returned.is_none(), "{found:?}");
    }
}

const CHANGES: &str = "
class Node { int key; Node next; Node(int key, Node next) { this.key = key; this.next = next; } }
class List {
    Node head; int size;
    void replace(int key) {
        Node old = head;
        head = new Node(key, old.next);
        while (old != null) {
            old.key = old.key;
            Node rest = old.next;
            cut(old);
            old = rest;
        }
        size = 1;
    }
    static void cut(Node node) { node.next = null; }
}";

/// A statement that changes nothing is no scene; a constructor belongs to the statement that calls
/// it, a method has scenes of its own.
#[test]
fn stories_have_one_scene_for_each_statement_that_changes_the_heap() {
    let told = with_source(CHANGES, |program| {
        let replace = method(program, "replace");
        let executable = Executable::new(program, [replace]);
        let heap = "this = List#0\nkey = 7\nList#0 { head: Node#1, size: 2 }\nNode#1 { next: Node#2, key: 3 }\n\
                    Node#2 { key: 5 }";
        let heap = text::parse(heap, program, &Layouts::new(program)).expect("a heap");
        let tell = |most: usize| {
            let mut loaded = executable.load(&heap).expect("it fits");
            executable.start(&mut loaded.state, replace, &loaded.roots);
            let mut trace = Trace::new(10, most);
            executable.run_observed(&mut loaded.state, &mut Budget::default(), &mut trace);
            trace.story.finish(&loaded.state);
            let scene = |scene: &tightrope_machine::trace::Scene| {
                let span = scene.step.span;
                let text = CHANGES.get(span.start as usize..span.end as usize).expect("a place in the source");
                let names: Vec<&str> = scene.variables.iter().map(|(name, ..)| name.as_str()).collect();
                format!("{text} [{}]", names.join(" "))
            };
            (trace.story.scenes.iter().map(scene).collect::<Vec<String>>(), trace.story.is_cut)
        };
        (tell(10), tell(2))
    });
    let (all, few) = told;
    let expected = ["head = new Node(key, old.next) [old]", "node.next = null [node]", "size = 1 []"];
    assert_eq!(all, (expected.map(str::to_owned).to_vec(), false));
    assert_eq!(few, (expected[..2].iter().map(|text| (*text).to_owned()).collect(), true));
}
