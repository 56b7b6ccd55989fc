//! The computation graph itself: nodes, edges, and the conditions on them.
//!
//! Follows Vaziri & Jackson, section 3 (computation graph: nodes are states, edges are statements)
//! with the roles turned round, as Shao et al. draw it: a node is a statement, an edge is control.
//! Expressions are those of the body language, taken as *total*: wherever one could throw, a branch
//! before it has led that run away.

use std::fmt;
use tightrope_program::body::{Expr, Unsupported};
use tightrope_program::contract::Clause;
use tightrope_program::{ClassId, FieldId, MethodId, Type};
use tightrope_source::Span;

/// A node of one [`Graph`]: its place in `nodes`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NodeId(pub u32);

impl NodeId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A variable of the whole graph. Calls that are not active at the same time share variables.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Var(pub u32);

impl Var {
    /// The exception in flight; null if there is none.
    pub const EXCEPTION: Var = Var(0);
    /// What the method returns.
    pub const RESULT: Var = Var(1);
    /// The first variable of the outermost call.
    pub(crate) const FIRST: u32 = 2;

    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A call that has been put in place of its statement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FrameId(pub u32);

impl FrameId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Debug)]
pub struct Frame {
    pub method: MethodId,
    /// Local `i` of the method's body is the variable `base + i`.
    pub base: u32,
    /// Who called, and where. `None`: the outermost call.
    pub caller: Option<(FrameId, Span)>,
}

/// A bounded program. Edges lead to later nodes only, so that the order of the nodes is a
/// topological one.
#[derive(Clone, Debug)]
pub struct Graph<'p> {
    pub nodes: Vec<Node<'p>>,
    pub frames: Vec<Frame>,
    /// How many variables there are.
    pub vars: usize,
    /// Receiver and parameters.
    pub params: Vec<Var>,
}

impl<'p> Graph<'p> {
    pub fn node(&self, id: NodeId) -> &Node<'p> {
        &self.nodes[id.index()]
    }

    pub fn frame(&self, id: FrameId) -> &Frame {
        &self.frames[id.index()]
    }

    pub fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// By node: the nodes with an edge to it.
    pub fn predecessors(&self) -> Vec<Vec<NodeId>> {
        let mut found: Vec<Vec<NodeId>> = vec![Vec::new(); self.nodes.len()];
        for id in self.ids() {
            for next in &self.node(id).next {
                found[next.index()].push(id);
            }
        }
        found
    }
}

#[derive(Clone, Debug)]
pub struct Node<'p> {
    pub op: Op<'p>,
    /// Expressions of `op` are about the variables of this call.
    pub frame: FrameId,
    pub span: Span,
    /// As many as the operation has ways to go on.
    pub next: Vec<NodeId>,
}

#[derive(Clone, Debug)]
pub enum Op<'p> {
    Entry,
    Assign {
        var: Var,
        value: &'p Expr,
    },
    Store {
        object: &'p Expr,
        field: FieldId,
        value: &'p Expr,
    },
    StoreStatic {
        field: FieldId,
        value: &'p Expr,
    },
    StoreElement {
        array: &'p Expr,
        index: &'p Expr,
        value: &'p Expr,
    },
    /// A new object with default values in its fields.
    /// One of several branches gets to a call that they share: the variable of this number becomes
    /// true, the others false.
    Mark {
        vars: Vec<Var>,
        number: usize,
    },
    Move {
        to: Var,
        from: Var,
    },
    New {
        var: Var,
        class: ClassId,
    },
    NewArray {
        var: Var,
        ty: Type,
        lengths: Vec<&'p Expr>,
    },
    /// Goes on with the first edge if the condition is true, else with the second.
    Branch {
        cond: Cond<'p>,
        /// On the first edge the run ends with an exception of this class, which nobody catches.
        fails: Option<ClassId>,
    },
    /// Goes on with the edge of the arm that the class of the receiver belongs to.
    Dispatch {
        receiver: Var,
        arms: Vec<Arm>,
    },
    /// `equals`, `compareTo` or `compare` of a value of which nothing else is known.
    Compare {
        var: Option<Var>,
        method: MethodId,
        args: Vec<Var>,
    },
    /// A method of the library without code.
    Native {
        var: Option<Var>,
        method: MethodId,
        args: Vec<Var>,
    },
    /// A call that was left in place: it may leave an exception in flight. A receiver is not null.
    Call {
        var: Option<Var>,
        /// Exactly this method; dispatch has been done.
        method: MethodId,
        args: Vec<Var>,
    },
    /// The exception in flight is caught.
    Catch {
        var: Var,
    },
    /// From here on the class counts as initialised.
    Initialize(ClassId),
    /// A JML statement or loop clause: it must hold.
    Assert {
        kind: AssertKind,
        clause: &'p Clause,
    },
    Assume(&'p Clause),
    /// A measure must be non-negative and, but for the first iteration, less than before.
    Decrease {
        clause: &'p Clause,
        measure: Var,
        is_first: bool,
    },
    /// A run that gets here leaves the bounded part of the program. No edges.
    Beyond {
        bound: Bound,
        /// Where the run was before in the same place: if nothing is different, it never ends.
        again: Vec<Again>,
    },
    /// A run that gets here does something that is not modelled. No edges.
    Unsupported(&'p Unsupported),
    /// A run that gets here has no code to run: a class of the receiver is not at hand. No edges.
    NoCode(MethodId),
    /// A run that gets here belongs to another part of a graph that was split. No edges.
    Elsewhere,
    /// All runs that return.
    Returned,
    /// All runs that end with an exception.
    Thrown,
    Exit,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AssertKind {
    Assert,
    LoopInvariant,
}

/// A node at which an iteration or a call has started that is still unfinished.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Again {
    pub at: NodeId,
    /// Of a call: its parameters, each with the argument of the call beyond the bound. `None`: all
    /// variables are to be compared.
    pub params: Option<Vec<(Var, Var)>>,
}

/// What was not enough.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bound {
    Iterations,
    Depth,
}

/// The classes for which a virtual call runs the same code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arm {
    pub classes: Vec<ClassId>,
    /// Arrays too.
    pub arrays: bool,
}

/// A condition over the variables of one call. It has a value in every state: where an expression
/// in it would throw, any.
#[derive(Clone, Debug)]
pub enum Cond<'p> {
    Expr(&'p Expr),
    IsNull(&'p Expr),
    IsOutside {
        array: &'p Expr,
        index: &'p Expr,
    },
    IsZero(&'p Expr),
    IsNegative(&'p Expr),
    /// Neither null nor of the type.
    IsNotInstance {
        operand: &'p Expr,
        ty: Type,
    },
    /// The same of a variable.
    VarIsNotInstance {
        var: Var,
        ty: Type,
    },
    VarIsNull(Var),
    /// See [`Op::Mark`].
    IsMarked(Var),
    /// The value is not null, and the array is of another element type.
    CannotStore {
        array: &'p Expr,
        value: &'p Expr,
    },
    /// The evaluation of this formula throws.
    Throws(&'p Expr),
    /// The variable holds a value of which nothing is known but comparisons.
    IsOpaque(Var),
    /// The exception in flight is of one of these classes.
    Catches(Vec<ClassId>),
    HasStarted(ClassId),
    Not(Box<Cond<'p>>),
    And(Vec<Cond<'p>>),
}

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "n{}", self.0)
    }
}
