//! The trees of JML: clauses of classes, specifications of methods, statements and expressions.
//!
//! Follows the JML Reference Manual (2nd edition draft), and TACO's dialect for `\reach` (Galeotti
//! et al., section 2). A clause that is well-formed but that no later stage checks is kept as
//! `Unchecked` with its keyword, so that it can be listed; nothing that was written disappears.

use crate::tree::{Expr, FieldDecl, Ident, Modifiers, Param, TypeRef};
use tightrope_source::{Name, Span};

/// Modifiers that only JML has. (Visibility and `static` of a clause stand in the Java part of
/// [`Modifiers`].)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Modifier {
    Pure,
    /// `spec_pure`, `strictly_pure`, `no_state`: read as `pure`.
    SpecPure,
    Helper,
    Nullable,
    NonNull,
    NullableByDefault,
    NonNullByDefault,
    SpecPublic,
    SpecProtected,
    Ghost,
    Model,
    /// An invariant or a model field that belongs to instances (the default in classes).
    Instance,
    /// What the field leads to belongs to its object.
    Rep,
    /// `owner <o>`: owner arguments of which the first is not `this`.
    Owner,
    /// `uninitialized`, `extract`, `peer`, `rep`, `readonly`, `query`, `secret`, math modes, …:
    /// read, and listed as not checked.
    Unchecked,
}

/// A clause of a class: `public instance invariant P;`
#[derive(Clone, PartialEq, Debug)]
pub struct TypeClause {
    pub span: Span,
    pub modifiers: Modifiers,
    pub kind: TypeClauseKind,
}

#[derive(Clone, PartialEq, Debug)]
pub enum TypeClauseKind {
    Invariant(Expr),
    /// `constraint P for m(int), n;` — the `for` part, if any, makes it `Unchecked`.
    Constraint(Expr),
    Initially(Expr),
    /// `represents x = e;` (also `<-`)
    Represents {
        target: Expr,
        value: Expr,
    },
    /// `represents x \such_that P;`
    RepresentsSuchThat {
        target: Expr,
        predicate: Expr,
    },
    Axiom(Expr),
    /// `monitors_for`, `readable_if`, `writable_if`, …
    Unchecked {
        keyword: Ident,
    },
}

/// The specification of a method: its cases, joined by `also`.
#[derive(Clone, PartialEq, Debug)]
pub struct MethodSpec {
    pub span: Span,
    /// It starts with `also`: it adds to the inherited specification.
    pub extends: bool,
    pub cases: Vec<SpecCase>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Behavior {
    /// No `behavior` keyword.
    Lightweight,
    Behavior,
    Normal,
    Exceptional,
}

#[derive(Clone, PartialEq, Debug)]
pub struct SpecCase {
    pub span: Span,
    pub behavior: Behavior,
    pub clauses: Vec<MethodClause>,
    /// `{| … also … |}`: each is joined with `clauses`. Mostly empty.
    pub nested: Vec<SpecCase>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct MethodClause {
    pub span: Span,
    /// As written: `pre`, `requires`, `requires_redundantly`.
    pub keyword: Ident,
    pub kind: MethodClauseKind,
}

/// A predicate, or a word in its place.
#[derive(Clone, PartialEq, Debug)]
pub enum Predicate {
    Expr(Expr),
    /// `\not_specified`
    NotSpecified,
    /// `\same`
    Same,
}

#[derive(Clone, PartialEq, Debug)]
pub enum MethodClauseKind {
    Requires(Predicate),
    Ensures(Predicate),
    /// `signals (Exception e) P;` A missing predicate is `true`.
    Signals {
        exception: TypeRef,
        name: Option<Ident>,
        predicate: Option<Predicate>,
    },
    /// `\nothing` is the empty list.
    SignalsOnly(Vec<TypeRef>),
    Assignable(Vec<StoreRef>),
    Diverges(Predicate),
    /// `old T x = e;`
    OldVariable(Box<FieldDecl>),
    /// `accessible`, `callable`, `captures`, `measured_by`, `when`, `working_space`, `duration`,
    /// `forall T x;`, any `…_redundantly`, …
    Unchecked,
}

#[derive(Clone, PartialEq, Debug)]
pub struct StoreRef {
    pub span: Span,
    pub kind: StoreRefKind,
}

#[derive(Clone, PartialEq, Debug)]
pub enum StoreRefKind {
    Nothing,
    Everything,
    NotSpecified,
    /// `x`, `o.f`, `a[i]`, `\reach(…)` and the like: an expression that denotes a location or a
    /// set.
    Location(Expr),
    /// `o.*`, `this.*`, `Class.*`
    AllFields(Expr),
    /// `a[*]`
    AllElements(Expr),
    /// `a[i .. j]`
    Range {
        array: Box<Expr>,
        from: Box<Expr>,
        to: Box<Expr>,
    },
}

/// What may stand before a loop.
#[derive(Clone, PartialEq, Debug)]
pub struct LoopClause {
    pub span: Span,
    pub kind: LoopClauseKind,
}

#[derive(Clone, PartialEq, Debug)]
pub enum LoopClauseKind {
    /// `loop_invariant`, `maintaining`
    Invariant(Expr),
    /// `decreases`, `decreasing`, `loop_decreases`
    Decreases(Expr),
    /// `loop_writes`, `loop_modifies`, `assignable` before a loop, …
    Unchecked { keyword: Ident },
}

/// JML among statements. (A ghost local is an ordinary local with the modifier `ghost`.)
#[derive(Clone, PartialEq, Debug)]
pub struct Statement {
    pub span: Span,
    pub kind: StatementKind,
}

#[derive(Clone, PartialEq, Debug)]
pub enum StatementKind {
    Assert(Expr),
    Assume(Expr),
    /// `set x = e;`: an assignment or a call.
    Set(Expr),
    Unreachable,
    /// `debug`, `hence_by`, `refining …`, `show`, block contracts, …
    Unchecked {
        keyword: Ident,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Quantifier {
    Forall,
    Exists,
    NumOf,
    Sum,
    Product,
    Min,
    Max,
}

/// Expressions that only JML has. (`==>`, `<==>`, `<:` and the like are binary operators of the
/// Java tree.)
#[derive(Clone, PartialEq, Debug)]
pub enum JmlExpr {
    Result,
    /// `\old(e)`, and `\old(e, Label)`.
    Old {
        expr: Expr,
        label: Option<Ident>,
    },
    /// `\pre(e)`
    Pre(Expr),
    Fresh(Vec<Expr>),
    NonNullElements(Expr),
    TypeOf(Expr),
    /// `\elemtype(t)`
    ElementType(Expr),
    /// `\type(T)`
    TypeLiteral(TypeRef),
    InvariantFor(Vec<Expr>),
    /// `(\forall T x, y; range; body)`: the binders share their modifiers and type. A missing range
    /// is `None`.
    Quantified {
        quantifier: Quantifier,
        binders: Vec<Param>,
        range: Option<Expr>,
        body: Expr,
    },
    /// `new JMLObjectSet { T x | source.has(x) && P }`
    SetComprehension {
        binder: Param,
        predicate: Expr,
    },
    /// `\reach(x)`, `\reach(x, T)`, `\reach(x, T, left + right)`, `\reach(x, T, {left, right})`
    Reach {
        root: Expr,
        ty: Option<TypeRef>,
        fields: Option<Vec<FieldName>>,
    },
    /// `(* … *)`: the text.
    Informal(String),
    /// `\lbl name e`: the label says nothing to us.
    Labelled {
        name: Ident,
        expr: Expr,
    },
    /// `\not_modified(x)`, `\only_assigned(…)`, `\duration(…)`, `\lockset`, …
    Unchecked {
        keyword: Name,
    },
}

/// A field in the third argument of `\reach`: `left`, or `Node.left`.
#[derive(Clone, PartialEq, Debug)]
pub struct FieldName {
    pub class: Option<TypeRef>,
    pub name: Ident,
}
