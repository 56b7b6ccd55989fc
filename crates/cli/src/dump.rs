//! `tightrope check|spec --dump STAGE`: what becomes of a method on its way to the engines, for
//! those who work on Tightrope.

use crate::load::Loaded;
use clap::ValueEnum;
use std::collections::BTreeSet;
use tightrope_check::{Drawing, graph_of};
use tightrope_heap::Scope;
use tightrope_machine::{Accelerations, compile_problem};
use tightrope_problem::{Bounds, Problem, describe_bounds, describe_problem};
use tightrope_program::MethodId;
use tightrope_program::print::print_method;
use tightrope_source::FileId;
use tightrope_syntax::parse_file;

/// What can be printed, in the order of the stages.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// The trees of the files
    Syntax,
    /// The methods in the body language
    Program,
    /// What every engine is given
    Problem,
    /// The resolved bounds
    Space,
    /// The computation graph that `symbolic` walks
    Graph,
    /// The same for Graphviz
    GraphDot,
    /// The functions that the methods reach
    Bytecode,
    /// The clauses of the contracts, and the invariants
    Formula,
}

/// A stage of some methods as text.
pub(crate) fn dump(loaded: &Loaded, methods: &[MethodId], stage: Stage, scope: &Scope) -> String {
    if stage == Stage::Syntax {
        return trees(loaded, methods);
    }
    methods.iter().map(|method| of_method(loaded, *method, stage, scope)).collect()
}

fn trees(loaded: &Loaded, methods: &[MethodId]) -> String {
    let files: BTreeSet<FileId> = methods.iter().map(|method| loaded.program.method(*method).name_span.file).collect();
    files.into_iter().map(|file| format!("{:#?}\n", parse_file(file, &loaded.sources.file(file).text).unit)).collect()
}

fn of_method(loaded: &Loaded, method: MethodId, stage: Stage, scope: &Scope) -> String {
    let problem = Problem::of_method(&loaded.program, method);
    match stage {
        Stage::Syntax => String::new(),
        Stage::Program => print_method(&loaded.program, &loaded.sources, method),
        Stage::Problem => describe_problem(&problem, &loaded.sources),
        Stage::Space => describe_bounds(&problem, &Bounds::resolve(&problem, scope)),
        Stage::Graph => graph_of(&loaded.program, method, scope, Drawing::Text),
        Stage::GraphDot => graph_of(&loaded.program, method, scope, Drawing::Dot),
        Stage::Bytecode => compile_problem(&problem, Accelerations::ALL).executable.bytecode_listing(),
        Stage::Formula => compile_problem(&problem, Accelerations::ALL).executable.formula_listing(),
    }
}
