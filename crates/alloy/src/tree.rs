//! The tree of one file of assertions.
//!
//! Formulas and expressions are one type, as in Alloy 4: which of them is meant follows from the
//! place, and the lowering says where one stands for the other.

use tightrope_source::{FileId, Name, Span};

/// A name as it is written, with whether a prime follows it: `Acyclic'`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ident {
    pub name: Name,
    /// In the state after the method.
    pub is_primed: bool,
    pub span: Span,
}

/// All that one file says.
#[derive(Clone, PartialEq, Debug)]
pub struct Module {
    pub file: FileId,
    pub functions: Vec<Function>,
    pub assertions: Vec<Assertion>,
    pub checks: Vec<Check>,
}

/// `fun F(x: T) { … }`, `pred F[x: T] { … }`: a predicate. With a result (`fun f[x: T]: U { … }`)
/// an expression.
#[derive(Clone, PartialEq, Debug)]
pub struct Function {
    pub name: Ident,
    pub params: Vec<Decl>,
    pub has_result: bool,
    pub body: Expr,
    pub span: Span,
}

/// `assert A { … }`
#[derive(Clone, PartialEq, Debug)]
pub struct Assertion {
    pub name: Ident,
    pub body: Expr,
    pub span: Span,
}

/// `check A for 5 RBTree, 5 RBNode, 5 iteration`
#[derive(Clone, PartialEq, Debug)]
pub struct Check {
    pub assertion: Ident,
    /// `for 5`: of each class that is not named.
    pub objects: Option<usize>,
    pub bounds: Vec<ScopeBound>,
    pub span: Span,
}

/// `5 RBNode`
#[derive(Clone, PartialEq, Debug)]
pub struct ScopeBound {
    pub count: usize,
    pub name: Ident,
}

/// `x, y: e`
#[derive(Clone, PartialEq, Debug)]
pub struct Decl {
    pub is_disjoint: bool,
    pub names: Vec<Ident>,
    pub domain: Expr,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

#[derive(Clone, PartialEq, Debug)]
pub enum ExprKind {
    Name(Ident),
    Number(i32),
    Unary {
        op: UnaryOp,
        operand: Box<Expr>,
    },
    Binary {
        op: BinaryOp,
        left: Box<Expr>,
        right: Box<Expr>,
    },
    /// `a => b else c`
    Conditional {
        cond: Box<Expr>,
        then: Box<Expr>,
        otherwise: Box<Expr>,
    },
    Quantified {
        quantifier: Quantifier,
        decls: Vec<Decl>,
        body: Box<Expr>,
    },
    /// `{ x: T | f }`
    Comprehension {
        decls: Vec<Decl>,
        body: Box<Expr>,
    },
    /// `let x = e | f`
    Let {
        name: Ident,
        value: Box<Expr>,
        body: Box<Expr>,
    },
    /// `F(x)`, `F[x]`
    Call {
        name: Ident,
        args: Vec<Expr>,
    },
    /// `{ f g }`: all of them.
    Block(Vec<Expr>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnaryOp {
    /// `~r`
    Transpose,
    /// `^r`
    Closure,
    /// `*r`
    ReflexiveClosure,
    /// `#e`
    Cardinality,
    Not,
    No,
    Some,
    One,
    Lone,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BinaryOp {
    Join,
    Intersection,
    Union,
    Difference,
    In,
    NotIn,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    And,
    Implies,
    Iff,
    Or,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantifier {
    All,
    Some,
    No,
    One,
    Lone,
}

impl Expr {
    /// The parts of a conjunction, be it written with `&&` or as a block.
    pub fn conjuncts(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Block(parts) => parts.iter().flat_map(Expr::conjuncts).collect(),
            ExprKind::Binary { op: BinaryOp::And, left, right } => [left.conjuncts(), right.conjuncts()].concat(),
            _ => vec![self],
        }
    }

    /// Calls `see` for this expression and all parts of it.
    pub fn for_each(&self, see: &mut dyn FnMut(&Expr)) {
        see(self);
        match &self.kind {
            ExprKind::Name(_) | ExprKind::Number(_) => {}
            ExprKind::Unary { operand, .. } => operand.for_each(see),
            ExprKind::Binary { left, right, .. } => [left, right].into_iter().for_each(|part| part.for_each(see)),
            ExprKind::Conditional { cond, then, otherwise } => {
                [cond, then, otherwise].into_iter().for_each(|part| part.for_each(see));
            }
            ExprKind::Quantified { decls, body, .. } | ExprKind::Comprehension { decls, body } => {
                decls.iter().for_each(|decl| decl.domain.for_each(see));
                body.for_each(see);
            }
            ExprKind::Let { value, body, .. } => [value, body].into_iter().for_each(|part| part.for_each(see)),
            ExprKind::Call { args: parts, .. } | ExprKind::Block(parts) => {
                parts.iter().for_each(|part| part.for_each(see));
            }
        }
    }
}
