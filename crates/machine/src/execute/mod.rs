//! Runs bytecode on a state until it ends, asks, or has used up its budget.
//!
//! The loop keeps nothing outside of the [`State`] between two instructions, so a run can stop and
//! go on anywhere. Nothing here chooses: a slot without a value ends the run with a [`SlotRef`];
//! the caller answers ([`Executable::answer`]) and runs on.

mod asserts;
mod memory;
mod strings;
mod unwind;

use crate::accelerations::Acceleration;
use crate::code::{FunctionId, Instruction, Memory, Register, RuntimeType, Selector};
use crate::compile::Executable;
use crate::formula::Halt;
use crate::inner_loop::{Deferral, Plain};
use crate::observe::{Instructions, NoObserver, Observer, Place};
use crate::outcome::{Budget, Interrupt, Limit, Outcome, Question, SlotRef, Step};
use crate::state::{Frame, Initialization, State};
use crate::symbols::OpaqueCall;
use crate::word::{self, KNOWN, NULL, UNKNOWN, Word};
use tightrope_program::body::Unsupported;
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

    /// Is a static method of a class of the user's of this name running?
    pub fn runs_method_of(&self, state: &State, class: &str) -> bool {
        state.frames.iter().any(|frame| {
            let method = self.program.method(self.functions[frame.function.0 as usize].method);
            let is_users = self.program.class(method.class).origin == ClassOrigin::User;
            method.is_static && is_users && simple_name(self.program, method.class) == class
        })
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
}

/// Somebody put an ordered or opaque value where the program needs more of it.
pub(crate) fn misplaced(span: Span) -> Unsupported {
    let construct = tightrope_program::constructs::Construct::Untyped;
    Unsupported { construct, detail: Name::new("an ordered or opaque value in a place that needs more of it"), span }
}

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
