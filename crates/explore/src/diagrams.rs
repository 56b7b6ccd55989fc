//! The states of a scope as a decision diagram, from which each run takes out all that look the
//! same where it looked: `tightrope check --space bdd`.
//!
//! After Darga & Boyapati (*Efficient software model checking of data structure properties*,
//! sections 3.1 to 3.4), for classes without a linked structure: plain fields and arrays. A *state*
//! gives each field of each object that the scope allows one of finitely many values (`layout`).
//! Take any state that is left; run the method on a heap of which nothing is known, and answer what
//! it asks as the state says; judge the run, where clauses that read nothing new hold as before
//! (`tightrope_machine::formula`, file `kept`). If the contract is met, all states that agree on
//! the answers are done with: they satisfy the assumptions and do the same, or they do not satisfy
//! them. Fields that were read and cannot have had any influence do not count (`flow`). If it is
//! not met, the state is checked as a heap of its own, with its assumptions, by the ordinary code
//! of this crate: so a violation always has a complete heap.
//!
//! It departs from the paper in three ways. The method runs before the invariant is looked at, so
//! that one run also stands for states that are no valid heaps, and few of those are ever picked.
//! Isomorphs are taken out by one formula at the start. And numbers that are only compared get as
//! many values as there are places for them, between all constants: that makes every order.

mod flow;
mod layout;

use crate::choices::Choice;
use crate::drive::Stop;
use crate::node::{Ask, Node, Run};
use crate::results::Results;
use crate::search::Thread;
use crate::setup::Setup;
use crate::space::Fresh;
use crate::{answer_of, run_budget};
use layout::{Layout, Value};
use std::sync::Arc;
use tightrope_diagram::{Label, TooLarge};
use tightrope_engine::{Answer, Cut, Engine, Gap, Goals, Limits, Search, Work};
use tightrope_machine::contract::{EndedRun, Ending, Judgement, judge_kept};
use tightrope_machine::{Acceleration, Accelerations, Budget, Outcome, Question, SlotRef, Word, reference_to};
use tightrope_problem::{Bounds, Problem};
use tightrope_program::MethodKind;

/// The engine.
#[derive(Clone, Copy, Debug)]
pub struct Diagrams {
    pub accelerations: Accelerations,
}

impl Default for Diagrams {
    fn default() -> Diagrams {
        Diagrams { accelerations: Accelerations::ALL }
    }
}

impl Engine for Diagrams {
    fn name(&self) -> &'static str {
        "bdd"
    }

    fn supports(&self, problem: &Problem<'_>) -> Result<(), Gap> {
        layout::supports(problem)
    }

    fn start<'p>(&self, problem: Arc<Problem<'p>>) -> Box<dyn Search<'p> + 'p> {
        // Words that stand for slots are no values of a state.
        let accelerations = self.accelerations.without(Acceleration::LazyReads);
        Box::new(StateSearch { problem, accelerations })
    }
}

struct StateSearch<'p> {
    problem: Arc<Problem<'p>>,
    accelerations: Accelerations,
}

impl<'p> Search<'p> for StateSearch<'p> {
    fn answer(&mut self, goals: &Goals, bounds: &Bounds, limits: &Limits<'_>) -> Answer {
        let problem = Arc::clone(&self.problem);
        let setup = match Setup::new(problem, bounds.clone(), run_budget(limits.run), self.accelerations) {
            Ok(setup) => setup,
            Err(cut) => return Answer::cut_off(cut),
        };
        let (setup, layout) = match setup.with_finite_values() {
            Ok(found) => found,
            Err(gap) => return Answer::cut_off(Cut::Gap(gap)),
        };
        let mut answer = match setup.search_states(&layout, limits) {
            Ok(answer) => answer,
            Err(TooLarge) => {
                let what = "so many states: their decision diagram is too large".to_owned();
                return Answer::cut_off(Cut::Gap(Gap { what, place: None }));
            }
        };
        answer.witnesses.retain(|witness| goals.contains(witness.breach.obligation));
        answer
    }
}

/// A state, as far as somebody has looked at it.
struct Look<'l> {
    layout: &'l Layout,
    /// By variable.
    state: &'l [usize],
    /// The objects that were met, by number among the initial objects of the node.
    met: Vec<Option<Label>>,
    /// What was asked: variables and values.
    cube: Vec<(usize, usize)>,
}

/// Why a state cannot answer.
enum NoAnswer {
    /// What is known contradicts the value of this variable.
    Contradiction(usize),
    /// The value of this variable is one that is never chosen.
    Unchosen(usize),
    /// It is no question about a field.
    Other,
}

/// What has become of a run on a state of which only the answers are known.
enum Attempt {
    /// All states that agree on the answers are done with. The flag: it ran.
    Done(Vec<(usize, usize)>, bool),
    /// The state has to be checked as a heap.
    Undone,
}

impl<'l> Look<'l> {
    fn new(layout: &'l Layout, state: &'l [usize]) -> Look<'l> {
        Look { layout, state, met: Vec::new(), cube: Vec::new() }
    }

    /// The variable of a slot.
    fn variable(&self, node: &Node, request: &SlotRef) -> Option<usize> {
        let number = node.initial.iter().position(|object| *object as usize == request.object)?;
        let label = (*self.met.get(number)?)?;
        self.layout.slot(label, request.slot)
    }

    fn note(&mut self, variable: usize) -> Value {
        let value = self.state[variable];
        if !self.cube.contains(&(variable, value)) {
            self.cube.push((variable, value));
        }
        self.layout.variables[variable].values[value]
    }

    /// The answer of the state.
    fn answer(&mut self, setup: &Setup<'_>, node: &mut Node, ask: &Ask) -> Result<(), NoAnswer> {
        let choice = match ask {
            Ask::Receiver => {
                self.met.push(Some(self.layout.receiver));
                Choice::Fresh(self.layout.fresh_receiver.ok_or(NoAnswer::Other)?, 0)
            }
            Ask::Parameter(index) => self.choice(node, self.layout.parameter(*index))?,
            Ask::Machine(Question::Slot(request)) => {
                let variable = self.variable(node, request).ok_or(NoAnswer::Other)?;
                self.choice(node, variable)?
            }
            _ => return Err(NoAnswer::Other),
        };
        match setup.choose(node, ask, choice) {
            true => Ok(()),
            false => Err(NoAnswer::Other),
        }
    }

    fn choice(&mut self, node: &Node, variable: usize) -> Result<Choice, NoAnswer> {
        let label = match self.note(variable) {
            Value::Word(word) => return Ok(Choice::Word(word)),
            Value::Object(label) => label,
            Value::Fixed => return Err(NoAnswer::Unchosen(variable)),
        };
        if let Some(number) = self.met.iter().position(|known| *known == Some(label)) {
            return Ok(Choice::Word(reference_to(node.initial[number] as usize)));
        }
        let fresh = self.layout.fresh(label.kind).ok_or(NoAnswer::Other)?;
        let length = match self.layout.length(label) {
            Some(variable) => match self.note(variable) {
                Value::Word(length) => length as u32,
                Value::Object(_) | Value::Fixed => return Err(NoAnswer::Other),
            },
            None => 0,
        };
        self.met.push(Some(label));
        Ok(Choice::Fresh(fresh, length))
    }

    /// The ordinary search decides by itself what has but one answer. Is it that of the state?
    fn follow(&mut self, node: &Node) -> Result<(), NoAnswer> {
        for (number, object) in node.initial.iter().enumerate() {
            if self.met.len() <= number {
                self.met.push(None);
            }
            if self.met[number].is_none() {
                self.met[number] = Some(self.label_of(node, reference_to(*object as usize))?);
            }
        }
        for (number, object) in node.initial.iter().enumerate() {
            let Some(label) = self.met[number] else { continue };
            let count = node.state.object_length(*object as usize);
            if let Some(variable) = self.layout.length(label) {
                let length = self.layout.variables[variable].values[self.state[variable]];
                if length != Value::Word(count as Word) {
                    return Err(NoAnswer::Contradiction(variable));
                }
            }
            for (slot, variable) in self.layout.slots(label).take_while(|(slot, _)| (*slot as usize) < count) {
                let request = SlotRef { object: *object as usize, slot, is_long: false, before: false };
                let Some(word) = node.state.known_slot(&request) else { continue };
                let values = &self.layout.variables[variable].values;
                let is_same = match values[self.state[variable]] {
                    Value::Word(own) => own == word,
                    Value::Fixed => !values.contains(&Value::Word(word)),
                    Value::Object(label) => {
                        let number = self.met.iter().position(|known| *known == Some(label));
                        number.is_some_and(|number| reference_to(node.initial[number] as usize) == word)
                    }
                };
                if !is_same {
                    return Err(NoAnswer::Contradiction(variable));
                }
            }
        }
        Ok(())
    }

    /// The label of an object that was made without a question: by the place that leads to it.
    fn label_of(&self, node: &Node, wanted: Word) -> Result<Label, NoAnswer> {
        for (number, object) in node.initial.iter().enumerate() {
            let Some(Some(holder)) = self.met.get(number).copied() else { continue };
            let count = node.state.object_length(*object as usize);
            for (slot, variable) in self.layout.slots(holder).take_while(|(slot, _)| (*slot as usize) < count) {
                let request = SlotRef { object: *object as usize, slot, is_long: false, before: false };
                if node.state.known_slot(&request) != Some(wanted) {
                    continue;
                }
                return match self.layout.variables[variable].values[self.state[variable]] {
                    Value::Object(label) if !self.met.contains(&Some(label)) => Ok(label),
                    _ => Err(NoAnswer::Contradiction(variable)),
                };
            }
        }
        Err(NoAnswer::Other)
    }
}

impl Setup<'_> {
    /// Takes states until none is left.
    fn search_states(&self, layout: &Layout, limits: &Limits<'_>) -> Result<Answer, TooLarge> {
        let mut found = Thread::apart(self);
        let mut aside = Thread::apart(self);
        let mut space = layout.space()?;
        let all = space.count();
        let (mut runs, mut others) = (0, 0);
        let has_heap = self.find_heap(layout, &mut found, limits)?;
        if has_heap {
            // All states are still there.
            found = Thread::apart(self);
        }
        while let Some(state) = space.pick().filter(|_| has_heap) {
            if let Some(cut) = limits.exhausted() {
                found.results.cut(cut);
                break;
            }
            match self.attempt(layout, &state, &found.results, &mut aside) {
                Attempt::Done(cube, ran) => {
                    space.remove(&cube)?;
                    (runs, others) = (runs + u64::from(ran), others + u64::from(!ran));
                }
                Attempt::Undone => {
                    others += 1;
                    let cube = self.check_state(layout, &state, &mut found);
                    space.remove(&cube)?;
                    if !found.results.cuts.is_empty() {
                        break;
                    }
                }
            }
        }
        found.results.longest_run = found.results.longest_run.max(aside.results.longest_run);
        // Numbers that stand for every order are not chosen.
        found.results.chose_numbers = layout.chooses_numbers;
        // What states have, heaps may have.
        if let Some(fresh) = layout.fresh_receiver {
            found.results.largest[fresh.kind()] = 1;
        }
        for (kind, (_, count)) in &layout.arrays {
            found.results.largest[*kind] = *count as u16;
        }
        for kind in &layout.used_up {
            found.results.touched[*kind] = true;
        }
        // Partial heaps are heaps.
        found.results.heaps += runs;
        found.results.runs += runs;
        let longest_run = found.results.longest_run;
        let mut answer = answer_of(self, &found.results);
        answer.work = Work::States {
            heaps: found.results.heaps,
            runs: runs + others,
            shown: runs,
            states: all.saturating_sub(space.count()),
            diagram: space.largest() as u64,
            longest_run,
        };
        Ok(answer)
    }

    /// Is there a heap that satisfies the assumptions?
    fn find_heap(&self, layout: &Layout, found: &mut Thread, limits: &Limits<'_>) -> Result<bool, TooLarge> {
        let mut space = layout.space()?;
        while let Some(state) = space.pick() {
            if let Some(cut) = limits.exhausted() {
                found.results.cut(cut);
                return Ok(false);
            }
            let before = (found.results.heaps, found.results.cuts.len());
            let cube = self.check_state(layout, &state, found);
            if found.results.heaps > before.0 {
                return Ok(true);
            }
            if found.results.cuts.len() > before.1 {
                return Ok(false);
            }
            space.remove(&cube)?;
        }
        Ok(false)
    }

    /// Runs the method on a heap of which nothing is known but what it asks.
    fn attempt(&self, layout: &Layout, state: &[usize], known: &Results, aside: &mut Thread) -> Attempt {
        let mut look = Look::new(layout, state);
        let Some(mut node) = self.begin(&mut look) else { return Attempt::Undone };
        loop {
            let cases = self.find_cases(&mut node, aside);
            // A precondition that throws is said only of heaps that satisfy the invariants.
            if !aside.results.excluded.is_empty() {
                aside.results.excluded.clear();
                return Attempt::Undone;
            }
            match cases {
                Ok(None) => break,
                Ok(Some(question)) if look.answer(self, &mut node, &Ask::Machine(question)).is_ok() => {}
                Ok(Some(_)) => return Attempt::Undone,
                // A precondition that has no value here: the state says what becomes of it.
                Err(_) if !aside.results.cuts.is_empty() => {
                    aside.results.cuts.clear();
                    return Attempt::Undone;
                }
                // No case applies.
                Err(_) => return Attempt::Done(look.cube, false),
            }
        }
        node.run = Some(Run::default());
        self.executable.start(&mut node.state, self.contract.method, &node.args);
        let mut budget = self.run_budget;
        let Some(ending) = self.run_to_end(&mut node, &mut look, &mut budget) else { return Attempt::Undone };
        aside.results.longest_run = aside.results.longest_run.max(self.run_budget.steps - budget.steps);
        let is_met = self.is_met(&mut node, &ending, &mut look, aside) && self.unseen(&node).is_none();
        if !is_met || self.is_first_occasion(&node, &ending, known) {
            return Attempt::Undone;
        }
        let cube = match self.executable.has(Acceleration::InformationFlow) {
            true => self.relevant(&look, &node, &ending, aside),
            false => look.cube,
        };
        Attempt::Done(cube, true)
    }

    /// May this run be the first to put a part of the contract to the test? Only a valid heap
    /// counts.
    fn is_first_occasion(&self, node: &Node, ending: &Ending, known: &Results) -> bool {
        let mut results = Results::new(self);
        results.has_arisen.clone_from(&known.has_arisen);
        results.note_occasions(self, node, ending);
        let is_first_case = node.applicable.iter().zip(&known.cases).any(|(applies, heaps)| *applies && *heaps == 0);
        is_first_case || results.has_arisen != known.has_arisen
    }

    /// The receiver and the arguments.
    fn begin(&self, look: &mut Look<'_>) -> Option<Node> {
        let mut node = self.root(self.starts.first()?);
        let method = self.program.method(self.contract.method);
        if !method.is_static && method.kind != MethodKind::Constructor {
            look.answer(self, &mut node, &Ask::Receiver).ok()?;
        }
        for index in 0..self.params.len() as u32 {
            look.answer(self, &mut node, &Ask::Parameter(index)).ok()?;
        }
        Some(node)
    }

    fn run_to_end(&self, node: &mut Node, look: &mut Look<'_>, budget: &mut Budget) -> Option<Ending> {
        loop {
            match self.executable.run_watched(&mut node.state, budget) {
                Outcome::Returned(value) => return Some(Ending::Returned(value)),
                Outcome::Thrown(thrown) => return Some(Ending::Thrown(thrown)),
                Outcome::Asked(question) => look.answer(self, node, &Ask::Machine(question)).ok()?,
                _ => return None,
            }
        }
    }

    /// Is the contract met, for all states that agree on what was asked?
    fn is_met(&self, node: &mut Node, ending: &Ending, look: &mut Look<'_>, aside: &mut Thread) -> bool {
        loop {
            match self.judge_state(node, ending, aside) {
                Some(Judgement::Met) => return true,
                Some(Judgement::Open(question)) if look.answer(self, node, &Ask::Machine(question)).is_ok() => {}
                _ => return false,
            }
        }
    }

    fn judge_state(&self, node: &Node, ending: &Ending, aside: &mut Thread) -> Option<Judgement> {
        let Node { state, args, applicable, .. } = node;
        let run = EndedRun { state, args, ending, applicable, counter: None };
        let resources = (&mut self.run_budget.clone(), &mut aside.scratch.workspace);
        judge_kept(&self.executable, &self.contract, run, resources).ok()
    }

    /// Checks a state as a heap of its own. The variables that decided what becomes of it: either
    /// it breaks something, or it meets its contract, or it is no valid heap.
    fn check_state(&self, layout: &Layout, state: &[usize], found: &mut Thread) -> Vec<(usize, usize)> {
        let mut look = Look::new(layout, state);
        let Some(start) = self.starts.first() else { return Vec::new() };
        let mut node = self.root(start);
        while let Stop::Fork(ask) | Stop::ForkInto(ask, _) = self.advance(&mut node, found) {
            let answered = look.follow(&node).and_then(|()| look.answer(self, &mut node, &ask));
            match answered {
                Ok(()) => {}
                // Whatever satisfies the assumptions has another value there, or one that the scope
                // does not have.
                Err(NoAnswer::Contradiction(variable) | NoAnswer::Unchosen(variable)) => {
                    look.note(variable);
                    return look.cube;
                }
                Err(NoAnswer::Other) => {
                    found.results.cut(Cut::Gap(Gap { what: "what the method asks".to_owned(), place: None }));
                    break;
                }
            }
        }
        look.cube
    }
}

/// Something that leads to an object can be made of this.
fn is_object(fresh: &Fresh) -> bool {
    matches!(fresh, Fresh::Object { .. })
}
