//! The reference: pure methods in formulas. Each runs on a copy of the state, since it may
//! allocate.

use super::{Evaluation, Halt, Open, Step, Value, could_throw, null_pointer};
use crate::code::{FunctionId, Selector};
use crate::execute::misplaced;
use crate::formula::shortcuts::Shortcuts;
use crate::formula::{CallNode, CallTarget};
use crate::observe::{NoObserver, Observer};
use crate::outcome::{Broken, Budget, Limit, Outcome, Question};
use crate::outcome::{Exception, Throws};
use crate::symbols::OpaqueCall;
use crate::word::{self, NULL, Word};
use tightrope_program::body::Unsupported;
use tightrope_program::constructs::Construct;
use tightrope_source::{Name, Span};

/// What an invariant inside a formula, or a pure method that it calls, takes from the budget of
/// nested calls. Formulas that lead to each other (the invariants of a cyclic list, JML's `assert`
/// in a pure method) nest on the stack of the machine itself, which is smaller.
pub(in crate::formula) const NESTED: usize = 4;

/// A function and its arguments.
type Called = (FunctionId, Arguments);

/// The arguments of a call. Most have few.
enum Arguments {
    Few([Word; 4], usize),
    Many(Vec<Word>),
}

impl Arguments {
    fn push(&mut self, word: Word) {
        match self {
            Arguments::Few(words, count) if *count < words.len() => {
                words[*count] = word;
                *count += 1;
            }
            Arguments::Few(words, _) => {
                let mut many = words.to_vec();
                many.push(word);
                *self = Arguments::Many(many);
            }
            Arguments::Many(words) => words.push(word),
        }
    }
}

impl std::ops::Deref for Arguments {
    type Target = [Word];

    fn deref(&self) -> &[Word] {
        match self {
            Arguments::Few(words, count) => &words[..*count],
            Arguments::Many(words) => words,
        }
    }
}

impl<S: Shortcuts> Evaluation<'_, '_, S> {
    pub(in crate::formula) fn call(&mut self, call: &CallNode, span: Span) -> Step<Value<Word>> {
        if let (CallTarget::Static(function), [arg]) = (call.target, call.args.as_slice()) {
            return match self.value(arg)? {
                Value::Known(word) => self.call_of(function, &[word], span),
                other => Ok(could_throw(other)),
            };
        }
        let (function, args) = match self.called(call, span)? {
            Ok(called) => called,
            Err(value) => return Ok(value),
        };
        self.call_of(function, &args, span)
    }

    /// What a pure method gives.
    pub(in crate::formula) fn call_of(&mut self, function: FunctionId, args: &[Word], span: Span) -> Step<Value<Word>> {
        match S::call(self, function, args) {
            Some(value) => Ok(value),
            None => self.run_pure(function, args, span, &mut NoObserver),
        }
    }

    /// Have the pure methods left everything as it was?
    fn is_as_before(&self) -> bool {
        let (now, before) = (self.state(), self.original);
        let is_misplaced = now.symbols.is_misplaced != before.symbols.is_misplaced;
        now.objects.len() == before.objects.len()
            && now.slots == before.slots
            && now.statics == before.statics
            && !is_misplaced
    }

    /// Runs a pure method on a copy of the state.
    pub(in crate::formula) fn call_observed<O: Observer>(
        &mut self,
        call: &CallNode,
        span: Span,
        observer: &mut O,
    ) -> Step<Value<Word>> {
        match self.called(call, span)? {
            Ok((function, args)) => self.run_pure(function, &args, span, observer),
            Err(value) => Ok(value),
        }
    }

    /// Which function is called with which arguments; or the value without a call.
    fn called(&mut self, call: &CallNode, span: Span) -> Step<Result<Called, Value<Word>>> {
        let mut args = Arguments::Few([NULL; 4], 0);
        for arg in &call.args {
            match self.value(arg)? {
                Value::Known(word) => args.push(word),
                Value::Open(open) => return Ok(Err(Value::Open(Open { may_throw: true, is_slot: false, ..open }))),
                Value::Throws(throws) => return Ok(Err(Value::Throws(throws))),
            }
        }
        let function = match call.target {
            CallTarget::Static(function) => function,
            CallTarget::Exact(_) | CallTarget::Virtual(_) if args.first() == Some(&NULL) => {
                return Ok(Err(null_pointer(span)));
            }
            CallTarget::Exact(_) if word::as_opaque(args[0]).is_some() => {
                return Err(Halt::Unsupported(misplaced(span)));
            }
            CallTarget::Exact(function) => function,
            CallTarget::Virtual(selector) if word::as_opaque(args[0]).is_some() => {
                return self.call_of_opaque(selector, &args, span).map(Err);
            }
            CallTarget::Virtual(selector) => {
                let ty = self.executable.type_of(self.state(), args[0]);
                match ty.and_then(|ty| self.executable.dispatch(selector, ty)) {
                    Some(function) => function,
                    None => return Err(Halt::Unsupported(self.executable.no_implementation(selector, span))),
                }
            }
        };
        Ok(Ok((function, args)))
    }

    fn run_pure<O: Observer>(
        &mut self,
        function: FunctionId,
        args: &[Word],
        span: Span,
        observer: &mut O,
    ) -> Step<Value<Word>> {
        let executable = self.executable;
        let mut budget = self.nested()?;
        let state = self.copied_state();
        executable.start_function(state, function, args);
        let outcome = executable.run_observed(state, &mut budget, observer);
        self.budget.steps = budget.steps;
        if !self.has_changed && !self.is_as_before() {
            self.has_changed = true;
            S::change(self.workspace);
        }
        match outcome {
            Outcome::Returned(value) => Ok(Value::Known(value.unwrap_or(NULL))),
            Outcome::Thrown(thrown) => Ok(Value::Throws(Throws { exception: Exception::Thrown(thrown.class), span })),
            Outcome::Asked(question) => {
                Ok(Value::Open(Open { question: self.workspace.met.note(question), may_throw: true, is_slot: false }))
            }
            Outcome::Exhausted(limit) => Err(Halt::Exhausted(limit)),
            Outcome::Repeats(_) => Err(Halt::Exhausted(Limit::Steps)),
            Outcome::Unsupported(what) => Err(Halt::Unsupported(what)),
            Outcome::Discarded => Err(Halt::Unsupported(Unsupported {
                construct: Construct::UncheckedExpression,
                detail: Name::new("random numbers in a contract"),
                span,
            })),
            Outcome::Broken(Broken { span, .. }) | Outcome::Excluded(span) => {
                let detail = Name::new("a JML statement that does not hold, in a pure method");
                Err(Halt::Unsupported(Unsupported { construct: Construct::UncheckedExpression, detail, span }))
            }
        }
    }

    /// What is left for formulas and calls inside this one.
    pub(super) fn nested(&self) -> Step<Budget> {
        match self.budget.depth.checked_sub(NESTED) {
            Some(depth) => Ok(Budget { depth, ..self.budget }),
            None => Err(Halt::Exhausted(Limit::Depth)),
        }
    }

    fn call_of_opaque(&self, selector: Selector, args: &[Word], span: Span) -> Step<Value<Word>> {
        match self.executable.opaque_call(self.state(), selector, args, span) {
            Ok(value) => Ok(Value::Known(value)),
            Err(OpaqueCall::Asks(question)) => {
                // Of `equals` and its like only null throws.
                let may_throw = matches!(question, Question::Identical { .. });
                self.workspace.met.note(question);
                Ok(Value::Open(Open { question, may_throw, is_slot: false }))
            }
            Err(OpaqueCall::NullPointer) => Ok(null_pointer(span)),
            Err(OpaqueCall::Unsupported(what)) => Err(Halt::Unsupported(what)),
        }
    }
}
