//! Lays out formulas as plans: see [`super::plan`].

use super::plan::{Action, Exits, General, Loop, Operand, Place, Plan, PlanSize, PlanStep, WalkFrom};
use super::quantify::assumed_set;
use super::{Binder, CallNode, CallTarget, Domain, Node, NodeKind, QuantifiedNode, SetNode, WalkId};
use crate::code::{Comparison, Memory};
use crate::compile::Executable;
use crate::symbols::allowed;
use crate::word::{self, Word};
use tightrope_order::Orderings;
use tightrope_program::body::Quantifier;

/// The truth of a formula.
pub(super) fn plan_of(root: &Node, size: &mut PlanSize, executable: &Executable<'_>) -> Plan {
    let mut planner = Planner::new(size, executable, None);
    let start = planner.truth(root, Exits::WHOLE);
    planner.finish(start)
}

/// Is a formula false, or does it throw, whatever becomes of what is open? Of a `\\forall` over a
/// set: is that so of an instance?
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
    pub(super) steps: Vec<PlannedStep>,
    pub(super) size: &'p mut PlanSize,
    pub(super) executable: &'p Executable<'e>,
    /// The variable of the innermost loop.
    at_hand: Option<u16>,
    /// The steps that hand on the results of methods.
    pub(super) returns: Vec<u16>,
}

pub(super) struct PlannedStep {
    action: Action,
    exits: Exits,
    general: Option<General>,
}

/// Values that have to be in registers before a step.
pub(super) type Needed<'n> = Vec<(&'n Node, u16)>;

impl<'p, 'e> Planner<'p, 'e> {
    fn new(size: &'p mut PlanSize, executable: &'p Executable<'e>, at_hand: Option<u16>) -> Planner<'p, 'e> {
        let mut planner = Planner { steps: Vec::new(), size, executable, at_hand, returns: Vec::new() };
        for answer in [Some(true), Some(false), None] {
            planner.add(Action::End(answer), Exits::WHOLE);
        }
        planner
    }

    fn finish(mut self, start: u16) -> Plan {
        for step in 0..self.steps.len() {
            self.join_tests_for_zero(step);
        }
        let is_too_large = self.size.is_too_large() || self.steps.len() > usize::from(u16::MAX);
        let start = if is_too_large { Exits::WHOLE.unknown } else { start };
        let compact = |PlannedStep { action, exits, general }: PlannedStep| {
            let Exits { yes, no, unknown } = exits;
            (PlanStep { action, exits: [no, yes, unknown, unknown] }, general)
        };
        let (steps, general): (Vec<_>, Vec<_>) = self.steps.into_iter().map(compact).unzip();
        Plan { steps: steps.into(), general: general.into(), start }
    }

    /// Whoever takes a value often asks next whether it is null. To set a register says whether it
    /// is null: both are one step. (Not the other way round: where the test comes first, the
    /// register keeps what it holds if the value is null.)
    fn join_tests_for_zero(&mut self, step: usize) {
        let PlannedStep { action: Action::Set { to, .. }, exits, .. } = &self.steps[step] else { return };
        if exits.yes != exits.no {
            return;
        }
        match self.zero_test(exits.yes) {
            Some((tested, zero, other)) if tested.of == Place::Register && tested.local == *to => {
                (self.steps[step].exits.no, self.steps[step].exits.yes) = (zero, other);
            }
            _ => {}
        }
    }

    /// What a step compares with null, false or zero, where it goes on if it is that, and if it is
    /// something else.
    fn zero_test(&self, step: u16) -> Option<(Operand, u16, u16)> {
        let PlannedStep { action, exits, .. } = &self.steps[usize::from(step)];
        match *action {
            Action::CompareWord { wanted: Orderings::EQUAL, left, right: word::NULL } => {
                Some((left, exits.yes, exits.no))
            }
            Action::CompareWord { wanted: Orderings::NOT_EQUAL, left, right: word::NULL } => {
                Some((left, exits.no, exits.yes))
            }
            _ => None,
        }
    }

    /// Adds a step; where is it?
    pub(super) fn add(&mut self, action: Action, exits: Exits) -> u16 {
        self.add_with(action, exits, None)
    }

    fn add_with(&mut self, action: Action, exits: Exits, general: Option<General>) -> u16 {
        self.steps.push(PlannedStep { action, exits, general });
        u16::try_from(self.steps.len() - 1).unwrap_or(u16::MAX)
    }

    /// The same rules as in the general evaluation hold: an exception is neither true nor false, an
    /// instance that decides a quantifier decides it even where others throw.
    fn truth(&mut self, node: &Node, exits: Exits) -> u16 {
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
            NodeKind::Compare { op, left, right } => self.comparison(*op, left, right, exits),
            NodeKind::CompareSymbols { op, left, right } => {
                self.with_both(left, right, exits, |left, right| Action::CompareSymbols { op: *op, left, right })
            }
            NodeKind::Equivalent(left, right) => self.comparison(Comparison::Equal, left, right, exits),
            NodeKind::Quantified(quantified) => self.quantified(quantified, 0, exits),
            NodeKind::Contains { set: SetNode::Reach(reach), element } => {
                let (walk, memory) = (reach.walk, self.memory_of(reach.walk));
                let general = General::Node(node.clone());
                self.with_both_or(&reach.root, element, exits, Some(general), |root, element| Action::Contains {
                    reach: WalkFrom { walk, memory, root },
                    element,
                })
            }
            // Inside an invariant of an invariant nothing is tried twice: the effort would double
            // with each level.
            NodeKind::InvariantFor { .. } => exits.unknown,
            NodeKind::Local(_)
            | NodeKind::Result
            | NodeKind::Field { .. }
            | NodeKind::Static { .. }
            | NodeKind::Element { .. }
            | NodeKind::Check { .. }
            | NodeKind::Call(_) => self.with_one(node, exits, Action::Test),
            _ => self.add_with(Action::Other, exits, Some(General::Node(node.clone()))),
        }
    }

    /// Of words that are neither ordered nor opaque values.
    fn comparison(&mut self, op: Comparison, left: &Node, right: &Node, exits: Exits) -> u16 {
        let wanted = allowed(op);
        match (&left.kind, &right.kind) {
            (_, NodeKind::Word(right)) => {
                self.with_one(left, exits, |left| Action::CompareWord { wanted, left, right: *right })
            }
            (NodeKind::Word(left), _) => {
                let wanted = wanted.reverse();
                self.with_one(right, exits, |right| Action::CompareWord { wanted, left: right, right: *left })
            }
            _ => self.with_both(left, right, exits, |left, right| Action::Compare { wanted, left, right }),
        }
    }

    /// A quantifier whose variables before the one of number `depth` are bound.
    fn quantified(&mut self, node: &QuantifiedNode, depth: usize, exits: Exits) -> u16 {
        let universal = node.quantifier == Quantifier::Forall;
        let Some(binder) = node.binders.get(depth) else {
            let yes = self.truth(&node.body, exits);
            return self.truth(&node.range, Exits { yes, no: exits.to(universal), unknown: exits.unknown });
        };
        let none = exits.to(universal);
        let start = self.looped(node, binder, Exits { no: none, ..exits }, |planner, next, invalidate| {
            let inside = match universal {
                true => Exits { yes: next, no: exits.no, unknown: invalidate },
                false => Exits { yes: exits.yes, no: next, unknown: invalidate },
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
        instance: impl FnOnce(&mut Self, u16, u16) -> u16,
    ) -> u16 {
        let at_hand = self.at_hand.filter(|_| node.quantifier == Quantifier::Exists);
        let over = Loop { number: self.size.number(), local: binder.local, at_hand };
        let next = self.add(Action::Next(over), exits);
        let invalidate = self.add(Action::Doubt(over), Exits { yes: next, no: next, unknown: next });
        let outside = self.at_hand.replace(binder.local);
        let first = instance(self, next, invalidate);
        self.at_hand = outside;
        self.steps[usize::from(next)].exits.yes = first;
        if first > next && self.compares(first, over.local) {
            self.steps[usize::from(next)].action = Action::Scan(over);
        }
        let general = Some(General::Domain(binder.domain.clone(), node.range.clone()));
        let entered = Exits { yes: next, no: first, unknown: exits.unknown };
        match &binder.domain {
            Domain::Set(SetNode::Reach(reach), None) => {
                let (walk, memory) = (reach.walk, self.memory_of(reach.walk));
                let enter = |root| Action::Enter { over, reach: WalkFrom { walk, memory, root } };
                self.with_one_or(&reach.root, entered, general, enter)
            }
            _ => self.add_with(Action::EnterDomain(over), entered, general),
        }
    }

    /// Is this step a comparison of a variable with something that does not depend on it? Then the
    /// variable comes to the left.
    fn compares(&mut self, step: u16, variable: u16) -> bool {
        let Action::CompareSymbols { op, left, right } = &mut self.steps[usize::from(step)].action else {
            return false;
        };
        if right.local == variable {
            (*op, *left, *right) = (op.mirrored(), *right, *left);
        }
        left.local == variable && right.local != variable
    }

    /// A conjunction.
    fn all(&mut self, nodes: &[Node], exits: Exits) -> u16 {
        nodes.iter().rev().fold(exits.yes, |yes, node| self.truth(node, Exits { yes, ..exits }))
    }

    /// Yes: the formula is false or throws, whatever becomes of what is open.
    fn failure(&mut self, node: &Node, exits: Exits) -> u16 {
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

    /// Yes: an instance of a `\\forall` cannot hold. Its variables before the one of number `depth`
    /// are bound.
    fn failing_instance(&mut self, node: &QuantifiedNode, depth: usize, exits: Exits) -> u16 {
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

    fn memory_of(&self, walk: WalkId) -> Memory {
        self.executable.walks[walk.0 as usize].memory
    }

    fn with_one(&mut self, node: &Node, exits: Exits, action: impl FnOnce(Operand) -> Action) -> u16 {
        self.with_one_or(node, exits, None, action)
    }

    /// A step on a value, and what the general evaluation does instead.
    fn with_one_or(
        &mut self,
        node: &Node,
        exits: Exits,
        general: Option<General>,
        action: impl FnOnce(Operand) -> Action,
    ) -> u16 {
        let mut needed = Needed::new();
        let operand = self.operand(node, &mut needed);
        let step = self.add_with(action(operand), exits, general);
        self.load(needed, step, exits.unknown)
    }

    fn with_both(
        &mut self,
        left: &Node,
        right: &Node,
        exits: Exits,
        action: impl FnOnce(Operand, Operand) -> Action,
    ) -> u16 {
        self.with_both_or(left, right, exits, None, action)
    }

    /// A step on two values, the left one first, and what the general evaluation does instead.
    fn with_both_or(
        &mut self,
        left: &Node,
        right: &Node,
        exits: Exits,
        general: Option<General>,
        action: impl FnOnce(Operand, Operand) -> Action,
    ) -> u16 {
        let mut needed = Needed::new();
        let (left, right) = (self.operand(left, &mut needed), self.operand(right, &mut needed));
        let step = self.add_with(action(left, right), exits, general);
        self.load(needed, step, exits.unknown)
    }

    fn operand<'n>(&mut self, node: &'n Node, needed: &mut Needed<'n>) -> Operand {
        match &node.kind {
            NodeKind::Local(local) => Operand::register(*local),
            NodeKind::Result => Operand::register(self.size.result()),
            NodeKind::Field { memory, object, slot, is_long: false } => match self.operand(object, needed) {
                Operand { local, of: Place::Register, .. } => Operand::field(*memory, local, *slot),
                _ => Operand::field(*memory, self.needed(object, needed), *slot),
            },
            _ => Operand::register(self.needed(node, needed)),
        }
    }

    /// The register into which a value has to be put.
    fn needed<'n>(&mut self, node: &'n Node, needed: &mut Needed<'n>) -> u16 {
        let local = self.size.register();
        needed.push((node, local));
        local
    }

    /// The register that a step hands on as the result of a method, where it goes, and what comes
    /// next.
    pub(super) fn returned_by(&self, step: u16) -> Option<(u16, u16, u16)> {
        let PlannedStep { action, exits, .. } =
            self.steps.get(usize::from(step)).filter(|_| self.returns.contains(&step))?;
        match action {
            Action::Set { to, from: Operand { local, of: Place::Register, .. } } => Some((*local, *to, exits.yes)),
            _ => None,
        }
    }

    /// Puts values into registers and goes on.
    pub(super) fn load(&mut self, needed: Needed<'_>, next: u16, unknown: u16) -> u16 {
        let mut next = next;
        for (node, to) in needed.into_iter().rev() {
            next = self.value(node, to, Exits { yes: next, no: next, unknown });
        }
        next
    }

    /// Puts a value into a register.
    fn value(&mut self, node: &Node, to: u16, exits: Exits) -> u16 {
        match &node.kind {
            NodeKind::Word(word) => self.add(Action::Put { to, word: *word }, exits),
            NodeKind::Local(_) | NodeKind::Result | NodeKind::Field { is_long: false, .. } => {
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
                let (walk, memory) = (reach.walk, self.memory_of(reach.walk));
                let set_size = |root| Action::SetSize { to, reach: WalkFrom { walk, memory, root } };
                self.with_one_or(&reach.root, exits, Some(General::Node(node.clone())), set_size)
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

    fn call(&mut self, call: &CallNode, node: &Node, to: u16, exits: Exits) -> u16 {
        let CallTarget::Static(function) = call.target else { return self.other_value(node, to, exits) };
        if let Some(start) = self.inlined(function, call, to, exits) {
            return start;
        }
        match call.args.as_slice() {
            [arg] => {
                let general = Some(General::Span(node.span));
                self.with_one_or(arg, exits, general, |arg| Action::Call { to, function, arg })
            }
            _ => self.other_value(node, to, exits),
        }
    }

    /// Puts a truth into a register.
    pub(super) fn truth_values(&mut self, to: u16, exits: Exits) -> Exits {
        let mut put = |truth: bool| self.add(Action::Put { to, word: Word::from(truth) }, exits);
        Exits { yes: put(true), no: put(false), unknown: exits.unknown }
    }

    fn other_value(&mut self, node: &Node, to: u16, exits: Exits) -> u16 {
        self.add_with(Action::OtherValue { to }, exits, Some(General::Node(node.clone())))
    }
}
