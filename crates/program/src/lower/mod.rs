//! From syntax trees to the typed program: the pipeline of the lowering, in its order.
//!
//! 1. [`library`]: add the library's declarations that the user's files mention.
//! 2. [`declare`]: find all classes, their supertypes, members and signatures -> [`declarations::Declarations`].
//! 3. [`attribute`]: type each body and contract expression -> [`typed`] trees.
//! 4. [`flatten`]: make every step of a typed body explicit -> [`crate::body::Body`].
//! 5. [`formulas`] and [`contracts`]: desugar JML -> [`crate::contract`].

pub(crate) mod attribute;
pub(crate) mod contracts;
pub(crate) mod declarations;
pub(crate) mod declare;
pub(crate) mod formulas;
pub(crate) mod library;
pub(crate) mod lookup;
pub(crate) mod overload;
pub(crate) mod scopes;
pub(crate) mod subtyping;
pub(crate) mod typed;
pub(crate) mod types;

use crate::program::Program;
use tightrope_source::{Diagnostic, Name, SourceMap};
use tightrope_syntax::tree::CompilationUnit;

/// What the user may choose about the lowering.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Names accepted for invariant methods besides `repOk` and `checkRep`, in any case.
    pub invariant_methods: Vec<Name>,
}

/// The typed program, and what is wrong with the user's files beyond their syntax.
#[derive(Clone, PartialEq, Debug)]
pub struct Lowered {
    pub program: Program,
    /// Sorted by place; at most one for each place.
    pub diagnostics: Vec<Diagnostic>,
}

/// Lowers the user's files. The files of the library that they need are added to `sources`, as `library/java/util/List.java`.
pub fn lower(_units: &[CompilationUnit], _sources: &mut SourceMap, _options: &Options) -> Lowered {
    todo!()
}
