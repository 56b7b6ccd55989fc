//! Ordered and opaque values on the machine: runs ask only for comparisons, and every run with its
//! answers stands for a concrete one.

use std::cmp::Ordering;
use tightrope_heap::{Layouts, Object, Value, text};
use tightrope_machine::formula::{Assumption, Halt, Instances, Workspace};
use tightrope_machine::{Budget, Executable, Outcome, Question, State, Word};
use tightrope_program::body::{Expr, ExprKind};
use tightrope_program::contract::Formula;
use tightrope_program::sorts::{Sort, sorts};
use tightrope_program::{Constant, MethodId, Nullity, Options, ParamInfo, Program, Type, lower};
use tightrope_source::{Name, Severity, SourceMap};

const SOURCE: &str = r#"
import java.util.Comparator;
class Node { /*@ nullable @*/ Node next; int value; byte small; /*@ nullable @*/ Object data; /*@ nullable @*/ Comparable key; }
class Lists {
    static int position(/*@ nullable @*/ Node node, int value) {
        int position = 0;
        while (node != null && node.value < value) { node = node.next; position++; }
        return position;
    }
    static int maximum(Node node) {
        int maximum = node.value;
        for (node = node.next; node != null; node = node.next) { if (node.value >= maximum) maximum = node.value; }
        return maximum;
    }
    static int kind(Node node, int value) {
        if (value > 3 && value < 6) { return value == 4 ? 1 : value == 5 ? 2 : 3; }
        return node.small < 200 ? 4 : 5;
    }
    static int sorted(Node node, int value) {
        //@ assume (\forall Node n; \reach(node, Node, next).has(n); n.next != null ==> n.value < n.next.value);
        int found = 0;
        for (; node != null; node = node.next) { if (node.value == value) found++; }
        //@ assert found <= 1;
        return found;
    }
    static boolean contains(/*@ nullable @*/ Node node, Object data) {
        for (; node != null; node = node.next) { if (data.equals(node.data)) return true; }
        return false;
    }
    static boolean both(Object a, Object b, Object c) {
        if (a.equals(b) && !b.equals(c)) { return a == c || c.equals(a) || a instanceof Object && a.equals(null); }
        return a == b && !a.equals(b);
    }
    static int order(Comparable a, Comparable b, Comparable c) {
        if (a.compareTo(b) < 0 && b.compareTo(c) <= 0) { return a.compareTo(c) < 0 && !a.equals(c) && a != c ? 1 : 2; }
        return a.compareTo(b) == 0 && !a.equals(b) ? 3 : 4;
    }
    static int look(/*@ nullable @*/ Object a, /*@ nullable @*/ Object b) {
        if (a == b) { return null == a ? 1 : a.equals(b) ? 2 : 3; }
        if (a == null) { return b == null ? 4 : b.equals(a) ? 5 : 6; }
        if (a.equals(b)) { return b == null ? 7 : 8; }
        boolean isThere = b instanceof Object;
        return isThere ? 9 : b != null ? 10 : 11;
    }
    static int throwing(/*@ nullable @*/ Comparable a, /*@ nullable @*/ Comparable b) {
        try { return a.compareTo(b) < 0 ? 1 : a.equals(b) ? 2 : 3; }
        catch (NullPointerException e) { return a == null ? 4 : b == null ? 5 : 6; }
    }
    static int nulls(Node node, /*@ nullable @*/ Object data) {
        //@ assume (\forall Node n; \reach(node, Node, next).has(n); n.data != null ==> n.data != data);
        int nulls = 0;
        for (; node != null; node = node.next) { if (node.data == null) nulls++; else if (node.data == data) return -1; }
        //@ assert data == null || nulls >= 0;
        return nulls;
    }
    static int count(/*@ nullable @*/ Node node, int value) {
        int count = 0;
        for (; node != null; node = node.next) { if (node.value == value) return count; count++; }
        return -1;
    }
    static int wide(/*@ nullable @*/ Node node, long bound) {
        long least = Long.MIN_VALUE;
        int count = 0;
        for (; node != null; node = node.next) {
            if (node.value <= least || node.value > bound) return count;
            least = node.value;
            count++;
        }
        return bound == Long.MAX_VALUE ? -1 : 10;
    }
    static int boxed(/*@ nullable @*/ Node node, int value) {
        Integer low = null;
        int count = 0;
        for (; node != null; node = node.next) {
            if (low != null && (node.value <= low || low.compareTo(value) > 0)) return count;
            low = node.value;
            count++;
        }
        return low != null && low.equals(value) ? -1 : 10;
    }
    static int compared(Comparator by, Object a, Object b) {
        return by.compare(a, b) > 0 ? (by.compare(b, a) < 0 ? 1 : 2) : 3;
    }
}
"#;

fn with_program(test: impl FnOnce(&Program) + Send + 'static) {
    let run = move || {
        let mut sources = SourceMap::new();
        let file = sources.add("Lists.java", SOURCE);
        let parsed = tightrope_syntax::parse_file(file, SOURCE);
        let lowered = lower(&[parsed.unit], &mut sources, &Options::default());
        let all = parsed.diagnostics.iter().chain(&lowered.diagnostics);
        let errors: Vec<_> = all.filter(|diagnostic| diagnostic.severity() == Severity::Error).collect();
        assert!(errors.is_empty(), "{errors:?}");
        test(&lowered.program);
    };
    let worker = std::thread::Builder::new().stack_size(tightrope_syntax::STACK_SIZE).spawn(run);
    worker.expect("a thread starts").join().expect("the test ends");
}

fn method(program: &Program, name: &str) -> MethodId {
    program.method_ids().find(|id| program.method(*id).name == name).expect(name)
}

/// A method, its code for ordered and opaque values, and a list of so many nodes whose fields
/// nobody has asked for.
struct Setting<'p> {
    program: &'p Program,
    method: MethodId,
    executable: Executable<'p>,
    start: State,
}

impl<'p> Setting<'p> {
    /// The arguments: the list if there is one, then a value for each parameter that is left.
    fn new(program: &'p Program, name: &str, nodes: usize) -> Setting<'p> {
        let method = method(program, name);
        let executable = Executable::with_sorts(program, [method], sorts(program, &[method]));
        let lines = (0..nodes).map(|node| {
            let next = if node + 1 < nodes { format!("Node#{}", node + 1) } else { "null".to_owned() };
            format!("Node#{node} {{ next: {next}, value: ?, small: ?, data: ?, key: ? }}\n")
        });
        let heap = text::parse(&lines.collect::<String>(), program, &Layouts::new(program)).expect("a heap");
        let mut start = executable.load(&heap).expect("it fits").state;
        start.remember();
        let params = program.method(method).params.iter();
        let args: Vec<Word> = params.map(|param| argument(program, &mut start, param)).collect();
        executable.start(&mut start, method, &args);
        Setting { program, method, executable, start }
    }

    /// All ways to answer all questions: the states at the end and what happened.
    fn explore(&self) -> Vec<(State, Outcome)> {
        let mut ended = Vec::new();
        let mut pending = vec![self.start.clone()];
        while let Some(mut state) = pending.pop() {
            match self.executable.run(&mut state, &mut Budget::default()) {
                Outcome::Asked(question) => pending.extend(self.answers(&state, question)),
                outcome => ended.push((state, outcome)),
            }
        }
        ended
    }

    fn answers(&self, state: &State, question: Question) -> Vec<State> {
        let tried = |apply: &dyn Fn(&mut State) -> bool| {
            let mut next = state.clone();
            apply(&mut next).then_some(next)
        };
        let all: Vec<Option<State>> = match question {
            Question::Slot(_) => vec![tried(&|state| self.fill(state, question))],
            Question::Holds { .. } => panic!("nothing is deferred"),
            Question::Among { left, right, orderings } => {
                let both = [orderings, orderings.others()];
                both.map(|either| tried(&|state| state.assume_among(left, either, right))).to_vec()
            }
            Question::Order { left, right } => [Ordering::Less, Ordering::Equal, Ordering::Greater]
                .into_iter()
                .map(|ordering| tried(&|state| state.assume_order(left, ordering, right)))
                .collect(),
            Question::Identical { left, right } => {
                [true, false].map(|same| tried(&|state| state.assume_identical(left, right, same))).to_vec()
            }
            Question::Equal { left, right } => {
                [true, false].map(|equal| tried(&|state| state.assume_equal(left, right, equal))).to_vec()
            }
        };
        let possible: Vec<State> = all.into_iter().flatten().collect();
        assert!(!possible.is_empty(), "{question:?} has an answer");
        assert!(possible.len() > 1 || matches!(question, Question::Slot(_)), "{question:?} was open");
        possible
    }

    /// Gives an unknown field a value of its sort.
    fn fill(&self, state: &mut State, question: Question) -> bool {
        let Question::Slot(request) = question else { return false };
        let field = self.executable.requested_field(state, &request).expect("a field");
        let value = match sorts(self.program, &[self.method]).field(field) {
            Sort::Ordered { .. } => state.new_point(self.program.field(field).ty).expect("an int"),
            Sort::Opaque { .. } => state.new_opaque(),
            other => panic!("{other:?}"),
        };
        self.executable.answer(state, request, value);
        true
    }

    fn results(&self) -> Vec<Word> {
        let result = |outcome: Outcome| match outcome {
            Outcome::Returned(Some(value)) => value,
            other => panic!("{other:?}"),
        };
        self.explore().into_iter().map(|(_, outcome)| result(outcome)).collect()
    }
}

fn argument(program: &Program, state: &mut State, param: &ParamInfo) -> Word {
    match param.ty.as_class() {
        Some(class) if program.class(class).name == "Node" => 1,
        Some(_) => {
            let value = state.new_opaque();
            assert!(param.nullity == Nullity::Nullable || state.assume_identical(value, 0, false));
            value
        }
        None => state.new_point(param.ty).expect("an int"),
    }
}

#[test]
fn a_list_of_twenty_opaque_elements_costs_twenty_one_runs() {
    with_program(|program| {
        let mut results = Setting::new(program, "contains", 20).results();
        results.sort_unstable();
        assert_eq!(results, [vec![0], vec![1; 20]].concat());
    });
}

#[test]
fn an_ordered_list_needs_one_run_for_each_position() {
    with_program(|program| {
        // Less (goes on) or not at each node.
        let mut results = Setting::new(program, "position", 3).results();
        results.sort_unstable();
        assert_eq!(results, [0, 1, 2, 3]);
    });
}

#[test]
fn a_list_of_twenty_numbers_that_are_only_equal_or_not_costs_twenty_one_runs() {
    with_program(|program| {
        let mut results = Setting::new(program, "count", 20).results();
        results.sort_unstable();
        assert_eq!(results, (-1..20).collect::<Vec<Word>>());
    });
}

#[test]
fn opaque_values_are_null_only_when_somebody_asks() {
    with_program(|program| {
        for (name, expected) in [("look", vec![1, 2, 6, 8, 9, 11]), ("throwing", vec![1, 2, 3, 4, 5])] {
            let mut results = Setting::new(program, name, 0).results();
            results.sort_unstable();
            assert_eq!(results, expected, "{name}");
        }
        let setting = Setting::new(program, "nulls", 3);
        let mut results = setting.explore();
        results.retain(|(_, outcome)| !matches!(outcome, Outcome::Excluded(_)));
        assert!(results.iter().all(|(_, outcome)| matches!(outcome, Outcome::Returned(Some(0..=3)))), "{results:?}");
    });
}

#[test]
fn models_run_the_same_way() {
    with_program(|program| {
        for (name, nodes, ends) in [
            ("position", 4, 5),
            ("maximum", 5, 16),
            ("sorted", 3, 4),
            ("count", 5, 6),
            ("nulls", 3, 8),
            ("wide", 3, 7),
            ("boxed", 3, 9),
        ] {
            let setting = Setting::new(program, name, nodes);
            let ended = setting.explore();
            let counted = ended.iter().filter(|(_, outcome)| matches!(outcome, Outcome::Returned(_))).count();
            assert_eq!(counted, ends, "{name}");
            ended.iter().for_each(|(state, outcome)| replay(&setting, state, outcome));
        }
    });
}

/// Runs the method on the numbers of a model. Both runs must end alike.
fn replay(setting: &Setting<'_>, state: &State, outcome: &Outcome) {
    // The list is the first object; an ordered or opaque argument is the first such value of the
    // state.
    let first_point = State::default().new_point(Type::INT).expect("an int");
    let first = |ty: Type| if ty.is_reference() { State::default().new_opaque() } else { first_point };
    let params = setting.program.method(setting.method).params.iter().enumerate();
    let word = |index: usize, ty: Type| if index == 0 { 1 } else { first(ty) };
    let args = params.map(|(index, param)| (param.name.clone(), word(index, param.ty), param.ty));
    let mut roots: Vec<(Name, Word, Type)> = args.collect();
    if let Outcome::Returned(Some(result)) = outcome {
        roots.push((Name::new("result"), *result, Type::INT));
    }
    let mut heap = setting.executable.save(state, &roots);
    // What nobody asked for may be anything.
    for value in heap.objects.iter_mut().flat_map(Object::values_mut) {
        if *value == Value::Unknown {
            *value = Value::Int(0);
        }
    }
    let result = matches!(outcome, Outcome::Returned(_)).then(|| heap.roots.pop()).flatten();
    let plain = Executable::new(setting.program, [setting.method]);
    let mut loaded = plain.load(&heap).expect("it fits");
    plain.start(&mut loaded.state, setting.method, &loaded.roots);
    match (plain.run(&mut loaded.state, &mut Budget::default()), outcome, result) {
        (Outcome::Returned(Some(value)), Outcome::Returned(_), Some(result)) => {
            assert_eq!(result.value, Value::Int(value as i32));
        }
        (Outcome::Excluded(_), Outcome::Excluded(_), None) => {}
        (concrete, outcome, _) => panic!("{concrete:?} instead of {outcome:?}"),
    }
}

#[test]
fn ranges_decide_without_questions() {
    with_program(|program| {
        let mut results = Setting::new(program, "kind", 1).results();
        results.sort_unstable();
        results.dedup();
        // Between 3 and 6 there are 4 and 5; a byte is below 200.
        assert_eq!(results, [1, 2, 4]);
    });
}

#[test]
fn equality_and_order_are_consistent() {
    with_program(|program| {
        assert!(Setting::new(program, "both", 0).results().iter().all(|result| *result == 0));
        let mut results = Setting::new(program, "order", 0).results();
        results.sort_unstable();
        results.dedup();
        assert_eq!(results, [1, 4]);
        let mut results = Setting::new(program, "compared", 0).results();
        results.sort_unstable();
        assert_eq!(results, [1, 3, 3]);
    });
}

/// A position of the list is counted, so no ordered value can stand for it; nor an opaque one for a
/// node.
#[test]
fn misplaced_values_are_errors() {
    with_program(|program| {
        let mut setting = Setting::new(program, "position", 2);
        let span = program.method(setting.method).span;
        let expr = Expr { kind: ExprKind::Constant(Constant::Boolean(true)), ty: Type::BOOLEAN, span };
        let formula = setting.executable.add_formula(&Formula { locals: Vec::new(), expr });
        let (executable, state) = (&setting.executable, &mut setting.start);
        let (point, opaque) = (state.new_point(Type::INT).expect("an int"), state.new_opaque());
        assert!(executable.start(state, setting.method, &[0, point]));
        for args in [[opaque, point], [point, point], [0, opaque]] {
            let mut state = state.clone();
            assert!(!executable.start(&mut state, setting.method, &args), "{args:?}");
            let outcome = executable.run(&mut state, &mut Budget::default());
            assert!(matches!(outcome, Outcome::Unsupported(_)), "{outcome:?}");
        }
        let plain = Executable::new(program, [setting.method]);
        assert!(!plain.start(&mut state.clone(), setting.method, &[0, point]), "this code compares numbers only");
        for misplaced in [opaque, point] {
            let mut state = setting.start.clone();
            assert!(executable.start(&mut state, setting.method, &[1, point]));
            let Outcome::Asked(Question::Slot(request)) = executable.run(&mut state, &mut Budget::default()) else {
                panic!("the value of the first node is asked for");
            };
            executable.answer(&mut state, request, misplaced);
            let outcome = executable.run(&mut state, &mut Budget::default());
            assert_eq!(matches!(outcome, Outcome::Unsupported(_)), misplaced == opaque, "{outcome:?}");
            let truth = executable.evaluate(formula, &state, &[], None, &mut Budget::default());
            assert_eq!(matches!(truth, Err(Halt::Unsupported(_))), misplaced == opaque, "{truth:?}");
            let (mut instances, mut workspace) = (Instances::default(), Workspace::default());
            let assumption = Assumption { formula, args: &[], ranges: None, waiting: None };
            let mut budget = Budget::default();
            let truth = executable.evaluate_assumption(
                assumption,
                &state.clone().into(),
                &mut instances,
                &mut budget,
                &mut workspace,
            );
            assert_eq!(matches!(truth, Err(Halt::Unsupported(_))), misplaced == opaque, "{truth:?}");
        }
    });
}
