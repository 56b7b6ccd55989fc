//! Shape predicates that are derived from invariants: they admit what the invariant admits, and
//! where nothing can be derived, it is said why.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use tightrope_bounds::derive::derive;
use tightrope_bounds::heaps::{Keys, from_heaps};
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
        self.found(nodes).expect("all are found")
    }

    /// All structures; `None` if something was cut.
    fn found(&self, nodes: u32) -> Option<Vec<Heap>> {
        let Budget { steps, depth, objects } = Budget::default();
        let run = RunBudget { steps, depth, objects, iterations: None };
        let (cancel, meter, deadline) = (Cancel::default(), Meter::default(), None);
        let limits =
            tightrope_engine::Limits { threads: 1, deadline, cancel: &cancel, meter: &meter, run, goes_on: false };
        let problem = Arc::new(Problem::of_structures(&self.program, self.class));
        let bounds = Bounds::resolve(&problem, &Scope::of(nodes as usize));
        let found = Explore::default().structures(problem, &bounds, &limits, true);
        found.answer.cuts.is_empty().then_some(found.heaps)
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
                let explored =
                    from_heaps(&heaps, &subject.limits(nodes), (&fields, &Keys::new()), order, &subject.layouts);
                assert_eq!(entries(&explored), entries(&bounds), "{name}, {nodes} nodes, {order:?}\n{}", subject.text);
            }
        }
    }
}

/// A small generator, so that a failure can be repeated.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit.max(1)
    }

    fn pick<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.below(texts.len() as u64) as usize]
    }

    fn child(&mut self) -> String {
        format!("n.{}", self.pick(&["left", "right"]))
    }

    fn number(&mut self, depth: usize) -> String {
        match self.below(if depth == 0 { 4 } else { 6 }) {
            0 => self.below(3).to_string(),
            1 => format!("f({})", self.child()),
            2 => {
                format!("\\reach({}, Node, {}).int_size()", self.child(), self.pick(&["left", "right", "left + right"]))
            }
            3 => "n.h".to_owned(),
            4 => format!("({} {} {})", self.number(0), self.pick(&["+", "-"]), self.number(0)),
            _ => format!("Math.{}({}, {})", self.pick(&["max", "min"]), self.number(0), self.number(0)),
        }
    }

    fn condition(&mut self, depth: usize) -> String {
        match self.below(if depth == 0 { 5 } else { 8 }) {
            0 => "n.flag".to_owned(),
            1 => format!("{} {} null", self.child(), self.pick(&["==", "!="])),
            // It may have no value.
            2 => format!("{}.flag", self.child()),
            3 => format!("g({})", self.child()),
            4 => format!("{} {} {}", self.number(1), self.pick(&["<", "<=", "==", "!=", ">"]), self.number(1)),
            5 => format!("!({})", self.condition(depth - 1)),
            _ => {
                let sign = self.pick(&["&&", "||", "==>", "<==>"]);
                format!("({} {sign} {})", self.condition(depth - 1), self.condition(depth - 1))
            }
        }
    }

    /// A tree, with clauses that were put together at random.
    fn class(&mut self) -> String {
        let walk = "\\reach(root, Node, left + right)";
        let all = |body: &str| format!("    //@ invariant (\\forall Node n; {walk}.has(n); {body});\n");
        let below = |child: &str| format!("\\reach(n.{child}, Node, left + right)");
        let (left, right) = (below("left"), below("right"));
        let mut clauses = match self.below(2) {
            0 => all(&format!("!{left}.has(n) && !{right}.has(n) && {left}.intersection({right}).isEmpty()")),
            _ => all(&format!(
                "(\\forall Node m; {left}.has(m); m.key < n.key) && (\\forall Node m; {right}.has(m); m.key > n.key)"
            )),
        };
        if self.below(2) == 0 {
            let term = self.pick(&["f(n.left)", "1 + Math.max(f(n.left), f(n.right))", "n.flag ? 1 : 0", "f(n)"]);
            clauses += &all(&format!("n.h == ({term})"));
        }
        for _ in 0..self.below(3) {
            clauses += &all(&self.condition(2));
        }
        let up = self.below(2) == 0;
        if up {
            clauses += &all("(n.left != null ==> n.left.up == n) && (n.right == null || n.right.up == n)");
            clauses += "    //@ invariant root != null ==> root.up == null;\n";
        }
        if self.below(3) == 0 {
            // The nodes to the right of a left child.
            let body = self.pick(&["m.flag", "m.flag == n.flag", "m.left == null", "m.h == n.h"]);
            clauses += &all(&format!("(\\forall Node m; \\reach(n.left, Node, right).has(m); {body})"));
        }
        if self.below(2) == 0 {
            clauses += &format!("    //@ invariant size == {walk}.int_size();\n");
        }
        let f = self.pick(&[
            "f(n.left) + 1",
            "Math.max(f(n.left), f(n.right)) + 1",
            "f(n.right) + (n.flag ? 1 : 0)",
            "n.h",
        ]);
        let g = self.pick(&["n.flag", "!n.flag && n.left == null", "g(n.left) || n.flag", "n.right != null"]);
        let (of_f, of_g) = (self.pick(&["0", "1"]), self.pick(&["true", "false"]));
        let up = if up { "/*@ nullable @*/ Node up;" } else { "" };
        format!(
            "class Box {{\n    /*@ nullable @*/ Node root; int size;\n{clauses}    \
             /*@ model static pure helper int f(nullable Node n) {{ return n == null ? {of_f} : {f}; }} @*/\n    \
             /*@ model static pure helper boolean g(nullable Node n) {{ return n == null ? {of_g} : {g}; }} @*/\n    \
             void run() {{}}\n    \
             static class Node {{ /*@ nullable @*/ Node left, right; {up} boolean flag; int key, h; }}\n}}\n"
        )
    }
}

/// Random invariants: whatever a structure holds that exploration finds is within the derived
/// bounds. `TIGHTROPE_RANDOM_CLASSES` says how many.
#[test]
fn derived_predicates_of_random_invariants_exclude_nothing() {
    let count = std::env::var("TIGHTROPE_RANDOM_CLASSES").ok().and_then(|text| text.parse().ok()).unwrap_or(30);
    let (mut derived, mut exact) = (0, 0);
    for seed in 1..=count {
        let text = Random(u64::wrapping_mul(seed, 0x9e37_79b9_7f4a_7c15) | 1).class();
        let program = program_of(&text);
        let class = program.class_named("Box").expect("the class");
        let Ok(predicate) = derive(&program, class) else { continue };
        let subject = subject("Box", &text);
        let shown = format!("seed {seed}\n{text}\n{}", predicate.text);
        let small = subject.shapes.limits(class, |_| 1);
        // Where a number is not determined, the predicate is not used.
        if subject.shapes.field_bounds(class, &small, Order::DepthFirst, &subject.layouts, None).is_err() {
            continue;
        }
        derived += 1;
        let mut is_exact = true;
        for nodes in 1..=3 {
            let Some(heaps) = subject.found(nodes) else { continue };
            for order in [Order::BreadthFirst, Order::DepthFirst] {
                let bounds = subject.bounds(&subject.shapes, nodes, order);
                let fields = subject.shapes.fields();
                let explored =
                    from_heaps(&heaps, &subject.limits(nodes), (&fields, &Keys::new()), order, &subject.layouts);
                for (field, label, bound) in explored.iter() {
                    let missing = bound.may.iter().find(|value| !bounds.allows(field, label, **value));
                    assert!(
                        missing.is_none(),
                        "{field:?} of {label:?}: {missing:?}, {nodes} nodes, {order:?}\n{shown}"
                    );
                }
                is_exact &= explored.size() == bounds.size();
            }
        }
        exact += usize::from(is_exact);
    }
    assert!(derived * 2 > count, "of {count} classes {derived} have a derived predicate");
    assert!(exact * 4 > derived as usize, "{exact} of {derived} say all");
}
