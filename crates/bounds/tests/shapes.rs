//! Bounds from the shape predicates of the benchmarks: all ways to compute them agree with each
//! other and with the structures that exploration finds, and have the sizes that the literature and
//! brute force say.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use tightrope_bounds::heaps::{Keys, from_heaps};
use tightrope_bounds::shape::{Limits, Shapes};
use tightrope_engine::{Cancel, Enumerate, Meter, RunBudget};
use tightrope_explore::Explore;
use tightrope_heap::canonical::Order;
use tightrope_heap::{FieldBound, FieldBounds, FieldValue, Heap, Label, Layouts, Scope};
use tightrope_machine::Budget;
use tightrope_problem::{Bounds, Problem};
use tightrope_program::{ClassId, FieldId, Options, Program, lower};
use tightrope_source::SourceMap;

const CLASSES: [&str; 7] = ["LList", "AList", "CList", "BSTree", "TreeSet", "AvlTree", "BinomialHeap"];

struct Subject {
    program: Program,
    layouts: Layouts,
    class: ClassId,
    node: ClassId,
    shapes: Shapes,
}

fn read(name: &str, end: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benchmarks/jml").join(format!("{name}.{end}"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn program_of(text: &str) -> Program {
    let mut sources = SourceMap::new();
    let file = sources.add("Subject.java", text);
    let parsed = tightrope_syntax::parse_file(file, text);
    lower(&[parsed.unit], &mut sources, &Options::default()).program
}

fn subject(name: &str) -> Subject {
    let program = program_of(&read(name, "java"));
    let class = program.class_named(name).expect("the class of the benchmark");
    let node = program.class_named(&format!("{name}.Node")).expect("its nodes");
    let shapes = Shapes::read(&read(name, "shape"), &program).unwrap_or_else(|error| panic!("{name}: {error:?}"));
    Subject { layouts: Layouts::new(&program), program, class, node, shapes }
}

impl Subject {
    fn limits(&self, nodes: u32) -> Limits {
        vec![(self.class, 1), (self.node, nodes)]
    }

    fn bounds(&self, nodes: u32, order: Order) -> FieldBounds {
        let found = self.shapes.field_bounds(self.class, &self.limits(nodes), order, &self.layouts, None);
        found.expect("no failure").expect("the class has a shape")
    }

    fn one_by_one(&self, nodes: u32, order: Order) -> FieldBounds {
        let found = self.shapes.one_by_one(self.class, &self.limits(nodes), order, &self.layouts, None);
        found.expect("no failure").expect("the class has a shape")
    }

    fn explored(&self, nodes: u32) -> Vec<Heap> {
        let Budget { steps, depth, objects } = Budget::default();
        let run = RunBudget { steps, depth, objects, iterations: None };
        let (cancel, meter, deadline) = (Cancel::default(), Meter::default(), None);
        let limits =
            tightrope_engine::Limits { threads: 1, deadline, cancel: &cancel, meter: &meter, run, goes_on: false };
        let problem = Arc::new(Problem::of_structures(&self.program, self.class));
        let bounds = Bounds::resolve(&problem, &Scope::of(nodes as usize));
        let found = Explore::default().structures(problem, &bounds, &limits, true);
        assert!(found.answer.cuts.is_empty(), "{:?}", found.answer.cuts);
        found.heaps
    }

    fn size(&self, nodes: u32, fields: &[&str]) -> usize {
        let bounds = self.bounds(nodes, Order::BreadthFirst);
        let counted = bounds.iter().filter(|(field, ..)| fields.contains(&self.program.field(*field).name.as_str()));
        counted.map(|(.., bound)| bound.may.len()).sum()
    }
}

fn entries(bounds: &FieldBounds) -> Vec<(FieldId, Label, &FieldBound)> {
    bounds.iter().collect()
}

#[test]
fn all_ways_agree_up_to_scope_6() {
    for name in CLASSES {
        let subject = subject(name);
        for nodes in 1..=6 {
            let heaps = subject.explored(nodes);
            for order in [Order::BreadthFirst, Order::DepthFirst] {
                let bounds = subject.bounds(nodes, order);
                let plain = subject.one_by_one(nodes, order);
                assert_eq!(entries(&bounds), entries(&plain), "{name}, {nodes} nodes, {order:?}");
                let fields: BTreeSet<FieldId> = subject.shapes.fields();
                let limits = subject.limits(nodes);
                let explored = from_heaps(&heaps, &limits, (&fields, &Keys::new()), order, &subject.layouts);
                // Where the predicate leaves a field open, exploration still sees values.
                let said =
                    entries(&explored).into_iter().filter(|(field, label, _)| bounds.get(*field, *label).is_some());
                assert_eq!(said.collect::<Vec<_>>(), entries(&bounds), "{name}, {nodes} nodes, {order:?}");
            }
        }
    }
}

#[test]
fn sizes_are_those_of_all_trees() {
    let nodes = [5, 7, 10, 12, 15, 20];
    let sizes = |name: &str| nodes.map(|nodes| subject(name).size(nodes, &["left", "right"]));
    assert_eq!(sizes("AvlTree"), [20, 33, 60, 81, 129, 217]);
    assert_eq!(sizes("BSTree"), [24, 41, 74, 101, 149, 249]);
    assert_eq!(sizes("TreeSet"), [20, 37, 68, 95, 143, 243]);
}

#[test]
fn lists_have_the_bounds_of_lists() {
    let subject = subject("LList");
    for order in [Order::BreadthFirst, Order::DepthFirst] {
        let bounds = subject.bounds(100, order);
        let next: Vec<Vec<FieldValue>> = bounds
            .iter()
            .filter(|(field, ..)| subject.program.field(*field).name == "next")
            .map(|(.., bound)| bound.may.iter().copied().collect())
            .collect();
        assert_eq!(next.len(), 100);
        for (at, may) in next.iter().enumerate().take(99) {
            let following = Label { class: subject.node, number: at as u32 + 1 };
            assert_eq!(*may, [FieldValue::Null, FieldValue::Object(following)]);
        }
        assert_eq!(next[99], [FieldValue::Null]);
    }
}

const CELLS: &str = "class Cell { Cell next; boolean mark; int number; } class Box { Cell first; }";

fn message(shape: &str) -> String {
    let program = program_of(CELLS);
    let limits =
        vec![(program.class_named("Box").expect("a class"), 1), (program.class_named("Cell").expect("a class"), 3)];
    let result = Shapes::read(shape, &program)
        .map_err(tightrope_bounds::shape::Failure::Shape)
        .and_then(|shapes| shapes.field_bounds(limits[0].0, &limits, Order::DepthFirst, &Layouts::new(&program), None));
    match result {
        Err(tightrope_bounds::shape::Failure::Shape(error)) => {
            format!("{}: {}", &shape[error.place], error.message)
        }
        other => format!("{other:?}"),
    }
}

#[test]
fn mistakes_are_explained() {
    let cases = [
        ("shape Bax == emp;", "Bax: there is no class `Bax`"),
        ("shape Box == this -> Box(frist: c);", "frist: class `Box` has no field `frist`"),
        ("shape Box == list(c);", "list: there is no predicate `list`"),
        ("shape Box == list(c); list(x, y) == emp;", "list: `list` has 2 parameters, but is given 1 arguments"),
        ("shape Box == x = null;", "=: expected `->` or `(`, found `=`"),
        (
            "shape Box == emp & x",
            ": expected `;` at the end of the predicate, or `or` and another case, found the end of the text",
        ),
        ("shape Box == emp; shape Box == emp;", "Box: `Box` is defined twice"),
        ("shape Box == this -> Box(first: c) # ;", "#: this sign means nothing in a shape predicate"),
        ("shape Box == loop(x); loop(x) == loop(x);", "loop: `loop` calls itself without a node in between"),
        ("shape Box == this -> Box(first: c);", "this -> Box(first: c): nothing says what `c` is"),
        ("shape Box == this -> Box(first: c) & c = null & n < m;", "n < m: the value of `n` is not determined here"),
        ("shape Box == this -> Box(first: c) & c = null & 3 < n;", "3 < n: the value of `n` is not determined here"),
        (
            "shape Box == this -> Box(first: c) & c = null & exists k: exists m: 2 * k = m;",
            "k: a quantifier in a quantifier must not multiply variables",
        ),
        ("shape Box == this -> Box(first: c) & c = null & c + 1 = 2;", "c + 1 = 2: `c` is a reference, not a number"),
    ];
    for (shape, expected) in cases {
        assert_eq!(message(shape), expected);
    }
}

/// The numbers that cells hold under a pure formula.
fn numbers(formula: &str) -> Vec<i64> {
    let program = program_of(CELLS);
    let shape = format!(
        "shape Box == this -> Box(first: c) * cell(c); cell(c) == c -> Cell(next: null, number: n, mark: b) & {formula};"
    );
    let shapes = Shapes::read(&shape, &program).unwrap_or_else(|error| panic!("{formula}: {error:?}"));
    let class = program.class_named("Box").expect("a class");
    let limits = vec![(class, 1), (program.class_named("Cell").expect("a class"), 1)];
    let bounds = shapes.field_bounds(class, &limits, Order::DepthFirst, &Layouts::new(&program), None);
    let bounds = bounds.unwrap_or_else(|error| panic!("{formula}: {error:?}")).expect("there is a shape");
    let of_number = bounds.iter().filter(|(field, ..)| program.field(*field).name == "number");
    let values = of_number.flat_map(|(.., bound)| {
        bound.may.iter().map(|value| match value {
            FieldValue::Data(number) => *number,
            other => panic!("{other:?}"),
        })
    });
    values.collect()
}

#[test]
fn pure_formulas_mean_what_they_say() {
    assert_eq!(numbers("n = 3"), [3]);
    assert_eq!(numbers("-1 <= n < 2"), [-1, 0, 1]);
    assert_eq!(numbers("2 * n = 7"), [0i64; 0]);
    assert_eq!(numbers("3 * n + 1 = n - 7"), [-4]);
    assert_eq!(numbers("(n = 1 | n = 4) & n != 1"), [4]);
    assert_eq!(numbers("!(n < 2 | n > 4)"), [2, 3, 4]);
    assert_eq!(numbers("max(n, 3) = 3 & min(n, 1) = 1"), [1, 2, 3]);
    assert_eq!(numbers("abs(n) <= 1 & b = true"), [-1, 0, 1]);
    assert_eq!(numbers("b & n = 5 | !b & n = b + 6"), [5, 6]);
    assert_eq!(numbers("0 <= n <= 9 & exists k: n = 3 * k"), [0, 3, 6, 9]);
    assert_eq!(numbers("0 <= n <= 9 & forall k: (k <= 4 | n <= k)"), [0, 1, 2, 3, 4, 5]);
    assert_eq!(numbers("0 <= n <= 5 & forall k: exists m: m = k + n"), [0, 1, 2, 3, 4, 5]);
    // A quantifier binds as tightly as a negation.
    assert_eq!(numbers("exists n: n = 2 & n = 1 | n = 8"), [1, 8]);
    assert_eq!(numbers("exists n: (n = 2 & n = 1) | n = 8"), [8]);
}
