//! Formulas: contracts, invariants and JML statements, evaluated on heaps whole or partial.
//!
//! A formula is compiled to a tree of [`Node`]s with slots, type tests and functions resolved, and
//! evaluated by walking it. Bytecode would be no gain where something is open: on a partial heap
//! every sub-formula has to say *what it could still become*, and that is a property of the tree.
//! Where all is known, a formula is a list of steps ([`plan`]), which is tried first.
//!
//! The value of a Boolean formula is a [`Truth`]: the set of outcomes that are still possible —
//! true, false, or an exception — and the first open question that keeps it from being one of them.
//! So there are no modes: an assumption is dead when it cannot be true any more, an obligation is
//! met when it can only be true, and whoever wants to decide asks for the open slot and evaluates
//! again. An exception is never true and never false: `a && b` with an `a` that throws throws, as
//! in Java.

// What formulas mean, in the order in which to read it: `evaluate`, `truth`, `quantify`, `sets`,
// `all_objects`; then `assume`, for heaps that grow, and `explain`. `shortcuts` is where quicker
// ways are hooked in: `fast`, with `plan`, `inline` and `decide` (formulas as lists of steps),
// `reached` (kept sets), `tally` and `ranges` (open numbers), `untouched` (what a run has left
// alone), `watch` (when to look again).
mod all_objects;
mod assume;
mod compile;
mod decide;
mod evaluate;
mod explain;
mod fast;
mod inline;
mod intervals;
mod kept;
mod local;
mod part;
mod plan;
mod planner;
mod preserved;
mod quantify;
mod reach_cache;
mod sets;
mod shortcuts;
mod symbolic_counts;
mod truth;
mod watch;
mod workspace;

pub use crate::code::FormulaId;
pub use crate::outcome::{Exception, Throws};
pub use assume::{Assumption, EvaluatedAssumption, Force, Instances, Suspect};
pub use evaluate::Halt;
pub(crate) use evaluate::{Evaluation, Value};
pub use explain::{Binding, Explanation, ShownValue, SubValue};
pub(crate) use fast::Fast;
pub use intervals::Ranges;
pub use part::{NoStructure, OwnSlots, Smaller, Structure};
pub(crate) use part::{Prover, keeps_to_keys};
pub(crate) use reach_cache::{Changes, MOST_OBJECTS};
pub(crate) use shortcuts::{NoShortcuts, Shortcuts};
pub use truth::Truth;
pub use watch::{Change, Effect, Part, Watch};
pub use workspace::Workspace;

use plan::{Plan, PlanSize};

use crate::code::{Arithmetic, Comparison, Conversion, FunctionId, Memory, Selector, TypeTest};
use crate::slot_set::SlotNumbers;
use crate::word::Word;
use tightrope_program::body::{Quantifier, Unsupported};
use tightrope_program::{ClassId, Type};
use tightrope_source::Span;

#[derive(Clone, Debug)]
pub(crate) struct CompiledFormula {
    /// `this`, parameters and so on come first; the rest are bound by quantifiers.
    pub(crate) locals: usize,
    pub(crate) root: Node,
    /// Is it true?
    holds: Plan,
    /// Is it false, whatever becomes of what is open?
    fails: Plan,
    size: PlanSize,
    /// A quantifier ranges over all objects of a type.
    pub(crate) is_global: bool,
    /// Its instances depend on what lies behind their objects only.
    confined: Option<Confined>,
    /// It speaks of the heap before the method.
    pub(crate) uses_old: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) span: Span,
    pub(crate) kind: NodeKind,
}

#[derive(Clone, Debug)]
pub(crate) enum NodeKind {
    Word(Word),
    Local(u16),
    /// `\result`
    Result,
    Field {
        memory: Memory,
        object: Box<Node>,
        slot: u16,
        is_long: bool,
    },
    Static {
        memory: Memory,
        slot: u32,
    },
    Element {
        memory: Memory,
        array: Box<Node>,
        index: Box<Node>,
        /// Of a `long[]`, whose elements always have values.
        is_long: bool,
    },
    Length(Box<Node>),
    NegateInt(Box<Node>),
    NegateLong(Box<Node>),
    BitNot(Box<Node>),
    Arithmetic {
        op: Arithmetic,
        left: Box<Node>,
        right: Box<Node>,
    },
    Convert {
        kind: Conversion,
        operand: Box<Node>,
    },
    Check {
        operand: Box<Node>,
        test: TypeTest,
    },
    Call(Box<CallNode>),
    Conditional {
        cond: Box<Node>,
        then: Box<Node>,
        otherwise: Box<Node>,
    },
    SetSize(SetNode),
    Aggregate(Box<QuantifiedNode>),
    // Boolean from here on.
    Not(Box<Node>),
    And(Box<Node>, Box<Node>),
    Or(Box<Node>, Box<Node>),
    Implies(Box<Node>, Box<Node>),
    /// Of booleans.
    Equivalent(Box<Node>, Box<Node>),
    Compare {
        op: Comparison,
        left: Box<Node>,
        right: Box<Node>,
    },
    /// Of ints and references that may be ordered or opaque values.
    CompareSymbols {
        op: Comparison,
        left: Box<Node>,
        right: Box<Node>,
    },
    InstanceOf {
        operand: Box<Node>,
        test: TypeTest,
    },
    Fresh(Vec<Node>),
    NonNullElements {
        memory: Memory,
        array: Box<Node>,
    },
    Quantified(Box<QuantifiedNode>),
    Contains {
        set: SetNode,
        element: Box<Node>,
    },
    SetIsEmpty(SetNode),
    SetEqual(SetNode, SetNode),
    Subset(SetNode, SetNode),
    SameType(TypeNode, TypeNode),
    /// `left <: right`
    Subtype(TypeNode, TypeNode),
    InvariantFor {
        memory: Memory,
        object: Box<Node>,
    },
    Unsupported(Box<Unsupported>),
}

#[derive(Clone, Debug)]
pub(crate) struct CallNode {
    pub(crate) target: CallTarget,
    pub(crate) args: Vec<Node>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum CallTarget {
    Static(FunctionId),
    Exact(FunctionId),
    Virtual(Selector),
}

/// An expression whose value is a type.
#[derive(Clone, Debug)]
pub(crate) enum TypeNode {
    Literal(Type),
    /// `\typeof` of a reference: null has none.
    Of(Box<Node>),
    /// `\typeof` of a primitive value, which is evaluated for its exceptions only.
    Primitive(Box<Node>, Type),
    /// `\elemtype`
    Element(Box<TypeNode>, Span),
}

/// An expression that is a set of objects.
#[derive(Clone, Debug)]
pub(crate) enum SetNode {
    Reach(Box<ReachNode>),
    Comprehension { all: Box<AllObjects>, binder: u16, range: Box<Node> },
    Union(Box<SetNode>, Box<SetNode>),
    Intersection(Box<SetNode>, Box<SetNode>),
    Difference(Box<SetNode>, Box<SetNode>),
}

#[derive(Clone, Debug)]
pub(crate) struct ReachNode {
    pub(crate) root: Node,
    pub(crate) walk: WalkId,
}

/// A walk of one executable. Formulas that follow the same fields share it, so that a set that one
/// has found serves all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct WalkId(pub(crate) u32);

/// How a set of reachable objects is found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Walk {
    pub(crate) memory: Memory,
    /// By runtime type: the slots to follow; `None`: objects of this type do not belong to the set.
    pub(crate) edges: Vec<Option<Edges>>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Edges {
    Slots(Box<[u16]>),
    /// All elements of an array of references.
    Elements,
}

#[derive(Clone, Debug)]
pub(crate) struct QuantifiedNode {
    pub(crate) quantifier: Quantifier,
    pub(crate) binders: Vec<Binder>,
    pub(crate) range: Node,
    pub(crate) body: Node,
    /// What an instance contributes.
    instance: Plan,
    /// Of the body of an aggregate: `long` or `int` arithmetic.
    pub(crate) is_long: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Binder {
    pub(crate) local: u16,
    /// The conjuncts at the start of the range that do not speak of this or later binders:
    /// evaluated before the domain, which they may guard (`a != null && i < a.length`).
    pub(crate) guards: Vec<Node>,
    pub(crate) domain: Domain,
}

/// Which values a bound variable takes.
#[derive(Clone, Debug)]
pub(crate) enum Domain {
    /// The objects of a set that are of a type (`None`: all of them are): the range starts with
    /// `set.has(x)`.
    Set(SetNode, Option<TypeTest>),
    Objects(Box<AllObjects>),
    /// From `least` to `greatest`, both included, narrowed by the conjuncts of the range in their
    /// order.
    Integers {
        least: Word,
        greatest: Word,
        conjuncts: Vec<Narrowing>,
    },
    /// An integer without bounds: no value.
    Unbounded,
}

/// What a conjunct of the range says of the interval of an integer.
#[derive(Clone, Debug)]
pub(crate) struct Narrowing {
    pub(crate) kind: NarrowingKind,
    /// Every value of the interval so far meets this conjunct: if it throws, the range throws.
    pub(crate) is_always_met: bool,
}

#[derive(Clone, Debug)]
pub(crate) enum NarrowingKind {
    Bound(Side, Node),
    /// Does not speak of the integer: where it is false, nothing is left.
    Guard(Node),
}

/// Which end of an interval a bound narrows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    Least,
    Greatest,
}

/// What `\invariant_for` means for objects of a class: formulas over `this`, and `repOk`.
#[derive(Clone, Debug, Default)]
pub(crate) struct ClassInvariant {
    pub(crate) formulas: Vec<FormulaId>,
    pub(crate) rep_ok: Vec<Selector>,
}

/// Shared by compiling and evaluating: the invariants by class and version of the heap.
pub(crate) type Invariants = std::collections::HashMap<(ClassId, Memory), ClassInvariant>;

/// What a variable over all objects of a type ranges over.
#[derive(Clone, Debug)]
pub(crate) struct AllObjects {
    pub(crate) memory: Memory,
    /// `None`: objects of every type.
    pub(crate) test: Option<TypeTest>,
    /// By runtime type: the slots that may hold an object that is meant, or one that leads there.
    pub(crate) leading: Vec<Edges>,
}

/// A `\\forall` over a set whose body is confined.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Confined {
    /// The slot of `this` where the set begins.
    pub(crate) root: u16,
    pub(crate) walk: WalkId,
    /// The same on the heap before the method.
    pub(crate) walk_before: WalkId,
    /// The slots of the formula; those from the 32nd on share a bit.
    pub(crate) slots: SlotNumbers,
    /// The loop over the set.
    pub(crate) number: u16,
}
