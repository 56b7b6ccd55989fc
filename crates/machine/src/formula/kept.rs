//! What held before a run and reads nothing that the run has changed holds after it, whatever the
//! open slots hold.
//!
//! For classes without a linked structure: arrays and plain fields. A run has read some slots, and
//! the others are open, before and now. An invariant held before; it is gone through conjunct by
//! conjunct, and a `\forall` over integers instance by instance. An instance is *kept* if it was
//! one before (the number lies in the range as that was before), and if all slots that it can read
//! are known places that hold now what they held before, known or open. Then its value is what it
//! was: true. Everything else is evaluated, and what is open there is asked.
//!
//! This is what Darga & Boyapati's static analysis shows (section 3.4): what is left of the
//! precondition and of the postcondition, after the parts that are known, is mostly the same.
//!
//! Why a place must be known: an object behind an open slot may be one that the run has written to.

use super::evaluate::{Evaluation, Halt, Step, Value};
use super::quantify::Words;
use super::shortcuts::Shortcuts;
use super::truth::Truth;
use super::{Domain, FormulaId, Node, NodeKind, QuantifiedNode};
use crate::code::Memory;
use crate::outcome::Budget;
use crate::word::{self, Word};
use tightrope_program::body::Quantifier;

impl<S: Shortcuts> Evaluation<'_, '_, S> {
    /// The truth of an invariant that held before the method, where it may be open what it reads.
    /// `before`: the same formula on the heap before.
    pub(crate) fn evaluate_kept(
        &mut self,
        (now, before): (FormulaId, FormulaId),
        args: &[Word],
        budget: &mut Budget,
    ) -> Result<Truth, Halt> {
        self.refuse_misplaced(now)?;
        let executable = self.executable();
        let before = &executable.formulas[before.index()].root;
        self.with(now, args, None, budget, |evaluation, formula| evaluation.kept(&formula.root, before))
    }

    fn kept(&mut self, now: &Node, before: &Node) -> Step<Truth> {
        match (&now.kind, &before.kind) {
            (NodeKind::And(left, right), NodeKind::And(left_before, right_before)) => {
                let left = self.kept(left, left_before)?;
                let right = if left.leaves(false) { self.kept(right, right_before)? } else { Truth::YES };
                Ok(left.then(false, false, right))
            }
            (NodeKind::Quantified(now), NodeKind::Quantified(before)) if now.quantifier == Quantifier::Forall => {
                self.kept_instances(now, before)
            }
            _ if self.reads_the_same(now)? => Ok(Truth::YES),
            _ => self.truth(now),
        }
    }

    /// A `\forall` over integers with one variable; any other is evaluated as it is.
    fn kept_instances(&mut self, now: &QuantifiedNode, before: &QuantifiedNode) -> Step<Truth> {
        let ([binder], [binder_before]) = (now.binders.as_slice(), before.binders.as_slice()) else {
            return self.quantified(now);
        };
        let is_plain = binder.guards.is_empty() && binder.local == binder_before.local;
        if !is_plain || !matches!(binder.domain, Domain::Integers { .. }) {
            return self.quantified(now);
        }
        let old = match self.domain(&binder_before.domain, &before.range)? {
            Value::Known(values) => match values.words {
                Words::Integers(range) => range,
                _ => return self.quantified(now),
            },
            _ => return self.quantified(now),
        };
        let values = match self.domain(&binder.domain, &now.range)? {
            Value::Known(values) => values,
            Value::Open(open) => return Ok(Truth::open(open.question, true)),
            Value::Throws(throws) => return Ok(Truth::thrown(throws)),
        };
        let mut all = Truth::YES;
        for word in values.words {
            self.bind(binder.local, word);
            let is_kept = old.contains(&word) && self.reads_the_same(&now.range)? && self.reads_the_same(&now.body)?;
            if is_kept {
                continue;
            }
            let one = self.one_instance(now, true)?;
            all = all.instance(false, one);
            if all.is_decided() && !all.leaves(false) && !all.can_throw() {
                return Ok(all);
            }
        }
        Ok(all)
    }

    /// Has it the value now that it had before, because all places that it can read are known and
    /// hold the same?
    fn reads_the_same(&mut self, node: &Node) -> Step<bool> {
        self.step()?;
        Ok(match &node.kind {
            NodeKind::Word(_) | NodeKind::Local(_) => true,
            NodeKind::Field { memory: Memory::Now, object, slot, is_long: false } => {
                self.reads_the_same(object)? && self.holds_the_same(object, Word::from(*slot))?
            }
            NodeKind::Element { memory: Memory::Now, array, index, is_long: false } => {
                let are_known = self.reads_the_same(array)? && self.reads_the_same(index)?;
                match are_known.then(|| self.value(index)).transpose()? {
                    Some(Value::Known(index)) => self.holds_the_same(array, index)?,
                    _ => false,
                }
            }
            NodeKind::Length(operand)
            | NodeKind::NegateInt(operand)
            | NodeKind::BitNot(operand)
            | NodeKind::Convert { operand, .. }
            | NodeKind::Not(operand) => self.reads_the_same(operand)?,
            NodeKind::Arithmetic { left, right, .. }
            | NodeKind::And(left, right)
            | NodeKind::Or(left, right)
            | NodeKind::Implies(left, right)
            | NodeKind::Equivalent(left, right)
            | NodeKind::Compare { left, right, .. }
            | NodeKind::CompareSymbols { left, right, .. } => {
                self.reads_the_same(left)? && self.reads_the_same(right)?
            }
            _ => false,
        })
    }

    /// Is the object known, was it there before, and holds this slot what it held?
    fn holds_the_same(&mut self, object: &Node, slot: Word) -> Step<bool> {
        let Value::Known(object) = self.value(object)? else { return Ok(false) };
        let Some(object) = word::as_object(object) else { return Ok(false) };
        let state = self.state();
        let header = state.objects[object];
        let is_there = !header.is_new() && (0..Word::from(header.length)).contains(&slot);
        Ok(is_there && {
            let slot = slot as usize;
            state.read(Memory::Now, object, slot) == state.read(Memory::Before, object, slot)
        })
    }
}
