//! Declares all classes, fields and methods of the user's and the library's files.
//!
//! In this order, because each step needs the one before for *all* classes:
//! 1. [`collect`]: find every class (member, local and anonymous ones too), field and method, and
//!    give ids in source order;
//! 2. [`supertypes`]: which class extends which (names only, so that inherited member classes can
//!    be found), then with type arguments;
//! 3. [`members`]: types of fields, signatures of methods, and the members that Java adds (default
//!    constructors, record and enum members, initialisers);
//! 4. [`bodies`]: which methods lack a body or have one too many;
//! 5. [`overriding`]: which method overrides which; purity that is inherited; methods that serve as
//!    invariants.
//!
//! Follows JLS chapters 8 and 9. Nothing inside of a lambda is declared, because lambdas are not
//! modelled.
//!
//! Overriding is decided by the erased signature *as a member of the subtype*:
//! `Node.compareTo(Node)` overrides `Comparable<Node>.compareTo(T)`. Java makes a bridge method
//! `compareTo(Object)` that casts its argument; here the call finds the override itself, and
//! whoever executes it has to check the arguments against the types of the parameters
//! (`ClassCastException`).

mod bodies;
pub(crate) mod collect;
mod members;
mod nullness;
mod overriding;
mod supertypes;
#[cfg(test)]
mod tests;
mod walk;

pub(crate) use overriding::is_invariant_name;

use super::Options;
use super::attribute::AttributionTables;
use super::declarations::{Declarations, WellKnown};
use super::scopes::{NameTables, dotted};
use crate::program::{ClassId, Program};
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use tightrope_source::{FileId, Name};
use tightrope_syntax::tree::CompilationUnit;

/// Declares everything in the user's and the library's units.
pub(crate) fn declare<'a>(
    user: &'a [CompilationUnit],
    library: &'a [CompilationUnit],
    first_library_file: FileId,
    compiled: HashMap<FileId, Name>,
    options: &Options,
) -> Declarations<'a> {
    let mut declarations = empty(user, library, first_library_file, compiled);
    collect::collect(&mut declarations, user.len());
    declarations.well_known = well_known(&mut declarations);
    supertypes::resolve(&mut declarations);
    members::resolve(&mut declarations);
    if options.non_null_parameters {
        nullness::exclude_null_arguments(&mut declarations);
    }
    bodies::check(&mut declarations);
    overriding::resolve(&mut declarations, options);
    declarations
}

fn empty<'a>(
    user: &'a [CompilationUnit],
    library: &'a [CompilationUnit],
    first_library_file: FileId,
    compiled: HashMap<FileId, Name>,
) -> Declarations<'a> {
    let units: Vec<&CompilationUnit> = user.iter().chain(library).collect();
    let names = name_tables(&units, user.len());
    Declarations {
        program: Program::default(),
        classes: Vec::new(),
        fields: Vec::new(),
        methods: Vec::new(),
        units,
        by_name: HashMap::new(),
        by_span: HashMap::new(),
        variable_bounds: Vec::new(),
        well_known: unknown_well_known(),
        names,
        headers: HashMap::new(),
        ancestor_sets: RefCell::default(),
        method_tables: RefCell::new(HashMap::new()),
        files_with_jml: HashSet::new(),
        compiled,
        first_library_file,
        attribution: AttributionTables::default(),
        diagnostics: Vec::new(),
    }
}

fn name_tables(units: &[&CompilationUnit], user: usize) -> NameTables {
    let mut names = NameTables { unit_answers: vec![HashMap::new(); units.len()], ..NameTables::default() };
    for (index, unit) in units.iter().enumerate() {
        let package = unit.package.as_ref().map_or(String::new(), dotted);
        if index < user {
            names.user_packages.insert(Name::new(&package));
        }
        let ends = package.match_indices('.').map(|(end, _)| end).chain([package.len()]);
        names.packages.extend(ends.map(|end| Name::new(&package[..end])));
    }
    names
}

/// Stands in until the classes have been found.
fn unknown_well_known() -> WellKnown {
    let none = ClassId(0);
    WellKnown {
        object: none,
        string: none,
        throwable: none,
        exception: none,
        runtime_exception: none,
        error: none,
        assertion_error: none,
        null_pointer_exception: none,
        match_exception: none,
        enumeration: none,
        record: none,
        iterable: none,
        iterator: none,
        auto_closeable: none,
        cloneable: none,
        boxes: [none; 8],
    }
}

/// The user may shadow a library class by a file that does not parse; then the class is missing
/// like any other.
fn well_known(declarations: &mut Declarations<'_>) -> WellKnown {
    let mut class = |name: &str| declarations.missing_class(name);
    WellKnown {
        object: class("java.lang.Object"),
        string: class("java.lang.String"),
        throwable: class("java.lang.Throwable"),
        exception: class("java.lang.Exception"),
        runtime_exception: class("java.lang.RuntimeException"),
        error: class("java.lang.Error"),
        assertion_error: class("java.lang.AssertionError"),
        null_pointer_exception: class("java.lang.NullPointerException"),
        match_exception: class("java.lang.MatchException"),
        enumeration: class("java.lang.Enum"),
        record: class("java.lang.Record"),
        iterable: class("java.lang.Iterable"),
        iterator: class("java.util.Iterator"),
        auto_closeable: class("java.lang.AutoCloseable"),
        cloneable: class("java.lang.Cloneable"),
        boxes: [
            class("java.lang.Boolean"),
            class("java.lang.Byte"),
            class("java.lang.Short"),
            class("java.lang.Character"),
            class("java.lang.Integer"),
            class("java.lang.Long"),
            class("java.lang.Float"),
            class("java.lang.Double"),
        ],
    }
}
