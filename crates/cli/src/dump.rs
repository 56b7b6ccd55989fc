//! `tightrope spec --dump STAGE`: what a method and its contract are compiled to, for those who work on Tightrope.

use crate::load::Loaded;
use clap::ValueEnum;
use tightrope_machine::Executable;
use tightrope_program::effective::effective_contract;
use tightrope_program::sorts::sorts;
use tightrope_program::{ClassId, ClassOrigin, MethodId};

/// What can be printed.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// The functions that the method reaches.
    Bytecode,
    /// The clauses of its contract, and the invariants.
    Formula,
}

/// A stage as text.
pub(crate) fn dump(loaded: &Loaded, method: MethodId, stage: Stage) -> String {
    let program = &loaded.program;
    let is_user = |class: &ClassId| program.class(*class).origin == ClassOrigin::User;
    let classes: Vec<ClassId> = program.class_ids().filter(is_user).collect();
    let mut executable = Executable::with_sorts(program, [method], sorts(program, &[method]));
    executable.add_contract(&effective_contract(program, method), &classes);
    match stage {
        Stage::Bytecode => executable.bytecode_listing(),
        Stage::Formula => executable.formula_listing(),
    }
}
