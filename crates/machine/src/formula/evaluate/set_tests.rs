//! The reference: what is asked of sets.

use super::{Evaluation, Step, Value, could_throw, flat_truth};
use crate::formula::shortcuts::Shortcuts;
use crate::formula::truth::Truth;
use crate::formula::{Node, SetNode};
use crate::word;

impl<S: Shortcuts> Evaluation<'_, '_, S> {
    pub(super) fn contains(&mut self, set: &SetNode, element: &Node) -> Step<Truth> {
        if let SetNode::Reach(reach) = set
            && let Some(truth) = S::contains(self, reach, element)?
        {
            return Ok(truth);
        }
        let set = match self.set(set)? {
            Value::Known(set) => set,
            other => return Ok(flat_truth(could_throw(other), |_| Truth::NO)),
        };
        let element = self.value(element)?;
        Ok(flat_truth(element, |element| match (word::as_object(element), set.open) {
            (None, _) => Truth::NO,
            (Some(object), _) if set.surely.contains(object) => Truth::YES,
            (Some(object), Some(question)) if set.maybe.contains(object) => Truth::open(question, false),
            _ => Truth::NO,
        }))
    }

    /// Decided by what surely belongs to the left and cannot belong to the right, or when both are
    /// known.
    pub(super) fn subset(&mut self, left: &SetNode, right: &SetNode) -> Step<Truth> {
        let left = match self.set(left)? {
            Value::Known(set) => set,
            other => return Ok(flat_truth(could_throw(other), |_| Truth::NO)),
        };
        let right = match self.set(right)? {
            Value::Known(set) => set,
            other => return Ok(flat_truth(other, |_| Truth::NO)),
        };
        if left.surely.iter().any(|object| !right.maybe.contains(object)) {
            return Ok(Truth::NO);
        }
        Ok(match left.open.or(right.open) {
            Some(question) if !(left.is_exact() && left.surely.iter().all(|object| right.surely.contains(object))) => {
                Truth::open(question, false)
            }
            _ => Truth::known(left.surely.iter().all(|object| right.surely.contains(object))),
        })
    }
}
