//! From the text of one file to its Java tree, JML included.
//!
//! [`parse_file`] never fails: it returns a tree of all that could be read, and diagnostics for the
//! rest. It knows nothing of types or of other files.
//!
//! Trees are walked, compared and dropped by recursion, here and in every later stage.
//! [`MAX_NESTING`] and [`MAX_HEIGHT`] bound how deep that goes, and a thread with [`STACK_SIZE`] of
//! stack is deep enough for it.

mod escapes;
mod java;
pub mod jml;
mod jml_parser;
pub mod tree;
pub mod walk;

pub use escapes::java_text;
use std::collections::HashSet;
use tightrope_source::{Diagnostic, FileId, Name};

/// How deeply blocks, expressions and types may be nested in each other.
pub const MAX_NESTING: usize = 400;

/// How many nodes may lie on any way from the root of a tree to a leaf. Chains (`a + b + c + …`,
/// `a.b().c()…`, `else if … else if …`) are no nesting to the reader, but each of their links is a
/// level of the tree.
pub const MAX_HEIGHT: usize = 3_000;

/// The stack that a thread needs to work on any tree of this crate by recursion, in debug builds
/// too: over 80 KiB for each level. Only what is used is ever given memory by the system.
pub const STACK_SIZE: usize = 256 << 20;

/// The tree of a file, and what is wrong with its text.
#[derive(Clone, PartialEq, Debug)]
pub struct Parsed {
    pub unit: tree::CompilationUnit,
    pub diagnostics: Vec<Diagnostic>,
}

/// Parses one file. `text` is the text of `file` after [`java_text`], in the same bytes as the
/// source map's. Text that was not written by a friend should be parsed on a thread with
/// [`STACK_SIZE`] of stack.
pub fn parse_file(file: FileId, text: &str) -> Parsed {
    FileParser::default().parse(file, text)
}

/// Parses files one after the other, each as [`parse_file`] does, and sets up the grammar only
/// once: for many small files.
pub struct FileParser {
    grammar: java::Grammar,
}

impl Default for FileParser {
    fn default() -> FileParser {
        FileParser { grammar: java::Grammar::new() }
    }
}

impl std::fmt::Debug for FileParser {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("FileParser").finish_non_exhaustive()
    }
}

impl FileParser {
    /// The names that the code and the JML of a file contain, whether it can be read or not.
    pub fn names(&mut self, file: FileId, text: &str) -> HashSet<Name> {
        java::names(&mut self.grammar, file, text)
    }

    pub fn parse(&mut self, file: FileId, text: &str) -> Parsed {
        java::parse(&mut self.grammar, file, text)
    }
}
