//! Files, spans, names and diagnostics: the vocabulary that every other crate speaks.
//!
//! Nothing here prints, reads the environment or knows Java. A [`Diagnostic`] is a value; how it
//! looks on a screen is the business of whoever renders it.
//!
//! Names are not interned in a table: a [`Name`] carries its own (short, inline) text, so that no
//! stage needs a handle to an interner to compare or print one, and files can be parsed in any
//! order on any thread.

mod article;
mod codes;
mod diagnostic;
mod name;
mod similar;
mod source_map;

pub use article::with_article;
pub use codes::{Code, Severity};
pub use diagnostic::{Diagnostic, Label};
pub use name::Name;
pub use similar::most_similar;
pub use source_map::{FileId, Position, SourceFile, SourceMap, Span};
