//! What the machine does with formulas in code: asserts, assumptions, measures of loops, and
//! values.

use super::stop;
use crate::code::{Instruction, NO_MEASURE, Register, SpecKind};
use crate::compile::Executable;
use crate::formula::{FormulaId, Truth, Value};
use crate::outcome::{Broken, Budget, Interrupt, Outcome, Step};
use crate::state::{Frame, State};
use crate::word::Word;
use tightrope_program::body::Unsupported;
use tightrope_source::Name;

impl Executable<'_> {
    /// Native methods and formulas.
    pub(super) fn special_effect(
        &self,
        state: &mut State,
        budget: &mut Budget,
        frame: Frame,
        instruction: &Instruction,
    ) -> Step<()> {
        let at = |register: &Register| frame.base as usize + usize::from(*register);
        match instruction {
            Instruction::CallNative { native, method, args, result } => {
                let value = self.native(state, budget, frame, *native, *method, at(args))?;
                if let Some(to) = result {
                    state.registers[at(to)] = value;
                }
                Ok(())
            }
            Instruction::Require { kind, formula, locals } => {
                self.require(state, budget, frame, *kind, *formula, *locals)
            }
            Instruction::Assume { formula, locals } => self.assume(state, budget, frame, *formula, *locals),
            Instruction::Decrease { formula, locals, last } => {
                let measure = self.measure(state, budget, frame, *formula, *locals, state.registers[at(last)])?;
                state.registers[at(last)] = measure;
                Ok(())
            }
            Instruction::Evaluate { to, formula, locals, is_truth } => {
                state.registers[at(to)] = match is_truth {
                    true => self.truth_value(state, budget, frame, *formula, *locals)?,
                    false => self.integer_value(state, budget, frame, *formula, *locals)?,
                };
                Ok(())
            }
            // They are plain or have been handled before. Each by its name: a new one that nobody
            // handles would do nothing.
            Instruction::Int { .. }
            | Instruction::Constant { .. }
            | Instruction::Move { .. }
            | Instruction::Arithmetic { .. }
            | Instruction::AddIntConstant { .. }
            | Instruction::NegateInt { .. }
            | Instruction::NegateLong { .. }
            | Instruction::BitNot { .. }
            | Instruction::Not { .. }
            | Instruction::Convert { .. }
            | Instruction::Compare { .. }
            | Instruction::CompareSymbols { .. }
            | Instruction::Jump { .. }
            | Instruction::JumpIf { .. }
            | Instruction::JumpUnless { .. }
            | Instruction::JumpCompare { .. }
            | Instruction::JumpCompareInt { .. }
            | Instruction::GetField { .. }
            | Instruction::GetLong { .. }
            | Instruction::SetField { .. }
            | Instruction::SetLong { .. }
            | Instruction::GetStatic { .. }
            | Instruction::SetStatic { .. }
            | Instruction::GetElement { .. }
            | Instruction::GetLongElement { .. }
            | Instruction::SetElement { .. }
            | Instruction::Length { .. }
            | Instruction::InstanceOf { .. }
            | Instruction::Check { .. }
            | Instruction::New { .. }
            | Instruction::NewArray { .. }
            | Instruction::Concat { .. }
            | Instruction::InitializeClass(_)
            | Instruction::StartInitializer(_)
            | Instruction::CompleteInitializer(_)
            | Instruction::Call { .. }
            | Instruction::CallExact { .. }
            | Instruction::CallVirtual { .. }
            | Instruction::Return { .. }
            | Instruction::ReturnVoid
            | Instruction::Throw { .. }
            | Instruction::Unsupported(_) => Ok(()),
        }
    }

    pub(super) fn truth_value(
        &self,
        state: &mut State,
        budget: &mut Budget,
        frame: Frame,
        formula: FormulaId,
        locals: Register,
    ) -> Step<Word> {
        let truth = self.holds(state, budget, frame, formula, locals)?;
        match truth.throws {
            Some(throws) if truth.can_throw() => self.raise(state, frame, throws.exception.name(self.program)),
            _ => Ok(Word::from(truth.is_true())),
        }
    }

    pub(super) fn integer_value(
        &self,
        state: &mut State,
        budget: &mut Budget,
        frame: Frame,
        formula: FormulaId,
        locals: Register,
    ) -> Step<Word> {
        let args = &state.registers[frame.base as usize..frame.base as usize + usize::from(locals)];
        match self.evaluate_integer(formula, state, args, budget).map_err(stop)? {
            Value::Known(value) => Ok(value),
            Value::Open(open) => Err(Interrupt::Ask(open.question)),
            Value::Throws(throws) => self.raise(state, frame, throws.exception.name(self.program)),
        }
    }

    pub(super) fn holds(
        &self,
        state: &State,
        budget: &mut Budget,
        frame: Frame,
        formula: FormulaId,
        locals: Register,
    ) -> Step<Truth> {
        let args = &state.registers[frame.base as usize..frame.base as usize + usize::from(locals)];
        self.check_old(state, frame, formula)?;
        let truth = self.evaluate(formula, state, args, None, budget).map_err(stop)?;
        match truth.open {
            Some(question) if !truth.is_decided() => Err(Interrupt::Ask(question)),
            _ => Ok(truth),
        }
    }

    /// The machine keeps one heap of before: the one before the outermost method. `\\old` in a
    /// method that this one calls means another.
    pub(super) fn check_old(&self, state: &State, frame: Frame, formula: FormulaId) -> Step<()> {
        if !self.formulas[formula.0 as usize].uses_old || state.frames.len() == 1 {
            return Ok(());
        }
        let construct = tightrope_program::constructs::Construct::UncheckedExpression;
        let detail = Name::new("`\\old` in a JML statement of a called method");
        Err(Interrupt::stop(Outcome::Unsupported(Unsupported { construct, detail, span: self.span(frame) })))
    }

    pub(super) fn require(
        &self,
        state: &State,
        budget: &mut Budget,
        frame: Frame,
        kind: SpecKind,
        formula: FormulaId,
        locals: Register,
    ) -> Step<()> {
        let truth = self.holds(state, budget, frame, formula, locals)?;
        let broken = Broken { kind, span: self.span(frame), throws: truth.throws };
        if truth.is_true() { Ok(()) } else { Err(Interrupt::stop(Outcome::Broken(broken))) }
    }

    pub(super) fn assume(
        &self,
        state: &State,
        budget: &mut Budget,
        frame: Frame,
        formula: FormulaId,
        locals: Register,
    ) -> Step<()> {
        let truth = self.holds(state, budget, frame, formula, locals)?;
        if truth.is_true() { Ok(()) } else { Err(Interrupt::stop(Outcome::Excluded(self.span(frame)))) }
    }

    /// The value of a measure, which must have decreased since `last`, and must not have been
    /// negative then.
    pub(super) fn measure(
        &self,
        state: &State,
        budget: &mut Budget,
        frame: Frame,
        formula: FormulaId,
        locals: Register,
        last: Word,
    ) -> Step<Word> {
        let args = &state.registers[frame.base as usize..frame.base as usize + usize::from(locals)];
        self.check_old(state, frame, formula)?;
        let broken = |throws| Broken { kind: SpecKind::Decreases, span: self.span(frame), throws };
        match self.evaluate_integer(formula, state, args, budget).map_err(stop)? {
            // Whether it may be negative is asked when an iteration has started from it.
            Value::Known(measure) if last == NO_MEASURE || last >= 0 && measure < last => Ok(measure),
            Value::Known(_) => Err(Interrupt::stop(Outcome::Broken(broken(None)))),
            Value::Throws(throws) => Err(Interrupt::stop(Outcome::Broken(broken(Some(throws))))),
            Value::Open(open) => Err(Interrupt::Ask(open.question)),
        }
    }
}
