//! Runs that go on as on a smaller heap.
//!
//! A run stands at a [`Head`]: a place in the code, with its variables. It has written nothing, and
//! all nodes that a live variable refers to lie in one subtree. If the same method, started on the
//! heap that is left without the nodes above that subtree, comes to the very same place with the
//! very same variables, then both runs go on in the same way, as long as they do not look at what
//! is different: the root, and what `this` keeps of the number of nodes. Nothing else leads out of
//! the subtree.
//!
//! Whether runs look there after a head is found out by watching them ([`Executable::pass`]): a
//! head that is passed before the last such look is *revoked*. Heads are told apart by where they
//! stand and by what kinds of things the live variables hold, so that `parent == null` makes
//! another one.
//!
//! The same is asked of the pure methods that a contract calls on the heap before. These must not
//! look at `this` any more from there on, whatever way they take.

use crate::code::{FunctionId, Instruction, Memory};
use crate::compile::{Executable, live_registers};
use crate::counter::Counted;
use crate::formula::{CallTarget, Smaller, Structure, keeps_to_keys};
use crate::observe::{Instructions, Observer, Place};
use crate::outcome::{Budget, Outcome, Question, SlotRef};
use crate::state::{Frame, Initialization, State};
use crate::word::{self, UNKNOWN, Word};
use std::collections::HashSet;
use tightrope_program::MethodId;

/// Where a run stands.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Head {
    function: u32,
    pc: u32,
    /// The live variables.
    held: Vec<(u16, Held)>,
}

/// What a variable holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Held {
    This,
    Object,
    Symbol,
    /// Null, a number, a truth value.
    Word(Word),
}

/// A call of a pure method on the heap before, with the numbers of its arguments.
#[derive(Clone, Debug)]
pub(crate) struct Lookup {
    pub(crate) target: CallTarget,
    pub(crate) args: Vec<u16>,
}

/// A call that is being checked.
#[derive(Clone, Copy, Debug)]
pub struct Passed<'c> {
    pub structure: &'c Structure,
    pub smaller: &'c Smaller,
    pub method: MethodId,
    pub args: &'c [Word],
    pub budget: Budget,
}

impl Executable<'_> {
    /// The head at which the run stands that asks this question, if on all heaps of the part it
    /// goes on as on a smaller one. `start`: the state before the run.
    pub fn head(&self, call: Passed<'_>, start: &State, question: Question) -> Option<Head> {
        let this = word::as_object(*call.args.first()?)?;
        let start = without_sizes(call.smaller, start, this);
        let run = |from: &State| {
            let mut state = from.clone();
            self.start(&mut state, call.method, call.args);
            let outcome = self.run(&mut state, &mut call.budget.clone());
            (outcome == Outcome::Asked(question)).then_some(state)
        };
        let asked = run(&start)?;
        let frame = resting_frame(&asked)?;
        let live = Live::of(self, frame.function);
        let nodes = nodes_of(&live, &asked, frame, this)?;
        let top = top_of(call.structure, &start, this, &nodes)?;
        let inside = objects_behind(call.structure, &start, top);
        if !is_about(question, &inside) || !self.is_inside(call.structure, call.smaller, &start, top, call.args) {
            return None;
        }
        let smaller = without_nodes_above(call.structure, &start, this, top);
        let is_same = stands_alike(&live, &asked, &run(&smaller)?);
        let gives_same = |lookup: &Lookup| self.gives_same(call, lookup, &start, &smaller, &inside);
        (is_same && call.smaller.lookups.iter().all(gives_same)).then(|| head_of(&live, &asked, frame, this))
    }

    /// Does a pure method give the same on both heaps?
    fn gives_same(&self, call: Passed<'_>, lookup: &Lookup, start: &State, smaller: &State, inside: &[usize]) -> bool {
        let args: Vec<Word> = lookup.args.iter().map(|arg| call.args[usize::from(*arg)]).collect();
        let receiver = args.first().and_then(|this| word::as_object(*this));
        let function = match lookup.target {
            CallTarget::Static(function) | CallTarget::Exact(function) => Some(function),
            CallTarget::Virtual(selector) => {
                receiver.and_then(|this| self.dispatch(selector, start.objects.get(this)?.ty))
            }
        };
        let reads_before = |function: &FunctionId| self.functions[function.0 as usize].memory == Memory::Before;
        let Some(function) = function.filter(reads_before) else { return false };
        let run = |from: &State| {
            let mut state = from.clone();
            self.start_function(&mut state, function, &args);
            let outcome = self.run(&mut state, &mut call.budget.clone());
            (outcome, state)
        };
        let ((first, one), (second, other)) = (run(start), run(smaller));
        match (&first, &second) {
            (Outcome::Returned(Some(value)), Outcome::Returned(Some(its_value))) => {
                value == its_value && word::as_object(*value).is_none() && one.is_as_before()
            }
            (Outcome::Asked(question), Outcome::Asked(its_question))
                if question == its_question && is_about(*question, inside) =>
            {
                let Some(frame) = resting_frame(&one).filter(|frame| frame.function == function) else { return false };
                let live = Live::of(self, function);
                let stays = |object: usize| inside.contains(&object);
                let stays_inside = live.words(&one, frame).all(|(_, word)| match word::as_object(word) {
                    Some(object) => stays(object),
                    None => is_plain_word(word),
                });
                stays_inside && stands_alike(&live, &one, &other) && self.only_looks(function, frame.pc)
            }
            _ => false,
        }
    }

    /// Do all ways on from here look at fields of objects, compare and calculate, and nothing else?
    fn only_looks(&self, function: FunctionId, pc: u32) -> bool {
        let compiled = &self.functions[function.0 as usize];
        if !compiled.handlers.is_empty() {
            return false;
        }
        let (mut pending, mut seen) = (vec![pc as usize], HashSet::new());
        while let Some(at) = pending.pop() {
            if !seen.insert(at) {
                continue;
            }
            match compiled.code.get(at) {
                Some(
                    instruction @ (Instruction::Return { .. }
                    | Instruction::Jump { .. }
                    | Instruction::JumpIf { .. }
                    | Instruction::JumpUnless { .. }
                    | Instruction::JumpCompare { .. }
                    | Instruction::JumpCompareInt { .. }
                    | Instruction::Int { .. }
                    | Instruction::Constant { .. }
                    | Instruction::Move { .. }
                    | Instruction::AddIntConstant { .. }
                    | Instruction::Not { .. }
                    | Instruction::Compare { .. }
                    | Instruction::CompareSymbols { .. }
                    | Instruction::GetField { memory: Memory::Before, .. }),
                ) => pending.extend(instruction.flow().successors(at)),
                _ => return false,
            }
        }
        true
    }

    /// Watches a run up to its end or its first question. Which heads are revoked? Where it does
    /// not end, or makes something of the heap that runs on larger heaps could not be trusted to
    /// make of theirs, all that it passes.
    pub fn pass(&self, call: Passed<'_>, start: &State, is_ended: bool) -> Vec<Head> {
        let Some(this) = call.args.first().and_then(|this| word::as_object(*this)) else { return Vec::new() };
        let start = without_sizes(call.smaller, start, this);
        let counted = self.counted_slot(call, &start, this);
        let (mut state, mut passing) = (start.clone(), Passing::new(self, call));
        self.start(&mut state, call.method, call.args);
        if let Some(request) = counted {
            self.answer(&mut state, request, 0);
        }
        let outcome = self.run_observed(&mut state, &mut call.budget.clone(), &mut passing);
        let is_trusted = match outcome {
            Outcome::Returned(_) => {
                keeps_to_keys(call.smaller, call.structure, &state, call.args) && self.is_blind(call, &start, counted)
            }
            _ => !is_ended,
        };
        match is_trusted {
            true => passing.revoked.into_iter().collect(),
            false => passing.revoked.into_iter().chain(passing.passed).collect(),
        }
    }

    /// The size that a run asks for, if it asks for one.
    fn counted_slot(&self, call: Passed<'_>, start: &State, this: usize) -> Option<SlotRef> {
        let mut state = start.clone();
        self.start(&mut state, call.method, call.args);
        match self.run(&mut state, &mut call.budget.clone()) {
            Outcome::Asked(Question::Slot(request)) if request.object == this => {
                call.smaller.sizes.iter().any(|slot| u32::from(*slot) == request.slot).then_some(request)
            }
            _ => None,
        }
    }

    /// Does a run that ends do nothing with the sizes that `this` keeps but count them up and down?
    fn is_blind(&self, call: Passed<'_>, start: &State, counted: Option<SlotRef>) -> bool {
        let mut state = start.clone();
        self.start(&mut state, call.method, call.args);
        let is_open = |state: &State, request: Option<SlotRef>| {
            let Some(this) = call.args.first().and_then(|this| word::as_object(*this)) else { return false };
            call.smaller.sizes.iter().all(|slot| {
                let is_counted = request.is_some_and(|request| request.slot == u32::from(*slot));
                is_counted || state.read(Memory::Now, this, usize::from(*slot)) == UNKNOWN
            })
        };
        match counted {
            None => {
                let outcome = self.run(&mut state, &mut call.budget.clone());
                matches!(outcome, Outcome::Returned(_)) && is_open(&state, None)
            }
            Some(request) => match self.run_counting(&mut state, &mut call.budget.clone(), request) {
                // A size that is written anew, and not counted, is none that holds on other heaps.
                Counted::Blind(Outcome::Returned(_), counter) => {
                    let now = state.read(Memory::Now, request.object, request.slot as usize);
                    (counter.is_some() || now == UNKNOWN) && is_open(&state, Some(request))
                }
                _ => false,
            },
        }
    }
}

/// Is a question about nothing but these objects?
fn is_about(question: Question, inside: &[usize]) -> bool {
    match question {
        Question::Slot(request) | Question::Holds { request, .. } => inside.contains(&request.object),
        _ => true,
    }
}

/// What is left if nobody knows the sizes that `this` keeps: they differ on smaller heaps.
fn without_sizes(smaller: &Smaller, state: &State, this: usize) -> State {
    let mut open = state.clone();
    let header = open.objects[this];
    for slot in &smaller.sizes {
        open.slots[header.start as usize + usize::from(*slot)] = UNKNOWN;
        if !header.is_new() {
            open.slots_before[header.before as usize + usize::from(*slot)] = UNKNOWN;
        }
    }
    open
}

/// The only frame of a run that has written nothing.
fn resting_frame(state: &State) -> Option<Frame> {
    let is_same = state.is_as_before() && state.initializations == state.initializations_before;
    match state.frames.as_slice() {
        [frame] if is_same && !state.defers => Some(*frame),
        _ => None,
    }
}

/// Which variables of a function are live.
#[derive(Debug, Default)]
struct Live {
    /// By instruction; see [`live_registers`].
    before: Vec<u64>,
    /// How many variables there are.
    count: usize,
}

impl Live {
    fn of(executable: &Executable<'_>, function: FunctionId) -> Live {
        let compiled = &executable.functions[function.0 as usize];
        Live { before: live_registers(executable, compiled), count: compiled.registers as usize }
    }

    /// The live variables and what they hold.
    fn words<'s>(&'s self, state: &'s State, frame: Frame) -> impl Iterator<Item = (u16, Word)> + 's {
        let bits = self.before.get(frame.pc as usize).copied().unwrap_or(u64::MAX);
        let registers = state.registers.get(frame.base as usize..).unwrap_or_default().iter().take(self.count);
        let is_live = move |number: usize| number >= 64 || bits >> number & 1 == 1;
        let live = registers.enumerate().filter(move |(number, _)| is_live(*number));
        live.map(|(number, word)| (number as u16, *word))
    }
}

/// A number, a truth value, null or an ordered value.
fn is_plain_word(word: Word) -> bool {
    word::as_object(word).is_none() && !word::is_deferred(word) && word::as_text(word).is_none()
}

/// The objects besides `this` that live variables refer to. `None`: one holds something else.
fn nodes_of(live: &Live, state: &State, frame: Frame, this: usize) -> Option<Vec<usize>> {
    let mut nodes = Vec::new();
    for (_, word) in live.words(state, frame) {
        match word::as_object(word) {
            Some(object) if object != this => nodes.push(object),
            Some(_) => {}
            None if is_plain_word(word) => {}
            None => return None,
        }
    }
    Some(nodes)
}

fn head_of(live: &Live, state: &State, frame: Frame, this: usize) -> Head {
    let held = |word: Word| match word::as_object(word) {
        Some(object) if object == this => Held::This,
        Some(_) => Held::Object,
        None if word::is_symbol(word) => Held::Symbol,
        None => Held::Word(word),
    };
    let held = live.words(state, frame).map(|(number, word)| (number, held(word))).collect();
    Head { function: frame.function.0, pc: frame.pc, held }
}

/// Are both runs at the same place, with the same in all live variables?
fn stands_alike(live: &Live, one: &State, other: &State) -> bool {
    match (resting_frame(one), resting_frame(other)) {
        (Some(frame), Some(its_frame)) => {
            frame.function == its_frame.function
                && frame.pc == its_frame.pc
                && live.words(one, frame).eq(live.words(other, its_frame))
        }
        _ => false,
    }
}

/// The objects that a node leads to, and itself.
fn objects_behind(structure: &Structure, state: &State, top: usize) -> Vec<usize> {
    let (mut found, mut at) = (vec![top], 0);
    while let Some(object) = found.get(at).copied() {
        at += 1;
        for child in children(structure, state, object) {
            if !found.contains(&child) {
                found.push(child);
            }
        }
    }
    found
}

fn children<'s>(structure: &'s Structure, state: &'s State, object: usize) -> impl Iterator<Item = usize> + 's {
    let length = state.objects[object].length;
    let slots = structure.edges().filter(move |slot| *slot < length);
    slots.filter_map(move |slot| word::as_object(state.read(Memory::Before, object, slot as usize)))
}

/// The lowest node from which all of these are reached. `None`: it is the root, or there is none.
fn top_of(structure: &Structure, state: &State, this: usize, nodes: &[usize]) -> Option<usize> {
    let root = word::as_object(state.read(Memory::Before, this, structure.root() as usize))?;
    let is_above = |top: usize| {
        let behind = objects_behind(structure, state, top);
        nodes.iter().all(|node| behind.contains(node))
    };
    if nodes.is_empty() || !is_above(root) {
        return None;
    }
    let mut top = root;
    while let Some(next) = children(structure, state, top).find(|child| is_above(*child)) {
        top = next;
    }
    (top != root).then_some(top)
}

/// What is left of a heap without the nodes above one.
fn without_nodes_above(structure: &Structure, state: &State, this: usize, top: usize) -> State {
    let mut smaller = state.clone();
    let (header, slot) = (smaller.objects[this], structure.root() as usize);
    smaller.slots[header.start as usize + slot] = word::object(top);
    if !header.is_new() {
        smaller.slots_before[header.before as usize + slot] = word::object(top);
    }
    smaller
}

/// Watches what a run looks at after each head.
struct Passing<'e> {
    function: Option<FunctionId>,
    live: Live,
    this: Option<usize>,
    /// The slots of `this` that a run may count up and down.
    sizes: &'e [u16],
    /// Those since the last look at what is different on other heaps.
    passed: HashSet<Head>,
    revoked: HashSet<Head>,
    /// It does something after which nothing is trusted.
    is_lost: bool,
}

impl<'e> Passing<'e> {
    fn new(executable: &Executable<'_>, call: Passed<'e>) -> Passing<'e> {
        let function = executable.function(call.method);
        Passing {
            function,
            live: function.map(|function| Live::of(executable, function)).unwrap_or_default(),
            this: call.args.first().and_then(|this| word::as_object(*this)),
            sizes: &call.smaller.sizes,
            passed: HashSet::new(),
            revoked: HashSet::new(),
            is_lost: false,
        }
    }

    fn looks_at(&self, state: &State, base: usize, object: u16, slot: u16) -> bool {
        let object = word::as_object(state.registers[base + usize::from(object)]);
        object.is_some() && object == self.this && !self.sizes.contains(&slot)
    }

    /// Is the instruction one that could tell the heaps apart?
    fn tells(&mut self, state: &State, base: usize, instruction: &Instruction) -> bool {
        match instruction {
            Instruction::GetField { memory: Memory::Now, object, slot, .. }
            | Instruction::SetField { object, slot, .. } => self.looks_at(state, base, *object, *slot),
            Instruction::Int { .. }
            | Instruction::Constant { .. }
            | Instruction::Move { .. }
            | Instruction::Arithmetic { .. }
            | Instruction::AddIntConstant { .. }
            | Instruction::NegateInt { .. }
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
            | Instruction::InstanceOf { .. }
            | Instruction::Check { .. }
            | Instruction::New { .. }
            | Instruction::Call { .. }
            | Instruction::CallExact { .. }
            | Instruction::CallVirtual { .. }
            | Instruction::Return { .. }
            | Instruction::ReturnVoid => false,
            Instruction::InitializeClass(class) if state.initialization(*class) == Initialization::Completed => false,
            // Whatever it is, nothing before or after it is trusted.
            _ => {
                self.is_lost = true;
                true
            }
        }
    }
}

impl Observer for Passing<'_> {
    fn step(&mut self, _: &State, _: usize, _: Instructions<'_>) {}

    fn step_at(&mut self, place: Place<'_>, state: &State, base: usize, Instructions(instruction): Instructions<'_>) {
        if state.frames.len() == 1 && Some(place.function) == self.function {
            let frame = Frame { function: place.function, pc: place.pc, base: base as u32, result: None };
            let this = self.this.unwrap_or(usize::MAX);
            self.passed.insert(head_of(&self.live, state, frame, this));
        }
        if self.tells(state, base, instruction) || self.is_lost {
            let passed = std::mem::take(&mut self.passed);
            self.revoked.extend(passed);
        }
    }
}
