//! Assertions about methods in the style of Alloy: from the text of one file to its tree.
//!
//! The language is that of Vaziri & Jackson (TACAS 2003, Fig. 1 and 2), with the operators that
//! people who know Alloy 4 expect besides: `fun` and `pred`, `assert`, `check`; quantifiers,
//! comprehensions and `let`; `.` `*` `^` `~` `+` `-` `&` `#`; `in`, `=`, comparisons of numbers;
//! `&&`, `||`, `=>`, `<=>`, `!` and their words. Classes and fields are those of the Java program,
//! so that there is no `sig`, no `fact` and no module. A prime (`F'(x)`, `x.next'`) speaks of the
//! state after the method, the name of a method used as a predicate says that it was called.
//!
//! [`parse`] never fails: it returns what could be read, and diagnostics for the rest. It knows
//! nothing of types; `tightrope-program` makes contracts of the tree.

mod lexer;
mod parser;
mod tree;

pub use parser::{MAX_NESTING, parse};
pub use tree::*;

use tightrope_source::Diagnostic;

/// The tree of a file, and what is wrong with its text.
#[derive(Clone, PartialEq, Debug)]
pub struct Parsed {
    pub module: Module,
    pub diagnostics: Vec<Diagnostic>,
}
