//! Evaluation of what is simply true or false.
//!
//! Most of what is evaluated is decided: after a run nearly the whole heap is known, and of an assumption all but the instances that look at open slots. Then there is no
//! need for sets of outcomes, questions and consequences: a [`Plan`] is run. It gives an answer only where the general evaluation would give that outcome alone; `None` says
//! nothing but that the general evaluation has to find out (something is open, throws, is not supported, or the budget is used up).

use super::evaluate::{Evaluation, Step, Suspect, Value};
use super::plan::{Action, Loop, Operand, Plan, PlanStep, WalkFrom};
use super::quantify::{Values, Words, assumed_set, instance_bit};
use super::reached::{MOST_OBJECTS, ReachTables};
use super::{CompiledFormula, Domain, Node, QuantifiedNode};
use crate::code::Comparison;
use crate::execute::{arithmetic, compare, convert};
use crate::glance::{Glance, KnownCalls};
use crate::state::State;
use crate::symbols::Symbols;
use crate::word::{self, UNKNOWN, Word, is_symbol};

/// A loop that is under way.
#[derive(Debug, Default)]
pub(super) struct LoopState {
    /// The objects to come.
    few: u128,
    /// The values to come, if these are no objects, or too many.
    many: Option<Words>,
    /// All values are known, and so is what each of those so far contributes.
    is_known: bool,
}

/// Why a plan does not go on by itself.
enum Stop {
    End(Option<bool>),
    /// This step needs more than a look.
    At(u32),
}

/// What the steps of a plan look at.
struct Look<'l> {
    state: &'l State,
    locals: &'l mut [Word],
    loops: &'l mut [LoopState],
    /// `None`: what was found before is not used.
    reached: Option<&'l ReachTables>,
    calls: &'l KnownCalls,
    result: Word,
    steps: u64,
}

impl Evaluation<'_, '_> {
    /// The truth of a whole formula.
    pub(super) fn decided_whole(&mut self, formula: &CompiledFormula) -> Step<Option<bool>> {
        let decided = self.run_plan(&formula.holds);
        self.unless_halted(decided)
    }

    /// What an instance of a quantifier contributes, whose variables are all bound. Inside an invariant of an invariant nothing is tried twice: the effort would
    /// double with each level.
    pub(super) fn decided_instance(&mut self, node: &QuantifiedNode) -> Step<Option<bool>> {
        if self.nested_invariants > 0 {
            return Ok(None);
        }
        let decided = self.run_plan(&node.instance);
        self.unless_halted(decided)
    }

    /// What has no value at all has none for the general evaluation either, which need not try.
    fn unless_halted(&mut self, decided: Option<bool>) -> Step<Option<bool>> {
        match self.halt.take() {
            Some(halt) => Err(halt),
            None => Ok(decided),
        }
    }

    fn heard<T>(&mut self, step: Step<T>) -> Option<T> {
        match step {
            Ok(value) => Some(value),
            Err(halt) => {
                self.halt = Some(halt);
                None
            }
        }
    }

    fn heard_known<T>(&mut self, step: Step<Value<T>>) -> Option<T> {
        match self.heard(step)? {
            Value::Known(known) => Some(known),
            _ => None,
        }
    }

    /// Is an assumption false? Instances of a `\\forall` that are settled are not.
    pub(super) fn refuted(&mut self, formula: &CompiledFormula, suspect: Suspect) -> bool {
        let is_refuted = self.is_refuted(formula, suspect);
        self.halt = None;
        is_refuted
    }

    fn is_refuted(&mut self, formula: &CompiledFormula, suspect: Suspect) -> bool {
        let Some((quantified, binder)) = assumed_set(&formula.root) else {
            return self.run_plan(&formula.fails) == Some(true);
        };
        if let Some(instance) = suspect.instance {
            self.bind(binder.local, instance);
            return self.run_plan(&formula.fails) == Some(true);
        }
        let domain = self.domain(&binder.domain, &quantified.range);
        let Some(values) = self.heard_known(domain) else { return false };
        for word in values.words.filter(|word| suspect.instances.settled & instance_bit(*word) == 0) {
            self.bind(binder.local, word);
            if self.run_plan(&formula.fails) == Some(true) {
                return true;
            }
        }
        false
    }

    fn run_plan(&mut self, plan: &Plan) -> Option<bool> {
        let mut at = plan.start;
        loop {
            match self.look(plan, at) {
                Stop::End(answer) => return answer,
                Stop::At(step) => at = self.more_than_a_look(&plan.steps[step as usize], step)?,
            }
        }
    }

    /// Goes on until the plan is done, or a step needs more than a look.
    fn look(&mut self, plan: &Plan, at: u32) -> Stop {
        let state = self.copy.as_deref().unwrap_or(self.original());
        let workspace = &mut *self.workspace;
        let mut look = Look {
            state,
            locals: &mut workspace.locals,
            loops: &mut workspace.loops,
            reached: if self.has_changed { None } else { Some(&workspace.reached) },
            calls: &workspace.calls,
            result: self.result,
            steps: self.budget.steps,
        };
        let stop = look.follow(&plan.steps, at);
        self.budget.steps = look.steps;
        stop
    }

    /// A step that needs the general evaluation, or a set that has not been found yet. Where to go on? `None`: the budget is used up.
    #[inline(never)]
    fn more_than_a_look(&mut self, step: &PlanStep, at: u32) -> Option<u32> {
        let truth = match &step.action {
            Action::Contains { reach, element, node } => self.contains_now(reach, element, node),
            Action::SetSize { reach, .. } | Action::Enter { reach, .. } if self.finds(reach) => return Some(at),
            Action::SetSize { to, node, .. } | Action::OtherValue { to, node } => {
                let value = self.value(node);
                self.put(*to, value)
            }
            Action::Call { to, function, arg, span } => {
                let arg = self.operand(arg);
                let value = self.call_of(*function, &[arg], *span);
                self.put(*to, value)
            }
            Action::Enter { over, domain, .. } | Action::EnterDomain { over, domain } => self.enter(over, domain)?,
            Action::Other(node) => self.other(node),
            _ => None,
        };
        Some(step.exits.after(truth))
    }

    /// Makes sure that what a walk finds is at hand. `false`: it cannot be.
    fn finds(&mut self, reach: &WalkFrom) -> bool {
        let root = self.operand(&reach.root);
        word::as_object(root).is_some_and(|root| self.reached_members(reach.walk, root).is_some())
    }

    fn operand(&mut self, operand: &Operand) -> Word {
        let state = self.copy.as_deref().unwrap_or(self.original());
        word_of(operand, state, &self.workspace.locals, self.result)
    }

    fn contains_now(&mut self, reach: &WalkFrom, element: &Operand, node: &Node) -> Option<bool> {
        let (root, element) = (self.operand(&reach.root), self.operand(element));
        let found = word::as_object(root).and_then(|root| self.reached_members(reach.walk, root));
        let (Some((members, is_open)), Some(element)) = (found, word::as_object(element)) else {
            return self.other(node);
        };
        match has(members, element) {
            true => Some(true),
            false if !is_open || !has(self.fitting_few(reach.walk), element) => Some(false),
            false => None,
        }
    }

    fn put(&mut self, to: u16, value: Step<Value<Word>>) -> Option<bool> {
        self.workspace.locals[usize::from(to)] = self.heard_known(value)?;
        Some(true)
    }

    fn other(&mut self, node: &Node) -> Option<bool> {
        let truth = self.truth(node);
        let truth = self.heard(truth)?;
        (truth.is_true() || truth.is_false()).then(|| truth.is_true())
    }

    /// Begins a loop. Yes: with its first value; no: with the object at hand. The outer `None`: the budget is used up.
    fn enter(&mut self, over: &Loop, domain: &(Domain, Node)) -> Option<Option<bool>> {
        let values = self.domain(&domain.0, &domain.1);
        let Some(Values { words, open }) = self.heard_known(values) else { return Some(None) };
        let at_hand = over.at_hand.map(|local| self.workspace.locals[usize::from(local)]);
        let at_hand = at_hand.filter(|word| words.has(*word));
        let (few, many) = match words {
            Words::Few(objects) => (objects, None),
            other => (0, Some(other)),
        };
        self.workspace.loops[usize::from(over.number)] = LoopState { few, many, is_known: open.is_none() };
        let Some(word) = at_hand else { return Some(Some(true)) };
        self.budget.steps = self.budget.steps.checked_sub(1)?;
        self.workspace.locals[usize::from(over.local)] = word;
        Some(Some(false))
    }
}

impl Look<'_> {
    fn follow(&mut self, steps: &[PlanStep], at: u32) -> Stop {
        let mut at = at;
        loop {
            let step = &steps[at as usize];
            let seen = match &step.action {
                Action::End(answer) => return Stop::End(*answer),
                Action::Compare { op, left, right } => {
                    self.both(left, right).map(|(left, right)| compare(*op, left, right))
                }
                Action::CompareSymbols { op, left, right } => {
                    self.both(left, right).and_then(|(left, right)| compared(&self.state.symbols, *op, left, right))
                }
                Action::Next(over) => match self.next(over) {
                    Ok(seen) => seen,
                    Err(stop) => return stop,
                },
                Action::Test(operand) => self.known(operand).map(|word| word != word::FALSE),
                Action::Enter { over, reach, .. } => match self.enter(over, reach) {
                    Some(seen) => seen,
                    None => return Stop::At(at),
                },
                Action::Contains { reach, element, .. } => match self.contains(reach, element) {
                    Some(seen) => seen,
                    None => return Stop::At(at),
                },
                Action::Doubt(over) => {
                    self.loops[usize::from(over.number)].is_known = false;
                    Some(true)
                }
                Action::Set { to, from } => {
                    let word = self.known(from);
                    self.put(*to, word)
                }
                Action::Call { to, function, arg, .. } => {
                    let known = self.known(arg).map(|arg| self.calls.get(*function, arg));
                    match known {
                        Some(Some(Glance::Value(word))) => self.put(*to, Some(word)),
                        Some(_) => return Stop::At(at),
                        None => None,
                    }
                }
                Action::Arithmetic { to, op, left, right } => {
                    let both = self.both(left, right).filter(|(left, right)| !is_symbol(*left) && !is_symbol(*right));
                    let word = both.and_then(|(left, right)| arithmetic(*op, left, right));
                    self.put(*to, word)
                }
                Action::Convert { to, kind, from } => {
                    let word = self.known(from).filter(|word| !is_symbol(*word)).map(|word| convert(*kind, word));
                    self.put(*to, word)
                }
                Action::SetSize { to, reach, .. } => match self.members(reach) {
                    Some(Some((members, false))) => self.put(*to, Some(Word::from(members.count_ones()))),
                    Some(_) => None,
                    None => return Stop::At(at),
                },
                Action::EnterDomain { .. } | Action::Other(_) | Action::OtherValue { .. } => return Stop::At(at),
            };
            at = step.exits.after(seen);
        }
    }

    #[inline(always)]
    fn known(&self, operand: &Operand) -> Option<Word> {
        let word = word_of(operand, self.state, self.locals, self.result);
        (word != UNKNOWN).then_some(word)
    }

    #[inline(always)]
    fn both(&self, left: &Operand, right: &Operand) -> Option<(Word, Word)> {
        Some((self.known(left)?, self.known(right)?))
    }

    /// Puts a word into a register, if it is known.
    #[inline(always)]
    fn put(&mut self, to: u16, word: Option<Word>) -> Option<bool> {
        self.locals[usize::from(to)] = word?;
        Some(true)
    }

    /// What a walk surely finds, and whether there may be more; the inner `None`: where it starts is not known. The outer `None`: that needs more than a look.
    #[inline(always)]
    fn members(&self, reach: &WalkFrom) -> Option<Option<(u128, bool)>> {
        let Some(root) = self.known(&reach.root) else { return Some(None) };
        match word::as_object(root) {
            Some(root) => self.reached?.of(reach.memory).found(reach.walk, root).map(Some),
            None => Some(Some((0, false))),
        }
    }

    #[inline(always)]
    fn contains(&self, reach: &WalkFrom, element: &Operand) -> Option<Option<bool>> {
        let Some((members, is_open)) = self.members(reach)? else { return Some(None) };
        let Some(element) = self.known(element) else { return Some(None) };
        let Some(element) = word::as_object(element) else { return Some(Some(false)) };
        match has(members, element) {
            true => Some(Some(true)),
            false if is_open => None,
            false => Some(Some(false)),
        }
    }

    /// Begins a loop over a set. The outer `None`: that needs more than a look.
    #[inline(always)]
    fn enter(&mut self, over: &Loop, reach: &WalkFrom) -> Option<Option<bool>> {
        let Some((members, is_open)) = self.members(reach)? else { return Some(None) };
        let state = &mut self.loops[usize::from(over.number)];
        (state.few, state.many, state.is_known) = (members, None, !is_open);
        let Some(at_hand) = over.at_hand else { return Some(Some(true)) };
        let word = self.locals[usize::from(at_hand)];
        let bit = instance_bit(word);
        if members & bit == 0 {
            return Some(Some(true));
        }
        state.few &= !bit;
        self.steps = self.steps.saturating_sub(1);
        self.locals[usize::from(over.local)] = word;
        Some(Some(false))
    }

    /// The next value of a loop.
    #[inline(always)]
    fn next(&mut self, over: &Loop) -> Result<Option<bool>, Stop> {
        let state = &mut self.loops[usize::from(over.number)];
        let word = if state.few != 0 {
            let object = state.few.trailing_zeros() as usize;
            state.few &= state.few - 1;
            word::object(object)
        } else {
            match state.many.as_mut().and_then(Words::next) {
                Some(word) => word,
                None => return Ok(state.is_known.then_some(false)),
            }
        };
        self.steps = self.steps.checked_sub(1).ok_or(Stop::End(None))?;
        self.locals[usize::from(over.local)] = word;
        Ok(Some(true))
    }
}

/// The word that a step works on; [`UNKNOWN`] also where there is none. (A `long` of that value is left to the general evaluation.)
#[inline(always)]
fn word_of(operand: &Operand, state: &State, locals: &[Word], result: Word) -> Word {
    match operand {
        Operand::Word(word) => *word,
        Operand::Local(local) => locals[usize::from(*local)],
        Operand::Field { memory, local, slot } => match word::as_object(locals[usize::from(*local)]) {
            Some(object) => state.read(*memory, object, usize::from(*slot)),
            None => UNKNOWN,
        },
        Operand::Result => result,
    }
}

#[inline(always)]
fn compared(symbols: &Symbols, op: Comparison, left: Word, right: Word) -> Option<bool> {
    // One and the same value, whichever it is.
    if left == right {
        return Some(matches!(op, Comparison::Equal | Comparison::LessEqual | Comparison::GreaterEqual));
    }
    symbols.decided(op, left, right)
}

#[inline(always)]
fn has(members: u128, object: usize) -> bool {
    object < MOST_OBJECTS && members >> object & 1 == 1
}
