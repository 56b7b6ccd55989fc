//! The static initialisers that have run before a search begins.
//!
//! Java initialises a class when it is first used. Before a method is called, some classes are
//! initialised and others are not. An initialiser that only fills its own static fields leaves no
//! other trace, so whether it has run makes no difference: it is run here. One that changes
//! something else is told to the caller, which may leave it to the run.
//!
//! What an initialiser does may not be modelled. That spoils the field that was to be set, and
//! nothing else: whoever reads it is unsupported.

use crate::code::{Function, FunctionId, Instruction};
use crate::compile::Executable;
use crate::outcome::{Budget, Outcome};
use crate::state::State;
use crate::word::Word;
use tightrope_program::body::Unsupported;
use tightrope_program::{ClassId, FieldId};

/// Where a search begins.
#[derive(Clone, Debug)]
pub struct Initial {
    pub state: State,
    /// The classes whose initialisers changed more than their own static fields.
    pub telling: Vec<ClassId>,
}

impl Executable<'_> {
    /// A state in which all classes are initialised that the compiled code can meet, but for the
    /// lazy ones, and nothing else has happened. `Err`: an initialiser did not end normally.
    pub fn initialize(&mut self, budget: &mut Budget, lazy: &[ClassId]) -> Result<Initial, Box<Outcome>> {
        let mut state = State { statics: self.static_defaults.clone(), ..State::default() };
        let mut telling = Vec::new();
        for class in self.program.class_ids().filter(|class| !lazy.contains(class)) {
            let functions = self.start_initializers(&mut state, class);
            let before = (!functions.is_empty()).then(|| (state.statics.clone(), state.slots.clone()));
            for function in functions {
                self.run_initializer(&mut state, function, budget)?;
            }
            if before.is_some_and(|before| self.has_changed_others(&state, class, &before)) {
                telling.push(class);
            }
        }
        state.frames.clear();
        state.registers.clear();
        state.remember();
        Ok(Initial { state, telling })
    }

    /// The static fields whose initialisers are not modelled, with the reason.
    pub fn spoilt_fields(&self) -> impl Iterator<Item = (FieldId, &Unsupported)> {
        self.static_fields()
            .into_iter()
            .filter_map(|field| Some((field, self.spoilt.get(self.static_slots.get(&field)?)?)))
    }

    /// `Err`: nobody knows what the static field holds.
    #[inline]
    pub(crate) fn not_spoilt(&self, slot: u32) -> Result<(), Unsupported> {
        match self.spoilt.is_empty() {
            true => Ok(()),
            false => self.spoilt.get(&slot).map_or(Ok(()), |what| Err(what.clone())),
        }
    }

    pub(crate) fn run_initializer(
        &mut self,
        state: &mut State,
        function: FunctionId,
        budget: &mut Budget,
    ) -> Result<(), Box<Outcome>> {
        self.start_function(state, function, &[]);
        loop {
            match self.run(state, budget) {
                Outcome::Returned(_) => return Ok(()),
                Outcome::Unsupported(what) if self.skip(state, &what) => {}
                other => return Err(Box::new(other)),
            }
        }
    }

    /// Goes on behind the assignment that could not be computed, and spoils its field. `false`: no
    /// initialiser is running.
    fn skip(&mut self, state: &mut State, what: &Unsupported) -> bool {
        let is_initializer = |function: FunctionId| self.functions[function.0 as usize].initializes.is_some();
        let Some(depth) = state.frames.iter().rposition(|frame| is_initializer(frame.function)) else { return false };
        state.frames.truncate(depth + 1);
        let Some(frame) = state.frames.last_mut() else { return false };
        let function = &self.functions[frame.function.0 as usize];
        let end = next_assignment(function, frame.pc as usize);
        let is_over = matches!(function.code.get(end), Some(Instruction::CompleteInitializer(_)));
        let mut spoilt: Vec<u32> = assigned(&function.code[frame.pc as usize..end]).collect();
        if let (true, Some(class)) = (is_over, function.initializes) {
            // What would have come after that is not there. Fields that were set before may have
            // been set again.
            let is_set = |slot: u32| assigned(&function.code[..frame.pc as usize]).any(|known| known == slot);
            let fields = self.static_slots.iter().filter(|(field, _)| self.program.field(**field).class == class);
            let is_lost = |(field, slot): &(&FieldId, &u32)| !self.program.field(**field).is_final || !is_set(**slot);
            spoilt.extend(fields.filter(is_lost).map(|(_, slot)| *slot));
        }
        frame.pc = end as u32;
        let top = frame.base + function.registers;
        state.registers.resize(top as usize, 0);
        for slot in spoilt {
            self.spoilt.entry(slot).or_insert_with(|| what.clone());
        }
        true
    }

    /// Is anything else than before, besides the static fields of the class and of those above it?
    fn has_changed_others(&self, state: &State, class: ClassId, (statics, slots): &(Vec<Word>, Vec<Word>)) -> bool {
        let is_own = |field: FieldId| self.program.is_subclass(class, self.program.field(field).class);
        let has_changed = |slot: u32| statics.get(slot as usize) != state.statics.get(slot as usize);
        let mut fields = self.static_slots.iter();
        fields.any(|(field, slot)| has_changed(*slot) && !is_own(*field))
            || state.slots.get(..slots.len()) != Some(slots)
    }
}

/// Behind the next assignment to a static field that every way through the initialiser passes; else
/// the end of its code.
fn next_assignment(function: &Function, from: usize) -> usize {
    let is_crossed = |at: usize| {
        let jumps = function
            .code
            .iter()
            .enumerate()
            .filter_map(|(source, instruction)| Some((source, instruction.flow().target()?)));
        let mut handlers = function.handlers.iter();
        let mut jumps = jumps.into_iter();
        jumps.any(|(source, target)| source <= at && target > at + 1 || source > at && target <= at)
            || handlers.any(|handler| (handler.start as usize) <= at && at < handler.target as usize)
    };
    let is_assignment = |at: &usize| matches!(function.code[*at], Instruction::SetStatic { .. });
    let assignments = (from..function.code.len()).filter(is_assignment);
    let mut passed = assignments.filter(|at| !is_crossed(*at)).map(|at| at + 1);
    let last = function.code.iter().rposition(|instruction| matches!(instruction, Instruction::CompleteInitializer(_)));
    passed.next().or(last).unwrap_or(function.code.len())
}

/// The slots of the static fields that these instructions set.
fn assigned(code: &[Instruction]) -> impl Iterator<Item = u32> {
    code.iter().filter_map(|instruction| match instruction {
        Instruction::SetStatic { slot, .. } => Some(*slot),
        _ => None,
    })
}
