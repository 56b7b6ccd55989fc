//! Pure methods that only look: what is known of them, and running them on the state itself
//! ([`crate::pure_calls`]).

use crate::accelerations::Acceleration;
use crate::code::{FunctionId, Memory};
use crate::formula::evaluate::{Evaluation, NESTED, Open, Value};
use crate::formula::reach_cache::MOST_OBJECTS;
use crate::formula::workspace::Workspace;
use crate::pure_calls::{MOST_NESTED, PureResult, ReadOnlyInterpreter, Reads};
use crate::word::Word;

/// A method that has done more by then is run as all others.
const MOST_STEPS_OF_A_GLANCE: u64 = 2000;

impl Evaluation<'_, '_> {
    /// What a pure method gives, if that is known or only needs a look.
    pub(super) fn quick_call(&mut self, function: FunctionId, args: &[Word]) -> Option<Value<Word>> {
        if !self.has_changed && self.original().objects.len() <= MOST_OBJECTS {
            self.follow_heap(Memory::Now);
        }
        let known = match *args {
            [arg] => self.workspace.calls.get(function, arg),
            _ => None,
        };
        match known {
            Some(known) => Some(self.as_value(known)),
            None => self.interpreted(function, args),
        }
    }

    /// What a pure method gives that does nothing but look.
    fn interpreted(&mut self, function: FunctionId, args: &[Word]) -> Option<Value<Word>> {
        if self.budget.depth < NESTED + MOST_NESTED || !self.executable().has(Acceleration::ReadOnlyCalls) {
            return None;
        }
        let (executable, state) = (self.executable(), self.copy.as_deref().unwrap_or(self.original()));
        let Workspace { registers, calls, .. } = &mut *self.workspace;
        let steps = self.budget.steps.min(MOST_STEPS_OF_A_GLANCE);
        let mut interpreter =
            ReadOnlyInterpreter { executable, state, registers, known: calls, steps, reads: Reads::default() };
        let answer = interpreter.call(function, args);
        let used = steps - interpreter.steps;
        if self.has_changed {
            self.workspace.calls.clear();
        }
        // Whoever begins again counts again.
        self.budget.steps -= if answer.is_some() { used } else { 0 };
        Some(self.as_value(answer?))
    }

    fn as_value(&self, answer: PureResult) -> Value<Word> {
        match answer {
            PureResult::Value(value) => Value::Known(value),
            PureResult::Asks(question) => {
                Value::Open(Open { question: self.workspace.met.note(question), may_throw: true, is_slot: false })
            }
        }
    }
}
