//! The body language: what a method does, with every implicit step of Java made explicit.
//!
//! **Statements** have effects; **expressions** have none (they may throw, never write). So the
//! order of evaluation can be read off: `a[i++] = f(x) + g()` becomes a sequence of assignments to
//! temporaries. The lowering spills an operand into a temporary exactly when a later operand needs
//! a statement.
//!
//! There are six control statements: `If`, `Loop` (for ever), `Block` with a label, `Break`,
//! `Continue`, `Try` with handlers; and the two ways out, `Return` and `Throw`. `while`, `for`,
//! `switch`, `finally`, `assert`, short circuits with effects, compound assignments, boxing, string
//! concatenation, field initialisers and `super` calls are all written with them.
//!
//! What an expression throws, in its own order of evaluation (operands left to right, then the
//! operation):
//!
//! | expression | throws |
//! | --- | --- |
//! | `Field`, `Length` | `NullPointerException` if the object is null |
//! | `Element` | `NullPointerException`, then `ArrayIndexOutOfBoundsException` |
//! | `Binary` `Divide`, `Remainder` | `ArithmeticException` if the right operand is 0 |
//! | `Cast` | `ClassCastException` if the object is neither null nor of the type |
//!
//! Statements likewise: `SetField` (null), `SetElement` (null, index, `ArrayStoreException`),
//! `NewArray` (`NegativeArraySizeException`), `Call` of a non-static method (null receiver, after
//! the arguments), `Throw` (null operand), `Cast`s inside them. `SetField`, `SetElement` evaluate
//! object, index, value in this order *before* any check.
//!
//! Expressions of the kinds under "formulas only" occur only in contracts, invariants and JML
//! statements.

use crate::constructs::Construct;
use crate::contract::Clause;
use crate::program::{ClassId, Constant, FieldId, LabelId, LocalId, LoopId, MethodId, Type};
use tightrope_source::{Name, Span};

/// The code of one method. Locals start with `this` (if any) and the parameters, in order.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Body {
    pub locals: Vec<Local>,
    pub loops: Vec<LoopInfo>,
    /// How many labels the body uses: they are `0..labels`.
    pub labels: u32,
    pub block: Vec<Stmt>,
}

impl Body {
    pub fn local(&self, id: LocalId) -> &Local {
        &self.locals[id.index()]
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LocalKind {
    This,
    Param,
    /// Declared by the user.
    Variable,
    /// Declared by the user in JML.
    Ghost,
    /// Bound by a quantifier, a comprehension or a `signals` clause.
    Bound,
    /// Made by the lowering.
    Temporary,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Local {
    /// Temporaries are named `t0`, `t1`, …
    pub name: Name,
    pub ty: Type,
    pub kind: LocalKind,
    pub span: Span,
}

/// What is known of a loop besides its code.
#[derive(Clone, PartialEq, Debug)]
pub struct LoopInfo {
    /// The keyword of the loop to the end of its header.
    pub span: Span,
    /// Must hold whenever control reaches the start of an iteration. They see the body's locals.
    pub invariants: Vec<Clause>,
    /// Must be non-negative and decrease from one start of an iteration to the next.
    pub decreases: Vec<Clause>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Stmt {
    pub span: Span,
    pub kind: StmtKind,
}

#[derive(Clone, PartialEq, Debug)]
pub enum StmtKind {
    Assign {
        local: LocalId,
        value: Expr,
    },
    SetField {
        object: Expr,
        field: FieldId,
        value: Expr,
    },
    SetStatic {
        field: FieldId,
        value: Expr,
    },
    SetElement {
        array: Expr,
        index: Expr,
        value: Expr,
    },
    /// Allocates an object with default field values. The constructor is a `Call` of its own.
    New {
        result: LocalId,
        class: ClassId,
    },
    /// `lengths` of the outermost dimensions of the array type `ty`; inner ones stay null.
    NewArray {
        result: LocalId,
        ty: Type,
        lengths: Vec<Expr>,
    },
    Call {
        result: Option<LocalId>,
        call: Call,
    },
    /// Runs the static initialiser of the class (and first of its superclasses) if that has not
    /// happened yet.
    InitializeClass(ClassId),
    If {
        cond: Expr,
        then: Vec<Stmt>,
        otherwise: Vec<Stmt>,
    },
    /// Repeats its body for ever. `Break` of its label leaves it, `Continue` starts the next
    /// iteration.
    Loop {
        id: LoopId,
        label: LabelId,
        body: Vec<Stmt>,
    },
    /// `Break` of its label leaves it.
    Block {
        label: LabelId,
        body: Vec<Stmt>,
    },
    Break(LabelId),
    Continue(LabelId),
    Return(Option<Expr>),
    Throw(Expr),
    /// The first handler that fits catches. Handlers do not catch what other handlers throw.
    Try {
        body: Vec<Stmt>,
        handlers: Vec<Handler>,
    },
    /// JML's `assert`.
    SpecAssert(Clause),
    /// JML's `assume`: the run goes on only where it holds; an assumption that the verdict lists.
    SpecAssume(Clause),
    /// A construct that is not modelled: a run that gets here has no verdict.
    Unsupported(Unsupported),
}

#[derive(Clone, PartialEq, Debug)]
pub struct Handler {
    /// Empty: anything that is thrown.
    pub classes: Vec<ClassId>,
    pub local: LocalId,
    pub body: Vec<Stmt>,
}

/// A use of something that is not modelled.
#[derive(Clone, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub struct Unsupported {
    pub construct: Construct,
    /// What exactly: `double`, `java.lang.Thread.start`, `lambda`.
    pub detail: Name,
    pub span: Span,
}

/// How the lowering names what it could not read or type.
const WITH_ERROR: &str = "with an error";

impl Unsupported {
    /// `floating point (double)`.
    pub fn describe(&self) -> String {
        let (title, detail) = (self.construct.title(), &self.detail);
        // What is wrong there has been reported as a diagnostic.
        if detail.ends_with(WITH_ERROR) {
            return detail.to_string();
        }
        if detail.is_empty() || title.contains(detail.as_str()) {
            title.to_owned()
        } else {
            format!("{title} ({detail})")
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Dispatch {
    Static,
    /// Constructors, private methods, `super.m()`: exactly this method.
    Exact,
    /// The override in the class of the receiver.
    Virtual,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Call {
    pub dispatch: Dispatch,
    pub method: MethodId,
    /// The receiver first, if the method is not static.
    pub args: Vec<Expr>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub ty: Type,
    pub span: Span,
}

#[derive(Clone, PartialEq, Debug)]
pub enum ExprKind {
    Constant(Constant),
    Local(LocalId),
    Field {
        object: Box<Expr>,
        field: FieldId,
    },
    StaticField(FieldId),
    Element {
        array: Box<Expr>,
        index: Box<Expr>,
    },
    Length(Box<Expr>),
    Unary {
        op: UnaryOp,
        operand: Box<Expr>,
    },
    /// Operands have been promoted: both are `int`, both `long`, both `boolean`, or both
    /// references; a shift's right operand is `int` or `long` by itself.
    Binary {
        op: BinaryOp,
        left: Box<Expr>,
        right: Box<Expr>,
    },
    /// Short circuit.
    Logical {
        op: LogicalOp,
        left: Box<Expr>,
        right: Box<Expr>,
    },
    Conditional {
        cond: Box<Expr>,
        then: Box<Expr>,
        otherwise: Box<Expr>,
    },
    /// Between integral types: widening keeps the value, narrowing cuts the upper bits. The target
    /// is the type of the expression.
    Convert(Box<Expr>),
    /// The checked cast of a reference to the type of the expression.
    Cast(Box<Expr>),
    /// False for null.
    InstanceOf {
        operand: Box<Expr>,
        ty: Type,
    },
    /// A new string that is equal to the concatenation of these: an opaque value.
    Concat(Vec<Expr>),

    // Formulas only from here on.
    /// A call of a pure method.
    Call(Call),
    /// `\result`
    Result,
    /// Evaluated in the state before the method (`\old`, `\pre`). Locals bound by quantifiers keep
    /// their values.
    Old(Box<Expr>),
    /// All of these are non-null and did not exist before the method.
    Fresh(Vec<Expr>),
    /// A non-null array without null elements.
    NonNullElements(Box<Expr>),
    /// The invariant of this object holds (written, inherited and `repOk`).
    InvariantFor(Box<Expr>),
    Quantified(Box<Quantified>),
    Reach(Box<Reach>),
    /// `{ T x | range && body }`: a set of objects.
    Comprehension {
        binder: LocalId,
        range: Box<Expr>,
    },
    /// `set.has(e)`
    Contains {
        set: Box<Expr>,
        element: Box<Expr>,
    },
    /// `set.int_size()`
    SetSize(Box<Expr>),
    SetIsEmpty(Box<Expr>),
    SetEqual {
        left: Box<Expr>,
        right: Box<Expr>,
    },
    /// `left.containsAll(right)` is `Subset { right, left }`.
    Subset {
        left: Box<Expr>,
        right: Box<Expr>,
    },
    SetUnion {
        left: Box<Expr>,
        right: Box<Expr>,
    },
    SetIntersection {
        left: Box<Expr>,
        right: Box<Expr>,
    },
    SetDifference {
        left: Box<Expr>,
        right: Box<Expr>,
    },
    /// `\typeof(e)`: the class of a non-null object.
    TypeOf(Box<Expr>),
    /// `\type(T)`, `T.class` in JML.
    TypeLiteral(Type),
    /// `\elemtype(t)`
    ElementType(Box<Expr>),
    /// `left <: right`
    Subtype {
        left: Box<Expr>,
        right: Box<Expr>,
    },
    /// `(* text *)`: assumed true; the verdict lists it.
    Informal(Name),
    /// Not modelled: the formula has no value, or a static field has one that nobody knows.
    Unsupported(Unsupported),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOp {
    Negate,
    BitNot,
    Not,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOp {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    ShiftLeft,
    ShiftRight,
    ShiftRightUnsigned,
    /// On `int`, `long` and (without short circuit) `boolean`.
    BitAnd,
    BitOr,
    BitXor,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    /// On numbers, booleans and references (identity).
    Equal,
    NotEqual,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LogicalOp {
    And,
    Or,
    /// Formulas only. The right side is evaluated only if the left one is true.
    Implies,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Quantifier {
    Forall,
    Exists,
    /// How many.
    Count,
    Sum,
    Product,
    Min,
    Max,
}

/// `(\forall T x, y; range; body)`. Binders of object types range over non-null objects of the
/// type, those of integral types over the values that the range admits.
#[derive(Clone, PartialEq, Debug)]
pub struct Quantified {
    pub quantifier: Quantifier,
    pub binders: Vec<LocalId>,
    /// `true` if it was left out.
    pub range: Expr,
    pub body: Expr,
}

/// The objects reachable from `root` (itself included, null never) by `fields`; if `class` is given
/// only through and among objects of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Reach {
    pub root: Expr,
    pub class: Option<ClassId>,
    /// `None`: by every reference field and array element.
    pub fields: Option<Vec<FieldId>>,
}
