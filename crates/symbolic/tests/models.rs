//! The models of an invariant are the structures that `generate` finds, heap by heap, and those
//! that the literature counts (TACO's Table 10, from 3 nodes on): no heap is lost on the way to
//! the formula, and none comes twice.
//!
//! Models are told apart by their references and truth values. Numbers are compared where they
//! follow from these; keys and elements are free up to order, and do not count.
//!
//! `TIGHTROPE_CASE=jml/Graph` looks at matching classes only, and prints what was compared.

#![allow(clippy::print_stderr, reason = "what was compared is shown to whoever asks for it")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tightrope_bounds::feasible::{Algorithm, Effort, Structures, feasible_values};
use tightrope_circuit::{Cadical, Limits, Lit, Outcome, Session};
use tightrope_engine::{Cancel, Engine, Limits as SearchLimits, Meter, RunBudget};
use tightrope_explore::Explore;
use tightrope_heap::{Heap, Layouts, Scope, Value, canonical, text};
use tightrope_machine::Budget;
use tightrope_problem::{Bounds, Problem};
use tightrope_program::names::simple_name;
use tightrope_program::{ClassId, ClassOrigin, Options as Lowering, Program, Type, lower};
use tightrope_source::{Name, SourceMap};
use tightrope_symbolic::{Options, Symmetry, admitted_heaps, structures};
use tightrope_syntax::{STACK_SIZE, parse_file};

fn benchmarks() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benchmarks")
}

fn program(class: &str) -> Program {
    let path = benchmarks().join(format!("{class}.java"));
    let text = std::fs::read_to_string(&path).expect("a readable program");
    let mut sources = SourceMap::new();
    let file = sources.add(&path, text.clone());
    lower(&[parse_file(file, &text).unit], &mut sources, &Lowering::default()).program
}

/// The structures of a class; trees are numbered as such at once, or left to the formula.
fn structures_of(class: &str, nodes: usize, has_tree_numbers: bool) -> Structures {
    let program = program(&format!("jml/{class}"));
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

/// A heap from `this` on, without what is only compared.
fn told(program: &Program, layouts: &Layouts, heap: &Heap) -> Heap {
    let mut heap = heap.clone();
    heap.roots.truncate(1);
    heap.roots.iter_mut().for_each(|root| root.name = Name::new("this"));
    let is_told = |ty: Type| {
        let is_user = |class: ClassId| program.class(class).origin == ClassOrigin::User;
        !ty.is_reference() || ty.is_array() || ty.as_class().is_some_and(is_user)
    };
    for object in &mut heap.objects {
        let types = types(program, layouts, object.ty, object.values().len());
        for (value, ty) in object.values_mut().iter_mut().zip(types) {
            if !is_told(ty) {
                *value = Value::Unknown;
            }
        }
    }
    canonical::canonical(&heap, canonical::Order::BreadthFirst)
}

/// Of the places of an object.
fn types(program: &Program, layouts: &Layouts, ty: Type, count: usize) -> Vec<Type> {
    match (ty.element(), ty.as_class()) {
        (Some(element), _) => vec![element; count],
        (None, Some(class)) => layouts.fields(class).iter().map(|field| program.field(*field).ty).collect(),
        (None, None) => Vec::new(),
    }
}

/// The same without numbers, as text.
fn shape(program: &Program, layouts: &Layouts, heap: &Heap) -> String {
    let mut heap = heap.clone();
    for object in &mut heap.objects {
        for value in object.values_mut() {
            if is_number(*value) {
                *value = Value::Unknown;
            }
        }
    }
    text::write(&heap, program, layouts)
}

fn is_number(value: Value) -> bool {
    matches!(value, Value::Int(_) | Value::Long(_) | Value::Float(_) | Value::Double(_))
}

/// What `generate` finds.
fn generated(program: &Program, class: ClassId, scope: &Scope) -> Result<Vec<Heap>, String> {
    let (cancel, meter) = (Cancel::default(), Meter::default());
    let Budget { steps, depth, objects } = Budget::default();
    let run = RunBudget { steps, depth, objects, iterations: None };
    let limits = SearchLimits { threads: 1, deadline: None, cancel: &cancel, meter: &meter, run, goes_on: false };
    let problem = Arc::new(Problem::of_structures(program, class));
    let bounds = Bounds::resolve(&problem, scope);
    let engine = Explore::default();
    let found = engine.enumerate().expect("it lists structures").structures(problem, &bounds, &limits, true);
    match found.answer.cuts.first() {
        Some(cut) => Err(format!("generate: {cut:?}")),
        None => Ok(found.heaps),
    }
}

/// Compares what `generate` finds with the models. `Ok`: how many shapes there are, and how many
/// models. `Err`: why there is nothing to compare.
fn compare(name: &str, nodes: usize, symmetry: Symmetry, most: usize) -> Result<(usize, usize), String> {
    let program = program(name);
    let class = name.rsplit('/').next().expect("a name");
    let class = program.class_ids().find(|id| simple_name(&program, *id) == class).expect("the class is there");
    let layouts = Layouts::new(&program);
    let scope = scope_of(name, nodes);
    let options = Options { symmetry, ..Options::default() };
    let models = admitted_heaps(&program, class, &scope, &options, most)?;
    let models: Vec<Heap> = models.iter().map(|heap| told(&program, &layouts, heap)).collect();
    let admitted: BTreeMap<String, &Heap> = models.iter().map(|heap| (shape(&program, &layouts, heap), heap)).collect();
    let mut missing: BTreeSet<&str> = admitted.keys().map(String::as_str).collect();
    for heap in generated(&program, class, &scope)? {
        let heap = told(&program, &layouts, &heap);
        let key = shape(&program, &layouts, &heap);
        let Some((key, model)) = admitted.get_key_value(&key) else {
            panic!("{name}, {nodes} nodes: no model is\n{}", text::write(&heap, &program, &layouts));
        };
        missing.remove(key.as_str());
        let pairs = model.objects.iter().zip(&heap.objects).flat_map(|(a, b)| a.values().iter().zip(b.values()));
        let differs = |(fixed, own): (&Value, &Value)| is_number(*fixed) && fixed != own;
        assert!(
            !pairs.into_iter().any(differs),
            "{name}, {nodes} nodes: in all models it is\n{}generate finds\n{}",
            text::write(model, &program, &layouts),
            text::write(&heap, &program, &layouts)
        );
    }
    if let Some(shape) = missing.first() {
        panic!("{name}, {nodes} nodes: generate does not find\n{}", text::write(admitted[*shape], &program, &layouts));
    }
    Ok((admitted.len(), models.len()))
}

/// Up to how many nodes a class is compared, where it is fewer than [`NODES`]: every day, and when
/// all are wanted; and why.
const FEWER: [(&str, [usize; 2], &str); 13] = [
    ("jml/SwapTail", [0, 0], NO_METHOD),
    ("repok/SwapTail", [0, 0], NO_METHOD),
    ("jml/Graph", [2, 5], "700 models with 3 nodes"),
    ("repok/Graph", [2, 5], "700 models with 3 nodes"),
    ("repok/DisjointSet", [4, 5], "700 models with 5 nodes"),
    ("repok/AvlTree", [4, 5], "a second"),
    ("repok/RBTree", [2, 3], TOO_LARGE),
    ("repok/BinomialHeap", [1, 1], TOO_LARGE),
    ("repok/FibonacciHeap", [0, 1], TOO_LARGE),
    ("korat/AvlTree", [2, 3], TOO_LARGE),
    ("korat/FibonacciHeap", [0, 0], TOO_LARGE),
    ("korat/RedBlackTree", [2, 2], TOO_LARGE),
    ("korat/SearchTree", [2, 3], TOO_LARGE),
];

const NO_METHOD: &str = "the class has no method that can be called on its objects";

/// What `repOk` computes with sets and lists of nodes, in each of its unrolled loops.
const TOO_LARGE: &str = "the formula is too large, or there is no time left";

const NODES: usize = 5;
const MOST: usize = 3000;

/// `Vertex=5,Edge=2`: numbers that `generate` would not draw by itself, and fewer edges, where
/// there would be too many graphs.
fn scope_of(name: &str, nodes: usize) -> Scope {
    let more = match name.rsplit_once('/') {
        Some(("repok", "CList")) => ",int=-1..20",
        Some((_, "Graph")) if nodes > 3 => ",Edge=2",
        _ => "",
    };
    format!("{nodes}{more}").parse().expect("a scope")
}

fn names(folder: &str) -> Vec<String> {
    let entries = std::fs::read_dir(benchmarks().join(folder)).expect("a folder of programs").flatten();
    let files = entries.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|end| end == "java"));
    let stem = |path: PathBuf| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let mut names: Vec<String> = files.map(|path| format!("{folder}/{}", stem(path))).collect();
    names.sort();
    names
}

/// Compares all classes of a folder, up to so many nodes.
fn compare_all(folder: &'static str, symmetry: Symmetry, nodes: usize, is_whole: bool) {
    let worker = std::thread::Builder::new().stack_size(STACK_SIZE).spawn(move || {
        let wanted = std::env::var("TIGHTROPE_CASE").ok();
        for name in names(folder) {
            if wanted.as_ref().is_some_and(|wanted| !name.contains(wanted)) {
                continue;
            }
            let limited = FEWER.iter().find(|(class, ..)| *class == name);
            let (last, reason) = limited.map_or((NODES, ""), |(_, last, why)| (last[usize::from(is_whole)], *why));
            for nodes in 1..=last.min(nodes) {
                let found = compare(&name, nodes, symmetry, MOST);
                let (shapes, models) = found.unwrap_or_else(|why| panic!("{name}, {nodes} nodes: {why}"));
                eprintln!("{name}, {nodes} nodes: {shapes} structures, {models} models");
                let is_numbered_once = symmetry == Symmetry::Full && !name.ends_with("/Graph");
                assert!(shapes == models || !is_numbered_once, "{name}, {nodes} nodes: {shapes} of {models}");
            }
            if reason == NO_METHOD {
                assert_eq!(compare(&name, 1, symmetry, MOST), Err(reason.to_owned()), "{name}");
            }
        }
    });
    worker.expect("a thread starts").join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
}

#[test]
fn models_of_clauses_are_what_generate_finds() {
    compare_all("jml", Symmetry::Full, NODES, false);
}

#[test]
fn models_of_rep_ok_are_what_generate_finds() {
    for folder in ["repok", "korat", "darga"] {
        compare_all(folder, Symmetry::Full, NODES, false);
    }
}

/// Then each heap comes as often as its objects can be numbered.
#[test]
fn models_without_symmetry_breaking_are_what_generate_finds() {
    for folder in ["jml", "repok", "korat", "darga"] {
        compare_all(folder, Symmetry::None, 2, false);
    }
}

/// `cargo test --release -p tightrope-symbolic --test models -- --ignored --nocapture`
#[test]
#[ignore = "it takes some minutes"]
fn all_models_are_what_generate_finds() {
    for folder in ["jml", "repok", "korat", "darga"] {
        compare_all(folder, Symmetry::Full, NODES, true);
        compare_all(folder, Symmetry::None, 3, true);
    }
}
