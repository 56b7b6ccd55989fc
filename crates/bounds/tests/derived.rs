//! Shape predicates that are derived from invariants: they admit what the invariant admits, and
//! where nothing can be derived, it is said why.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use tightrope_bounds::derive::derive;
use tightrope_bounds::heaps::from_heaps;
use tightrope_bounds::shape::{Limits, Shapes};
use tightrope_engine::{Cancel, Enumerate, Meter, RunBudget};
use tightrope_explore::Explore;
use tightrope_heap::canonical::Order;
use tightrope_heap::{FieldBound, FieldBounds, Heap, Label, Layouts, Scope};
use tightrope_machine::Budget;
use tightrope_problem::{Bounds, Problem};
use tightrope_program::{ClassId, FieldId, Options, Program, lower};
use tightrope_source::SourceMap;

const CLASSES: [&str; 7] = ["LList", "AList", "CList", "BSTree", "TreeSet", "AvlTree", "BinomialHeap"];

fn program_of(text: &str) -> Program {
    let mut sources = SourceMap::new();
    let file = sources.add("Subject.java", text);
    let parsed = tightrope_syntax::parse_file(file, text);
    lower(&[parsed.unit], &mut sources, &Options::default()).program
}

fn benchmark(name: &str, end: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benchmarks/jml").join(format!("{name}.{end}"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

struct Subject {
    program: Program,
    layouts: Layouts,
    class: ClassId,
    node: ClassId,
    text: String,
    shapes: Shapes,
}

fn subject(name: &str, text: &str) -> Subject {
    let program = program_of(text);
    let class = program.class_named(name).expect("the class");
    let node = program.class_named(&format!("{name}.Node")).expect("its nodes");
    let text = derive(&program, class).unwrap_or_else(|reason| panic!("{name}: {reason}")).text;
    let shapes = Shapes::read(&text, &program).unwrap_or_else(|error| panic!("{name}: {error:?}\n{text}"));
    Subject { layouts: Layouts::new(&program), program, class, node, text, shapes }
}

impl Subject {
    fn limits(&self, nodes: u32) -> Limits {
        vec![(self.class, 1), (self.node, nodes)]
    }

    fn bounds(&self, shapes: &Shapes, nodes: u32, order: Order) -> FieldBounds {
        let found = shapes.field_bounds(self.class, &self.limits(nodes), order, &self.layouts, None);
        found.unwrap_or_else(|failure| panic!("{failure:?}\n{}", self.text)).expect("the class has a shape")
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
}

fn entries(bounds: &FieldBounds) -> Vec<(FieldId, Label, &FieldBound)> {
    bounds.iter().collect()
}

/// For every benchmark a predicate is derived, and its bounds are those of all structures, for both
/// labellings: not only a superset.
#[test]
fn derived_bounds_are_those_of_all_structures_up_to_scope_6() {
    for name in CLASSES {
        let subject = subject(name, &benchmark(name, "java"));
        for nodes in 1..=6 {
            let heaps = subject.explored(nodes);
            for order in [Order::BreadthFirst, Order::DepthFirst] {
                let bounds = subject.bounds(&subject.shapes, nodes, order);
                let fields: BTreeSet<FieldId> = subject.shapes.fields();
                let explored = from_heaps(&heaps, &subject.limits(nodes), &fields, order, &subject.layouts);
                assert_eq!(entries(&explored), entries(&bounds), "{name}, {nodes} nodes, {order:?}\n{}", subject.text);
            }
        }
    }
}
