//! The reference: comparisons, and what follows from them. A comparison that is open says what must
//! be so if it is true, and if it is false ([`Force`]): who assumes it can carry that out.

use super::{Evaluation, Open, Step, Value, joined, map_truth};
use crate::code::Comparison;
use crate::formula::shortcuts::{Shortcuts, Sides};
use crate::formula::truth::{Consequence, Truth};
use crate::formula::{Force, Node};
use crate::outcome::{Question, SlotRef};
use crate::word::{self, NULL, Word};

impl<S: Shortcuts> Evaluation<'_, '_, S> {
    /// Both operands, left first; one behind an exception is not evaluated.
    pub(in crate::formula) fn operands(&mut self, left: &Node, right: &Node) -> Step<Sides> {
        let left = self.value(left)?;
        match left {
            Value::Throws(_) => Ok((left, Value::Known(NULL))),
            _ => Ok((left, self.value(right)?)),
        }
    }

    /// A comparison of which a side is open or throws.
    pub(super) fn unknown_comparison(&mut self, op: Comparison, nodes: (&Node, &Node), sides: Sides) -> Step<Truth> {
        match S::comparison(self, op, nodes, &sides)? {
            Some(truth) => Ok(truth),
            None => Ok(self.open_comparison(op, sides.0, sides.1)),
        }
    }

    /// The same. An open slot that must equal a known value has to hold it.
    pub(in crate::formula) fn open_comparison(
        &mut self,
        op: Comparison,
        left: Value<Word>,
        right: Value<Word>,
    ) -> Truth {
        let forced = match (&left, &right) {
            (Value::Open(Open { question: Question::Slot(request), is_slot: true, .. }), Value::Known(value))
            | (Value::Known(value), Value::Open(Open { question: Question::Slot(request), is_slot: true, .. })) => {
                Some(Force::Slot(*request, *value)).filter(|_| !self.is_of_evaluation(request, *value))
            }
            _ => None,
        };
        let truth = map_truth(joined(left, right), |_| false);
        match (forced, op) {
            (Some(force), Comparison::Equal) => truth.with(self.force(force), Consequence::default()),
            (Some(force), Comparison::NotEqual) => truth.with(Consequence::default(), self.force(force)),
            _ => truth,
        }
    }

    /// Is it an object that this evaluation made? The heap in question does not have it: if it is a
    /// box that all share, it may get another one that is the shared one.
    fn is_of_evaluation(&self, request: &SlotRef, value: Word) -> bool {
        let state = self.state();
        let is_beyond = |object: usize| object >= self.original.objects.len() && object < state.objects.len();
        let is_reference = || {
            let info = self.executable.types.info(state.objects[request.object].ty);
            let is_among = info.references.iter().any(|slot| u32::from(*slot) == request.slot);
            info.element.map_or(is_among, |element| element.ty.is_reference())
        };
        word::as_object(value).is_some_and(is_beyond) && is_reference()
    }

    pub(super) fn symbol_comparison(&mut self, op: Comparison, left: Word, right: Word) -> Truth {
        let question = match self.state().symbols.decide(op, left, right) {
            Ok(truth) => return Truth::known(truth),
            Err(question) => self.workspace.met.note(question),
        };
        let (if_true, if_false) = match question {
            Question::Among { left, right, orderings } => {
                (Force::Among(left, orderings, right), Force::Among(left, orderings.others(), right))
            }
            _ => {
                let equal = op == Comparison::Equal;
                (Force::Identical(left, right, equal), Force::Identical(left, right, !equal))
            }
        };
        let (if_true, if_false) = (self.force(if_true), self.force(if_false));
        Truth::open(question, false).with(if_true, if_false)
    }

    pub(in crate::formula) fn force(&mut self, force: Force) -> Consequence {
        match u8::try_from(self.workspace.forces.len() + 1) {
            Ok(number) => {
                self.workspace.forces.push(force);
                Consequence(number)
            }
            Err(_) => Consequence::default(),
        }
    }

    /// What has to be so if the formula is true.
    pub(in crate::formula) fn force_of(&self, truth: Truth) -> Option<Force> {
        let index = usize::from(truth.if_true.0).checked_sub(1)?;
        self.workspace.forces.get(index).copied()
    }
}
