//! Two witnesses of what formulas mean: the machine, on heaps whole and partial, and a naive
//! evaluator on whole heaps.
//!
//! The formulas are the `ensures` clauses of `formulas.java`; together they use every operator.
//! Heaps have up to three nodes and come in all ways where that is possible in the time at hand,
//! else in many random ways (from a fixed seed).
//!
//! On a partial heap the machine says which outcomes are still possible. Checked of all partial
//! heaps with up to two nodes: each way to complete the heap with the objects at hand has a
//! possible outcome; an undecided formula names a slot that has no value. As the answer to that
//! slot is another partial heap of the same test, asking and answering ends in the outcome of the
//! whole heap.

#[path = "naive/formulas.rs"]
mod naive;

use std::collections::BTreeMap;
use tightrope_heap::{Content, Heap, Layouts, Object, ObjectId, Root, Value, text};
use tightrope_machine::formula::{FormulaId, Truth};
use tightrope_machine::{Budget, Executable, Outcome, Question, SlotRef, State, Word};
use tightrope_program::contract::Formula;
use tightrope_program::{MethodId, Options, Program, Type, lower, well_formed};
use tightrope_source::{Name, SourceMap};
use tightrope_syntax::{STACK_SIZE, parse_file};

const SOURCE: &str = include_str!("formulas.java");

/// Outcomes as sets of bits.
const TRUE: u8 = 1;
const FALSE: u8 = 2;
const THROWS: u8 = 4;

fn possible(truth: Truth) -> u8 {
    u8::from(truth.can_be_true()) * TRUE + u8::from(truth.can_be_false()) * FALSE + u8::from(truth.can_throw()) * THROWS
}

fn lowered() -> (Program, Vec<String>) {
    let mut sources = SourceMap::new();
    let file = sources.add("formulas.java", SOURCE.to_owned());
    let parsed = parse_file(file, SOURCE);
    let lowered = lower(&[parsed.unit], &mut sources, &Options::default());
    let mut complaints: Vec<String> = well_formed::check(&lowered.program);
    for diagnostic in parsed.diagnostics.iter().chain(&lowered.diagnostics) {
        let place = diagnostic.primary().map(|span| sources.place(span)).unwrap_or_default();
        complaints.push(format!("{place}: {}", diagnostic.message));
    }
    (lowered.program, complaints)
}

/// Runs a test with the stack that the parser needs.
fn with_program(test: impl FnOnce(&Program) + Send + 'static) {
    let run = move || {
        let (program, complaints) = lowered();
        assert_eq!(complaints, Vec::<String>::new());
        test(&program);
    };
    let worker = std::thread::Builder::new().stack_size(STACK_SIZE).spawn(run).expect("a thread starts");
    if let Err(panic) = worker.join() {
        std::panic::resume_unwind(panic);
    }
}

/// The formulas of one method, compiled, and how to make heaps for them.
struct Suite<'p> {
    program: &'p Program,
    layouts: Layouts,
    executable: Executable<'p>,
    formulas: Vec<(&'p Formula, FormulaId, String)>,
}

fn method_named(program: &Program, name: &str) -> MethodId {
    program.method_ids().find(|id| program.method(*id).name == name).expect("a method of formulas.java")
}

const CHANGES: &[&str] =
    &["makeArray", "make", "setLeft", "setRight", "setValue", "setRoot", "setOther", "setFlag", "setInt", "setStatics"];

impl<'p> Suite<'p> {
    fn new(program: &'p Program, group: &str) -> Suite<'p> {
        let mut executable = Executable::new(program, CHANGES.iter().map(|name| method_named(program, name)));
        let clauses = program.method(method_named(program, group)).contract.cases.iter().flat_map(|case| &case.ensures);
        let mut formulas = Vec::new();
        for clause in clauses {
            let text = SOURCE[clause.span.start as usize..clause.span.end as usize].to_owned();
            formulas.push((&clause.formula, executable.add_formula(&clause.formula), text));
        }
        assert!(formulas.len() > 30, "{group} has few formulas");
        Suite { program, layouts: Layouts::new(program), executable, formulas }
    }

    fn class(&self, name: &str) -> Type {
        Type::class(self.program.class_named(name).expect("a class of formulas.java"))
    }

    /// Object 0 is the tree, node `n` is object `n + 1`; the second node is a `Special`.
    fn heap(&self, tree: [Value; 3], nodes: &[[Value; 3]], statics: (Value, i32)) -> Heap {
        let mut heap = Heap::default();
        let fields = [tree.to_vec(), vec![Value::Null, Value::Null]].concat();
        heap.add(Object { ty: self.class("Tree"), content: Content::Fields(fields) });
        for (index, node) in nodes.iter().enumerate() {
            let ty = self.class(if index == 1 { "Special" } else { "Node" });
            heap.add(Object { ty, content: Content::Fields(node.to_vec()) });
        }
        heap.roots.push(Root { name: Name::new("Tree.shared"), value: statics.0 });
        heap.roots.push(Root { name: Name::new("Tree.count"), value: Value::Int(statics.1) });
        heap
    }

    fn call(&self, state: &mut State, name: &str, args: &[Value]) -> Option<Word> {
        let args: Vec<Word> = args.iter().map(|value| word(*value)).collect();
        assert!(self.executable.start(state, method_named(self.program, name), &args));
        match self.executable.run(state, &mut Budget::default()) {
            Outcome::Returned(value) => value,
            other => panic!("{name}: {other:?}"),
        }
    }
}

/// Object `n` of a heap is object `n` of the machine.
fn word(value: Value) -> Word {
    match value {
        Value::Unknown => panic!("a known value"),
        Value::Null => 0,
        Value::Boolean(truth) => Word::from(truth),
        Value::Int(number) => Word::from(number),
        Value::Long(number) => number,
        Value::Float(_) | Value::Double(_) => panic!("no floating point"),
        Value::Object(id) => Word::from(id.0) + 1,
    }
}

/// Node `n` of a heap that [`Suite::heap`] made.
fn node(number: usize) -> Value {
    Value::Object(ObjectId(number as u32 + 1))
}

/// What a formula is evaluated on.
#[derive(Clone)]
struct Situation {
    before: Heap,
    after: Heap,
    /// `this`, `given`, `n`.
    args: [Value; 3],
    result: Value,
}

impl Situation {
    fn unchanged(heap: Heap, given: Value, n: i32) -> Situation {
        let args = [Value::Object(ObjectId(0)), given, Value::Int(n)];
        Situation { before: heap.clone(), after: heap, args, result: given }
    }
}

/// Where the witnesses differ: for each formula how often, and the first time.
struct Findings<'s, 'p> {
    suite: &'s Suite<'p>,
    by_formula: BTreeMap<usize, (usize, String)>,
    compared: usize,
    seen: Vec<u8>,
}

impl<'s, 'p> Findings<'s, 'p> {
    fn new(suite: &'s Suite<'p>) -> Findings<'s, 'p> {
        Findings { suite, by_formula: BTreeMap::new(), compared: 0, seen: vec![0; suite.formulas.len()] }
    }

    fn add(&mut self, formula: usize, situation: &Situation, what: String) {
        let show = |heap: &Heap| text::write(heap, self.suite.program, &self.suite.layouts);
        let entry = self.by_formula.entry(formula).or_insert_with(|| {
            let (before, after) = (show(&situation.before), show(&situation.after));
            let after = if before == after { String::new() } else { format!("\nafter:\n{after}") };
            (0, format!("{what} with {:?}\n{before}{after}", situation.args))
        });
        entry.0 += 1;
    }

    fn naive(&self, formula: usize, situation: &Situation) -> u8 {
        let world = naive::World {
            program: self.suite.program,
            layouts: &self.suite.layouts,
            before: &situation.before,
            after: &situation.after,
            result: situation.result,
            locals: &[],
            is_old: false,
        };
        match naive::evaluate(world, self.suite.formulas[formula].0, &situation.args) {
            Ok(true) => TRUE,
            Ok(false) => FALSE,
            Err(naive::Thrown) => THROWS,
        }
    }

    /// `None`: it has no value, which is a finding.
    fn machine(&mut self, formula: usize, situation: &Situation, state: &State) -> Option<Truth> {
        let args = situation.args.map(word);
        let id = self.suite.formulas[formula].1;
        let result = Some(word(situation.result));
        let truth = self.suite.executable.evaluate(id, state, &args, result, &mut Budget::default());
        truth.map_err(|halt| self.add(formula, situation, format!("{halt:?}"))).ok()
    }

    /// Both witnesses on a whole heap.
    fn compare(&mut self, situation: &Situation, state: &State) {
        self.compare_some(situation, state, 0, 1);
    }

    /// The same for every `step`th formula.
    fn compare_some(&mut self, situation: &Situation, state: &State, first: usize, step: usize) {
        for formula in (first..self.suite.formulas.len()).step_by(step) {
            let expected = self.naive(formula, situation);
            let Some(found) = self.machine(formula, situation, state).map(possible) else { continue };
            self.compared += 1;
            self.seen[formula] |= expected;
            if expected != found {
                self.add(formula, situation, format!("expected {}, found {}", outcomes(expected), outcomes(found)));
            }
        }
    }

    fn load(&self, heap: &Heap) -> State {
        let mut state = self.suite.executable.load(heap).expect("a heap of the program").state;
        state.remember();
        state
    }

    /// On a partial heap: every completion has a possible outcome, and an open question is one.
    fn check_partial(&mut self, situation: &Situation, formula: usize, truth: Truth, completed: u8) {
        self.compared += 1;
        let found = possible(truth);
        if completed & !found != 0 {
            let message = format!("possible: {}, found {}", outcomes(completed), outcomes(found));
            self.add(formula, situation, message);
        }
        if truth.is_decided() != truth.open.is_none() {
            self.add(formula, situation, format!("{} with open question {:?}", outcomes(found), truth.open));
        }
        let heap = |request: SlotRef| if request.before { &situation.before } else { &situation.after };
        if let Some(Question::Slot(request)) = truth.open
            && slot(heap(request), request) != Value::Unknown
        {
            self.add(formula, situation, format!("{request:?} is no open slot"));
        }
    }

    /// Asks and answers in all ways until the formula is decided; `answers` are the values of a
    /// slot.
    fn explore(&mut self, formula: usize, situation: &Situation, state: &State) {
        let mut completed = 0;
        complete(situation, &mut |whole| completed |= self.naive(formula, whole));
        let Some(truth) = self.machine(formula, situation, state) else { return };
        self.check_partial(situation, formula, truth, completed);
        let Some(Question::Slot(request)) = truth.open else { return };
        for value in answers(situation, request) {
            let mut next = situation.clone();
            answer(&mut next, request, value);
            let mut state = state.clone();
            self.suite.executable.answer(&mut state, request, word(value));
            self.explore(formula, &next, &state);
        }
    }

    fn report(self, at_least: usize) {
        let findings = self.by_formula.iter().map(|(formula, (count, example))| {
            format!("{} ({count} times)\n  {}", self.suite.formulas[*formula].2, example.replace('\n', "\n  "))
        });
        let findings: Vec<String> = findings.collect();
        assert!(findings.is_empty(), "{} formulas:\n{}", findings.len(), findings.join("\n"));
        assert!(self.compared >= at_least, "only {} comparisons", self.compared);
    }
}

fn outcomes(set: u8) -> String {
    let names = [(TRUE, "true"), (FALSE, "false"), (THROWS, "exception")];
    let members: Vec<&str> = names.iter().filter(|(bit, _)| set & bit != 0).map(|(_, name)| *name).collect();
    members.join(" or ")
}

/// All ways to choose one of each list.
fn choices(lists: &[Vec<Value>]) -> Vec<Vec<Value>> {
    let mut all = vec![Vec::new()];
    for list in lists {
        all = all.iter().flat_map(|one: &Vec<Value>| list.iter().map(|value| [&one[..], &[*value]].concat())).collect();
    }
    all
}

/// Null and the nodes.
fn references(count: usize) -> Vec<Value> {
    std::iter::once(Value::Null).chain((0..count).map(node)).collect()
}

fn bits() -> Vec<Value> {
    vec![Value::Int(0), Value::Int(1)]
}

fn nodes_of(values: &[Value]) -> Vec<[Value; 3]> {
    values.chunks_exact(3).map(|chunk| [chunk[0], chunk[1], chunk[2]]).collect()
}

/// The slots of `count` nodes, each with these values.
fn node_slots(count: usize, reference: &[Value], number: &[Value]) -> Vec<Vec<Value>> {
    (0..count).flat_map(|_| [reference.to_vec(), reference.to_vec(), number.to_vec()]).collect()
}

/// A fixed sequence of numbers without pattern (Marsaglia's xorshift).
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }

    fn one_of(&mut self, values: &[Value]) -> Value {
        values[self.below(values.len())]
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

/// All heaps of up to `most` nodes, with all roots.
fn all_whole_heaps(suite: &Suite<'_>, most: usize, mut visit: impl FnMut(Situation)) {
    let mut number = 0;
    for count in 0..=most {
        let references = references(count);
        let tree = [references.clone(), references.clone()];
        for slots in choices(&[&tree[..], &node_slots(count, &references, &bits())].concat()) {
            number += 1;
            let flag = Value::Boolean(number % 2 == 0);
            let shared = references[number / 2 % references.len()];
            let heap = suite.heap([slots[0], slots[1], flag], &nodes_of(&slots[2..]), (shared, (number % 2) as i32));
            visit(Situation::unchanged(heap, references[number / 3 % references.len()], (number % 3) as i32));
        }
    }
}

#[test]
fn local_formulas_on_all_heaps_of_two_nodes() {
    with_program(|program| {
        let suite = Suite::new(program, "local");
        let mut findings = Findings::new(&suite);
        all_whole_heaps(&suite, 2, |situation| {
            let state = findings.load(&situation.before);
            findings.compare(&situation, &state);
        });
        findings.report(100_000);
    });
}

#[test]
fn sets_and_quantifiers_on_all_heaps_of_two_nodes() {
    with_program(|program| {
        let suite = Suite::new(program, "shape");
        let mut findings = Findings::new(&suite);
        // The second root comes in three ways: each formula meets about half of them.
        let mut number = 0;
        all_whole_heaps(&suite, 2, |situation| {
            let state = findings.load(&situation.before);
            findings.compare_some(&situation, &state, number % 2, 2);
            number += 1;
        });
        findings.report(100_000);
    });
}

/// Three nodes have too many heaps for a debug build: every 17th heap meets every fifth formula.
/// With `TIGHTROPE_ALL_HEAPS` set, all meet all.
#[test]
fn sets_and_quantifiers_on_heaps_of_three_nodes() {
    with_program(|program| {
        let suite = Suite::new(program, "shape");
        let mut findings = Findings::new(&suite);
        let (heaps, formulas) = if std::env::var_os("TIGHTROPE_ALL_HEAPS").is_some() { (1, 1) } else { (17, 5) };
        let references = references(3);
        let mut number = 0;
        for nodes in choices(&node_slots(3, &references, &bits())) {
            for root in &references {
                number += 1;
                if number % heaps != 0 {
                    continue;
                }
                let tree = [*root, references[number / 4 % 4], Value::Boolean(number % 2 == 0)];
                let heap = suite.heap(tree, &nodes_of(&nodes), (node(0), 1));
                let situation = Situation::unchanged(heap, node(1), 1);
                let state = findings.load(&situation.before);
                findings.compare_some(&situation, &state, number / heaps % formulas, formulas);
            }
        }
        findings.report(100_000);
    });
}

#[test]
fn numbers_of_all_widths() {
    with_program(|program| {
        let suite = Suite::new(program, "numbers");
        let mut findings = Findings::new(&suite);
        let mut dice = Dice(41);
        let ints = [0, 1, -1, 2, 7, -8, 31, 97, 255, 65_535, i32::MIN, i32::MAX].map(Value::Int);
        let longs = [0, 1, -1, 2, 63, 255, 1 << 31, -(1 << 31), 1 << 40, 0xffff, i64::MIN, i64::MAX].map(Value::Long);
        let fields = |dice: &mut Dice| {
            vec![
                dice.one_of(&[-128, -1, 0, 1, 97, 127].map(Value::Int)),
                dice.one_of(&[-32_768, -1, 0, 1, 97, 32_767].map(Value::Int)),
                dice.one_of(&[0, 1, 97, 255, 65_535].map(Value::Int)),
                dice.one_of(&ints),
                dice.one_of(&ints),
                dice.one_of(&longs),
                dice.one_of(&longs),
                Value::Boolean(dice.chance(50)),
            ]
        };
        for _ in 0..300 {
            let mut heap = Heap::default();
            heap.add(Object { ty: suite.class("Numbers"), content: Content::Fields(fields(&mut dice)) });
            for n in [0, 1, 7, 31, 32, 63] {
                let mut situation = Situation::unchanged(heap.clone(), Value::Null, n);
                situation.result = Value::Boolean(true);
                let state = findings.load(&heap);
                findings.compare(&situation, &state);
            }
        }
        findings.report(100_000);
    });
}

/// The tree and one node, with arrays of numbers and of objects in all ways; `int` elements change
/// from before to after.
#[test]
fn arrays_in_all_ways() {
    with_program(|program| {
        let suite = Suite::new(program, "arrays");
        let mut findings = Findings::new(&suite);
        let things = [Value::Null, node(0), Value::Object(ObjectId(0)), Value::Object(ObjectId(3))];
        for (ints, ints_after) in [(None, None), (Some(vec![]), None)].into_iter().chain(int_arrays()) {
            for (ty, things) in object_arrays(&suite, &things) {
                let mut heap = suite.heap([node(0), Value::Null, Value::Boolean(false)], &[], (Value::Null, 0));
                heap.add(Object { ty: suite.class("Node"), content: node_content() });
                let int_array = ints.clone().unwrap_or_default();
                heap.add(Object { ty: Type::INT.array_of(), content: Content::Elements(int_array) });
                heap.add(Object { ty, content: Content::Elements(things.clone().unwrap_or_default()) });
                let tree = heap.objects[0].values_mut();
                tree[3] = if ints.is_some() { Value::Object(ObjectId(2)) } else { Value::Null };
                tree[4] = if things.is_some() { Value::Object(ObjectId(3)) } else { Value::Null };
                for n in [-1, 0, 1] {
                    let mut situation = Situation::unchanged(heap.clone(), node(0), n);
                    let mut state = findings.load(&heap);
                    for (index, value) in ints_after.iter().flatten().enumerate() {
                        situation.after.objects[2].values_mut()[index] = *value;
                        suite.call(
                            &mut state,
                            "setInt",
                            &[Value::Object(ObjectId(2)), Value::Int(index as i32), *value],
                        );
                    }
                    findings.compare(&situation, &state);
                }
            }
        }
        findings.report(50_000);
    });
}

fn node_content() -> Content {
    Content::Fields(vec![Value::Null, Value::Null, Value::Int(0)])
}

type Elements = Option<Vec<Value>>;

/// Arrays of one or two numbers, before and after.
fn int_arrays() -> Vec<(Elements, Elements)> {
    let mut all = Vec::new();
    for length in [1, 2] {
        let contents = choices(&vec![bits(); length]);
        for before in &contents {
            all.extend(contents.iter().map(|after| (Some(before.clone()), Some(after.clone()))));
        }
    }
    all
}

fn object_arrays(suite: &Suite<'_>, elements: &[Value]) -> Vec<(Type, Elements)> {
    let object = suite.class("java.lang.Object").array_of();
    let nodes = suite.class("Node").array_of();
    let mut all = vec![(object, None), (object, Some(vec![])), (nodes, Some(vec![])), (nodes, Some(vec![node(0)]))];
    for length in [1, 2] {
        all.extend(choices(&vec![elements.to_vec(); length]).into_iter().map(|content| (object, Some(content))));
    }
    all
}

/// A method that changes a slot of the heap and is written down in the situation too.
fn change(suite: &Suite<'_>, situation: &mut Situation, state: &mut State, object: usize, slot: usize, value: Value) {
    let method = match (object, slot) {
        (0, 0) => "setRoot",
        (0, 1) => "setOther",
        (0, _) => "setFlag",
        (_, 0) => "setLeft",
        (_, 1) => "setRight",
        _ => "setValue",
    };
    situation.after.objects[object].values_mut()[slot] = value;
    suite.call(state, method, &[Value::Object(ObjectId(object as u32)), value]);
}

/// A heap of up to three nodes and what a method makes of it: some slots change, a new node may
/// appear.
fn random_change(suite: &Suite<'_>, dice: &mut Dice, unknown: usize) -> (Situation, State) {
    let count = dice.below(if unknown > 0 { 3 } else { 4 });
    let references_before = references(count);
    let flags = [Value::Boolean(false), Value::Boolean(true)];
    let mut tree = [dice.one_of(&references_before), dice.one_of(&references_before), dice.one_of(&flags)];
    let mut slots: Vec<Value> = Vec::new();
    for _ in 0..count {
        slots.extend([dice.one_of(&references_before), dice.one_of(&references_before), dice.one_of(&bits())]);
    }
    for _ in 0..unknown {
        match dice.below(tree.len() + slots.len()) {
            place if place < tree.len() => tree[place] = Value::Unknown,
            place => slots[place - tree.len()] = Value::Unknown,
        }
    }
    let heap = suite.heap(tree, &nodes_of(&slots), (dice.one_of(&references_before), 0));
    let mut situation = Situation::unchanged(heap, dice.one_of(&references_before), 1);
    let mut state = suite.executable.load(&situation.before).expect("a heap of the program").state;
    state.remember();
    let has_new = dice.chance(50);
    if has_new {
        let added = situation.after.add(Object { ty: suite.class("Node"), content: node_content() });
        assert_eq!(suite.call(&mut state, "make", &[]), Some(word(Value::Object(added))));
    }
    let references = references(count + usize::from(has_new));
    for object in 0..situation.after.objects.len() {
        for slot in 0..3 {
            if dice.chance(40) {
                let value = match (object, slot) {
                    (0, 2) => dice.one_of(&flags),
                    (_, 2) => dice.one_of(&bits()),
                    _ => dice.one_of(&references),
                };
                change(suite, &mut situation, &mut state, object, slot, value);
            }
        }
    }
    let statics = [dice.one_of(&references), dice.one_of(&bits())];
    situation.after.roots[0].value = statics[0];
    situation.after.roots[1].value = statics[1];
    suite.call(&mut state, "setStatics", &statics);
    situation.result = dice.one_of(&references);
    (situation, state)
}

#[test]
fn before_and_after_on_random_heaps_of_three_nodes() {
    with_program(|program| {
        for group in ["change", "local", "shape"] {
            let suite = Suite::new(program, group);
            let mut findings = Findings::new(&suite);
            let mut dice = Dice(7);
            for _ in 0..if group == "change" { 5_000 } else { 500 } {
                let (situation, state) = random_change(&suite, &mut dice, 0);
                findings.compare(&situation, &state);
            }
            findings.report(20_000);
        }
    });
}

// Partial heaps.

fn slot(heap: &Heap, request: SlotRef) -> Value {
    heap.objects.get(request.object).map_or(Value::Null, |object| object.values()[request.slot as usize])
}

/// All values that a slot can have, with the objects that were there before the method.
fn answers(situation: &Situation, request: SlotRef) -> Vec<Value> {
    match (request.object, request.slot) {
        (0, 2) => vec![Value::Boolean(false), Value::Boolean(true)],
        (0, _) | (_, 0 | 1) => references(situation.before.objects.len() - 1),
        _ => bits(),
    }
}

/// Before the method, and after it where the method has not written.
fn answer(situation: &mut Situation, request: SlotRef, value: Value) {
    for heap in [&mut situation.before, &mut situation.after] {
        if let Some(object) = heap.objects.get_mut(request.object) {
            let slot = &mut object.values_mut()[request.slot as usize];
            if *slot == Value::Unknown {
                *slot = value;
            }
        }
    }
}

/// All whole situations that a partial one can become.
fn complete(situation: &Situation, visit: &mut impl FnMut(&Situation)) {
    let unknown = situation.before.objects.iter().enumerate().find_map(|(object, content)| {
        let slot = content.values().iter().position(|value| *value == Value::Unknown)?;
        Some(SlotRef { object, slot: slot as u32, is_long: false, before: true })
    });
    let Some(request) = unknown else { return visit(situation) };
    for value in answers(situation, request) {
        let mut next = situation.clone();
        answer(&mut next, request, value);
        complete(&next, visit);
    }
}

#[test]
fn partial_heaps_before_and_after() {
    with_program(|program| {
        for group in ["change", "local", "shape"] {
            let suite = Suite::new(program, group);
            let mut findings = Findings::new(&suite);
            let mut dice = Dice(11);
            for round in 0..if group == "change" { 1_200 } else { 400 } {
                let (situation, state) = random_change(&suite, &mut dice, 1 + round % 3);
                for formula in (round % 9..suite.formulas.len()).step_by(9) {
                    findings.explore(formula, &situation, &state);
                }
            }
            findings.report(5_000);
        }
    });
}

/// The outcomes of all formulas on all completions of all partial heaps.
fn all_partial_heaps(program: &Program, group: &str, count: usize) {
    let suite = Suite::new(program, group);
    let mut findings = Findings::new(&suite);
    let references = references(count);
    let last = references[count];
    let make = |slots: &[Value]| {
        let heap = suite.heap([slots[0], last, Value::Boolean(true)], &nodes_of(&slots[1..]), (last, 1));
        Situation::unchanged(heap, references[count.min(1)], 1)
    };
    let lists = [&[references.clone()][..], &node_slots(count, &references, &bits())].concat();
    let formulas = suite.formulas.len();
    let whole: Vec<Vec<u8>> = choices(&lists)
        .iter()
        .map(|slots| (0..formulas).map(|formula| findings.naive(formula, &make(slots))).collect())
        .collect();
    let partial: Vec<Vec<Value>> = lists.iter().map(|list| [&list[..], &[Value::Unknown]].concat()).collect();
    for slots in choices(&partial) {
        let situation = make(&slots);
        let state = findings.load(&situation.before);
        let mut completed = vec![0; formulas];
        for index in completions(&slots, &lists) {
            whole[index].iter().zip(&mut completed).for_each(|(outcome, all)| *all |= outcome);
        }
        for (formula, completed) in completed.into_iter().enumerate() {
            if let Some(truth) = findings.machine(formula, &situation, &state) {
                findings.check_partial(&situation, formula, truth, completed);
            }
        }
    }
    findings.report(formulas);
}

/// Which of all choices from `lists` agree with the known slots.
fn completions(slots: &[Value], lists: &[Vec<Value>]) -> Vec<usize> {
    let mut all = vec![0];
    for (slot, list) in slots.iter().zip(lists) {
        let fitting = (0..list.len()).filter(|index| *slot == Value::Unknown || list[*index] == *slot);
        let fitting: Vec<usize> = fitting.collect();
        all = all.iter().flat_map(|index| fitting.iter().map(move |next| index * list.len() + next)).collect();
    }
    all
}

#[test]
fn local_formulas_on_all_partial_heaps() {
    with_program(|program| (0..=2).for_each(|count| all_partial_heaps(program, "local", count)));
}

#[test]
fn sets_and_quantifiers_on_all_partial_heaps() {
    with_program(|program| (0..=2).for_each(|count| all_partial_heaps(program, "shape", count)));
}
