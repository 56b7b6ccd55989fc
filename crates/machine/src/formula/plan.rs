//! Plans: formulas as short lists of steps, for the evaluation of what is simply true or false.
//!
//! A tree says what could still become of a formula; where all is known, walking it costs more than what is to be done. A plan is the same formula with its way laid out: each step
//! says where to go on if it is true, if it is false, and if that is not known. So "and", "or", "not" and the conditional cost nothing, a comparison of fields is one step, and a
//! quantifier is a loop. What has no step of its own is left to the general evaluation.

use super::quantify::assumed_set;
use super::{Binder, CallNode, CallTarget, Domain, Node, NodeKind, QuantifiedNode, ReachNode, SetNode, WalkId};
use crate::code::{Arithmetic, Comparison, Conversion, FunctionId, Memory};
use crate::compile::Executable;
use crate::word::{self, Word};
use tightrope_program::body::Quantifier;
use tightrope_source::Span;

/// A formula, laid out.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(super) steps: Box<[PlanStep]>,
    pub(super) start: u32,
}

#[derive(Clone, Debug)]
pub(super) struct PlanStep {
    pub(super) action: Action,
    pub(super) exits: Exits,
}

/// Where to go on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exits {
    /// Also: done.
    pub(super) yes: u32,
    pub(super) no: u32,
    pub(super) unknown: u32,
}

impl Exits {
    /// Of a whole formula: the steps that end it.
    const WHOLE: Exits = Exits { yes: 0, no: 1, unknown: 2 };

    fn swapped(self) -> Exits {
        Exits { yes: self.no, no: self.yes, unknown: self.unknown }
    }

    fn to(self, truth: bool) -> u32 {
        if truth { self.yes } else { self.no }
    }

    /// `None`: that is not known.
    #[inline(always)]
    pub(super) fn after(self, truth: Option<bool>) -> u32 {
        truth.map_or(self.unknown, |truth| self.to(truth))
    }
}

/// (It is looked at most often of all: its kind is a byte of its own.)
#[derive(Clone, Debug)]
#[repr(u8)]
pub(super) enum Action {
    End(Option<bool>),
    Test(Operand),
    Compare {
        op: Comparison,
        left: Operand,
        right: Operand,
    },
    CompareSymbols {
        op: Comparison,
        left: Operand,
        right: Operand,
    },
    Contains {
        reach: WalkFrom,
        element: Operand,
        node: Box<Node>,
    },
    /// Puts a word into a register; so do those below.
    Set {
        to: u16,
        from: Operand,
    },
    Arithmetic {
        to: u16,
        op: Arithmetic,
        left: Operand,
        right: Operand,
    },
    Convert {
        to: u16,
        kind: Conversion,
        from: Operand,
    },
    /// Of a static method.
    Call {
        to: u16,
        function: FunctionId,
        arg: Operand,
        span: Span,
    },
    SetSize {
        to: u16,
        reach: WalkFrom,
        node: Box<Node>,
    },
    /// Begins a loop over a set.
    Enter {
        over: Loop,
        reach: WalkFrom,
        domain: Box<(Domain, Node)>,
    },
    /// Begins a loop over anything else.
    EnterDomain {
        over: Loop,
        domain: Box<(Domain, Node)>,
    },
    /// The next value of a loop: yes; there is none, and all are known: no.
    Next(Loop),
    /// An instance is not known.
    Doubt(Loop),
    /// What the general evaluation says.
    Other(Box<Node>),
    OtherValue {
        to: u16,
        node: Box<Node>,
    },
}

/// What a step works on.
#[derive(Clone, Copy, Debug)]
#[repr(u8)]
pub(super) enum Operand {
    Word(Word),
    Local(u16),
    /// Of the object in a register; not a `long`.
    Field {
        memory: Memory,
        local: u16,
        slot: u16,
    },
    Result,
}

/// A walk and where it starts.
#[derive(Clone, Copy, Debug)]
pub(super) struct WalkFrom {
    pub(super) walk: WalkId,
    pub(super) memory: Memory,
    pub(super) root: Operand,
}

/// A loop and its variable.
#[derive(Clone, Copy, Debug)]
pub(super) struct Loop {
    pub(super) number: u16,
    pub(super) local: u16,
    /// Of `\\exists`: what is looked for is often the object at hand itself, as in "each old element is still there". If that is one of the values, the loop begins there: no.
    pub(super) at_hand: Option<u16>,
}

/// What plans of one formula need. Each has registers and loops of its own, since one may be needed while another is under way.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PlanSize {
    /// The locals of the formula are the first of them.
    pub(super) registers: usize,
    pub(super) loops: usize,
}

impl Plan {
    /// It knows nothing.
    pub(super) fn nothing() -> Plan {
        let end = PlanStep { action: Action::End(None), exits: Exits::WHOLE };
        Plan { steps: Box::new([end]), start: 0 }
    }
}

impl PlanSize {
    fn register(&mut self) -> u16 {
        self.registers += 1;
        u16::try_from(self.registers - 1).unwrap_or(u16::MAX)
    }

    fn number(&mut self) -> u16 {
        self.loops += 1;
        u16::try_from(self.loops - 1).unwrap_or(u16::MAX)
    }

    fn is_too_large(&self) -> bool {
        self.registers.max(self.loops) > usize::from(u16::MAX)
    }
}

/// The truth of a formula.
pub(super) fn plan_of(root: &Node, size: &mut PlanSize, executable: &Executable<'_>) -> Plan {
    let mut planner = Planner::new(size, executable, None);
    let start = planner.truth(root, Exits::WHOLE);
    planner.finish(start)
}

/// Is a formula false, or does it throw, whatever becomes of what is open? Of a `\\forall` over a set: is that so of an instance?
pub(super) fn plan_of_failure(root: &Node, size: &mut PlanSize, executable: &Executable<'_>) -> Plan {
    let quantified = assumed_set(root);
    let mut planner = Planner::new(size, executable, quantified.map(|(_, binder)| binder.local));
    let start = match quantified {
        Some((quantified, _)) => planner.failing_instance(quantified, 1, Exits::WHOLE),
        None => planner.failure(root, Exits::WHOLE),
    };
    planner.finish(start)
}

/// What an instance of a quantifier contributes, whose variables are all bound.
pub(super) fn plan_of_instance(node: &QuantifiedNode, size: &mut PlanSize, executable: &Executable<'_>) -> Plan {
    let mut planner = Planner::new(size, executable, node.binders.last().map(|binder| binder.local));
    let start = planner.quantified(node, node.binders.len(), Exits::WHOLE);
    planner.finish(start)
}

/// Lays out a formula from its end to its start, so that each step knows those that come after it.
pub(super) struct Planner<'p, 'e> {
    pub(super) steps: Vec<PlanStep>,
    pub(super) size: &'p mut PlanSize,
    pub(super) executable: &'p Executable<'e>,
    /// The variable of the innermost loop.
    at_hand: Option<u16>,
}

/// Values that have to be in registers before a step.
pub(super) type Needed<'n> = Vec<(&'n Node, u16)>;

impl<'p, 'e> Planner<'p, 'e> {
    fn new(size: &'p mut PlanSize, executable: &'p Executable<'e>, at_hand: Option<u16>) -> Planner<'p, 'e> {
        let end = |answer| PlanStep { action: Action::End(answer), exits: Exits::WHOLE };
        let steps = vec![end(Some(true)), end(Some(false)), end(None)];
        Planner { steps, size, executable, at_hand }
    }

    fn finish(self, start: u32) -> Plan {
        let start = if self.size.is_too_large() { Exits::WHOLE.unknown } else { start };
        Plan { steps: self.steps.into(), start }
    }

    /// Adds a step; where is it?
    pub(super) fn add(&mut self, action: Action, exits: Exits) -> u32 {
        self.steps.push(PlanStep { action, exits });
        self.steps.len() as u32 - 1
    }

    /// The same rules as in the general evaluation hold: an exception is neither true nor false, an instance that decides a quantifier decides it even where others throw.
    fn truth(&mut self, node: &Node, exits: Exits) -> u32 {
        match &node.kind {
            NodeKind::Word(word) => exits.to(*word != word::FALSE),
            NodeKind::Not(operand) => self.truth(operand, exits.swapped()),
            NodeKind::And(left, right) => {
                let yes = self.truth(right, exits);
                self.truth(left, Exits { yes, ..exits })
            }
            NodeKind::Or(left, right) => {
                let no = self.truth(right, exits);
                self.truth(left, Exits { no, ..exits })
            }
            NodeKind::Implies(left, right) => {
                let yes = self.truth(right, exits);
                self.truth(left, Exits { yes, no: exits.yes, ..exits })
            }
            NodeKind::Conditional { cond, then, otherwise } => {
                let (yes, no) = (self.truth(then, exits), self.truth(otherwise, exits));
                self.truth(cond, Exits { yes, no, ..exits })
            }
            NodeKind::Compare { op, left, right } => {
                self.with_both(left, right, exits, |left, right| Action::Compare { op: *op, left, right })
            }
            NodeKind::CompareSymbols { op, left, right } => {
                self.with_both(left, right, exits, |left, right| Action::CompareSymbols { op: *op, left, right })
            }
            NodeKind::Equivalent(left, right) => {
                let op = Comparison::Equal;
                self.with_both(left, right, exits, |left, right| Action::Compare { op, left, right })
            }
            NodeKind::Quantified(quantified) => self.quantified(quantified, 0, exits),
            NodeKind::Contains { set: SetNode::Reach(reach), element } => {
                let (WalkFrom { walk, memory, .. }, node) = (self.walk_from(reach), Box::new(node.clone()));
                self.with_both(&reach.root, element, exits, |root, element| Action::Contains {
                    reach: WalkFrom { walk, memory, root },
                    element,
                    node,
                })
            }
            // Inside an invariant of an invariant nothing is tried twice: the effort would double with each level.
            NodeKind::InvariantFor { .. } => exits.unknown,
            NodeKind::Local(_)
            | NodeKind::Result
            | NodeKind::Field { .. }
            | NodeKind::Static { .. }
            | NodeKind::Element { .. }
            | NodeKind::Check { .. }
            | NodeKind::Call(_) => self.with_one(node, exits, Action::Test),
            _ => self.add(Action::Other(Box::new(node.clone())), exits),
        }
    }

    /// A quantifier whose variables before the one of number `depth` are bound.
    fn quantified(&mut self, node: &QuantifiedNode, depth: usize, exits: Exits) -> u32 {
        let universal = node.quantifier == Quantifier::Forall;
        let Some(binder) = node.binders.get(depth) else {
            let yes = self.truth(&node.body, exits);
            return self.truth(&node.range, Exits { yes, no: exits.to(universal), unknown: exits.unknown });
        };
        let none = exits.to(universal);
        let start = self.looped(node, binder, Exits { no: none, ..exits }, |planner, next, doubt| {
            let inside = match universal {
                true => Exits { yes: next, no: exits.no, unknown: doubt },
                false => Exits { yes: exits.yes, no: next, unknown: doubt },
            };
            planner.quantified(node, depth + 1, inside)
        });
        let guarded = Exits { yes: start, no: none, unknown: exits.unknown };
        self.all(&binder.guards, guarded)
    }

    /// A loop over the values of a variable. `exits`: no, if there are no more and all are known.
    fn looped(
        &mut self,
        node: &QuantifiedNode,
        binder: &Binder,
        exits: Exits,
        instance: impl FnOnce(&mut Self, u32, u32) -> u32,
    ) -> u32 {
        let at_hand = self.at_hand.filter(|_| node.quantifier == Quantifier::Exists);
        let over = Loop { number: self.size.number(), local: binder.local, at_hand };
        let next = self.add(Action::Next(over), exits);
        let doubt = self.add(Action::Doubt(over), Exits { yes: next, no: next, unknown: next });
        let outside = self.at_hand.replace(binder.local);
        let first = instance(self, next, doubt);
        self.at_hand = outside;
        self.steps[next as usize].exits.yes = first;
        let domain = Box::new((binder.domain.clone(), node.range.clone()));
        let entered = Exits { yes: next, no: first, unknown: exits.unknown };
        match &binder.domain {
            Domain::Set(SetNode::Reach(reach), None) => {
                let WalkFrom { walk, memory, .. } = self.walk_from(reach);
                self.with_one(&reach.root, entered, |root| Action::Enter {
                    over,
                    reach: WalkFrom { walk, memory, root },
                    domain,
                })
            }
            _ => self.add(Action::EnterDomain { over, domain }, entered),
        }
    }

    /// A conjunction.
    fn all(&mut self, nodes: &[Node], exits: Exits) -> u32 {
        nodes.iter().rev().fold(exits.yes, |yes, node| self.truth(node, Exits { yes, ..exits }))
    }

    /// Yes: the formula is false or throws, whatever becomes of what is open.
    fn failure(&mut self, node: &Node, exits: Exits) -> u32 {
        match &node.kind {
            NodeKind::And(left, right) => {
                let no = self.failure(right, exits);
                self.failure(left, Exits { no, ..exits })
            }
            NodeKind::Implies(left, right) => {
                let yes = self.failure(right, exits);
                self.truth(left, Exits { yes, no: exits.no, unknown: exits.no })
            }
            NodeKind::Quantified(quantified) if quantified.quantifier == Quantifier::Forall => {
                self.failing_instance(quantified, 0, exits)
            }
            _ => self.truth(node, Exits { yes: exits.no, no: exits.yes, unknown: exits.no }),
        }
    }

    /// Yes: an instance of a `\\forall` cannot hold. Its variables before the one of number `depth` are bound.
    fn failing_instance(&mut self, node: &QuantifiedNode, depth: usize, exits: Exits) -> u32 {
        let Some(binder) = node.binders.get(depth) else {
            let yes = self.failure(&node.body, exits);
            return self.truth(&node.range, Exits { yes, no: exits.no, unknown: exits.no });
        };
        let none = Exits { yes: exits.no, no: exits.no, unknown: exits.no };
        let start = self.looped(node, binder, none, |planner, next, _| {
            planner.failing_instance(node, depth + 1, Exits { yes: exits.yes, no: next, unknown: next })
        });
        self.all(&binder.guards, Exits { yes: start, ..none })
    }

    fn walk_from(&self, reach: &ReachNode) -> WalkFrom {
        let memory = self.executable.walks[reach.walk.0 as usize].memory;
        WalkFrom { walk: reach.walk, memory, root: Operand::Word(word::NULL) }
    }

    fn with_one(&mut self, node: &Node, exits: Exits, action: impl FnOnce(Operand) -> Action) -> u32 {
        let mut needed = Needed::new();
        let operand = self.operand(node, &mut needed);
        let step = self.add(action(operand), exits);
        self.load(needed, step, exits.unknown)
    }

    /// A step on two values, the left one first.
    fn with_both(
        &mut self,
        left: &Node,
        right: &Node,
        exits: Exits,
        action: impl FnOnce(Operand, Operand) -> Action,
    ) -> u32 {
        let mut needed = Needed::new();
        let (left, right) = (self.operand(left, &mut needed), self.operand(right, &mut needed));
        let step = self.add(action(left, right), exits);
        self.load(needed, step, exits.unknown)
    }

    fn operand<'n>(&mut self, node: &'n Node, needed: &mut Needed<'n>) -> Operand {
        match &node.kind {
            NodeKind::Word(word) => Operand::Word(*word),
            NodeKind::Local(local) => Operand::Local(*local),
            NodeKind::Result => Operand::Result,
            NodeKind::Field { memory, object, slot, is_long: false } => {
                let local = match self.operand(object, needed) {
                    Operand::Local(local) => local,
                    _ => {
                        let local = self.size.register();
                        needed.push((object, local));
                        local
                    }
                };
                Operand::Field { memory: *memory, local, slot: *slot }
            }
            _ => {
                let local = self.size.register();
                needed.push((node, local));
                Operand::Local(local)
            }
        }
    }

    /// Puts values into registers and goes on.
    pub(super) fn load(&mut self, needed: Needed<'_>, next: u32, unknown: u32) -> u32 {
        let mut next = next;
        for (node, to) in needed.into_iter().rev() {
            next = self.value(node, to, Exits { yes: next, no: next, unknown });
        }
        next
    }

    /// Puts a value into a register.
    fn value(&mut self, node: &Node, to: u16, exits: Exits) -> u32 {
        match &node.kind {
            NodeKind::Word(_) | NodeKind::Local(_) | NodeKind::Result | NodeKind::Field { is_long: false, .. } => {
                self.with_one(node, exits, |from| Action::Set { to, from })
            }
            NodeKind::Arithmetic { op, left, right } => {
                self.with_both(left, right, exits, |left, right| Action::Arithmetic { to, op: *op, left, right })
            }
            NodeKind::Convert { kind, operand } => {
                self.with_one(operand, exits, |from| Action::Convert { to, kind: *kind, from })
            }
            NodeKind::Conditional { cond, then, otherwise } => {
                let (yes, no) = (self.value(then, to, exits), self.value(otherwise, to, exits));
                self.truth(cond, Exits { yes, no, ..exits })
            }
            NodeKind::Call(call) => self.call(call, node, to, exits),
            NodeKind::SetSize(SetNode::Reach(reach)) => {
                let (WalkFrom { walk, memory, .. }, node) = (self.walk_from(reach), Box::new(node.clone()));
                self.with_one(&reach.root, exits, |root| Action::SetSize {
                    to,
                    reach: WalkFrom { walk, memory, root },
                    node,
                })
            }
            NodeKind::Field { .. }
            | NodeKind::Static { .. }
            | NodeKind::Element { .. }
            | NodeKind::Length(_)
            | NodeKind::NegateInt(_)
            | NodeKind::NegateLong(_)
            | NodeKind::BitNot(_)
            | NodeKind::Check { .. }
            | NodeKind::SetSize(_)
            | NodeKind::Aggregate(_)
            | NodeKind::Unsupported(_) => self.other_value(node, to, exits),
            // A formula as a value.
            _ => {
                let values = self.truth_values(to, exits);
                self.truth(node, values)
            }
        }
    }

    fn call(&mut self, call: &CallNode, node: &Node, to: u16, exits: Exits) -> u32 {
        let CallTarget::Static(function) = call.target else { return self.other_value(node, to, exits) };
        if let Some(start) = self.inlined(function, call, to, exits) {
            return start;
        }
        match call.args.as_slice() {
            [arg] => self.with_one(arg, exits, |arg| Action::Call { to, function, arg, span: node.span }),
            _ => self.other_value(node, to, exits),
        }
    }

    /// Puts a truth into a register.
    pub(super) fn truth_values(&mut self, to: u16, exits: Exits) -> Exits {
        let mut set = |truth: bool| {
            let from = Operand::Word(Word::from(truth));
            self.add(Action::Set { to, from }, exits)
        };
        Exits { yes: set(true), no: set(false), unknown: exits.unknown }
    }

    fn other_value(&mut self, node: &Node, to: u16, exits: Exits) -> u32 {
        self.add(Action::OtherValue { to, node: Box::new(node.clone()) }, exits)
    }
}
