//! Contracts: what the specification says, desugared, each clause with its origin.
//!
//! Follows the JML Reference Manual (chapters on method specifications and type specifications),
//! with these decisions:
//! - a method's [`Contract`] holds the cases written at this method only; [`crate::effective`]
//!   joins the inherited ones;
//! - implicit clauses (non-null parameters, results and fields) are clauses like others, with an
//!   origin that says so;
//! - a clause that is read but not checked is an [`Unchecked`], listed and never dropped.

use crate::body::{Expr, Local};
use crate::constructs::Construct;
use crate::program::{ClassId, FieldId, LocalId, MethodId};
use tightrope_source::{Name, Span};

/// The cases written at one method. No case: nothing was specified there.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Contract {
    pub cases: Vec<Case>,
    /// Implicit clauses, part of every case: non-null parameters (requires) and result (ensures).
    pub implicit_requires: Vec<Clause>,
    pub implicit_ensures: Vec<Clause>,
    /// It starts with `also`.
    pub extends: bool,
    /// What belongs to no case and is not checked: modifiers.
    pub unchecked: Vec<Unchecked>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Behavior {
    Lightweight,
    Behavior,
    /// Must not throw.
    Normal,
    /// Must not return.
    Exceptional,
}

/// One specification case: if `requires` held before, then the rest must hold after.
#[derive(Clone, PartialEq, Debug)]
pub struct Case {
    pub span: Span,
    pub behavior: Behavior,
    pub requires: Vec<Clause>,
    pub ensures: Vec<Clause>,
    pub signals: Vec<Signals>,
    /// `None`: not written; the default allows the `throws` clause and the types of `signals`
    /// clauses.
    pub signals_only: Option<SignalsOnly>,
    /// `None`: not written; the default is everything, and nothing for a pure method.
    pub assignable: Option<Assignable>,
    pub diverges: Vec<Clause>,
    pub unchecked: Vec<Unchecked>,
}

/// A formula that has to hold somewhere, and where it comes from.
#[derive(Clone, PartialEq, Debug)]
pub struct Clause {
    /// The whole clause, keyword included; for an implicit clause the declaration that it stands
    /// for.
    pub span: Span,
    pub origin: Origin,
    /// Of an invariant: does it belong to the class and not to its instances?
    pub is_static: bool,
    pub formula: Formula,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Origin {
    Written,
    /// The field, parameter or result of this name is non-null.
    NonNull {
        name: Name,
        by_default: bool,
    },
    /// What the field of this name leads to belongs to its object alone.
    Owned {
        name: Name,
    },
    /// Code or a contract elsewhere says it of every object of the class: assumed, and nobody owes
    /// it.
    Derived,
    /// This method requires it, and is called here.
    Callee(MethodId),
}

/// A Boolean expression that stands on its own. Its locals: `this` (if there is one), the
/// parameters of the method (if it belongs to one), for a `signals` clause the exception, then
/// whatever its quantifiers bind. Clauses inside a body (loop invariants, JML's `assert`) instead
/// start with all locals of the body.
#[derive(Clone, PartialEq, Debug)]
pub struct Formula {
    pub locals: Vec<Local>,
    pub expr: Expr,
}

/// If an exception of this class is thrown, the formula must hold.
#[derive(Clone, PartialEq, Debug)]
pub struct Signals {
    pub class: ClassId,
    /// The local of the formula that holds the exception.
    pub exception: LocalId,
    pub clause: Clause,
}

/// Only exceptions of these classes may be thrown.
#[derive(Clone, PartialEq, Debug)]
pub struct SignalsOnly {
    pub span: Span,
    pub classes: Vec<ClassId>,
}

/// What may be written, beyond objects that the method allocates itself.
#[derive(Clone, PartialEq, Debug)]
pub struct Assignable {
    /// Of the first clause; several are joined.
    pub span: Span,
    pub locations: Vec<Location>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Location {
    pub span: Span,
    pub kind: LocationKind,
}

/// Expressions are evaluated in the state before the method. An empty list of locations is
/// `\nothing`.
#[derive(Clone, PartialEq, Debug)]
pub enum LocationKind {
    Everything,
    Field {
        object: Formula,
        field: FieldId,
    },
    StaticField(FieldId),
    /// `o.*`
    AllFields(Formula),
    /// `Class.*`: its static fields.
    AllStaticFields(ClassId),
    /// `a[i]` is the range from `i` to `i`.
    Elements {
        array: Formula,
        from: Formula,
        to: Formula,
    },
    AllElements(Formula),
    /// Every field of every object in a set: `\reach(x)` as a location.
    FieldsOfSet(Formula),
}

/// Something that the specification says and that is not checked.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Unchecked {
    pub construct: Construct,
    pub span: Span,
    /// As written: `measured_by`.
    pub keyword: Name,
}
