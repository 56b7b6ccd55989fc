//! Evaluation of what is simply true or false.
//!
//! Most of what is evaluated is decided: after a run nearly the whole heap is known, and of an assumption all but the instances that look at open slots. Then there is no
//! need for sets of outcomes, questions and consequences. These functions give an answer only where the general evaluation would give that outcome alone; `None` says
//! nothing but that the general evaluation has to find out (something is open, throws, is not supported, or the budget is used up). The same rules
//! hold: an exception is neither true nor false, an instance that decides a quantifier decides it even where others throw.

use super::evaluate::{Evaluation, Step, Suspect, Value};
use super::quantify::{Values, Words, assumed_set, instance_bit};
use super::{Binder, CallNode, CallTarget, Domain, Node, NodeKind, QuantifiedNode, SetNode};
use crate::code::{Comparison, Memory};
use crate::execute::{arithmetic, compare, convert};
use crate::glance::Glance;
use crate::word::{self, KNOWN, UNKNOWN, Word};
use tightrope_program::body::Quantifier;
use tightrope_source::Span;

impl Evaluation<'_, '_> {
    /// The truth of a whole formula.
    pub(super) fn decided_whole(&mut self, node: &Node) -> Step<Option<bool>> {
        let decided = self.decided(node);
        self.unless_halted(decided)
    }

    /// What an instance of a quantifier contributes, whose variables are all bound. Inside an invariant of an invariant nothing is tried twice: the effort would
    /// double with each level.
    pub(super) fn decided_instance(&mut self, node: &QuantifiedNode, universal: bool) -> Step<Option<bool>> {
        if self.nested_invariants > 0 {
            return Ok(None);
        }
        let decided = self.instance(node, universal);
        self.unless_halted(decided)
    }

    /// What has no value at all has none for the general evaluation either, which need not try.
    fn unless_halted(&mut self, decided: Option<bool>) -> Step<Option<bool>> {
        match self.halt.take() {
            Some(halt) => Err(halt),
            None => Ok(decided),
        }
    }

    fn heard<T>(&mut self, step: Step<T>) -> Option<T> {
        match step {
            Ok(value) => Some(value),
            Err(halt) => {
                self.halt = Some(halt);
                None
            }
        }
    }

    fn heard_known<T>(&mut self, step: Step<Value<T>>) -> Option<T> {
        match self.heard(step)? {
            Value::Known(known) => Some(known),
            _ => None,
        }
    }

    /// Is an assumption false? Instances of a `\\forall` that are settled are not.
    pub(super) fn refuted(&mut self, node: &Node, suspect: Suspect) -> bool {
        let is_refuted = self.is_refuted(node, suspect);
        self.halt = None;
        is_refuted
    }

    fn is_refuted(&mut self, node: &Node, suspect: Suspect) -> bool {
        let Some((quantified, binder)) = assumed_set(node) else { return self.cannot_hold(node) };
        if let Some(instance) = suspect.instance {
            self.bind(binder.local, instance);
            return self.some_instance_fails(quantified, 1);
        }
        let domain = self.domain(&binder.domain, &quantified.range);
        let Some(values) = self.heard_known(domain) else { return false };
        for word in values.words.filter(|word| suspect.instances.settled & instance_bit(*word) == 0) {
            self.bind(binder.local, word);
            if self.some_instance_fails(quantified, 1) {
                return true;
            }
        }
        false
    }

    /// Is a formula false, or does it throw, whatever becomes of what is open?
    fn cannot_hold(&mut self, node: &Node) -> bool {
        match &node.kind {
            NodeKind::And(left, right) => self.cannot_hold(left) || self.cannot_hold(right),
            NodeKind::Implies(left, right) => self.decided(left) == Some(true) && self.cannot_hold(right),
            NodeKind::Quantified(quantified) if quantified.quantifier == Quantifier::Forall => {
                self.some_instance_fails(quantified, 0)
            }
            _ => self.decided(node) == Some(false),
        }
    }

    /// Is there an instance of a `\\forall` that cannot hold? Its variables from the one of number `depth` on are not bound.
    fn some_instance_fails(&mut self, node: &QuantifiedNode, depth: usize) -> bool {
        let Some(binder) = node.binders.get(depth) else {
            return self.is_in_range(node) == Some(true) && self.cannot_hold(&node.body);
        };
        if !binder.guards.iter().all(|guard| self.decided(guard) == Some(true)) {
            return false;
        }
        let Some((words, _)) = self.known_domain(binder, &node.range) else { return false };
        for word in words {
            if self.take_step().is_none() {
                return false;
            }
            self.bind(binder.local, word);
            if self.some_instance_fails(node, depth + 1) {
                return true;
            }
        }
        false
    }

    fn instance(&mut self, node: &QuantifiedNode, universal: bool) -> Option<bool> {
        if self.is_in_range(node)? { self.decided(&node.body) } else { Some(universal) }
    }

    /// Do the values of the variables meet the range? Most ranges are nothing but a set, which they are of.
    #[inline]
    fn is_in_range(&mut self, node: &QuantifiedNode) -> Option<bool> {
        match node.range.kind {
            NodeKind::Word(word) => Some(word != word::FALSE),
            _ => self.decided(&node.range),
        }
    }

    fn take_step(&mut self) -> Option<()> {
        self.budget.steps = self.budget.steps.checked_sub(1)?;
        Some(())
    }

    fn decided(&mut self, node: &Node) -> Option<bool> {
        match &node.kind {
            NodeKind::Not(operand) => Some(!self.decided(operand)?),
            NodeKind::And(left, right) => Some(self.decided(left)? && self.decided(right)?),
            NodeKind::Or(left, right) => Some(self.decided(left)? || self.decided(right)?),
            NodeKind::Implies(left, right) => Some(!self.decided(left)? || self.decided(right)?),
            NodeKind::Compare { op, left, right } => Some(compare(*op, self.operand(left)?, self.operand(right)?)),
            NodeKind::CompareSymbols { op, left, right } => {
                let (left, right) = (self.operand(left)?, self.operand(right)?);
                self.decided_comparison(*op, left, right)
            }
            NodeKind::Quantified(quantified) => {
                self.decided_fold(quantified, 0, quantified.quantifier == Quantifier::Forall)
            }
            NodeKind::Contains { set, element } => self.decided_contains(set, element),
            NodeKind::Field { .. } => Some(self.operand(node)? != word::FALSE),
            _ => self.decided_otherwise(node),
        }
    }

    /// The rarer kinds, for which the others need not make room.
    #[inline(never)]
    fn decided_otherwise(&mut self, node: &Node) -> Option<bool> {
        match &node.kind {
            NodeKind::Equivalent(left, right) => Some(self.decided(left)? == self.decided(right)?),
            NodeKind::Conditional { cond, then, otherwise } => {
                if self.decided(cond)? {
                    self.decided(then)
                } else {
                    self.decided(otherwise)
                }
            }
            NodeKind::SetIsEmpty(set) => match self.set(set) {
                Ok(Value::Known(set)) if set.is_exact() || set.surely.len() > 0 => Some(set.surely.len() == 0),
                _ => None,
            },
            NodeKind::InvariantFor { .. } => None,
            NodeKind::InstanceOf { .. }
            | NodeKind::Fresh(_)
            | NodeKind::NonNullElements { .. }
            | NodeKind::SetEqual(..)
            | NodeKind::Subset(..)
            | NodeKind::SameType(..)
            | NodeKind::Subtype(..)
            | NodeKind::Unsupported(_) => {
                let truth = self.truth(node);
                let truth = self.heard(truth)?;
                (truth.is_true() || truth.is_false()).then(|| truth.is_true())
            }
            _ => Some(self.known(node)? != word::FALSE),
        }
    }

    fn decided_comparison(&self, op: Comparison, left: Word, right: Word) -> Option<bool> {
        // One and the same value, whichever it is.
        if left == right {
            return Some(matches!(op, Comparison::Equal | Comparison::LessEqual | Comparison::GreaterEqual));
        }
        self.state().symbols.decided(op, left, right)
    }

    /// The fields of bound variables, of which most comparisons are, need no further call.
    #[inline(always)]
    fn operand(&mut self, node: &Node) -> Option<Word> {
        match &node.kind {
            NodeKind::Word(word) => Some(*word),
            NodeKind::Local(local) => Some(self.workspace.locals[usize::from(*local)]),
            NodeKind::Field { memory, object, slot, is_long: false } => match &object.kind {
                NodeKind::Local(local) => {
                    let object = word::as_object(self.workspace.locals[usize::from(*local)])?;
                    self.known_slot(*memory, object, usize::from(*slot), false)
                }
                _ => self.known(node),
            },
            _ => self.known(node),
        }
    }

    fn known(&mut self, node: &Node) -> Option<Word> {
        match &node.kind {
            NodeKind::Word(word) => Some(*word),
            NodeKind::Local(local) => Some(self.workspace.locals[usize::from(*local)]),
            NodeKind::Field { memory, object, slot, is_long } => {
                let object = word::as_object(self.operand(object)?)?;
                self.known_slot(*memory, object, usize::from(*slot), *is_long)
            }
            NodeKind::Call(call) => self.known_call(call, node.span),
            NodeKind::Arithmetic { op, left, right } => {
                arithmetic(*op, self.known_number(left)?, self.known_number(right)?)
            }
            _ => self.known_otherwise(node),
        }
    }

    fn known_call(&mut self, call: &CallNode, span: Span) -> Option<Word> {
        if let (CallTarget::Static(function), [arg]) = (call.target, call.args.as_slice()) {
            let arg = self.operand(arg)?;
            if let Some(Glance::Value(word)) = self.workspace.calls.get(function, arg) {
                return Some(word);
            }
        }
        let value = self.call(call, span);
        self.heard_known(value)
    }

    /// The rarer kinds, for which the others need not make room.
    #[inline(never)]
    fn known_otherwise(&mut self, node: &Node) -> Option<Word> {
        match &node.kind {
            NodeKind::Result => Some(self.result),
            NodeKind::Convert { kind, operand } => Some(convert(*kind, self.known_number(operand)?)),
            NodeKind::Conditional { cond, then, otherwise } => {
                if self.decided(cond)? {
                    self.known(then)
                } else {
                    self.known(otherwise)
                }
            }
            NodeKind::SetSize(set) => match self.set(set) {
                Ok(Value::Known(set)) if set.is_exact() => Some(set.surely.len() as Word),
                _ => None,
            },
            NodeKind::Static { .. }
            | NodeKind::Element { .. }
            | NodeKind::Length(_)
            | NodeKind::NegateInt(_)
            | NodeKind::NegateLong(_)
            | NodeKind::BitNot(_)
            | NodeKind::Check { .. }
            | NodeKind::Aggregate(_)
            | NodeKind::Unsupported(_) => {
                let value = self.value(node);
                self.heard_known(value)
            }
            _ => self.decided(node).map(Word::from),
        }
    }

    /// What is calculated with; not an ordered value.
    fn known_number(&mut self, node: &Node) -> Option<Word> {
        self.known(node).filter(|word| !word::is_symbol(*word))
    }

    #[inline]
    fn known_slot(&self, memory: Memory, object: usize, slot: usize, is_long: bool) -> Option<Word> {
        if is_long && self.state().read(memory, object, slot + 1) != KNOWN {
            return None;
        }
        let word = self.state().read(memory, object, slot);
        (is_long || word != UNKNOWN).then_some(word)
    }

    fn decided_contains(&mut self, set: &SetNode, element: &Node) -> Option<bool> {
        if let SetNode::Reach(reach) = set {
            let root = self.operand(&reach.root)?;
            let Some(root) = word::as_object(root) else { return self.operand(element).map(|_| false) };
            if let Some((members, is_open)) = self.reached_members(reach.walk, root) {
                let Some(element) = word::as_object(self.operand(element)?) else { return Some(false) };
                let is_in = |members: u128| element < 128 && members >> element & 1 == 1;
                return match is_in(members) {
                    true => Some(true),
                    false if !is_open || !is_in(self.fitting_few(reach.walk)) => Some(false),
                    false => None,
                };
            }
        }
        let set = self.set(set);
        let set = self.heard_known(set)?;
        let element = self.known(element)?;
        match word::as_object(element) {
            None => Some(false),
            Some(object) if set.surely.contains(object) => Some(true),
            Some(object) if set.is_exact() || !set.maybe.contains(object) => Some(false),
            Some(_) => None,
        }
    }

    /// The members of the set that a bound variable ranges over, and whether there may be more. `None`: it is not so simple.
    #[inline]
    fn few_members(&mut self, binder: &Binder) -> Option<(u128, bool)> {
        let Domain::Set(SetNode::Reach(reach), None) = &binder.domain else { return None };
        match word::as_object(self.operand(&reach.root)?) {
            Some(root) => self.reached_members(reach.walk, root),
            None => Some((0, false)),
        }
    }

    /// What a bound variable ranges over, and whether that is all.
    fn known_domain(&mut self, binder: &Binder, range: &Node) -> Option<(Words, bool)> {
        if let Some((members, is_open)) = self.few_members(binder) {
            return Some((Words::Few(members), !is_open));
        }
        let domain = self.domain(&binder.domain, range);
        let Values { words, open } = self.heard_known(domain)?;
        Some((words, open.is_none()))
    }

    /// An instance that is false decides a conjunction, one that is true a disjunction; else all have to be known.
    fn decided_fold(&mut self, node: &QuantifiedNode, depth: usize, universal: bool) -> Option<bool> {
        let Some(binder) = node.binders.get(depth) else { return self.instance(node, universal) };
        for guard in &binder.guards {
            if !self.decided(guard)? {
                return Some(universal);
            }
        }
        let (words, mut is_known) = self.known_domain(binder, &node.range)?;
        // What is looked for is often the object at hand itself, as in "each old element is still there".
        let at_hand = (!universal && words.has(self.bound)).then_some(self.bound);
        if let (Words::Few(members), None) = (&words, at_hand) {
            let mut left = *members;
            while left != 0 {
                let object = left.trailing_zeros() as usize;
                left &= left - 1;
                if self.decides(node, depth, word::object(object), universal, &mut is_known)? {
                    return Some(!universal);
                }
            }
            return is_known.then_some(universal);
        }
        for word in at_hand.into_iter().chain(words) {
            if self.decides(node, depth, word, universal, &mut is_known)? {
                return Some(!universal);
            }
        }
        is_known.then_some(universal)
    }

    /// Does this value of a bound variable decide a quantifier? `None`: the budget is used up.
    #[inline]
    fn decides(
        &mut self,
        node: &QuantifiedNode,
        depth: usize,
        word: Word,
        universal: bool,
        is_known: &mut bool,
    ) -> Option<bool> {
        self.take_step()?;
        self.bind(node.binders[depth].local, word);
        let decided = match depth + 1 == node.binders.len() {
            true => self.instance(node, universal),
            false => self.decided_fold(node, depth + 1, universal),
        };
        match decided {
            Some(holds) => return Some(holds != universal),
            None if self.budget.steps == 0 => return None,
            None => *is_known = false,
        }
        Some(false)
    }
}
