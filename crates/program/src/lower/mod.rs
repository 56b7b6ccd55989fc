//! From syntax trees to the typed program: the pipeline of the lowering, in its order.
//!
//! 1. [`library`]: add the library's declarations that the user's files mention.
//! 2. [`declare`]: find all classes, their supertypes, members and signatures ->
//!    [`declarations::Declarations`].
//! 3. [`attribute`]: type each body and contract expression -> [`typed`] trees.
//! 4. [`flatten`]: make every step of a typed body explicit -> [`crate::body::Body`].
//! 5. [`formulas`] and [`contracts`]: desugar JML -> [`crate::contract`].

mod asserted;
pub(crate) mod attribute;
pub(crate) mod constants;
pub(crate) mod contracts;
pub(crate) mod declarations;
pub(crate) mod declare;
pub(crate) mod flatten;
pub(crate) mod formulas;
pub(crate) mod functions;
mod generics;
pub(crate) mod id_map;
pub(crate) mod imports;
pub(crate) mod joins;
pub(crate) mod library;
pub(crate) mod lookup;
pub(crate) mod overload;
pub(crate) mod scopes;
pub(crate) mod subtyping;
pub(crate) mod suggestions;
pub(crate) mod typed;
pub(crate) mod types;
mod unknown_classes;

use crate::preconditions::assert_preconditions;
use crate::program::{Code, MethodId, Program};
use attribute::{Attributed, attribute_program};
use declarations::Declarations;
use flatten::flatten_body;
use std::collections::HashMap;
use tightrope_source::{Diagnostic, FileId, Name, SourceMap};
use tightrope_syntax::tree::CompilationUnit;

/// How the paths of class files end. Their texts are declarations: methods without code.
pub const COMPILED: &str = "class";

/// What the user may choose about the lowering.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Names accepted for invariant methods besides `repOk` and `checkRep`, in any case.
    pub invariant_methods: Vec<Name>,
    /// Parameters are non-null where nothing says that they may be null, in files without JML too.
    pub non_null_parameters: bool,
    /// Objects do not share what their invariants speak of.
    pub is_owned: bool,
    /// Objects behind static fields are in any state.
    pub statics_vary: bool,
}

/// The typed program, and what is wrong with the user's files beyond their syntax.
#[derive(Clone, PartialEq, Debug)]
pub struct Lowered {
    pub program: Program,
    /// Sorted by place; at most one for each place.
    pub diagnostics: Vec<Diagnostic>,
}

/// Lowers the user's files. The files of the library that they need are added to `sources`, as
/// `library/java/util/List.java`.
pub fn lower(units: &[CompilationUnit], sources: &mut SourceMap, options: &Options) -> Lowered {
    // Files that are added from here on are the library's.
    let first_library_file = FileId(sources.files().count() as u32);
    let units = &asserted::with_answers(units, options);
    let library_units = library::needed_units(units, sources);

    // The symbol table: classes, fields, methods, who overrides whom.
    let compiled = compiled_files(units, sources);
    let mut declarations = declare::declare(units, &library_units, first_library_file, compiled, options);

    // Model fields become methods, which bodies and contracts may then name.
    contracts::declare_represents(&mut declarations);

    // Bodies: typed first, all of them, because local classes capture variables of other bodies;
    // then flat.
    for (method, attributed) in attribute_program(&mut declarations) {
        store_body(&mut declarations, method, attributed);
    }

    // Contracts, which may speak of everything above.
    contracts::lower_contracts(&mut declarations, sources);

    // No object has what its constructor refuses.
    crate::accepted::add_accepted(&mut declarations.program);

    // Objects of classes that nobody knows do what contracts say.
    unknown_classes::add_unknown_classes(&mut declarations);

    // Whoever calls a method owes what it requires.
    assert_preconditions(&mut declarations.program);

    // What erasure has left out of the declared types.
    declarations.program.generics = generics::collect(&declarations);
    declarations.program.is_owned = options.is_owned;
    declarations.program.statics_vary = options.statics_vary;

    Lowered { program: declarations.program, diagnostics: in_order(declarations.diagnostics) }
}

/// The text of a class file has the path of it, in its archive: `lib/a.jar/org/example/A.class`.
fn compiled_files(units: &[CompilationUnit], sources: &SourceMap) -> HashMap<FileId, Name> {
    let compiled = units.iter().filter_map(|unit| {
        let path = sources.file(unit.file).path.as_path();
        let is_compiled = path.extension().is_some_and(|end| end == COMPILED);
        let archive = path.iter().map(|part| part.to_string_lossy()).find(|part| part.ends_with(".jar"));
        let home = archive.unwrap_or_else(|| path.to_string_lossy());
        is_compiled.then(|| (unit.file, Name::from(home.into_owned())))
    });
    compiled.collect()
}

fn store_body(declarations: &mut Declarations<'_>, method: MethodId, attributed: Attributed) {
    let mut diagnostics = Vec::new();
    let body = flatten_body(declarations, method, attributed.body, &mut diagnostics);
    diagnostics.into_iter().for_each(|diagnostic| declarations.report(diagnostic));
    let method = &mut declarations.program.methods[method.index()];
    method.contract.unchecked.extend(attributed.unchecked);
    method.code = Code::Body(body);
}

/// By place; of several at one place the first, errors before warnings.
fn in_order(mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    diagnostics.sort_by_key(|diagnostic| (diagnostic.primary(), diagnostic.severity()));
    diagnostics.dedup_by(|later, earlier| later.primary().is_some() && later.primary() == earlier.primary());
    diagnostics
}
