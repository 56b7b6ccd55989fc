//! Whatever the program: edges lead to later nodes, every node but the entry has an edge to it, and
//! there is one exit.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use tightrope_graph::{Bounds, Calls, Graph, LoopBounds, Op, World, branches, build, live_classes, paths, split};
use tightrope_graph::{to_dot, to_text};
use tightrope_program::{ClassOrigin, Options, Program, Type, lower};
use tightrope_source::SourceMap;
use tightrope_syntax::{STACK_SIZE, parse_file};

fn programs() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = Vec::new();
    for folder in ["corpus/run", "corpus/check", "benchmarks/jml", "benchmarks/repok"] {
        for entry in std::fs::read_dir(root.join(folder)).expect("a folder of programs").flatten() {
            found.extend(Some(entry.path()).filter(|path| path.extension().is_some_and(|found| found == "java")));
        }
    }
    found.sort();
    found
}

fn program(path: &Path) -> Program {
    let text = std::fs::read_to_string(path).expect("a readable program");
    let mut sources = SourceMap::new();
    let file = sources.add(path, text.clone());
    lower(&[parse_file(file, &text).unit], &mut sources, &Options::default()).program
}

fn is_well_formed(graph: &Graph<'_>) -> Result<(), String> {
    let predecessors = graph.predecessors();
    for id in graph.ids() {
        let node = graph.node(id);
        if let Some(back) = node.next.iter().find(|next| next.index() >= graph.nodes.len() || **next <= id) {
            return Err(format!("{id} leads to {back}"));
        }
        let is_end = matches!(node.op, Op::Entry | Op::Returned | Op::Thrown);
        if predecessors[id.index()].is_empty() && !is_end {
            return Err(format!("nothing leads to {id}"));
        }
    }
    let exits = graph.nodes.iter().filter(|node| matches!(node.op, Op::Exit)).count();
    if exits == 1 && matches!(graph.nodes[graph.nodes.len() - 1].op, Op::Exit) {
        return Ok(());
    }
    Err(format!("{exits} exits"))
}

/// Every path of the graph is in exactly one part, and no part has more branches than the whole.
fn parts_are_the_whole(graph: &Graph<'_>) {
    for rounds in 0..=2 {
        let parts = split(graph, rounds);
        assert!(parts.len() <= 1 << rounds);
        assert_eq!(parts.iter().map(|part| paths(&part.graph)).sum::<u128>(), paths(graph));
        for part in &parts {
            assert!(part.branches <= branches(graph));
            assert_eq!(part.branches, branches(&part.graph));
            assert!(part.choices.len() <= rounds);
            assert!(paths(&part.graph) > 0, "a part has paths");
        }
    }
}

fn check(path: &Path) -> usize {
    let program = program(path);
    let user = program.class_ids().filter(|class| program.class(*class).origin == ClassOrigin::User);
    let types: Vec<Type> = user.map(Type::class).collect();
    let (initialized, mut built) = (BTreeSet::new(), 0);
    for method in program.method_ids() {
        if program.class(program.method(method).class).origin != ClassOrigin::User {
            continue;
        }
        let live = live_classes(&program, [method], [], types.iter().copied());
        let loops = LoopBounds::new();
        let world = World { live: &live, initialized: &initialized, loops: &loops };
        for calls in [Calls::Inlined, Calls::Kept] {
            let bounds = Bounds { iterations: 2, depth: 1, nodes: 5_000 };
            let Some(Ok(graph)) = build(&program, method, calls, bounds, world) else { continue };
            built += 1;
            if let Err(problem) = is_well_formed(&graph) {
                let text = to_text(&program, &graph);
                panic!("{}, {}: {problem}\n{text}", path.display(), program.method(method).name);
            }
            assert!(to_dot(&program, &graph).starts_with("digraph"));
            if calls == Calls::Inlined && graph.nodes.len() < 120 {
                parts_are_the_whole(&graph);
            }
        }
    }
    built
}

#[test]
fn graphs_have_no_cycles_and_one_exit() {
    let worker = std::thread::Builder::new().stack_size(STACK_SIZE);
    let built = worker.spawn(|| programs().iter().map(|path| check(path)).sum::<usize>());
    let built = built.expect("a thread starts").join().expect("all graphs are well-formed");
    assert!(built > 1_000, "only {built} graphs were built");
}
