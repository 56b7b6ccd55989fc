//! What an expression of Alloy stands for: a set of atoms.
//!
//! Atoms are objects, null, numbers and truth values. Most sets of an assertion have one atom at
//! most, and stay terms of the body language; the others are kept as they are written, and asked
//! by membership.

use super::build::{and, compare, null};
use crate::body::{BinaryOp, Expr};
use crate::program::{ClassId, FieldId, Type};
use tightrope_alloy as alloy;
use tightrope_source::{Name, Span};

/// Which state a part speaks of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Moment {
    Before,
    After,
}

#[derive(Clone, Debug)]
pub(super) enum Value<'m> {
    /// No atom: a field of null, or `none`.
    Empty,
    Null,
    Scalar(Scalar),
    /// All objects of a class, null not among them.
    Class(ClassId, Moment),
    /// The image of a set.
    Image(Box<Value<'m>>, Relation),
    Union(Box<Value<'m>>, Box<Value<'m>>),
    Intersection(Box<Value<'m>>, Box<Value<'m>>),
    Difference(Box<Value<'m>>, Box<Value<'m>>),
    Comprehension(Box<Comprehension<'m>>),
    /// A field by itself, or an expression of fields.
    Relation(Relation),
}

/// One atom, or none.
#[derive(Clone, Debug)]
pub(super) struct Scalar {
    pub(super) expr: Expr,
    /// There is an atom if this holds; `None`: always. `expr` is evaluated only then.
    pub(super) defined: Option<Expr>,
    /// It may be null.
    pub(super) nullable: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Comprehension<'m> {
    pub(super) name: Name,
    pub(super) domain: Value<'m>,
    pub(super) body: &'m alloy::Expr,
    pub(super) names: Names<'m>,
    pub(super) moment: Moment,
}

/// A relation between objects and atoms, made of fields.
#[derive(Clone, Debug)]
pub(super) enum Relation {
    /// The fields of this name that some class has, with the place where it is named.
    Field(Vec<FieldId>, Moment, Span),
    Union(Box<Relation>, Box<Relation>),
    Intersection(Box<Relation>, Box<Relation>),
    Difference(Box<Relation>, Box<Relation>),
    Transpose(Box<Relation>),
    Closure {
        of: Box<Relation>,
        is_reflexive: bool,
        span: Span,
    },
    Join(Box<Relation>, Box<Relation>),
}

/// The variables in reach, innermost last.
#[derive(Clone, Debug, Default)]
pub(super) struct Names<'m> {
    pub(super) bound: Vec<(Name, Value<'m>)>,
    /// The predicates that are being written out.
    pub(super) inside: Vec<Name>,
}

impl<'m> Names<'m> {
    pub(super) fn find(&self, name: &Name) -> Option<&Value<'m>> {
        self.bound.iter().rev().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    pub(super) fn with(&self, name: &Name, value: Value<'m>) -> Names<'m> {
        let mut names = self.clone();
        names.bound.push((name.clone(), value));
        names
    }
}

impl Scalar {
    pub(super) fn of(expr: Expr) -> Scalar {
        let nullable = expr.ty.is_reference();
        Scalar { expr, defined: None, nullable }
    }

    pub(super) fn object(expr: Expr) -> Scalar {
        Scalar { expr, defined: None, nullable: false }
    }

    /// There is an atom, and it is an object: whoever asks may read its fields.
    pub(super) fn has_object(&self) -> Option<Expr> {
        let is_object =
            self.nullable.then(|| compare(BinaryOp::NotEqual, self.expr.clone(), null(self.expr.span), self.expr.span));
        match (self.defined.clone(), is_object) {
            (Some(defined), Some(is_object)) => Some(and(defined, is_object)),
            (defined, is_object) => defined.or(is_object),
        }
    }

    pub(super) fn ty(&self) -> Type {
        self.expr.ty
    }
}
