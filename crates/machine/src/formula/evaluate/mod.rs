//! The reference evaluation: what a compiled formula means on a state. Start reading here.
//!
//! A formula is a tree ([`Node`]), and its value is found by walking it: [`Evaluation::truth`] for
//! what is Boolean, [`Evaluation::value`] for everything else. On a partial heap a value may be
//! open, and then the answer says which question would have to be decided first ([`Open`],
//! [`Truth`]). What the operators do with values stands in `values`, `comparisons`, `types`,
//! `set_tests`; `calls` runs pure methods, `invariants` means `\invariant_for`; quantifiers are in
//! [`super::quantify`], sets in [`super::sets`].
//!
//! Nothing here is fast. Where a quicker way may exist, the [`Shortcuts`] are asked first: they
//! give the very answer of what stands here, or none. With [`super::shortcuts::NoShortcuts`] there
//! is no quicker way, and these files are all there is.

mod calls;
mod comparisons;
mod invariants;
mod set_tests;
mod types;
mod values;

pub(super) use calls::NESTED;

use super::fast::Fast;
use super::intervals::Ranges;
use super::shortcuts::{NoShortcuts, Shortcuts};
use super::truth::Truth;
use super::workspace::Workspace;
use super::{CompiledFormula, Force, FormulaId, Node, NodeKind};
use crate::arithmetic::{arithmetic, compare, convert};
use crate::code::Memory;
use crate::compile::Executable;
use crate::execute::misplaced;
use crate::outcome::{Budget, Limit, Question};
use crate::outcome::{Exception, Throws};
use crate::state::State;
use crate::version::Version;
use crate::word::{self, NULL, Word};
use tightrope_program::body::Unsupported;
use tightrope_source::Span;
use values::no_symbol;

/// Why a formula has no value at all.
#[derive(Clone, PartialEq, Debug)]
pub enum Halt {
    Unsupported(Unsupported),
    Exhausted(Limit),
}

pub(crate) type Step<T> = Result<T, Halt>;

/// What a sub-expression is.
#[derive(Clone, Debug)]
pub(crate) enum Value<T> {
    Known(T),
    Open(Open),
    Throws(Throws),
}

/// A value that depends on something that is not known yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Open {
    pub(crate) question: Question,
    pub(crate) may_throw: bool,
    /// The value is what the slot in question holds, and nothing was done with it.
    pub(crate) is_slot: bool,
}

impl<T> Value<T> {
    /// The value of something that depends on a formula which is not decided or throws.
    pub(super) fn undecided(truth: Truth) -> Value<T> {
        match (truth.open, truth.throws) {
            (Some(question), _) => Value::Open(Open { question, may_throw: truth.can_throw(), is_slot: false }),
            (None, throws) => Value::Throws(throws.unwrap_or(NO_EXCEPTION)),
        }
    }
}

/// Never seen: an outcome that throws carries its exception.
pub(super) const NO_EXCEPTION: Throws =
    Throws { exception: Exception::NullPointer, span: Span { file: tightrope_source::FileId(0), start: 0, end: 0 } };

/// Evaluations of formulas on one state, which share what they find out about it. The state is
/// copied only when a pure method has to run.
#[derive(Debug)]
pub(crate) struct Evaluation<'e, 's, S = Fast> {
    executable: &'e Executable<'e>,
    original: &'s State,
    /// The state after pure methods have run.
    pub(super) copy: Option<Box<State>>,
    pub(super) workspace: &'s mut Workspace,
    pub(super) result: Word,
    pub(super) budget: Budget,
    /// How many objects there were before pure methods made some: quantifiers range over these.
    objects: usize,
    /// Pure methods have made objects or initialised classes: nothing that was found before is used
    /// any more.
    pub(super) has_changed: bool,
    local_count: usize,
    /// What is known of numbers that are open: of a formula that is assumed.
    pub(super) ranges: Option<&'e Ranges>,
    /// What answers before the reference does.
    pub(super) shortcuts: S,
}

impl Executable<'_> {
    /// Evaluates a formula. `args` are its first locals: `this`, the parameters, an exception.
    pub fn evaluate(
        &self,
        formula: FormulaId,
        state: &State,
        args: &[Word],
        result: Option<Word>,
        budget: &mut Budget,
    ) -> Result<Truth, Halt> {
        let workspace = &mut Workspace::default();
        match self.is_accelerated() {
            true => self.evaluations::<Fast>(state, workspace).evaluate(formula, args, result, budget),
            false => self.evaluations::<NoShortcuts>(state, workspace).evaluate(formula, args, result, budget),
        }
    }

    /// Evaluates an expression of integral type: `decreases`.
    pub(crate) fn evaluate_integer(
        &self,
        formula: FormulaId,
        state: &State,
        args: &[Word],
        budget: &mut Budget,
    ) -> Step<Value<Word>> {
        let workspace = &mut Workspace::default();
        match self.is_accelerated() {
            true => self.evaluations::<Fast>(state, workspace).evaluate_integer(formula, args, budget),
            false => self.evaluations::<NoShortcuts>(state, workspace).evaluate_integer(formula, args, budget),
        }
    }

    /// Evaluations on a state. What one of them finds out serves the next.
    pub(crate) fn evaluations<'s, S: Shortcuts>(
        &self,
        state: &'s State,
        workspace: &'s mut Workspace,
    ) -> Evaluation<'_, 's, S> {
        self.evaluations_of(state, None, workspace)
    }

    /// The same. If this is the version that the workspace was used with last, what was found then
    /// serves again.
    pub(super) fn evaluations_of<'s, S: Shortcuts>(
        &self,
        state: &'s State,
        version: Option<Version>,
        workspace: &'s mut Workspace,
    ) -> Evaluation<'_, 's, S> {
        S::begin(workspace, version);
        workspace.met.clear();
        Evaluation {
            executable: self,
            original: state,
            copy: None,
            workspace,
            result: NULL,
            budget: Budget::default(),
            objects: state.objects.len(),
            has_changed: false,
            local_count: 0,
            ranges: None,
            shortcuts: S::default(),
        }
    }
}

impl<'s, S: Shortcuts> Evaluation<'_, 's, S> {
    /// As [`Executable::evaluate`].
    pub(crate) fn evaluate(
        &mut self,
        formula: FormulaId,
        args: &[Word],
        result: Option<Word>,
        budget: &mut Budget,
    ) -> Result<Truth, Halt> {
        self.refuse_misplaced(formula)?;
        self.with(formula, args, result, budget, |evaluation, formula| evaluation.whole(formula))
    }

    /// As [`Evaluation::evaluate`], of an invariant that held before the method. Requires: it is
    /// known what the run has touched.
    pub(crate) fn evaluate_again(
        &mut self,
        formula: FormulaId,
        args: &[Word],
        budget: &mut Budget,
    ) -> Result<Truth, Halt> {
        self.refuse_misplaced(formula)?;
        self.with(formula, args, None, budget, |evaluation, formula| S::still_holds(evaluation, formula))
    }

    /// The truth of a whole formula whose arguments are given.
    pub(super) fn whole(&mut self, formula: &CompiledFormula) -> Step<Truth> {
        match S::whole(self, formula)? {
            Some(truth) => Ok(Truth::known(truth)),
            None => self.truth(&formula.root),
        }
    }

    /// Finds out what the run has touched.
    pub(crate) fn find_touched(&mut self) {
        self.workspace.touched.find(self.original);
    }

    /// The objects that the run has touched, and perhaps others. Requires: this is known.
    pub(crate) fn touched_objects(&self) -> impl Iterator<Item = usize> {
        self.workspace.touched.objects()
    }

    /// Whatever is evaluated on a state with a value that the sorts do not allow is unsupported.
    pub(super) fn refuse_misplaced(&self, formula: FormulaId) -> Result<(), Halt> {
        match self.original.symbols.is_misplaced {
            true => Err(Halt::Unsupported(misplaced(self.executable.formulas[formula.0 as usize].root.span))),
            false => Ok(()),
        }
    }

    /// The state that the formulas are about.
    pub(crate) fn original(&self) -> &'s State {
        self.original
    }

    /// As [`Executable::evaluate_integer`].
    pub(crate) fn evaluate_integer(
        &mut self,
        formula: FormulaId,
        args: &[Word],
        budget: &mut Budget,
    ) -> Step<Value<Word>> {
        self.refuse_misplaced(formula)?;
        self.with(formula, args, None, budget, |evaluation, formula| evaluation.value(&formula.root))
    }

    /// What `ask` wants to know of a compiled formula.
    pub(super) fn with<T>(
        &mut self,
        formula: FormulaId,
        args: &[Word],
        result: Option<Word>,
        budget: &mut Budget,
        ask: impl FnOnce(&mut Self, &CompiledFormula) -> T,
    ) -> T {
        let compiled = &self.executable.formulas[formula.0 as usize];
        self.forget_changes();
        self.result = result.unwrap_or(NULL);
        self.give_locals(compiled, args);
        self.budget = *budget;
        self.workspace.forces.clear();
        self.workspace.forced.clear();
        self.workspace.watches.clear();
        self.workspace.relies_on_scope = false;
        let answer = ask(self, compiled);
        budget.steps = self.budget.steps;
        answer
    }

    /// Puts the arguments into the first locals. Those that are bound later have no value until
    /// then.
    pub(super) fn give_locals(&mut self, formula: &CompiledFormula, args: &[Word]) {
        self.local_count = formula.locals.max(args.len());
        let locals = &mut self.workspace.locals;
        if locals.len() < self.local_count {
            locals.resize(self.local_count, NULL);
        }
        locals[..args.len()].copy_from_slice(args);
        S::prepare(self, formula);
    }

    /// The locals of the formula.
    pub(super) fn locals(&self) -> &[Word] {
        &self.workspace.locals[..self.local_count]
    }

    /// The state on which pure methods run.
    fn copied_state(&mut self) -> &mut State {
        let original = self.original;
        self.copy.get_or_insert_with(|| {
            let mut copy = self.workspace.spare.take().unwrap_or_default();
            State::clone_from(&mut copy, original);
            copy
        })
    }

    /// Gives the memory back for the next evaluations.
    pub(crate) fn finish(self) {
        if let Some(copy) = self.copy {
            self.workspace.spare = Some(copy);
        }
    }

    /// What pure methods did while a formula was evaluated is no concern of the next.
    fn forget_changes(&mut self) {
        if self.has_changed {
            self.workspace.spare = self.copy.take();
            S::change(self.workspace);
            self.has_changed = false;
        }
    }
}

impl<'e, S: Shortcuts> Evaluation<'e, '_, S> {
    pub(in crate::formula) fn state(&self) -> &State {
        self.copy.as_deref().unwrap_or(self.original)
    }

    pub(in crate::formula) fn executable(&self) -> &'e Executable<'e> {
        self.executable
    }

    /// The objects from this one on were made by pure methods while the formula is evaluated.
    pub(in crate::formula) fn object_limit(&self) -> usize {
        self.objects
    }

    pub(in crate::formula) fn take_pending(&mut self) -> Vec<(u32, u32)> {
        std::mem::take(&mut self.workspace.pending)
    }

    /// Gives the memory back for the next walk.
    pub(in crate::formula) fn give_pending(&mut self, pending: Vec<(u32, u32)>) {
        self.workspace.pending = pending;
    }

    pub(in crate::formula) fn bind(&mut self, local: u16, value: Word) {
        self.workspace.locals[usize::from(local)] = value;
    }

    pub(in crate::formula) fn step(&mut self) -> Step<()> {
        match self.budget.steps.checked_sub(1) {
            Some(left) => {
                self.budget.steps = left;
                Ok(())
            }
            None => Err(Halt::Exhausted(Limit::Steps)),
        }
    }

    /// The outcomes of a Boolean node.
    pub(in crate::formula) fn truth(&mut self, node: &Node) -> Step<Truth> {
        self.step()?;
        match &node.kind {
            NodeKind::Not(operand) => Ok(self.truth(operand)?.not()),
            NodeKind::And(left, right) => self.logical(left, right, false, false),
            NodeKind::Or(left, right) => self.logical(left, right, true, true),
            NodeKind::Implies(left, right) => self.logical(left, right, false, true),
            NodeKind::Equivalent(left, right) => {
                let left = self.truth(left)?;
                if !left.can_be_true() && !left.can_be_false() {
                    return Ok(left);
                }
                Ok(left.equivalent(self.truth(right)?))
            }
            NodeKind::Compare { op, left, right } => match self.operands(left, right)? {
                (Value::Known(left), Value::Known(right)) => Ok(Truth::known(compare(*op, left, right))),
                open => self.unknown_comparison(*op, (left, right), open),
            },
            NodeKind::CompareSymbols { op, left, right } => match self.operands(left, right)? {
                (Value::Known(left), Value::Known(right)) => Ok(self.symbol_comparison(*op, left, right)),
                open => self.unknown_comparison(*op, (left, right), open),
            },
            NodeKind::InstanceOf { operand, test } => {
                let value = self.value(operand)?;
                Ok(flat_truth(value, |word| match self.state().symbols.decide_null(word) {
                    Ok(is_null) => {
                        let passes = || self.type_of(word).is_some_and(|ty| self.executable.types.passes(ty, *test));
                        Truth::known(!is_null && passes())
                    }
                    Err(question) => Truth::open(self.workspace.met.note(question), false),
                }))
            }
            NodeKind::Conditional { cond, then, otherwise } => self.conditional_truth(cond, then, otherwise),
            NodeKind::Fresh(objects) => self.fresh(objects),
            NodeKind::NonNullElements { memory, array } => self.non_null_elements(*memory, array),
            NodeKind::Quantified(quantified) => self.quantified(quantified),
            NodeKind::Contains { set, element } => self.contains(set, element),
            NodeKind::SetIsEmpty(set) => {
                let set = self.set(set)?;
                Ok(flat_truth(set, |set| match set.open {
                    Some(question) if set.surely.len() == 0 => Truth::open(question, false),
                    _ => Truth::known(set.surely.len() == 0),
                }))
            }
            NodeKind::SetEqual(left, right) => {
                let forth = self.subset(left, right)?;
                if !forth.leaves(false) {
                    return Ok(forth);
                }
                Ok(forth.then(false, false, self.subset(right, left)?))
            }
            NodeKind::Subset(left, right) => self.subset(left, right),
            NodeKind::SameType(left, right) => self.types(left, right, |left, right| left == right),
            NodeKind::Subtype(left, right) => {
                let program = self.executable.program;
                self.types(left, right, |left, right| tightrope_heap::validity::is_subtype(program, left, right))
            }
            NodeKind::InvariantFor { memory, object } => self.invariant_for(*memory, object),
            NodeKind::Unsupported(what) => Err(Halt::Unsupported((**what).clone())),
            // A Boolean local, field, element or call.
            _ => match self.value(node)? {
                Value::Open(Open { question: Question::Slot(request), is_slot: true, may_throw }) => {
                    let (yes, no) =
                        (self.force(Force::Slot(request, 1)), self.force(Force::Slot(request, word::FALSE)));
                    Ok(Truth::open(Question::Slot(request), may_throw).with(yes, no))
                }
                value => Ok(map_truth(value, |word| word != word::FALSE)),
            },
        }
    }

    fn logical(&mut self, left: &Node, right: &Node, deciding: bool, result: bool) -> Step<Truth> {
        let left = self.truth(left)?;
        let right = if left.leaves(deciding) { self.truth(right)? } else { Truth::YES };
        Ok(left.then(deciding, result, right))
    }

    fn conditional_truth(&mut self, cond: &Node, then: &Node, otherwise: &Node) -> Step<Truth> {
        let cond = self.truth(cond)?;
        let mut outcome: Option<Truth> = None;
        for (taken, branch) in [(cond.can_be_true(), then), (cond.can_be_false(), otherwise)] {
            if taken {
                let truth = self.truth(branch)?;
                outcome = Some(outcome.map_or(truth, |other| other.either(truth)));
            }
        }
        match outcome {
            Some(outcome) if cond.can_throw() => Ok(outcome.either(cond)),
            Some(mut outcome) if cond.open.is_some() && !outcome.is_decided() => {
                outcome.open = cond.open;
                Ok(outcome)
            }
            Some(outcome) => Ok(outcome),
            None => Ok(cond),
        }
    }

    /// The value of a node that is no formula of its own (a Boolean one too, as a word).
    #[inline(always)]
    pub(in crate::formula) fn value(&mut self, node: &Node) -> Step<Value<Word>> {
        let known = match &node.kind {
            NodeKind::Word(word) => *word,
            NodeKind::Local(local) => self.workspace.locals[usize::from(*local)],
            _ => return self.compound_value(node),
        };
        self.step()?;
        Ok(Value::Known(known))
    }

    fn compound_value(&mut self, node: &Node) -> Step<Value<Word>> {
        self.step()?;
        match &node.kind {
            NodeKind::Result => Ok(Value::Known(self.result)),
            NodeKind::Field { memory, object, slot, is_long } => {
                if let Some(word) = S::field(self, *memory, object, (*slot, *is_long)) {
                    self.step()?;
                    return Ok(Value::Known(word));
                }
                let object = self.value(object)?;
                no_symbol(&object, node.span)?;
                Ok(then(object, |object| self.field(*memory, object, *slot, *is_long, node.span)))
            }
            NodeKind::Static { memory, slot } => {
                self.executable.not_spoilt(*slot).map_err(Halt::Unsupported)?;
                Ok(Value::Known(match memory {
                    Memory::Now => self.state().statics[*slot as usize],
                    Memory::Before => self.state().statics_before[*slot as usize],
                }))
            }
            NodeKind::Element { memory, array, index, is_long } => {
                let both = self.both(array, index)?;
                if let Value::Known((array, _)) = &both {
                    no_symbol(&Value::Known(*array), node.span)?;
                }
                Ok(then(both, |(array, index)| self.element(*memory, array, index, *is_long, node.span)))
            }
            NodeKind::Length(array) => {
                let array = self.value(array)?;
                no_symbol(&array, node.span)?;
                Ok(then(array, |array| match word::as_object(array) {
                    Some(array) => Value::Known(Word::from(self.state().objects[array].length)),
                    None => null_pointer(node.span),
                }))
            }
            NodeKind::NegateInt(operand) => {
                Ok(then(self.value(operand)?, |word| Value::Known(Word::from((word as i32).wrapping_neg()))))
            }
            NodeKind::NegateLong(operand) => Ok(then(self.value(operand)?, |word| Value::Known(word.wrapping_neg()))),
            NodeKind::BitNot(operand) => Ok(then(self.value(operand)?, |word| Value::Known(!word))),
            NodeKind::Arithmetic { op, left, right } => {
                let both = self.both(left, right)?;
                Ok(then(both, |(left, right)| match arithmetic(*op, left, right) {
                    Some(word) => Value::Known(word),
                    None => Value::Throws(Throws { exception: Exception::Arithmetic, span: node.span }),
                }))
            }
            NodeKind::Convert { kind, operand } => {
                Ok(then(self.value(operand)?, |word| Value::Known(convert(*kind, word))))
            }
            NodeKind::Check { operand, test } => {
                let value = self.value(operand)?;
                Ok(then(value, |word| match self.executable.type_of(self.state(), word) {
                    Some(ty) if word::as_opaque(word).is_none() && !self.executable.types.passes(ty, *test) => {
                        Value::Throws(Throws { exception: Exception::ClassCast, span: node.span })
                    }
                    _ => Value::Known(word),
                }))
            }
            NodeKind::Call(call) => self.call(call, node.span),
            NodeKind::Conditional { cond, then, otherwise } => self.conditional_value(cond, then, otherwise),
            NodeKind::SetSize(set) => {
                let set = self.set(set)?;
                Ok(then(set, |set| match set.open {
                    None => Value::Known(set.surely.len() as Word),
                    Some(question) => Value::Open(Open { question, may_throw: false, is_slot: false }),
                }))
            }
            NodeKind::Aggregate(quantified) => self.aggregate(quantified),
            NodeKind::Unsupported(what) => Err(Halt::Unsupported((**what).clone())),
            // A Boolean formula used as a value.
            _ => {
                let truth = self.truth(node)?;
                Ok(match truth.is_decided() && !truth.can_throw() {
                    true => Value::Known(Word::from(truth.is_true())),
                    false => Value::undecided(truth),
                })
            }
        }
    }

    fn conditional_value(&mut self, cond: &Node, then: &Node, otherwise: &Node) -> Step<Value<Word>> {
        let cond = self.truth(cond)?;
        if cond.is_true() {
            self.value(then)
        } else if cond.is_false() {
            self.value(otherwise)
        } else {
            Ok(match Value::undecided(cond) {
                // What the branches do is not known either.
                Value::Open(open) => Value::Open(Open { may_throw: true, is_slot: false, ..open }),
                other => other,
            })
        }
    }
}

pub(in crate::formula) fn null_pointer<T>(span: Span) -> Value<T> {
    Value::Throws(Throws { exception: Exception::NullPointer, span })
}

/// Both values; an exception on the left hides the right one.
pub(in crate::formula) fn joined(left: Value<Word>, right: Value<Word>) -> Value<(Word, Word)> {
    match (left, right) {
        (Value::Throws(throws), _) => Value::Throws(throws),
        (Value::Known(left), Value::Known(right)) => Value::Known((left, right)),
        (Value::Known(_), Value::Throws(throws)) => Value::Throws(throws),
        (Value::Known(_), Value::Open(open)) => Value::Open(Open { is_slot: false, ..open }),
        (Value::Open(open), Value::Known(_)) => Value::Open(Open { is_slot: false, ..open }),
        (Value::Open(open), Value::Open(right)) => {
            Value::Open(Open { may_throw: open.may_throw || right.may_throw, is_slot: false, ..open })
        }
        (Value::Open(open), Value::Throws(throws)) if !open.may_throw => Value::Throws(throws),
        (Value::Open(open), Value::Throws(_)) => Value::Open(Open { may_throw: true, is_slot: false, ..open }),
    }
}

/// Goes on with a known value. What is done with an open one may throw.
pub(in crate::formula) fn then<T, U>(value: Value<T>, next: impl FnOnce(T) -> Value<U>) -> Value<U> {
    match value {
        Value::Known(known) => next(known),
        Value::Open(open) => Value::Open(Open { may_throw: true, is_slot: false, ..open }),
        Value::Throws(throws) => Value::Throws(throws),
    }
}

/// What comes after an open value may throw, whatever it is.
pub(in crate::formula) fn could_throw<T>(value: Value<T>) -> Value<T> {
    then(value, Value::Known)
}

/// A test that never throws itself.
pub(in crate::formula) fn map_truth<T>(value: Value<T>, test: impl FnOnce(T) -> bool) -> Truth {
    flat_truth(value, |known| Truth::known(test(known)))
}

pub(in crate::formula) fn flat_truth<T>(value: Value<T>, test: impl FnOnce(T) -> Truth) -> Truth {
    match value {
        Value::Known(known) => test(known),
        Value::Open(open) => Truth::open(open.question, open.may_throw),
        Value::Throws(throws) => Truth::thrown(throws),
    }
}
