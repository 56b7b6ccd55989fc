//! Runs bytecode on a state until it ends, asks, or has used up its budget.
//!
//! The loop keeps nothing outside of the [`State`] between two instructions, so a run can stop and
//! go on anywhere. Nothing here chooses: a slot without a value ends the run with a [`SlotRef`];
//! the caller answers ([`Executable::answer`]) and runs on.

use crate::accelerations::Acceleration;
use crate::code::{FunctionId, Instruction, Memory, NO_MEASURE, Register, RuntimeType, Selector, SpecKind};
use crate::compile::Executable;
use crate::formula::{FormulaId, Halt, Truth, Value};
use crate::inner_loop::{Deferral, Plain};
use crate::observe::{Instructions, NoObserver, Observer, Place};
use crate::outcome::{Broken, Budget, Interrupt, Limit, Outcome, Question, SlotRef, Step, Thrown, ask};
use crate::state::{Frame, Initialization, State};
use crate::symbols::OpaqueCall;
use crate::text;
use crate::word::{self, KNOWN, NULL, UNKNOWN, Word};
use std::ops::Range;
use tightrope_program::body::Unsupported;
use tightrope_program::floating;
use tightrope_program::names::simple_name;
use tightrope_program::natives::Native;
use tightrope_program::{ClassId, ClassKind, ClassOrigin, MethodId, Type};
use tightrope_source::{Name, Span};

/// So many registers are made more than a call needs: calls that follow find them there.
const ROOM: usize = 32;

/// Where control goes after an instruction.
enum Next {
    /// To the next one.
    Instruction,
    Jump(u32),
    Enter {
        function: FunctionId,
        args: Register,
        result: Option<Register>,
    },
    /// Static initialisers, the first to run first.
    Initialize(Vec<FunctionId>),
    Leave(Option<Word>),
}

impl Executable<'_> {
    /// Starts a call. Requires: `args` are its receiver (if any) and arguments. `false`: the method
    /// was not compiled into this executable, or an argument is an ordered or opaque value where
    /// the sorts do not allow it, which makes the state useless: every run and formula ends as
    /// unsupported.
    pub fn start(&self, state: &mut State, method: MethodId, args: &[Word]) -> bool {
        let Some(function) = self.function(method) else { return false };
        if !self.fits_call(method, args) {
            // Whoever does not look at the result must not take what the state did before for the
            // call.
            state.symbols.is_misplaced = true;
            return false;
        }
        self.start_function(state, function, args);
        let mut top = self.functions[function.0 as usize].registers;
        // Its class is initialised before the method runs, and those of the objects that exist
        // already are so, too. What is to run first is on top.
        for initializer in self.initializers(state, self.program.method(method).class).into_iter().rev() {
            state.frames.push(Frame { function: initializer, pc: 0, base: top, result: None });
            top += self.functions[initializer.0 as usize].registers;
        }
        state.registers.resize(top as usize, 0);
        true
    }

    pub(crate) fn start_function(&self, state: &mut State, function: FunctionId, args: &[Word]) {
        // Formulas may have added static fields since the state was made.
        if state.statics.len() < self.static_defaults.len() {
            state.statics.extend_from_slice(&self.static_defaults[state.statics.len()..]);
        }
        state.frames.clear();
        state.registers.clear();
        state.registers.extend_from_slice(args);
        state.frames.push(Frame { function, pc: 0, base: 0, result: None });
        state.registers.resize(self.functions[function.0 as usize].registers as usize, 0);
    }

    /// The static initialisers that have to run before `class` and the classes of all objects are
    /// initialised, superclasses first; all but interfaces are marked as started.
    fn initializers(&self, state: &mut State, class: ClassId) -> Vec<FunctionId> {
        let mut found = self.start_initializers(state, class);
        for object in 0..state.objects.len() {
            let ty = self.types.info(state.objects[object].ty).ty;
            if let Some(class) = ty.as_class() {
                found.extend(self.start_initializers(state, class));
            }
        }
        found
    }

    /// Gives a slot that was asked for its value: before the method, and now unless the method has
    /// written it since. An ordered or opaque value that the sorts do not allow there makes the
    /// state useless: every run and formula ends as unsupported.
    pub fn answer(&self, state: &mut State, request: SlotRef, value: Word) {
        let header = state.objects[request.object];
        if word::is_symbol(value) && (!request.is_long || self.orders_longs()) {
            state.symbols.is_misplaced |= !self.fits_slot(self.types.info(header.ty).ty, request.slot, value);
        }
        if state.defers {
            state.forget_restriction(&request);
        }
        let slot = request.slot as usize;
        if !header.is_new() {
            set_unknown(&mut state.slots_before, header.before as usize + slot, request.is_long, value);
        }
        set_unknown(&mut state.slots, header.start as usize + slot, request.is_long, value);
    }

    /// Runs until something ends it.
    pub fn run(&self, state: &mut State, budget: &mut Budget) -> Outcome {
        self.run_observed(state, budget, &mut NoObserver)
    }

    /// Runs as [`Executable::run`] does, and tells `observer` of every step.
    pub fn run_observed<O: Observer>(&self, state: &mut State, budget: &mut Budget, observer: &mut O) -> Outcome {
        if state.symbols.is_misplaced {
            return Outcome::Unsupported(misplaced(self.place(state)));
        }
        if let Some(outcome) = self.refuse_failed_class(state) {
            return outcome;
        }
        loop {
            match self.run_frame(state, budget, observer) {
                Ok(value) => return Outcome::Returned(value),
                Err(Interrupt::Ask(question)) => return Outcome::Asked(question),
                Err(Interrupt::Stop(outcome)) => return *outcome,
                Err(Interrupt::Throw(object)) => {
                    if let Some(outcome) = self.unwind(state, object) {
                        return outcome;
                    }
                }
            }
        }
    }

    /// A static method of a class that could not be initialised does not even start.
    fn refuse_failed_class(&self, state: &mut State) -> Option<Outcome> {
        let [frame @ Frame { pc: 0, .. }] = *state.frames.as_slice() else { return None };
        if !state.has_failures() {
            return None;
        }
        let method = self.program.method(self.functions[frame.function.0 as usize].method);
        if !method.is_static || !state.has_failed(method.class) {
            return None;
        }
        match self.raise::<()>(state, frame, "java.lang.NoClassDefFoundError") {
            Err(Interrupt::Throw(object)) => {
                state.frames.clear();
                self.unwind(state, object)
            }
            Err(Interrupt::Ask(question)) => Some(Outcome::Asked(question)),
            Err(Interrupt::Stop(outcome)) => Some(*outcome),
            Ok(()) => None,
        }
    }

    /// Runs the innermost frame and whatever it calls, until the outermost returns or something
    /// interrupts.
    fn run_frame<O: Observer>(&self, state: &mut State, budget: &mut Budget, observer: &mut O) -> Step<Option<Word>> {
        let Some(mut frame) = state.frames.last().copied() else { return Ok(None) };
        state.registers.resize(state.registers.len() + ROOM, 0);
        loop {
            let plain_steps = self.run_plain(state, budget, &mut frame, observer);
            // An observer is told of each instruction, so plain ones come one at a time.
            if plain_steps > 0 && (O::LISTENS || !self.has(Acceleration::InnerLoop)) {
                continue;
            }
            let next = match budget.steps.checked_sub(1) {
                Some(left) => {
                    budget.steps = left;
                    let instruction = &self.functions[frame.function.0 as usize].code[frame.pc as usize];
                    observer.leave_plain(state, frame.base as usize, Instructions(instruction));
                    self.transfer(state, budget, &frame, instruction)
                }
                None => Err(Interrupt::stop(Outcome::Exhausted(Limit::Steps))),
            };
            match next {
                Ok(Next::Instruction) => frame.pc += 1,
                Ok(Next::Jump(target)) => frame.pc = target,
                Ok(Next::Enter { function, args, result }) if state.frames.len() < budget.depth => {
                    frame = self.enter(state, frame, function, args, result);
                    observer.enter_frame(state.frames.len());
                }
                Ok(Next::Enter { .. }) => {
                    self.stop_at(state, frame);
                    return Err(Interrupt::stop(Outcome::Exhausted(Limit::Depth)));
                }
                Ok(Next::Initialize(started)) => {
                    for function in started.into_iter().rev() {
                        frame = self.enter(state, frame, function, self.above(frame), None);
                        observer.enter_frame(state.frames.len());
                    }
                }
                Ok(Next::Leave(value)) => match leave(state, value) {
                    Some(caller) => frame = caller,
                    None => return Ok(value),
                },
                // Whoever interrupts leaves the frame at the instruction that did.
                Err(interrupt) => {
                    self.stop_at(state, frame);
                    return Err(interrupt);
                }
            }
        }
    }

    /// Leaves the innermost frame where it is, without the room above it.
    fn stop_at(&self, state: &mut State, frame: Frame) {
        save(state, frame);
        state.registers.truncate((frame.base + self.functions[frame.function.0 as usize].registers) as usize);
    }

    /// Runs plain instructions: all that come, or for an observer one. How many they were.
    #[inline]
    fn run_plain<O: Observer>(
        &self,
        state: &mut State,
        budget: &mut Budget,
        frame: &mut Frame,
        observer: &mut O,
    ) -> u64 {
        let mut allowed = budget.steps;
        if O::LISTENS {
            allowed = allowed.min(1);
            let place = Place { executable: self, function: frame.function, pc: frame.pc };
            let instruction = &self.functions[frame.function.0 as usize].code[frame.pc as usize];
            observer.step_at(place, state, frame.base as usize, Instructions(instruction));
        }
        let in_a_row = self.has(Acceleration::InnerLoop);
        if !in_a_row {
            allowed = allowed.min(1);
        }
        let mut left = allowed;
        let deferral = Deferral { slots_before: &state.slots_before, deferring: &self.deferring };
        let mut plain = Plain {
            functions: &self.functions,
            types: &self.types,
            constants: &self.constants,
            objects: &state.objects,
            slots: &mut state.slots,
            registers: &mut state.registers,
            frames: &mut state.frames,
            depth: budget.depth,
            deferral: state.defers.then_some(&deferral),
        };
        match O::LISTENS {
            true => plain.run::<false, NoObserver>(frame, &mut left, &mut NoObserver),
            false if in_a_row => plain.run::<true, O>(frame, &mut left, observer),
            false => plain.run::<false, O>(frame, &mut left, observer),
        }
        budget.steps -= allowed - left;
        allowed - left
    }

    /// Runs an instruction that is not plain; says where control goes. (Left alone, the compiler
    /// shares one copy among the loops of all observers, which costs the one without an observer 3
    /// %.)
    #[inline(always)]
    fn transfer(&self, state: &mut State, budget: &mut Budget, frame: &Frame, instruction: &Instruction) -> Step<Next> {
        let get = |state: &State, register: &Register| state.registers[frame.base as usize + usize::from(*register)];
        match instruction {
            Instruction::Call { function, args, result } => {
                Ok(Next::Enter { function: *function, args: *args, result: *result })
            }
            Instruction::CallExact { function, args, result } => {
                let receiver = self.look_at(state, frame.base as usize + usize::from(*args))?;
                self.not_null(state, *frame, receiver)?;
                Ok(Next::Enter { function: *function, args: *args, result: *result })
            }
            Instruction::CallVirtual { selector, args, result } if word::as_opaque(get(state, args)).is_some() => {
                let first = frame.base as usize + usize::from(*args);
                let value = self.call_of_opaque(state, *frame, *selector, first)?;
                if let Some(to) = result {
                    state.registers[frame.base as usize + usize::from(*to)] = value;
                }
                Ok(Next::Instruction)
            }
            Instruction::CallVirtual { selector, args, result } => {
                let receiver = self.look_at(state, frame.base as usize + usize::from(*args))?;
                let Some(ty) = self.type_of(state, receiver) else {
                    return self.raise(state, *frame, "java.lang.NullPointerException");
                };
                match self.dispatch(*selector, ty) {
                    Some(function) => Ok(Next::Enter { function, args: *args, result: *result }),
                    None => {
                        let what = self.no_implementation(*selector, self.span(*frame));
                        Err(Interrupt::stop(Outcome::Unsupported(what)))
                    }
                }
            }
            Instruction::Return { value } => Ok(Next::Leave(Some(get(state, value)))),
            Instruction::ReturnVoid => Ok(Next::Leave(None)),
            Instruction::Throw { value } => {
                let thrown = self.look_at(state, frame.base as usize + usize::from(*value))?;
                self.not_null(state, *frame, thrown)?;
                Err(Interrupt::Throw(thrown))
            }
            Instruction::InitializeClass(class) if state.has_failed(*class) => {
                self.raise(state, *frame, "java.lang.NoClassDefFoundError")
            }
            Instruction::InitializeClass(class) => {
                let started = self.start_initializers(state, *class);
                Ok(if started.is_empty() { Next::Instruction } else { Next::Initialize(started) })
            }
            Instruction::StartInitializer(class) => self.start_initializer(state, *class),
            Instruction::CompleteInitializer(class) => {
                state.set_initialization(*class, Initialization::Completed);
                Ok(Next::Instruction)
            }
            Instruction::JumpCompare { op, left, right, target } => {
                let taken = self.compare_deferred(state, *op, get(state, left), get(state, right))?;
                Ok(if taken { Next::Jump(*target) } else { Next::Instruction })
            }
            Instruction::JumpCompareInt { op, left, right, target } => {
                let taken = self.compare_deferred(state, *op, get(state, left), Word::from(*right))?;
                Ok(if taken { Next::Jump(*target) } else { Next::Instruction })
            }
            // Frequent, and they cope with words that stand for slots.
            Instruction::CallNative {
                native: native @ (Native::HasSame | Native::InsertSame), args, result, ..
            } => {
                let value = self.shortcut(state, frame, *native, frame.base as usize + usize::from(*args))?;
                if let Some(to) = result {
                    state.registers[frame.base as usize + usize::from(*to)] = value;
                }
                Ok(Next::Instruction)
            }
            Instruction::Unsupported(what) => Err(Interrupt::stop(Outcome::Unsupported((**what).clone()))),
            other if state.defers && self.look_at_operands(state, *frame, other)? => Ok(Next::Jump(frame.pc)),
            other => self.effect(state, budget, *frame, other).map(|()| Next::Instruction),
        }
    }

    /// The first register above a frame.
    fn above(&self, frame: Frame) -> Register {
        self.functions[frame.function.0 as usize].registers as Register
    }

    /// The effect of an instruction that is not plain, or of a plain one that throws, asks, or
    /// reads the heap before the method.
    fn effect(&self, state: &mut State, budget: &mut Budget, frame: Frame, instruction: &Instruction) -> Step<()> {
        macro_rules! get {
            ($register:expr) => {
                state.registers[frame.base as usize + usize::from(*$register)]
            };
        }
        match instruction {
            Instruction::Arithmetic { .. } => self.raise(state, frame, "java.lang.ArithmeticException")?,
            Instruction::Length { array: object, .. } | Instruction::SetField { object, .. } => {
                let reference = get!(object);
                self.no_object(state, frame, reference)?;
            }
            Instruction::GetField { memory, to, object, slot } => {
                get!(to) = self.get_field(state, frame, *memory, get!(object), *slot)?;
            }
            Instruction::GetLong { memory, to, object, slot } => {
                get!(to) = self.get_long(state, frame, *memory, get!(object), *slot)?;
            }
            Instruction::SetLong { object, slot, value } => {
                self.set_long(state, frame, get!(object), *slot, get!(value))?;
            }
            Instruction::GetStatic { memory, to, slot } => {
                self.not_spoilt(*slot).map_err(|what| Interrupt::stop(Outcome::Unsupported(what)))?;
                get!(to) = match memory {
                    Memory::Now => state.statics[*slot as usize],
                    Memory::Before => state.statics_before[*slot as usize],
                }
            }
            Instruction::SetStatic { slot, value } => state.statics[*slot as usize] = get!(value),
            Instruction::GetElement { memory, to, array, index } => {
                get!(to) = self.get_element(state, frame, *memory, get!(array), get!(index))?;
            }
            Instruction::GetLongElement { memory, to, array, index } => {
                self.element(state, frame, get!(array), get!(index))?;
                let object = word::as_object(get!(array)).unwrap_or_default();
                get!(to) = state.read(*memory, object, get!(index) as usize);
            }
            Instruction::SetElement { array, index, value } => {
                self.set_element(state, frame, get!(array), get!(index), get!(value))?;
            }
            Instruction::InstanceOf { to, from, test } => {
                let reference = get!(from);
                let is_null = state.symbols.decide_null(reference).map_err(asked)?;
                let ty = self.type_of(state, reference).filter(|_| !is_null);
                get!(to) = Word::from(ty.is_some_and(|ty| self.types.passes(ty, *test)));
            }
            Instruction::Compare { op, to, left, right } => {
                get!(to) = Word::from(self.compare_deferred(state, *op, get!(left), get!(right))?);
            }
            Instruction::CompareSymbols { op, to, left, right }
                if word::is_deferred(get!(left)) || word::is_deferred(get!(right)) =>
            {
                get!(to) = Word::from(self.compare_deferred(state, *op, get!(left), get!(right))?);
            }
            Instruction::CompareSymbols { op, to, left, right } => {
                let decided = state.symbols.decide(*op, get!(left), get!(right));
                get!(to) = Word::from(decided.map_err(asked)?);
            }
            // Opaque values have every type that they may be cast to.
            Instruction::Check { value, .. } if word::as_opaque(get!(value)).is_some() => {}
            Instruction::Check { value, test } => match self.type_of(state, get!(value)) {
                Some(ty) if !self.types.passes(ty, *test) => {
                    self.raise(state, frame, "java.lang.ClassCastException")?
                }
                _ => {}
            },
            Instruction::New { to, ty } => get!(to) = self.allocate(state, budget, frame, *ty)?,
            Instruction::NewArray { to, ty, lengths, count } => {
                let first = frame.base as usize + usize::from(*lengths);
                get!(to) = self.new_array(state, budget, frame, *ty, first..first + usize::from(*count))?;
            }
            Instruction::Concat { to, parts, template } => {
                let first = frame.base as usize + usize::from(*parts);
                get!(to) = self.concat(state, budget, frame, first, *template)?;
            }
            other => self.special_effect(state, budget, frame, other)?,
        }
        Ok(())
    }

    /// Native methods and formulas.
    fn special_effect(
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

    fn truth_value(
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

    fn integer_value(
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

    fn holds(
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
    fn check_old(&self, state: &State, frame: Frame, formula: FormulaId) -> Step<()> {
        if !self.formulas[formula.0 as usize].uses_old || state.frames.len() == 1 {
            return Ok(());
        }
        let construct = tightrope_program::constructs::Construct::UncheckedExpression;
        let detail = Name::new("`\\old` in a JML statement of a called method");
        Err(Interrupt::stop(Outcome::Unsupported(Unsupported { construct, detail, span: self.span(frame) })))
    }

    fn require(
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

    fn assume(
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
    fn measure(
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

    /// The frame of a callee. The caller's `pc` already points behind the call when it returns.
    #[inline(always)]
    fn enter(
        &self,
        state: &mut State,
        mut caller: Frame,
        function: FunctionId,
        args: Register,
        result: Option<Register>,
    ) -> Frame {
        // A class initialiser is no call: its instruction runs again afterwards.
        caller.pc += u32::from(!self.is_initializer(function));
        save(state, caller);
        let callee = &self.functions[function.0 as usize];
        let base = caller.base + u32::from(args);
        state.registers.truncate((base + callee.params) as usize);
        state.registers.resize((base + callee.registers) as usize + ROOM, 0);
        let frame = Frame { function, pc: 0, base, result };
        state.frames.push(frame);
        frame
    }

    fn is_initializer(&self, function: FunctionId) -> bool {
        self.functions[function.0 as usize].initializes.is_some()
    }

    /// May a handler of the calls that wait catch an exception of this class? Where that is not
    /// sure: yes.
    pub fn may_catch(&self, state: &State, class: ClassId) -> bool {
        let ty = self.types.find(Type::class(class));
        state.frames.iter().any(|frame| {
            let handlers = self.functions[frame.function.0 as usize].handlers.iter();
            // Those who wait stand behind their call.
            let mut around = handlers.filter(|handler| handler.start <= frame.pc && frame.pc <= handler.end);
            around.any(|handler| {
                handler.classes.is_empty()
                    || ty.is_none_or(|ty| handler.classes.iter().any(|test| self.types.passes(ty, *test)))
            })
        })
    }

    /// Is a static method of a class of the user's of this name running?
    pub fn runs_method_of(&self, state: &State, class: &str) -> bool {
        state.frames.iter().any(|frame| {
            let method = self.program.method(self.functions[frame.function.0 as usize].method);
            let is_users = self.program.class(method.class).origin == ClassOrigin::User;
            method.is_static && is_users && simple_name(self.program, method.class) == class
        })
    }

    /// Gives an exception to the innermost handler that wants it; an outcome if there is none.
    fn unwind(&self, state: &mut State, mut object: Word) -> Option<Outcome> {
        while let Some(frame) = state.frames.last().copied() {
            let function = &self.functions[frame.function.0 as usize];
            let ty = self.type_of(state, object);
            let handler = function.handlers.iter().find(|handler| {
                let wanted = handler.classes.is_empty()
                    || ty.is_some_and(|ty| handler.classes.iter().any(|test| self.types.passes(ty, *test)));
                handler.start <= frame.pc && frame.pc < handler.end && wanted
            });
            if let Some(handler) = handler {
                state.registers[frame.base as usize + usize::from(handler.exception)] = object;
                save(state, Frame { pc: handler.target, ..frame });
                return None;
            }
            state.frames.pop();
            if let Some(class) = function.initializes {
                self.fail(state, class);
                // Made by whoever needed the class.
                let needed_by = state.frames.last().copied().unwrap_or(frame);
                object = self.initializer_error(state, object, needed_by);
            }
            if let Some(caller) = state.frames.last_mut() {
                // Back to the call itself: its place decides about handlers.
                caller.pc -= u32::from(function.initializes.is_none());
                let caller = *caller;
                let registers = self.functions[caller.function.0 as usize].registers;
                state.registers.resize((caller.base + registers) as usize, 0);
            }
        }
        let class = self.type_of(state, object).and_then(|ty| self.types.info(ty).ty.as_class());
        let origin = state.origins.iter().find(|(made, _)| *made == object).map(|(_, span)| *span);
        let span = origin.unwrap_or(self.program.classes[0].span);
        let class = class.unwrap_or(ClassId(0));
        Some(Outcome::Thrown(Thrown { object, class, span }))
    }

    /// The class can never be used again (JLS 12.4.2, step 11), and neither can those that wait for
    /// it (step 7): their frames go away.
    fn fail(&self, state: &mut State, class: ClassId) {
        state.set_initialization(class, Initialization::Failed);
        let comes_first = |later: ClassId| self.program.initialization_order(later).contains(&class);
        while let Some(frame) = state.frames.last().copied().filter(|frame| frame.pc == 0) {
            let function = &self.functions[frame.function.0 as usize];
            match function.initializes {
                Some(waiting) if self.program.class(waiting).kind == ClassKind::Interface => {}
                Some(waiting) if comes_first(waiting) => state.set_initialization(waiting, Initialization::Failed),
                Some(waiting) => state.set_initialization(waiting, Initialization::Untouched),
                // A method that stands above an instruction that initialises no class has been put
                // there before the first instruction.
                None if !matches!(function.code.first(), Some(Instruction::InitializeClass(_))) => {}
                None if comes_first(self.program.method(function.method).class) => {}
                None => return,
            }
            state.frames.pop();
        }
    }

    /// What leaves a static initialiser is an `ExceptionInInitializerError`, unless it was an error
    /// before (JLS 12.4.2).
    fn initializer_error(&self, state: &mut State, object: Word, frame: Frame) -> Word {
        let is_error =
            self.type_of(state, object).and_then(|ty| self.types.info(ty).ty.as_class()).is_some_and(|class| {
                self.well_known.class("java.lang.Error").is_some_and(|error| self.program.is_subclass(class, error))
            });
        if is_error {
            return object;
        }
        match self.raise::<()>(state, frame, "java.lang.ExceptionInInitializerError") {
            Err(Interrupt::Throw(wrapped)) => {
                self.set_cause(state, wrapped, object);
                wrapped
            }
            _ => object,
        }
    }

    /// Makes an error look as if its constructor had been called with a cause.
    fn set_cause(&self, state: &mut State, error: Word, cause: Word) {
        let Some(throwable) = self.well_known.class("java.lang.Throwable") else { return };
        for field in &self.program.class(throwable).fields {
            let value = match self.program.field(*field).name.as_str() {
                "isConstructed" | "hasCause" => Word::from(true),
                "cause" => cause,
                _ => continue,
            };
            if let Some(at) = self.types.slot(*field).and_then(|slot| slot_of(state, error, slot)) {
                state.slots[at] = value;
            }
        }
    }

    /// Where a run is: the place of the next instruction of its innermost function.
    pub fn place(&self, state: &State) -> Span {
        let frame = state.frames.last().copied();
        let spans = frame.map(|frame| (&self.functions[frame.function.0 as usize].spans, frame.pc as usize));
        let span = spans.and_then(|(spans, pc)| spans.get(pc).copied());
        span.unwrap_or_else(|| self.program.classes[0].span)
    }

    /// Where a run is, if the next instruction evaluates a formula: depth and instruction.
    pub(crate) fn formula_place(&self, state: &State) -> Option<(usize, u32)> {
        let frame = state.frames.last()?;
        let instruction = self.functions[frame.function.0 as usize].code.get(frame.pc as usize)?;
        let takes_steps = matches!(
            instruction,
            Instruction::Require { .. }
                | Instruction::Assume { .. }
                | Instruction::Decrease { .. }
                | Instruction::Evaluate { .. }
        );
        takes_steps.then_some((state.frames.len(), frame.pc))
    }

    pub(crate) fn span(&self, frame: Frame) -> Span {
        self.functions[frame.function.0 as usize].spans[frame.pc as usize]
    }

    /// Throws an exception of the machine's own.
    pub(crate) fn raise<T>(&self, state: &mut State, frame: Frame, class: &str) -> Step<T> {
        let class = self.well_known.class(class).or_else(|| self.program.class_named(class));
        let Some(ty) = class.and_then(|class| self.types.find(Type::class(class))) else {
            return Err(Interrupt::stop(Outcome::Unsupported(self.untyped(frame))));
        };
        let object = state.add_object(ty, &self.types.info(ty).template);
        state.origins.push((object, self.visible_span(state, frame)));
        Err(Interrupt::Throw(object))
    }

    pub(crate) fn untyped(&self, frame: Frame) -> Unsupported {
        let construct = tightrope_program::constructs::Construct::Untyped;
        Unsupported { construct, detail: Name::new("exception"), span: self.span(frame) }
    }

    /// The function that a virtual call runs on objects of a type.
    pub(crate) fn dispatch(&self, selector: Selector, ty: RuntimeType) -> Option<FunctionId> {
        let row = &self.types.dispatch[selector.0 as usize];
        // What was added after the row was filled is an array: its methods are those of Object.
        let object = || self.well_known.class("java.lang.Object").and_then(|class| self.types.find(Type::class(class)));
        let known = row.get(ty.0 as usize).or_else(|| row.get(object()?.0 as usize));
        known.copied().flatten()
    }

    pub(crate) fn no_implementation(&self, selector: Selector, span: Span) -> Unsupported {
        let method = self.types.selector_methods[selector.0 as usize];
        let declared = self.program.method(method);
        let class = &self.program.class(declared.class).name;
        let construct = tightrope_program::constructs::Construct::MissingMember;
        Unsupported { construct, detail: Name::from(format!("{class}.{}", declared.name)), span }
    }

    pub(crate) fn type_of(&self, state: &State, reference: Word) -> Option<RuntimeType> {
        match word::as_object(reference) {
            Some(object) => Some(state.objects[object].ty),
            // What an opaque value is, nobody knows: an object, unless it is null.
            None if word::is_symbol(reference) => {
                self.well_known.class("java.lang.Object").and_then(|class| self.types.find(Type::class(class)))
            }
            None if reference == NULL => None,
            None => self.well_known.class("java.lang.String").and_then(|class| self.types.find(Type::class(class))),
        }
    }

    /// Throws if the reference is null.
    #[inline]
    fn not_null(&self, state: &mut State, frame: Frame, reference: Word) -> Step<()> {
        match state.symbols.decide_null(reference) {
            Ok(false) => Ok(()),
            Ok(true) => self.raise(state, frame, "java.lang.NullPointerException"),
            Err(question) => Err(asked(question)),
        }
    }

    /// A virtual call whose receiver, in register `first`, is an opaque value.
    fn call_of_opaque(&self, state: &mut State, frame: Frame, selector: Selector, first: usize) -> Step<Word> {
        let count = 1 + self.program.method(self.types.selector_methods[selector.0 as usize]).params.len();
        if state.defers {
            self.look_at_call(state, selector, first)?;
        }
        match self.opaque_call(state, selector, &state.registers[first..first + count], self.span(frame)) {
            Ok(value) => Ok(value),
            Err(OpaqueCall::Asks(question)) => Err(asked(question)),
            Err(OpaqueCall::Unsupported(what)) => Err(Interrupt::stop(Outcome::Unsupported(what))),
            Err(OpaqueCall::NullPointer) => self.raise(state, frame, "java.lang.NullPointerException"),
        }
    }

    /// A field or an element of what is not an object: null, or by mistake an opaque value.
    pub(crate) fn no_object<T>(&self, state: &mut State, frame: Frame, reference: Word) -> Step<T> {
        match word::is_symbol(reference) {
            true => Err(Interrupt::stop(Outcome::Unsupported(misplaced(self.span(frame))))),
            false => self.raise(state, frame, "java.lang.NullPointerException"),
        }
    }

    fn get_field(&self, state: &mut State, frame: Frame, memory: Memory, object: Word, slot: u16) -> Step<Word> {
        let Some(index) = word::as_object(object) else {
            return self.no_object(state, frame, object);
        };
        match state.read(memory, index, usize::from(slot)) {
            UNKNOWN if memory == Memory::Now && self.may_defer(state, frame, index, slot) => {
                Ok(word::deferred(index, u32::from(slot)))
            }
            UNKNOWN => Err(ask(memory, object, u32::from(slot), false)),
            value => Ok(value),
        }
    }

    fn get_long(&self, state: &mut State, frame: Frame, memory: Memory, object: Word, slot: u16) -> Step<Word> {
        let Some(index) = word::as_object(object) else {
            return self.no_object(state, frame, object);
        };
        match state.read(memory, index, usize::from(slot) + 1) {
            KNOWN => Ok(state.read(memory, index, usize::from(slot))),
            _ => Err(ask(memory, object, u32::from(slot), true)),
        }
    }

    fn set_long(&self, state: &mut State, frame: Frame, object: Word, slot: u16, value: Word) -> Step<()> {
        let Some(at) = slot_of(state, object, slot) else {
            return self.no_object(state, frame, object);
        };
        state.slots[at] = value;
        state.slots[at + 1] = KNOWN;
        Ok(())
    }

    fn set_element(&self, state: &mut State, frame: Frame, array: Word, index: Word, value: Word) -> Step<()> {
        let at = self.element(state, frame, array, index)?;
        self.check_store(state, frame, array, value)?;
        state.slots[at] = value;
        Ok(())
    }

    fn get_element(&self, state: &mut State, frame: Frame, memory: Memory, array: Word, index: Word) -> Step<Word> {
        self.element(state, frame, array, index)?;
        let object = word::as_object(array).unwrap_or_default();
        match state.read(memory, object, index as usize) {
            UNKNOWN => Err(ask(memory, array, index as u32, false)),
            value => Ok(value),
        }
    }

    fn element(&self, state: &mut State, frame: Frame, array: Word, index: Word) -> Step<usize> {
        let Some(array) = word::as_object(array) else {
            return self.no_object(state, frame, array);
        };
        let header = state.objects[array];
        if index < 0 || index >= Word::from(header.length) {
            return self.raise(state, frame, "java.lang.ArrayIndexOutOfBoundsException");
        }
        Ok(header.start as usize + index as usize)
    }

    pub(crate) fn check_store(&self, state: &mut State, frame: Frame, array: Word, value: Word) -> Step<()> {
        let store =
            self.type_of(state, array).and_then(|ty| self.types.info(ty).element).and_then(|element| element.store);
        // Only now is it known that the value is a reference.
        let Some(test) = store else { return Ok(()) };
        if word::is_deferred(value) {
            return if self.types.passes_always(test) {
                Ok(())
            } else {
                self.store_deferred(state, frame, value, test)
            };
        }
        match self.type_of(state, value) {
            _ if word::as_opaque(value).is_some() => Ok(()),
            Some(ty) if !self.types.passes(ty, test) => self.raise(state, frame, "java.lang.ArrayStoreException"),
            _ => Ok(()),
        }
    }

    pub(crate) fn allocate(&self, state: &mut State, budget: &Budget, frame: Frame, ty: RuntimeType) -> Step<Word> {
        if state.objects.len() >= budget.objects {
            return Err(Interrupt::stop(Outcome::Exhausted(Limit::Objects)));
        }
        let info = self.types.info(ty);
        let object = state.add_object(ty, &info.template);
        if info.is_throwable {
            state.origins.push((object, self.visible_span(state, frame)));
        }
        Ok(object)
    }

    /// The lengths are in these registers.
    fn new_array(
        &self,
        state: &mut State,
        budget: &Budget,
        frame: Frame,
        ty: RuntimeType,
        lengths: Range<usize>,
    ) -> Step<Word> {
        match state.registers[lengths] {
            [length] => self.allocate_array(state, budget, frame, ty, &[length]),
            ref lengths => {
                let lengths = lengths.to_vec();
                self.allocate_array(state, budget, frame, ty, &lengths)
            }
        }
    }

    pub(crate) fn allocate_array(
        &self,
        state: &mut State,
        budget: &Budget,
        frame: Frame,
        ty: RuntimeType,
        lengths: &[Word],
    ) -> Step<Word> {
        if lengths.iter().any(|length| *length < 0) {
            return self.raise(state, frame, "java.lang.NegativeArraySizeException");
        }
        let (Some(length), inner) = (lengths.first(), lengths.get(1..).unwrap_or_default()) else {
            return Ok(NULL);
        };
        if *length as usize >= budget.objects * 16 {
            return Err(Interrupt::stop(Outcome::Exhausted(Limit::ArrayLength)));
        }
        if state.slots.len() + *length as usize >= budget.objects * 16 || state.objects.len() >= budget.objects {
            return Err(Interrupt::stop(Outcome::Exhausted(Limit::Objects)));
        }
        let array = state.add_array(ty, *length as usize);
        let start = state.slots.len() - *length as usize;
        let element = self.types.info(ty).element.and_then(|element| self.types.find(element.ty));
        if let (false, Some(element)) = (inner.is_empty(), element) {
            for offset in 0..*length as usize {
                state.slots[start + offset] = self.allocate_array(state, budget, frame, element, inner)?;
            }
        }
        Ok(array)
    }

    /// The static initialisers to run before `class` is initialised: superclasses and interfaces
    /// with code come first.
    ///
    /// The class and its superclasses are marked before the first runs (JLS 12.4.2, step 6): what
    /// it does may lead back here. The turn of interfaces comes after the superclasses'
    /// initialisers (step 7), which may need them sooner: they are marked when they start.
    pub(crate) fn start_initializers(&self, state: &mut State, class: ClassId) -> Vec<FunctionId> {
        if !self.needs_initialization[class.index()] || state.initialization(class) != Initialization::Untouched {
            return Vec::new();
        }
        let has_started = |state: &State, class: ClassId| {
            matches!(state.initialization(class), Initialization::Started | Initialization::Completed)
        };
        let mut found = Vec::new();
        for next in self.program.initialization_order_after(class, &|id| has_started(state, id)) {
            if has_started(state, next) {
                continue;
            }
            let function = self.initializer(next);
            // Those that have failed say so when their turn comes.
            if state.initialization(next) == Initialization::Untouched {
                match function {
                    None => state.set_initialization(next, Initialization::Completed),
                    Some(_) if self.program.class(next).kind == ClassKind::Interface => {}
                    Some(_) => state.set_initialization(next, Initialization::Started),
                }
            }
            found.extend(function);
        }
        found
    }

    /// The turn of a class or interface has come; what ran before may have initialised an
    /// interface, or tried to.
    fn start_initializer(&self, state: &mut State, class: ClassId) -> Step<Next> {
        let is_interface = self.program.class(class).kind == ClassKind::Interface;
        match state.initialization(class) {
            Initialization::Failed => {
                // Thrown where the class was needed: at the first frame that does not wait.
                let is_waiting = |frame: &&Frame| frame.pc == 0 && self.is_initializer(frame.function);
                let needed_by = state.frames.iter().rev().find(|frame| !is_waiting(frame)).or(state.frames.last());
                let Some(needed_by) = needed_by.copied() else { return Ok(Next::Leave(None)) };
                self.raise(state, needed_by, "java.lang.NoClassDefFoundError")
            }
            Initialization::Untouched => {
                state.set_initialization(class, Initialization::Started);
                Ok(Next::Instruction)
            }
            // Marked when those before it started.
            Initialization::Started if !is_interface => Ok(Next::Instruction),
            Initialization::Started | Initialization::Completed => Ok(Next::Leave(None)),
        }
    }

    /// A value as Java would print it; objects other than strings by their class.
    pub fn show(&self, state: &State, value: Word, ty: Type) -> String {
        if !ty.is_reference() {
            return show_primitive(value, ty);
        }
        if state.is_null(value) == Some(true) {
            return "null".to_owned();
        }
        let class = self.type_of(state, value).and_then(|ty| self.types.info(ty).ty.as_class());
        let class_name = || class.map_or("array".to_owned(), |class| self.program.class(class).name.to_string());
        self.text_of(state, value).map_or_else(class_name, |text| text.to_string())
    }

    /// The text of a string.
    pub fn text_of(&self, state: &State, string: Word) -> Option<Name> {
        if let Some(index) = word::as_text(string) {
            return self.texts.get(index as usize).cloned();
        }
        let header = state.objects.get(word::as_object(string)?)?;
        let is_string = self.types.info(header.ty).ty.as_class() == self.well_known.class("java.lang.String");
        let index = state.slots.get(header.start as usize).filter(|_| is_string)?;
        state.texts.get(*index as usize).cloned()
    }

    fn concat(&self, state: &mut State, budget: &Budget, frame: Frame, first: usize, template: u32) -> Step<Word> {
        let mut text = String::new();
        for (offset, ty) in self.templates[template as usize].iter().enumerate() {
            let value = state.registers[first + offset];
            if !ty.is_reference() {
                text.push_str(&show_primitive(value, *ty));
            } else if value == NULL {
                text.push_str("null");
            } else {
                match self.text_of(state, value) {
                    Some(part) => text.push_str(&part),
                    None => {
                        let construct = tightrope_program::constructs::Construct::MissingMember;
                        let detail = Name::new("text of an object");
                        let what = Unsupported { construct, detail, span: self.span(frame) };
                        return Err(Interrupt::stop(Outcome::Unsupported(what)));
                    }
                }
            }
        }
        self.new_string(state, budget, frame, text::joined(text))
    }

    pub(crate) fn new_string(&self, state: &mut State, budget: &Budget, frame: Frame, text: String) -> Step<Word> {
        state.text_bytes += text.len();
        if state.objects.len() >= budget.objects || state.text_bytes > budget.objects.saturating_mul(TEXT_BYTES) {
            return Err(Interrupt::stop(Outcome::Exhausted(Limit::Objects)));
        }
        let class = self.well_known.class("java.lang.String").and_then(|class| self.types.find(Type::class(class)));
        let Some(ty) = class else { return Err(Interrupt::stop(Outcome::Unsupported(self.untyped(frame)))) };
        state.texts.push(Name::from(text));
        Ok(state.add_object(ty, &[state.texts.len() as Word - 1]))
    }
}

/// Somebody put an ordered or opaque value where the program needs more of it.
pub(crate) fn misplaced(span: Span) -> Unsupported {
    let construct = tightrope_program::constructs::Construct::Untyped;
    Unsupported { construct, detail: Name::new("an ordered or opaque value in a place that needs more of it"), span }
}

/// What strings may take for each object of the budget: a string that doubles itself must not use
/// up all memory.
const TEXT_BYTES: usize = 64;

fn asked(question: Question) -> Interrupt {
    Interrupt::Ask(question)
}

/// Where a slot of an object is now; `None` for null and string literals.
fn slot_of(state: &State, object: Word, slot: u16) -> Option<usize> {
    let header = &state.objects[word::as_object(object)?];
    Some(header.start as usize + usize::from(slot))
}

/// Sets a slot that has no value yet.
fn set_unknown(slots: &mut [Word], at: usize, is_long: bool, value: Word) {
    let unknown = if is_long { slots[at + 1] != KNOWN } else { slots[at] == UNKNOWN };
    if unknown {
        slots[at] = value;
        if is_long {
            slots[at + 1] = KNOWN;
        }
    }
}

fn stop(halt: Halt) -> Interrupt {
    Interrupt::stop(match halt {
        Halt::Unsupported(what) => Outcome::Unsupported(what),
        Halt::Exhausted(limit) => Outcome::Exhausted(limit),
    })
}

fn save(state: &mut State, frame: Frame) {
    if let Some(last) = state.frames.last_mut() {
        *last = frame;
    }
}

/// Ends the innermost frame; the caller's, with the result in its register, unless there is none.
#[inline(always)]
fn leave(state: &mut State, value: Option<Word>) -> Option<Frame> {
    let ended = state.frames.pop()?;
    let caller = *state.frames.last()?;
    if let (Some(to), Some(value)) = (ended.result, value) {
        state.registers[caller.base as usize + usize::from(to)] = value;
    }
    Some(caller)
}

fn show_primitive(value: Word, ty: Type) -> String {
    match ty {
        Type::BOOLEAN => (value != word::FALSE).to_string(),
        Type::CHAR => {
            let half = text::half(value as u16);
            char::from_u32(value as u32).or(half).unwrap_or(char::REPLACEMENT_CHARACTER).to_string()
        }
        Type::FLOAT => floating::single_text(floating::single(value)),
        Type::DOUBLE => floating::double_text(floating::double(value)),
        _ => value.to_string(),
    }
}
