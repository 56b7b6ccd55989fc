//! The models of an invariant are the structures that the literature counts (TACO's Table 10, from
//! 3 nodes on), which are those that `generate` finds: no heap is lost on the way to the formula,
//! and none comes twice.
//!
//! Models are told apart by their references, truth values and sizes; elements and keys are free up
//! to order, and do not count.

use std::collections::BTreeSet;
use std::path::Path;
use tightrope_bounds::feasible::{Algorithm, Effort, Structures, feasible_values};
use tightrope_circuit::{Cadical, Limits, Lit, Outcome, Session};
use tightrope_heap::Scope;
use tightrope_program::names::simple_name;
use tightrope_program::{Options as Lowering, Program, lower};
use tightrope_source::SourceMap;
use tightrope_symbolic::{Options, structures};
use tightrope_syntax::{STACK_SIZE, parse_file};

fn program(class: &str) -> Program {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../benchmarks/jml/{class}.java"));
    let text = std::fs::read_to_string(&path).expect("a readable program");
    let mut sources = SourceMap::new();
    let file = sources.add(&path, text.clone());
    lower(&[parse_file(file, &text).unit], &mut sources, &Lowering::default()).program
}

/// The structures of a class; trees are numbered as such at once, or left to the formula.
fn structures_of(class: &str, nodes: usize, has_tree_numbers: bool) -> Structures {
    let program = program(class);
    let id = program.class_ids().find(|id| simple_name(&program, *id) == class).expect("the class is there");
    let options = Options { has_tree_numbers, ..Options::default() };
    structures(&program, id, &Scope::of(nodes), &options).expect("structures of one class")
}

/// How many different structures the formula admits.
fn count(class: &str, nodes: usize, has_tree_numbers: bool) -> usize {
    let found = structures_of(class, nodes, has_tree_numbers);
    let mut session = Session::new(Box::new(Cadical::default()));
    found.assumptions.iter().for_each(|lit| session.assert(&found.circuit, *lit));
    let told: BTreeSet<Lit> = found.places.iter().flat_map(|place| place.values.iter().map(|(_, lit)| *lit)).collect();
    let told: Vec<Lit> = told.into_iter().filter(|lit| !lit.is_constant()).collect();
    let mut models = 0;
    while session.solve(&found.circuit, &[], &Limits::NONE) == Outcome::Sat {
        models += 1;
        assert!(models < 10_000, "{class} has too many models of {nodes} nodes");
        let mut model = session.model(&found.circuit);
        let values = model.values(&found.circuit, &told);
        let other: Vec<Lit> = told.iter().zip(values).map(|(lit, value)| if value { !*lit } else { *lit }).collect();
        session.assert_any(&found.circuit, &other);
    }
    models
}

#[test]
fn models_are_the_structures_of_the_literature() {
    // From 3 nodes to 5.
    let expected = [
        ("LList", [4, 5, 6]),
        ("CList", [6, 10, 15]),
        ("BSTree", [9, 23, 65]),
        ("TreeSet", [6, 10, 18]),
        ("AvlTree", [5, 9, 15]),
    ];
    let worker = std::thread::Builder::new().stack_size(STACK_SIZE).spawn(move || {
        for (class, counts) in expected {
            for has_tree_numbers in [true, false] {
                let found = [3, 4, 5].map(|nodes| count(class, nodes, has_tree_numbers));
                assert_eq!(found, counts, "{class}");
            }
        }
    });
    worker.expect("a thread starts").join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
}

/// What breadth-first numbers of trees leave out, no structure has.
#[test]
fn bounds_are_the_same_without_tree_numbers() {
    let worker = std::thread::Builder::new().stack_size(STACK_SIZE).spawn(|| {
        for class in ["LList", "BSTree", "TreeSet", "AvlTree", "BinomialHeap"] {
            for nodes in 1..=5 {
                let [numbered, plain] = [true, false].map(|has_tree_numbers| {
                    let structures = structures_of(class, nodes, has_tree_numbers);
                    let effort = Effort {
                        algorithm: Algorithm::Eager,
                        threads: 1,
                        limits: Limits::NONE,
                        conflicts: None,
                        certified: false,
                    };
                    let bounds = feasible_values(&structures, &effort).bounds;
                    let entries = bounds.iter().map(|(field, label, bound)| (field, label, bound.clone()));
                    entries.collect::<Vec<_>>()
                });
                assert_eq!(numbered, plain, "{class}, {nodes} nodes");
            }
        }
    });
    worker.expect("a thread can be started").join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
}
