//! The typed tree of one body: names resolved, overloads chosen, conversions explicit; effects
//! still inside expressions.
//!
//! It lives only between two steps of the lowering: [`super::attribute`] makes it from syntax,
//! [`super::flatten`] turns it into a [`crate::body::Body`], and [`super::formulas`] turns the
//! expressions of contracts into formulas. Types are erased already; where Java inserts a checked
//! cast after erasure, the cast is there.

use crate::body::Unsupported;
use crate::program::{ClassId, Constant, FieldId, LabelId, LocalId, MethodId, Type};
use tightrope_source::{Name, Span};
use tightrope_syntax::tree::{BinaryOp, ConstructorTarget};

/// A body (or a single expression) with the variables that it uses. Variables start with `this` (if
/// any) and the parameters.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct TypedBody {
    pub(crate) variables: Vec<crate::body::Local>,
    /// How many labels `Labelled`, loops and switches use: `0..labels`.
    pub(crate) labels: u32,
    pub(crate) block: Vec<TypedStmt>,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct TypedStmt {
    pub(crate) span: Span,
    pub(crate) kind: TypedStmtKind,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum TypedStmtKind {
    Block(Vec<TypedStmt>),
    /// Declares a variable; without a value it is unassigned.
    Local {
        local: LocalId,
        value: Option<TypedExpr>,
    },
    Expr(TypedExpr),
    If {
        cond: TypedExpr,
        then: Box<TypedStmt>,
        otherwise: Option<Box<TypedStmt>>,
    },
    /// All loops: `init; while (cond) { body; update }`, or with the condition after the body.
    /// `break` and `continue` name the label; `continue` goes to the update (or to a do-while's
    /// condition).
    Loop(Box<TypedLoop>),
    /// `for (T x : iterated)` over an array.
    ForEachArray {
        label: LabelId,
        header: Span,
        clauses: LoopClauses,
        local: LocalId,
        array: TypedExpr,
        /* the element, converted to the variable's type, is `convert` applied to a read of `element` */
        element: LocalId,
        convert: TypedExpr,
        body: Box<TypedStmt>,
    },
    /// … over an `Iterable`: `iterator` is the call `iterated.iterator()`; `iterator_local` holds
    /// it; `has_next` and `next` are calls on it, `next` cast and converted.
    ForEachIterable {
        label: LabelId,
        header: Span,
        clauses: LoopClauses,
        local: LocalId,
        iterator: TypedExpr,
        iterator_local: LocalId,
        has_next: TypedExpr,
        next: TypedExpr,
        body: Box<TypedStmt>,
    },
    /// A labelled statement that is no loop (a labelled loop shares the loop's label).
    Labelled {
        label: LabelId,
        body: Box<TypedStmt>,
    },
    Switch(Box<TypedSwitch>),
    Return(Option<TypedExpr>),
    Break(LabelId),
    Continue(LabelId),
    /// The value of the switch expression with this label.
    Yield {
        label: LabelId,
        value: TypedExpr,
    },
    Throw(TypedExpr),
    Try(Box<TypedTry>),
    /// Evaluates the lock, throws if it is null, runs the body: exact for one thread.
    Synchronized {
        lock: TypedExpr,
        body: Vec<TypedStmt>,
    },
    /// `error`: the constructor of `AssertionError` to call, with the message (if any) as its
    /// argument.
    Assert {
        cond: TypedExpr,
        error: TypedExpr,
    },
    /// `target` says whether field initialisers run afterwards (`Super`) or not (`This`). `call` is
    /// a `Call` with dispatch to a constructor.
    ConstructorCall {
        target: ConstructorTarget,
        call: TypedExpr,
    },
    /// JML's `assert`.
    SpecAssert(SpecExpr),
    SpecAssume(SpecExpr),
    /// JML's `set`: an assignment, or an expression with effects on ghost state.
    SpecSet(TypedExpr),
    /// JML's `unreachable`.
    SpecUnreachable,
    Unsupported(Unsupported),
    /// A statement with an error that has been reported, or nothing at all (`;`, a local class).
    Empty,
}

/// A formula inside a body.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct SpecExpr {
    pub(crate) span: Span,
    pub(crate) expr: TypedExpr,
}

#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct LoopClauses {
    pub(crate) invariants: Vec<SpecExpr>,
    pub(crate) decreases: Vec<SpecExpr>,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct TypedLoop {
    pub(crate) label: LabelId,
    /// From the keyword to the end of the header.
    pub(crate) header: Span,
    pub(crate) clauses: LoopClauses,
    pub(crate) init: Vec<TypedStmt>,
    /// `None`: for ever.
    pub(crate) cond: Option<TypedExpr>,
    /// `do … while`
    pub(crate) cond_after: bool,
    pub(crate) update: Vec<TypedExpr>,
    pub(crate) body: TypedStmt,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct TypedTry {
    pub(crate) resources: Vec<TypedResource>,
    pub(crate) body: Vec<TypedStmt>,
    pub(crate) catches: Vec<TypedCatch>,
    pub(crate) finally: Option<Vec<TypedStmt>>,
}

/// `close` is the call of `close()` on `local`; `add_suppressed` the method
/// `Throwable.addSuppressed`, if the library has it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct TypedResource {
    pub(crate) span: Span,
    pub(crate) local: LocalId,
    pub(crate) value: TypedExpr,
    pub(crate) close: TypedExpr,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct TypedCatch {
    pub(crate) span: Span,
    pub(crate) classes: Vec<ClassId>,
    pub(crate) local: LocalId,
    pub(crate) body: Vec<TypedStmt>,
}

/// A switch over ints (also `char`, `byte`, `short`, unboxed), strings, enums or by patterns; as a
/// statement or as an expression.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct TypedSwitch {
    /// `break` (statement) or `yield` (expression) goes here.
    pub(crate) label: LabelId,
    /// The selector is stored here before any test.
    pub(crate) selector: LocalId,
    pub(crate) value: TypedExpr,
    /// Throw `NullPointerException` on a null selector unless a label is `null`.
    pub(crate) null_check: bool,
    pub(crate) arms: Vec<TypedArm>,
    /// `case x ->` and not `case x:`: no fall-through.
    pub(crate) arrows: bool,
    /// No default, and the switch must cover everything (an expression, or by patterns): what to
    /// throw when nothing fits (`MatchException` or `IncompatibleClassChangeError`), as a `New`
    /// expression.
    pub(crate) otherwise_throw: Option<TypedExpr>,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct TypedArm {
    pub(crate) span: Span,
    /// Boolean expressions over the selector local, tried in order, binding pattern variables by
    /// their effects. Empty for a lone `default`.
    pub(crate) tests: Vec<TypedExpr>,
    pub(crate) is_default: bool,
    pub(crate) guard: Option<TypedExpr>,
    /// `case x -> e` in a switch expression is a `Yield`, in a statement an `Expr` followed by a
    /// break when `arrows`.
    pub(crate) body: Vec<TypedStmt>,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct TypedExpr {
    pub(crate) kind: TypedExprKind,
    /// `None`: a `void` call.
    pub(crate) ty: Option<Type>,
    pub(crate) span: Span,
}

/// Something that can be assigned.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Place {
    Local(LocalId),
    Field { object: Box<TypedExpr>, field: FieldId },
    Static(FieldId),
    Element { array: Box<TypedExpr>, index: Box<TypedExpr> },
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum TypedExprKind {
    Constant(Constant),
    Local(LocalId),
    Field {
        object: Box<TypedExpr>,
        field: FieldId,
    },
    /// `object` (evaluated and discarded) is there only for `expr.staticField`.
    StaticField(FieldId),
    Element {
        array: Box<TypedExpr>,
        index: Box<TypedExpr>,
    },
    Length(Box<TypedExpr>),
    Unary {
        op: crate::body::UnaryOp,
        operand: Box<TypedExpr>,
    },
    /// Arithmetic, bit, shift, comparison operators on promoted operands. Not the logical ones.
    Binary {
        op: crate::body::BinaryOp,
        left: Box<TypedExpr>,
        right: Box<TypedExpr>,
    },
    /// `&&`, `||`, `==>`
    Logical {
        op: crate::body::LogicalOp,
        left: Box<TypedExpr>,
        right: Box<TypedExpr>,
    },
    Conditional {
        cond: Box<TypedExpr>,
        then: Box<TypedExpr>,
        otherwise: Box<TypedExpr>,
    },
    /// Integral conversion to `ty`.
    Convert(Box<TypedExpr>),
    /// Checked reference cast to `ty`. (Upcasts have no node.)
    Cast(Box<TypedExpr>),
    /// The same value, after a check that throws `NullPointerException`.
    NotNull(Box<TypedExpr>),
    InstanceOf {
        operand: Box<TypedExpr>,
        ty: Type,
    },
    /// `operand instanceof pattern` lowers to tests and bindings: evaluates `value` into `local`,
    /// then has the value of `test`.
    Let {
        local: LocalId,
        value: Box<TypedExpr>,
        body: Box<TypedExpr>,
    },
    /// Evaluates the first for its effects, then has the value of the second (`expr.staticField`,
    /// bindings in patterns).
    Sequence {
        first: Box<TypedExpr>,
        then: Box<TypedExpr>,
    },
    Concat(Vec<TypedExpr>),
    /// Has the assigned value.
    Assign {
        place: Place,
        value: Box<TypedExpr>,
    },
    /// `place op= operand`, `++`, `--`. The place is evaluated once and read into `old` (a
    /// temporary of the place's type); `new_value` is an expression over `old` and the operand,
    /// already converted to the place's type; then it is stored. The expression's value is the new
    /// value, or (`post`) the old one.
    Compound {
        place: Place,
        old: LocalId,
        new_value: Box<TypedExpr>,
        post: bool,
    },
    Call {
        dispatch: crate::body::Dispatch,
        method: MethodId,
        args: Vec<TypedExpr>,
    },
    /// Allocates, then calls the constructor with the new object and `args`. For an inner class the
    /// enclosing instance is the first of `args` (null-checked: `outer.new Inner()` throws);
    /// captured values of a local class are appended by `flatten`.
    New {
        class: ClassId,
        constructor: MethodId,
        args: Vec<TypedExpr>,
    },
    NewArray {
        ty: Type,
        lengths: Vec<TypedExpr>,
    },
    /// `{1, 2}`, varargs: a new array of type `ty` with these elements.
    ArrayLiteral {
        ty: Type,
        elements: Vec<TypedExpr>,
    },
    Switch(Box<TypedSwitch>),
    Unsupported(Unsupported),

    // Formulas only.
    Spec(Box<TypedSpec>),
}

/// Expressions that only formulas have. Equivalences have become (in)equality of booleans, `<==`
/// has become `==>` with its sides swapped only where evaluation order cannot matter to a formula.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum TypedSpec {
    Result,
    Old(TypedExpr),
    Fresh(Vec<TypedExpr>),
    NonNullElements(TypedExpr),
    InvariantFor(TypedExpr),
    Quantified { quantifier: crate::body::Quantifier, binders: Vec<LocalId>, range: TypedExpr, body: TypedExpr },
    Reach { root: TypedExpr, class: Option<ClassId>, fields: Option<Vec<FieldId>> },
    Comprehension { binder: LocalId, range: TypedExpr },
    Contains { set: TypedExpr, element: TypedExpr },
    SetSize(TypedExpr),
    SetIsEmpty(TypedExpr),
    SetEqual { left: TypedExpr, right: TypedExpr },
    Subset { left: TypedExpr, right: TypedExpr },
    SetUnion { left: TypedExpr, right: TypedExpr },
    SetIntersection { left: TypedExpr, right: TypedExpr },
    SetDifference { left: TypedExpr, right: TypedExpr },
    TypeOf(TypedExpr),
    TypeLiteral(Type),
    ElementType(TypedExpr),
    Subtype { left: TypedExpr, right: TypedExpr },
    Informal(Name),
}

/// The operators of syntax that attribution maps to [`crate::body::BinaryOp`]; the others are
/// logical or JML's.
pub(crate) fn arithmetic_operator(op: BinaryOp) -> Option<crate::body::BinaryOp> {
    use crate::body::BinaryOp as Body;
    Some(match op {
        BinaryOp::Add => Body::Add,
        BinaryOp::Subtract => Body::Subtract,
        BinaryOp::Multiply => Body::Multiply,
        BinaryOp::Divide => Body::Divide,
        BinaryOp::Remainder => Body::Remainder,
        BinaryOp::ShiftLeft => Body::ShiftLeft,
        BinaryOp::ShiftRight => Body::ShiftRight,
        BinaryOp::ShiftRightUnsigned => Body::ShiftRightUnsigned,
        BinaryOp::Less => Body::Less,
        BinaryOp::LessEqual => Body::LessEqual,
        BinaryOp::Greater => Body::Greater,
        BinaryOp::GreaterEqual => Body::GreaterEqual,
        BinaryOp::Equal => Body::Equal,
        BinaryOp::NotEqual => Body::NotEqual,
        BinaryOp::BitAnd => Body::BitAnd,
        BinaryOp::BitOr => Body::BitOr,
        BinaryOp::BitXor => Body::BitXor,
        BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Implies
        | BinaryOp::ImpliedBy
        | BinaryOp::Equivalent
        | BinaryOp::NotEquivalent
        | BinaryOp::Subtype => return None,
    })
}
