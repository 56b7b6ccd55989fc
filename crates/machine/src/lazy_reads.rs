//! Reading without looking: what an open slot holds is decided when a run looks at it, and only as
//! far as it looks.
//!
//! Where a state *defers* ([`State::defer`]), reading a slot that has no value yet gives a word
//! that stands for whatever the slot holds. It is copied like any other. Who asks whether it is
//! this object, null, or an element of a set stops the run with [`Question::Holds`]; both answers
//! are kept as what is known of the slot. Who needs more (a field of it, its class, a number to
//! calculate with) asks for the slot itself. So `if (!visited.add(node.left)) return false;` tells
//! apart *some node that was met before* and *another one*, and not each node from each other:
//! Khurshid, Păsăreanu and Visser's lazy initialisation (*Generalized symbolic execution*, TACAS
//! 2003), one step lazier.
//!
//! References are deferred wherever they are read. Numbers are only where nothing but `==` and `!=`
//! ever uses what was read (`crate::compile::uses`), so that arithmetic never meets such a word. A
//! word that stands for a slot that has got its value since is as good as that value: nobody
//! replaces it (among the words of a state, a `long` could look the same), but whoever looks at a
//! register by its type does so in place.
//!
//! Formulas do not know such words, so code with formulas inside (JML's `assert`, loop invariants)
//! never defers.
//!
//! Whoever lets a state defer has to decide all slots of which something is known before the run's
//! result means anything ([`State::first_restricted`]).

use crate::code::{Comparison, Instruction, Register, RuntimeType, Selector, TypeTest};
use crate::compile::Executable;
use crate::outcome::{Interrupt, Question, SlotRef, Step};
use crate::restriction::{Allowed, LazyReads, Restriction, bit};
use crate::state::{Frame, State};
use crate::word::{self, Word};
use std::ops::Range;
use tightrope_program::natives::Native;
use tightrope_program::{FieldId, Type};

impl State {
    /// From now on, runs defer what they read, or do not.
    pub fn defer(&mut self, defers: bool) {
        self.defers = defers;
    }

    #[inline]
    fn restriction(&self, request: &SlotRef) -> Option<&Restriction> {
        let is_meant = |known: &&Restriction| known.object as usize == request.object && known.slot == request.slot;
        self.restrictions.iter().find(is_meant)
    }

    /// What an open slot could hold, by what is known of it.
    #[inline]
    pub fn allowed(&self, request: &SlotRef) -> Allowed {
        match self.restriction(request) {
            Some(known) => Allowed { words: known.possible(u64::MAX), others: known.within == 0 },
            None => Allowed { words: u64::MAX, others: true },
        }
    }

    /// The answer to [`Question::Holds`]. Requires: it does not contradict what is known.
    pub fn assume_holds(&mut self, request: &SlotRef, among: u64, holds: bool) {
        let (object, slot) = (request.object as u32, request.slot);
        let known = self.restrictions.iter_mut().find(|known| known.object == object && known.slot == slot);
        match (known, holds) {
            (Some(known), true) => known.within = known.possible(among),
            (Some(known), false) => known.excluded |= among,
            (None, true) => self.restrictions.push(Restriction { object, slot, within: among, excluded: 0 }),
            (None, false) => self.restrictions.push(Restriction { object, slot, within: 0, excluded: among }),
        }
    }

    /// A slot that has no value, and of which something is known.
    pub fn first_restricted(&self) -> Option<SlotRef> {
        let known = self.restrictions.first()?;
        Some(SlotRef { object: known.object as usize, slot: known.slot, is_long: false, before: false })
    }

    /// The slot has got its value.
    pub(crate) fn forget_restriction(&mut self, request: &SlotRef) {
        self.restrictions.retain(|known| known.object as usize != request.object || known.slot != request.slot);
    }

    /// The value that a word stands for; the word itself if it stands for no slot, or for one that
    /// has no value.
    #[inline]
    pub(crate) fn resolve(&self, value: Word) -> Word {
        let Some((object, slot)) = word::as_deferred(value) else { return value };
        self.slot_before(object, slot as usize).unwrap_or(value)
    }
}

/// Asks for the slot that the word stands for, if it is such a word.
fn need(value: Word) -> Step<()> {
    match word::as_deferred(value) {
        Some((object, slot)) => {
            let request = SlotRef { object, slot, is_long: false, before: false };
            Err(Interrupt::Ask(Question::Slot(request)))
        }
        None => Ok(()),
    }
}

impl Executable<'_> {
    /// Which slots may be deferred, by type number and slot.
    pub fn set_deferring(&mut self, deferring: Vec<Vec<LazyReads>>) {
        let is_formula = |instruction: &Instruction| {
            matches!(
                instruction,
                Instruction::Evaluate { .. }
                    | Instruction::Require { .. }
                    | Instruction::Assume { .. }
                    | Instruction::Decrease { .. }
            )
        };
        if !self.functions.iter().flat_map(|function| &function.code).any(is_formula) {
            self.deferring = deferring;
            self.find_live_registers();
        }
    }

    fn deferring(&self, state: &State, object: usize, slot: u32) -> LazyReads {
        let slots = self.deferring.get(state.objects[object].ty.0 as usize);
        slots.and_then(|slots| slots.get(slot as usize)).copied().unwrap_or_default()
    }

    /// May the instruction go on without the value of this open slot?
    pub(crate) fn may_defer(&self, state: &State, frame: Frame, object: usize, slot: u16) -> bool {
        state.defers
            && self.functions[frame.function.0 as usize].defers.get(frame.pc as usize) == Some(&true)
            && self.deferring(state, object, u32::from(slot)) != LazyReads::Never
    }

    /// The word in a register that has to be looked at. Requires: its type is not `long`.
    pub(crate) fn look_at(&self, state: &mut State, register: usize) -> Step<Word> {
        let value = state.registers[register];
        if !word::is_deferred(value) {
            return Ok(value);
        }
        let resolved = state.resolve(value);
        need(resolved)?;
        state.registers[register] = resolved;
        Ok(resolved)
    }

    /// Looks at all operands of an instruction of which it needs to know more than whether they are
    /// the same. `true`: now they are known, and the instruction can be run.
    pub(crate) fn look_at_operands(&self, state: &mut State, frame: Frame, instruction: &Instruction) -> Step<bool> {
        let at = |register: &Register| frame.base as usize + usize::from(*register);
        match instruction {
            Instruction::Length { array: operand, .. }
            | Instruction::GetField { object: operand, .. }
            | Instruction::SetField { object: operand, .. }
            | Instruction::GetLong { object: operand, .. }
            | Instruction::SetLong { object: operand, .. }
            | Instruction::GetElement { array: operand, .. }
            | Instruction::GetLongElement { array: operand, .. }
            | Instruction::SetElement { array: operand, .. }
            | Instruction::InstanceOf { from: operand, .. }
            | Instruction::Check { value: operand, .. } => {
                let was_deferred = word::is_deferred(state.registers[at(operand)]);
                self.look_at(state, at(operand)).map(|_| was_deferred)
            }
            Instruction::Concat { parts, template, .. } => {
                let types = &self.templates[*template as usize];
                self.look_at_references(state, at(parts), types.iter().copied())
            }
            // It copes with words that stand for slots.
            Instruction::CallNative { native: Native::ObjectEquals, .. } => Ok(false),
            Instruction::CallNative { method, args, .. } => {
                let declared = self.program.method(*method);
                let receiver = (!declared.is_static).then_some(Type::class(declared.class));
                let types = receiver.into_iter().chain(declared.params.iter().map(|param| param.ty));
                self.look_at_references(state, at(args), types)
            }
            // They have no references for operands, or look at them where they are run.
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
            | Instruction::GetStatic { .. }
            | Instruction::SetStatic { .. }
            | Instruction::New { .. }
            | Instruction::NewArray { .. }
            | Instruction::InitializeClass(_)
            | Instruction::StartInitializer(_)
            | Instruction::CompleteInitializer(_)
            | Instruction::Call { .. }
            | Instruction::CallExact { .. }
            | Instruction::CallVirtual { .. }
            | Instruction::Return { .. }
            | Instruction::ReturnVoid
            | Instruction::Throw { .. }
            | Instruction::Evaluate { .. }
            | Instruction::Require { .. }
            | Instruction::Assume { .. }
            | Instruction::Decrease { .. }
            | Instruction::Unsupported(_) => Ok(false),
        }
    }

    /// Looks at the receiver and the arguments of a virtual call.
    pub(crate) fn look_at_call(&self, state: &mut State, selector: Selector, first: usize) -> Step<()> {
        let called = self.program.method(self.types.selector_methods[selector.0 as usize]);
        let types = std::iter::once(Type::class(called.class)).chain(called.params.iter().map(|param| param.ty));
        self.look_at_references(state, first, types).map(|_| ())
    }

    fn look_at_references(&self, state: &mut State, first: usize, types: impl Iterator<Item = Type>) -> Step<bool> {
        for (register, _) in (first..).zip(types).filter(|(_, ty)| ty.is_reference()) {
            self.look_at(state, register)?;
        }
        Ok(false)
    }

    /// An array that does not hold everything gets an element.
    pub(crate) fn store_deferred(&self, state: &mut State, frame: Frame, value: Word, test: TypeTest) -> Step<()> {
        let value = state.resolve(value);
        need(value)?;
        match self.type_of(state, value) {
            Some(ty) if !self.types.passes(ty, test) => self.raise(state, frame, "java.lang.ArrayStoreException"),
            _ => Ok(()),
        }
    }

    /// `==` or `!=` of two words that may stand for slots.
    pub(crate) fn compare_deferred(&self, state: &State, op: Comparison, left: Word, right: Word) -> Step<bool> {
        let same = self.same(state, left, right)?;
        Ok(same == matches!(op, Comparison::Same | Comparison::Equal))
    }

    pub(crate) fn same(&self, state: &State, left: Word, right: Word) -> Step<bool> {
        let (left, right) = (state.resolve(left), state.resolve(right));
        match (word::as_deferred(left), word::as_deferred(right)) {
            _ if left == right => Ok(true),
            (Some(slot), None) => self.holds_among(state, slot, [right].into_iter()),
            (None, Some(slot)) => self.holds_among(state, slot, [left].into_iter()),
            (Some(_), Some(_)) => need(left).map(|()| false),
            (None, None) => Ok(false),
        }
    }

    /// Does an open slot hold one of these words?
    fn holds_among(
        &self,
        state: &State,
        (object, slot): (usize, u32),
        words: impl Iterator<Item = Word>,
    ) -> Step<bool> {
        let request = SlotRef { object, slot, is_long: false, before: false };
        let is_number = self.deferring(state, object, slot) == LazyReads::Number;
        // What the code made itself is in no initial slot.
        let is_new = |value: Word| !is_number && word::as_object(value).is_some_and(|made| !state.is_initial(made));
        let mut among = 0;
        for value in words {
            match bit(value) {
                _ if is_new(value) => {}
                // The heap that is asked may not have it yet.
                _ if !is_number && state.is_shared(value) => return Err(Interrupt::Ask(Question::Slot(request))),
                Some(bit) => among |= bit,
                None => return Err(Interrupt::Ask(Question::Slot(request))),
            }
        }
        if let Some(known) = state.restriction(&request) {
            among = known.possible(among);
            if known.within != 0 && among == known.possible(u64::MAX) {
                return Ok(true);
            }
        }
        match among {
            0 => Ok(false),
            _ => Err(Interrupt::Ask(Question::Holds { request, among })),
        }
    }

    /// Is a reference one of the elements? `None`: `equals` has to say.
    pub(crate) fn is_among(&self, state: &State, elements: Range<usize>, value: Word) -> Step<Option<bool>> {
        let words = &state.slots[elements];
        let value = state.resolve(value);
        if let Some((object, slot)) = word::as_deferred(value) {
            if self.deferring(state, object, slot) != LazyReads::ByIdentity {
                need(value)?;
            }
            let mut has_slots = false;
            for element in words {
                if *element == value {
                    return Ok(Some(true));
                }
                has_slots |= word::is_deferred(*element);
            }
            if !has_slots {
                return self.holds_among(state, (object, slot), words.iter().copied()).map(Some);
            }
            let mut words = words.iter().map(|element| state.resolve(*element));
            words.clone().try_for_each(need)?;
            return self.holds_among(state, (object, slot), &mut words).map(Some);
        }
        let Some(ty) = word::as_object(value).map(|object| state.objects[object].ty) else { return Ok(None) };
        if !self.is_identity(ty) {
            return Ok(None);
        }
        if words.contains(&value) {
            return Ok(Some(true));
        }
        for element in words.iter().copied().filter(|element| word::is_deferred(*element)) {
            if self.same(state, element, value)? {
                return Ok(Some(true));
            }
        }
        Ok(Some(false))
    }

    /// Is `equals` of objects of this type `==`?
    fn is_identity(&self, ty: RuntimeType) -> bool {
        self.object_equals.is_some_and(|(selector, function)| self.dispatch(selector, ty) == Some(function))
    }

    /// How a field may be read without a look at its value.
    pub fn deferring_of_field(&self, field: FieldId) -> LazyReads {
        let ty = self.program.field(field).ty;
        let Some(class) = ty.as_class() else {
            return match ty {
                _ if ty.is_reference() => LazyReads::ByIdentity,
                // Its slots say themselves whether they have a value.
                Type::LONG | Type::DOUBLE => LazyReads::Never,
                // Natives want its bits.
                Type::FLOAT => LazyReads::Never,
                _ => LazyReads::Number,
            };
        };
        let subclasses = self.program.subclasses(class).iter();
        let mut types = subclasses.filter_map(|id| self.types.find(Type::class(*id)));
        let is_concrete =
            |ty: RuntimeType| !self.types.info(ty).ty.as_class().is_some_and(|id| self.program.class(id).is_abstract);
        match types.all(|ty| !is_concrete(ty) || self.is_identity(ty)) {
            true => LazyReads::ByIdentity,
            false => LazyReads::Reference,
        }
    }
}
