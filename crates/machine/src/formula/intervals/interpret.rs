//! Runs code of pure methods and formulas on ranges, along all paths that are possible.

use super::super::quantify::assumed_set;
use super::super::sets::Objects;
use super::super::watch::Watched;
use super::super::{CallTarget, Node, NodeKind};
use super::ranges::{Measure, Ranged, Ranges, definition_in};
use super::values::*;
use crate::arithmetic::compare;
use crate::code::{Arithmetic, Comparison, FunctionId, Instruction, Memory, Register};
use crate::compile::Executable;
use crate::outcome::SlotRef;
use crate::pure_calls::{KnownCalls, PureResult};
use crate::state::State;
use crate::word::{self, NULL, UNKNOWN, Word};

/// How many instructions a look ahead may take.
pub(super) const MOST_STEPS: u32 = 4_000;

/// Of how many open slots a comparison supposes that they hold something, to see whether they can.
pub(super) const MOST_SUPPOSED: usize = 4;

/// How many results of calculations are remembered.
pub(super) const CALCULATIONS: usize = 64;

/// Calls nested in each other on a heap that is there.
pub(super) const MOST_NESTED: u32 = 100;

/// What was found out about a heap, as long as that stays the same, and memory for what runs on
/// guesses.
#[derive(Debug, Default)]
pub(in super::super) struct Guesses {
    /// The object whose invariants they come from.
    this: Option<Word>,
    /// By object and subject: what is known of the field or the result of the method. What is found
    /// under a supposition is kept apart.
    known: Vec<[Remembered; 2]>,
    /// The fields and methods of which something is remembered.
    subjects: usize,
    /// What was found under other numbers is of another heap, or another supposition.
    heap: u64,
    supposition: u64,
    last: u64,
    /// Those of all calls, each with its own at the end.
    registers: Vec<AbstractValue>,
    /// Where paths begin that are yet to be followed, and their registers.
    paths: Vec<u32>,
    registers_of_paths: Vec<AbstractValue>,
    /// Open slots that were met.
    open_slots: Vec<(usize, u16)>,
    /// Each has its place, from which it drives another one away.
    calculations: Vec<Option<Calculation>>,
}

/// What a method gives for two numbers, whatever the heap.
#[derive(Clone, Copy, Debug)]
pub(super) struct Calculation {
    function: FunctionId,
    operands: [AbstractValue; 2],
    result: AbstractValue,
}

/// What is known of a value, and which open slots that depends on; `None`: somebody is about to
/// find out.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Remembered {
    found_in: u64,
    found: Option<(AbstractValue, Watched)>,
}

impl Guesses {
    /// From now on they come from the invariants of this object.
    pub(super) fn start(&mut self, ranges: &Ranges, this: Option<Word>) {
        if self.this != this || self.subjects != ranges.subjects() {
            (self.this, self.subjects) = (this, ranges.subjects());
            self.clear();
        }
    }

    pub(in super::super) fn clear(&mut self) {
        self.last += 1;
        self.heap = self.last;
    }

    /// What is found from now on is found under a new supposition.
    pub(super) fn suppose(&mut self) {
        self.last += 1;
        self.supposition = self.last;
    }
}

/// The variables of a formula.
pub(super) enum Locals<'l> {
    Words(&'l [Word]),
    /// Of a definition, only these are looked at.
    Definition {
        this: AbstractValue,
        binder: u16,
        node: AbstractValue,
    },
}

impl Locals<'_> {
    pub(super) fn get(&self, local: u16) -> AbstractValue {
        match self {
            Locals::Words(words) => {
                words.get(usize::from(local)).map_or(AbstractValue::Anything, |word| AbstractValue::Known(*word))
            }
            Locals::Definition { binder, node, .. } if local == *binder => *node,
            Locals::Definition { this, .. } if local == 0 => *this,
            Locals::Definition { .. } => AbstractValue::Anything,
        }
    }
}

/// Runs code and formulas on guesses.
pub(super) struct AbstractInterpreter<'g> {
    pub(super) executable: &'g Executable<'g>,
    /// The heap as far as it is known, and what methods give on it; `None`: any heap.
    pub(super) heap: Option<(&'g State, &'g KnownCalls)>,
    pub(super) ranges: &'g Ranges,
    pub(super) this: AbstractValue,
    pub(super) members: Option<Objects>,
    pub(super) guesses: &'g mut Guesses,
    /// Measures that nobody has looked at yet.
    pub(super) wanted: Vec<Measure>,
    pub(super) steps: u32,
    pub(super) nested: u32,
    /// Open slots that were met.
    pub(super) met: Watched,
    /// An open slot that is supposed to hold a value.
    pub(super) supposed: Option<(usize, u16, Word)>,
    /// Ranges were only shifted, united and cut off by each other so far.
    pub(super) is_steady: bool,
}

impl<'g> AbstractInterpreter<'g> {
    pub(super) fn new(
        executable: &'g Executable<'g>,
        ranges: &'g Ranges,
        guesses: &'g mut Guesses,
    ) -> AbstractInterpreter<'g> {
        AbstractInterpreter {
            executable,
            heap: None,
            ranges,
            this: AbstractValue::Anything,
            members: None,
            guesses,
            wanted: Vec::new(),
            steps: MOST_STEPS,
            nested: 0,
            met: Watched::default(),
            supposed: None,
            is_steady: true,
        }
    }

    pub(super) fn comparison(
        &mut self,
        op: Comparison,
        left: &Node,
        right: &Node,
        locals: &Locals<'_>,
    ) -> Option<Ranged> {
        self.guesses.open_slots.clear();
        let (can_be_true, can_be_false) = self.possible(op, left, right, locals)?;
        // What is true for all values is so for fewer.
        let is_open = can_be_true && can_be_false;
        let excluded = if is_open { self.excluded(op, left, right, locals) } else { None };
        Some(Ranged { can_be_true, can_be_false, excluded })
    }

    /// A value of an open slot with which a comparison could not be true: null, or one of the truth
    /// values.
    pub(super) fn excluded(
        &mut self,
        op: Comparison,
        left: &Node,
        right: &Node,
        locals: &Locals<'_>,
    ) -> Option<(SlotRef, Word)> {
        let mut excluded = None;
        'slots: for number in 0..self.guesses.open_slots.len().min(MOST_SUPPOSED) {
            let (object, slot) = self.guesses.open_slots[number];
            for value in self.few_values(object, slot) {
                self.supposed = Some((object, slot, *value));
                self.guesses.suppose();
                if self.possible(op, left, right, locals).is_some_and(|(can_be_true, _)| !can_be_true) {
                    let request = SlotRef { object, slot: u32::from(slot), is_long: false, before: false };
                    excluded = Some((request, *value));
                    break 'slots;
                }
            }
        }
        self.supposed = None;
        excluded
    }

    /// Values that a slot may well hold.
    pub(super) fn few_values(&self, object: usize, slot: u16) -> &'static [Word] {
        let Some(header) = self.heap.and_then(|(state, _)| state.objects.get(object)) else { return &[] };
        if self.executable.types.info(header.ty).references.contains(&slot) {
            &[NULL]
        } else if self.ranges.booleans.binary_search(&(header.ty, slot)).is_ok() {
            &[word::FALSE, 1]
        } else {
            &[]
        }
    }

    pub(super) fn possible(
        &mut self,
        op: Comparison,
        left: &Node,
        right: &Node,
        locals: &Locals<'_>,
    ) -> Option<(bool, bool)> {
        let (left, right) = (self.node(left, locals), self.node(right, locals));
        Some(possible(op, number(left)?, number(right)?))
    }

    /// What a measure can be, given what is known of all measures.
    pub(super) fn measure(&mut self, measure: Measure) -> AbstractValue {
        match measure {
            Measure::Method { function, of } => self.run_with(function, of),
            Measure::Field(number) => self.defined(number, AbstractValue::This),
        }
    }

    pub(super) fn known_measure(&mut self, measure: Measure) -> AbstractValue {
        match self.ranges.measures.iter().find(|(known, _)| *known == measure) {
            Some((_, guess)) => *guess,
            None if self.heap.is_some() => AbstractValue::Anything,
            None => {
                self.wanted.push(measure);
                AbstractValue::Never
            }
        }
    }

    /// The value that a definition gives the field of a node.
    pub(super) fn defined(&mut self, definition: usize, node: AbstractValue) -> AbstractValue {
        let formula = &self.executable.formulas[self.ranges.definitions[definition].formula.index()];
        let Some((quantified, binder)) = assumed_set(&formula.root) else { return AbstractValue::Anything };
        let Some((_, value)) = definition_in(&quantified.body, binder.local) else { return AbstractValue::Anything };
        self.node(value, &Locals::Definition { this: self.this, binder: binder.local, node })
    }

    pub(super) fn defined_at(&mut self, definition: usize, object: usize) -> AbstractValue {
        self.remembered(definition, object, |guesser| {
            guesser.defined(definition, AbstractValue::Known(word::object(object)))
        })
    }

    /// What is known already, or else what `guess` finds. A recursive request for a value that is
    /// still being computed yields `Anything`.
    pub(super) fn remembered(
        &mut self,
        subject: usize,
        object: usize,
        guess: impl FnOnce(&mut Self) -> AbstractValue,
    ) -> AbstractValue {
        let place = object * self.guesses.subjects + subject;
        if place >= self.guesses.known.len() {
            self.guesses.known.resize(place + 1, Default::default());
        }
        if let Some(found) = self.recalled(place) {
            let (guess, met) = found.unwrap_or((AbstractValue::Anything, Watched::default()));
            self.met = self.met.and(met);
            return guess;
        }
        let (kind, found_in) = match self.supposed {
            None => (0, self.guesses.heap),
            Some(_) => (1, self.guesses.supposition),
        };
        self.guesses.known[place][kind] = Remembered { found_in, found: None };
        let (found, met) = self.watching(guess);
        self.guesses.known[place][kind].found = Some((found, met));
        found
    }

    /// What is remembered, if anything is.
    pub(super) fn recalled(&self, place: usize) -> Option<Option<(AbstractValue, Watched)>> {
        let Guesses { known, heap, supposition, .. } = &*self.guesses;
        let [known, supposed] = &known[place];
        let is_of_heap = known.found_in == *heap;
        let Some((object, slot, _)) = self.supposed else { return is_of_heap.then_some(known.found) };
        match known.found {
            // What does not depend on the slot is as it is without the supposition.
            Some((_, met)) if is_of_heap && !met.has_read(object, u32::from(slot)) => Some(known.found),
            _ => (supposed.found_in == *supposition).then_some(supposed.found),
        }
    }

    /// What `guess` finds, and which open slots it meets.
    pub(super) fn watching(&mut self, guess: impl FnOnce(&mut Self) -> AbstractValue) -> (AbstractValue, Watched) {
        let outside = std::mem::take(&mut self.met);
        let found = guess(self);
        let met = self.met;
        self.met = met.and(outside);
        (found, met)
    }

    #[inline(always)]
    pub(super) fn node(&mut self, node: &Node, locals: &Locals<'_>) -> AbstractValue {
        match &node.kind {
            NodeKind::Word(word) => AbstractValue::Known(*word),
            NodeKind::Local(local) => locals.get(*local),
            _ => self.compound(node, locals),
        }
    }

    pub(super) fn compound(&mut self, node: &Node, locals: &Locals<'_>) -> AbstractValue {
        match &node.kind {
            NodeKind::Field { memory: Memory::Now, object, slot, is_long: false } => {
                let object = self.node(object, locals);
                self.field(object, *slot)
            }
            NodeKind::Arithmetic { op, left, right } => {
                let (left, right) = (self.node(left, locals), self.node(right, locals));
                self.calculated(*op, left, right)
            }
            NodeKind::Conditional { then, otherwise, .. } => {
                let (then, otherwise) = (self.node(then, locals), self.node(otherwise, locals));
                hull(then, otherwise)
            }
            NodeKind::Call(call) => match call.target {
                CallTarget::Static(function) | CallTarget::Exact(function) => {
                    if let [arg] = call.args.as_slice() {
                        let arg = self.node(arg, locals);
                        return self.call_with(function, arg);
                    }
                    let base = self.guesses.registers.len();
                    for arg in &call.args {
                        let arg = self.node(arg, locals);
                        self.guesses.registers.push(arg);
                    }
                    self.call(function, base)
                }
                CallTarget::Virtual(_) => AbstractValue::Anything,
            },
            NodeKind::SetSize(_) => AbstractValue::Number(Range { least: 0, ..ANY }),
            _ => AbstractValue::Anything,
        }
    }

    pub(super) fn field(&mut self, object: AbstractValue, slot: u16) -> AbstractValue {
        match object {
            AbstractValue::Never => AbstractValue::Never,
            AbstractValue::Known(reference) => self.field_at(reference, slot),
            AbstractValue::Below | AbstractValue::This if self.ranges.edges.contains(&slot) => AbstractValue::Below,
            AbstractValue::Below => match self.ranges.definition_of(slot) {
                Some(definition) => self.known_measure(Measure::Field(definition)),
                None => AbstractValue::Anything,
            },
            _ => AbstractValue::Anything,
        }
    }

    pub(super) fn field_at(&mut self, reference: Word, slot: u16) -> AbstractValue {
        let (Some(object), Some((state, _))) = (word::as_object(reference), self.heap) else {
            return AbstractValue::Anything;
        };
        match state.read(Memory::Now, object, usize::from(slot)) {
            UNKNOWN => self.open_field(object, slot),
            known => AbstractValue::Known(known),
        }
    }

    pub(super) fn open_field(&mut self, object: usize, slot: u16) -> AbstractValue {
        match self.supposed {
            Some((of, at, value)) if (of, at) == (object, slot) => return AbstractValue::Known(value),
            Some(_) => {}
            None if self.guesses.open_slots.contains(&(object, slot)) => {}
            None => self.guesses.open_slots.push((object, slot)),
        }
        self.met = self.met.and(Watched::read(object, u32::from(slot)));
        if !self.members.as_ref().is_some_and(|members| members.contains(object)) {
            return AbstractValue::Anything;
        }
        if self.ranges.edges.contains(&slot) {
            return AbstractValue::Below;
        }
        self.ranges
            .definition_of(slot)
            .map_or(AbstractValue::Anything, |definition| self.defined_at(definition, object))
    }

    /// A call whose arguments are the last registers, from `base` on. They are taken away.
    pub(super) fn call(&mut self, function: FunctionId, base: usize) -> AbstractValue {
        let result = match self.guesses.registers[base..] {
            [arg] => self.call_with(function, arg),
            ref args if args.contains(&AbstractValue::Never) => AbstractValue::Never,
            [left, right] if self.heap.is_some() => self.calculation(function, [left, right], base),
            _ => self.run(function, base),
        };
        self.guesses.registers.truncate(base);
        result
    }

    /// A call with one argument.
    pub(super) fn call_with(&mut self, function: FunctionId, arg: AbstractValue) -> AbstractValue {
        match arg {
            AbstractValue::Never => AbstractValue::Never,
            // A method that calls itself meets each object once at most, if it ends; numbers know
            // no such limit.
            AbstractValue::Anything | AbstractValue::Below
                if self.heap.is_none() && !self.executable.takes_reference(function) =>
            {
                AbstractValue::Anything
            }
            of @ (AbstractValue::Anything | AbstractValue::Below) => {
                self.known_measure(Measure::Method { function, of })
            }
            AbstractValue::Known(object) if self.heap.is_some() => self.call_of_known(function, object),
            _ => self.run_with(function, arg),
        }
    }

    /// What a method gives for two numbers: `Math.max` of the same two ranges is asked for again
    /// and again.
    pub(super) fn calculation(
        &mut self,
        function: FunctionId,
        operands: [AbstractValue; 2],
        base: usize,
    ) -> AbstractValue {
        let [Some(left), Some(right)] = operands.map(number) else { return self.run(function, base) };
        let place = (left.least ^ left.greatest << 1 ^ right.least << 2 ^ right.greatest << 3) as usize % CALCULATIONS;
        if let Some(Some(known)) = self.guesses.calculations.get(place)
            && (known.function, known.operands) == (function, operands)
        {
            return known.result;
        }
        let may_run = self.nested < MOST_NESTED;
        let result = self.run(function, base);
        let code = &self.executable.functions[function.0 as usize].code;
        if may_run && self.steps > 0 && code.iter().all(only_calculates) {
            self.guesses.calculations.resize(CALCULATIONS, None);
            self.guesses.calculations[place] = Some(Calculation { function, operands, result });
        }
        result
    }

    pub(super) fn call_of_known(&mut self, function: FunctionId, argument: Word) -> AbstractValue {
        let calls = self.heap.map(|(_, calls)| calls);
        if let Some(PureResult::Value(value)) = calls.and_then(|calls| calls.get(function, argument)) {
            return AbstractValue::Known(value);
        }
        match (self.ranges.subject(function), word::as_object(argument)) {
            (Some(subject), Some(object)) => {
                self.remembered(subject, object, |guesser| guesser.run_with(function, AbstractValue::Known(argument)))
            }
            _ => self.run_with(function, AbstractValue::Known(argument)),
        }
    }

    pub(super) fn run_with(&mut self, function: FunctionId, argument: AbstractValue) -> AbstractValue {
        let base = self.guesses.registers.len();
        self.guesses.registers.push(argument);
        let result = self.run(function, base);
        self.guesses.registers.truncate(base);
        result
    }

    /// The results of all paths through a method whose arguments are the last registers, from
    /// `base` on.
    pub(super) fn run(&mut self, function: FunctionId, base: usize) -> AbstractValue {
        let compiled = &self.executable.functions[function.0 as usize];
        let is_plain = compiled.handlers.is_empty() && compiled.memory == Memory::Now;
        let has_args = self.guesses.registers.len() - base == compiled.params as usize;
        if !is_plain || self.nested >= MOST_NESTED || !has_args {
            return AbstractValue::Anything;
        }
        self.nested += 1;
        let count = compiled.registers as usize;
        self.guesses.registers.resize(base + count, AbstractValue::Anything);
        let (paths, registers) = (self.guesses.paths.len(), self.guesses.registers_of_paths.len());
        let mut result = self.follow(&compiled.code, 0, base);
        while let Some(so_far) = result.filter(|_| self.guesses.paths.len() > paths) {
            let Guesses { registers, paths, registers_of_paths, .. } = &mut *self.guesses;
            let pc = paths.pop().unwrap_or_default();
            registers.truncate(base);
            registers.extend(registers_of_paths.drain(registers_of_paths.len() - count..));
            result = self.follow(&compiled.code, pc as usize, base).map(|value| hull(so_far, value));
        }
        self.guesses.paths.truncate(paths);
        self.guesses.registers_of_paths.truncate(registers);
        self.nested -= 1;
        result.unwrap_or(AbstractValue::Anything)
    }

    /// Follows one path to its end, and leaves the others for later. `None`: it cannot be followed.
    pub(super) fn follow(&mut self, code: &[Instruction], mut pc: usize, base: usize) -> Option<AbstractValue> {
        loop {
            self.steps = self.steps.checked_sub(1)?;
            pc = match &code[pc] {
                Instruction::Return { value } => return Some(self.get(base, *value)),
                Instruction::Throw { .. } => return Some(AbstractValue::Never),
                Instruction::Jump { target } => *target as usize,
                Instruction::JumpIf { cond, target } => {
                    self.branch(Comparison::NotEqual, *cond, Operand::Int(0), (pc, *target), base)?
                }
                Instruction::JumpUnless { cond, target } => {
                    self.branch(Comparison::Equal, *cond, Operand::Int(0), (pc, *target), base)?
                }
                Instruction::JumpCompare { op, left, right, target } => {
                    self.branch(*op, *left, Operand::Register(*right), (pc, *target), base)?
                }
                Instruction::JumpCompareInt { op, left, right, target } => {
                    self.branch(*op, *left, Operand::Int(*right), (pc, *target), base)?
                }
                // A comparison whose result is looked at next, and whose operands are narrowed by
                // it.
                Instruction::Compare { op, to, left, right } | Instruction::CompareSymbols { op, to, left, right } => {
                    self.put(base, *to, AbstractValue::Number(Range { least: 0, greatest: 1 }));
                    let (is_kept, right) = (to != left && to != right, Operand::Register(*right));
                    match code.get(pc + 1) {
                        Some(Instruction::JumpIf { cond, target }) if cond == to && is_kept => {
                            self.branch(*op, *left, right, (pc + 1, *target), base)?
                        }
                        Some(Instruction::JumpUnless { cond, target }) if cond == to && is_kept => {
                            self.branch(op.opposite(), *left, right, (pc + 1, *target), base)?
                        }
                        _ => pc + 1,
                    }
                }
                Instruction::InitializeClass(class) if !self.executable.needs_initialization[class.index()] => pc + 1,
                instruction => {
                    let (to, value) = self.effect(instruction, base)?;
                    if value == AbstractValue::Never {
                        return Some(AbstractValue::Never);
                    }
                    if let Some(to) = to {
                        self.put(base, to, value);
                    }
                    pc + 1
                }
            };
        }
    }

    pub(super) fn get(&self, base: usize, register: Register) -> AbstractValue {
        self.guesses.registers[base + usize::from(register)]
    }

    pub(super) fn put(&mut self, base: usize, register: Register, value: AbstractValue) {
        self.guesses.registers[base + usize::from(register)] = value;
    }

    /// What an instruction puts where. `None`: nobody knows.
    pub(super) fn effect(
        &mut self,
        instruction: &Instruction,
        base: usize,
    ) -> Option<(Option<Register>, AbstractValue)> {
        let (to, value) = match instruction {
            Instruction::Int { to, value } => (*to, AbstractValue::Known(Word::from(*value))),
            Instruction::Constant { to, index } => {
                (*to, AbstractValue::Known(self.executable.constants[*index as usize]))
            }
            Instruction::Move { to, from } => (*to, self.get(base, *from)),
            Instruction::Arithmetic { op, to, left, right } => {
                (*to, self.calculated(*op, self.get(base, *left), self.get(base, *right)))
            }
            Instruction::AddIntConstant { to, from, value } => {
                let value = AbstractValue::Known(Word::from(*value));
                (*to, self.calculated(Arithmetic::AddInt, self.get(base, *from), value))
            }
            Instruction::GetField { memory: Memory::Now, to, object, slot } => {
                (*to, self.field(self.get(base, *object), *slot))
            }
            Instruction::Call { function, args, result } | Instruction::CallExact { function, args, result } => {
                let (first, count) = (base + usize::from(*args), self.executable.functions[function.0 as usize].params);
                let (registers, args) = (&mut self.guesses.registers, first..first + count as usize);
                let end = registers.len();
                if args.end > end {
                    return None;
                }
                registers.extend_from_within(args);
                return Some((*result, self.call(*function, end)));
            }
            _ => return None,
        };
        Some((Some(to), value))
    }

    pub(super) fn calculated(&mut self, op: Arithmetic, left: AbstractValue, right: AbstractValue) -> AbstractValue {
        let is_shift = match op {
            Arithmetic::AddInt => !(is_range(left) && is_range(right)),
            _ => !is_range(right),
        };
        let result = calculated(op, left, right);
        self.is_steady &= is_shift && result != AbstractValue::Anything;
        result
    }

    /// Goes on where a comparison leads; if it may lead both ways, the way of the jump is left for
    /// later. What each way means for the operands is kept. `None`: no way.
    pub(super) fn branch(
        &mut self,
        op: Comparison,
        left: Register,
        right: Operand,
        (pc, target): (usize, u32),
        base: usize,
    ) -> Option<usize> {
        let of_left = self.get(base, left);
        let (of_right, right) = match right {
            Operand::Register(register) => (self.get(base, register), Some(register)),
            Operand::Int(value) => (AbstractValue::Known(Word::from(value)), None),
        };
        if let (AbstractValue::Known(left), AbstractValue::Known(right)) = (of_left, of_right)
            && !is_open(of_left)
            && !is_open(of_right)
        {
            return Some(if compare(op, left, right) { target as usize } else { pc + 1 });
        }
        let (taken, passed) = (narrowed(op, of_left, of_right), narrowed(op.opposite(), of_left, of_right));
        self.is_steady &= is_cut_steadily(op, (of_left, of_right), [taken, passed]);
        if let (Some(taken), Some(_)) = (taken, passed) {
            let Guesses { registers, paths, registers_of_paths, .. } = &mut *self.guesses;
            let start = registers_of_paths.len();
            registers_of_paths.extend_from_slice(&registers[base..]);
            put(&mut registers_of_paths[start..], left, right, taken);
            paths.push(target);
        }
        let (next, values) = match (taken, passed) {
            (_, Some(passed)) => (pc + 1, passed),
            (Some(taken), None) => (target as usize, taken),
            (None, None) => return None,
        };
        put(&mut self.guesses.registers[base..], left, right, values);
        Some(next)
    }
}

/// What is compared with a register.
#[derive(Clone, Copy)]
pub(super) enum Operand {
    Register(Register),
    Int(i16),
}

/// Does the effect of an instruction depend on nothing but registers?
pub(super) fn only_calculates(instruction: &Instruction) -> bool {
    matches!(
        instruction,
        Instruction::Return { .. }
            | Instruction::ReturnVoid
            | Instruction::Jump { .. }
            | Instruction::JumpIf { .. }
            | Instruction::JumpUnless { .. }
            | Instruction::JumpCompare { .. }
            | Instruction::JumpCompareInt { .. }
            | Instruction::Compare { .. }
            | Instruction::CompareSymbols { .. }
            | Instruction::Int { .. }
            | Instruction::Move { .. }
            | Instruction::Arithmetic { .. }
            | Instruction::AddIntConstant { .. }
    )
}

/// What a comparison leaves of its operands is put where they are.
pub(super) fn put(
    registers: &mut [AbstractValue],
    left: Register,
    right: Option<Register>,
    (of_left, of_right): (AbstractValue, AbstractValue),
) {
    registers[usize::from(left)] = of_left;
    if let Some(right) = right {
        registers[usize::from(right)] = of_right;
    }
}
