//! What a class file declares, as Java text: the class, its supertypes, fields, constants and
//! signatures, without code.
//!
//! A class of which only the compiled form is at hand can so be read like any other file. Methods
//! are `native`, constructors and default methods have empty bodies: whoever reads the text has to
//! know that this stands for code that is not there. Names are written out with their packages.
//!
//! Class files may be damaged or hostile: what cannot be written as Java is left out, and nesting
//! and the length of the text are bounded.

mod declaration;
mod read;
mod signature;

pub use declaration::{Declared, declare};

/// Why a class file cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Damaged(pub &'static str);
