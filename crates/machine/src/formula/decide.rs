//! Evaluation of what is simply true or false.
//!
//! Most of what is evaluated is decided: after a run nearly the whole heap is known, and of an
//! assumption all but the instances that look at open slots. Then there is no need for sets of
//! outcomes, questions and consequences: a [`Plan`] is run. It gives an answer only where the
//! general evaluation would give that outcome alone; `None` says nothing but that the general
//! evaluation has to find out (something is open, throws, is not supported, or the budget is used
//! up).

use super::assume::Suspect;
use super::evaluate::{Evaluation, Step, Value};
use super::plan::{Action, General, Loop, Operand, Place, Plan, PlanStep, Seen, WalkFrom};
use super::quantify::{Values, Words, assumed_set};
use super::reach_cache::{MOST_OBJECTS, ReachTables};
use super::truth::Truth;
use super::{CompiledFormula, Domain, Node, QuantifiedNode};
use crate::accelerations::Acceleration;
use crate::arithmetic::{arithmetic, convert};
use crate::code::{Arithmetic, Comparison};
use crate::pure_calls::{KnownCalls, PureResult};
use crate::state::State;
use crate::symbols::{Symbols, allowed};
use crate::word::{self, UNKNOWN, Word, is_symbol};
use std::cmp::Ordering;

/// A loop that is under way.
#[derive(Clone, Debug, Default)]
pub(super) struct LoopState {
    /// The objects to come: the first 64 of the heap, and the others.
    few: [u64; 2],
    /// All values are known, and so is what each of those so far contributes.
    is_known: bool,
    /// There are values that are no objects, or too many: they lie beside.
    has_others: bool,
}

impl LoopState {
    /// The next object.
    #[inline(always)]
    fn next(&mut self) -> Option<Word> {
        let [first, others] = &mut self.few;
        if *first != 0 {
            let object = first.trailing_zeros();
            *first &= *first - 1;
            return Some(word::object(object as usize));
        }
        if *others != 0 {
            let object = 64 + others.trailing_zeros();
            *others &= *others - 1;
            return Some(word::object(object as usize));
        }
        None
    }

    /// What there being no more says.
    fn none(&self) -> Seen {
        if self.is_known { Seen::No } else { Seen::Unknown }
    }
}

/// Why a plan does not go on by itself.
enum Stop {
    End(Option<bool>),
    /// This step needs more than a look.
    At(u16),
}

/// How a loop begins.
enum Entered {
    /// It has no values.
    Nothing,
    /// Yes: with its next value; no: with the object at hand.
    Loop(Seen),
}

/// What the steps of a plan look at.
struct Look<'l> {
    state: &'l State,
    locals: &'l mut [Word],
    loops: &'l mut [LoopState],
    others: &'l mut [Words],
    /// `None`: what was found before is not used.
    reached: Option<&'l ReachTables>,
    calls: &'l KnownCalls,
    steps: u64,
    /// A loop, and the objects that it leaves out.
    left_out: (u16, u128),
}

impl Evaluation<'_, '_> {
    /// The truth of a whole formula.
    pub(super) fn decided_whole(&mut self, formula: &CompiledFormula) -> Step<Option<bool>> {
        let decided = self.run_plan(&formula.holds);
        self.unless_halted(decided)
    }

    /// What an instance of a quantifier contributes, whose variables are all bound. Inside an
    /// invariant of an invariant nothing is tried twice: the effort would double with each level.
    pub(super) fn decided_instance(&mut self, node: &QuantifiedNode) -> Step<Option<bool>> {
        if self.shortcuts.nested_invariants > 0 {
            return Ok(None);
        }
        let decided = self.run_plan(&node.instance);
        self.unless_halted(decided)
    }

    /// What has no value at all has none for the general evaluation either, which need not try.
    fn unless_halted(&mut self, decided: Option<bool>) -> Step<Option<bool>> {
        match self.shortcuts.halt.take() {
            Some(halt) => Err(halt),
            None => Ok(decided),
        }
    }

    fn heard<T>(&mut self, step: Step<T>) -> Option<T> {
        match step {
            Ok(value) => Some(value),
            Err(halt) => {
                self.shortcuts.halt = Some(halt);
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

    /// Is an assumption false?
    pub(super) fn refuted(&mut self, formula: &CompiledFormula, suspect: Suspect) -> bool {
        let is_refuted = self.is_refuted(formula, suspect);
        self.shortcuts.halt = None;
        is_refuted
    }

    fn is_refuted(&mut self, formula: &CompiledFormula, suspect: Suspect) -> bool {
        let Some((quantified, binder)) = assumed_set(&formula.root) else {
            return self.fails(formula, None);
        };
        if let Some(instance) = suspect.instance {
            self.bind(binder.local, instance);
            return self.fails(formula, Some(quantified));
        }
        let domain = self.domain(&binder.domain, &quantified.range);
        let Some(values) = self.heard_known(domain) else { return false };
        for word in values.words {
            self.bind(binder.local, word);
            if self.fails(formula, Some(quantified)) {
                return true;
            }
        }
        false
    }

    /// Is a formula false, whatever becomes of what is open? Of a `\\forall` over a set: the
    /// instance whose variable is bound.
    fn fails(&mut self, formula: &CompiledFormula, quantified: Option<&QuantifiedNode>) -> bool {
        if self.executable().has(Acceleration::Plans) {
            return self.run_plan(&formula.fails) == Some(true);
        }
        let truth = match quantified {
            Some(quantified) => self.instances_from(quantified, 1),
            None => self.truth(&formula.root),
        };
        self.heard(truth).is_some_and(Truth::is_false)
    }

    fn run_plan(&mut self, plan: &Plan) -> Option<bool> {
        if !self.executable().has(Acceleration::Plans) {
            return None;
        }
        let mut at = plan.start;
        loop {
            match self.look(plan, at) {
                Stop::End(answer) => return answer,
                Stop::At(step) => at = self.more_than_a_look(plan, step)?,
            }
        }
    }

    /// Goes on until the plan is done, or a step needs more than a look.
    #[inline(always)]
    fn look(&mut self, plan: &Plan, at: u16) -> Stop {
        let keeps_sets = self.executable().has(Acceleration::ReachSets);
        let state = self.copy.as_deref().unwrap_or(self.original());
        let workspace = &mut *self.workspace;
        let mut look = Look {
            state,
            reached: if self.has_changed || !keeps_sets { None } else { Some(&workspace.reached) },
            locals: &mut workspace.locals,
            loops: &mut workspace.loops,
            others: &mut workspace.others,
            calls: &workspace.calls,
            steps: self.budget.steps,
            left_out: self.shortcuts.left_out,
        };
        let stop = look.follow(&plan.steps, at);
        self.budget.steps = look.steps;
        stop
    }

    /// A step that needs the general evaluation, or a set that has not been found yet. Where to go
    /// on? `None`: the budget is used up.
    #[inline(never)]
    fn more_than_a_look(&mut self, plan: &Plan, at: u16) -> Option<u16> {
        let (step, general) = (&plan.steps[usize::from(at)], plan.general[usize::from(at)].as_ref());
        let seen = match (step.action, general) {
            (Action::SetSize { reach, .. } | Action::Enter { reach, .. }, _) if self.finds(&reach) => return Some(at),
            (Action::Contains { reach, element }, Some(General::Node(node))) => {
                Seen::known(self.contains_now(&reach, &element, node))
            }
            (Action::SetSize { to, .. } | Action::OtherValue { to }, Some(General::Node(node))) => {
                let value = self.value(node);
                self.put(to, value)
            }
            (Action::Call { to, function, arg }, Some(General::Span(span))) => {
                let arg = self.operand(&arg);
                let value = self.call_of(function, &[arg], *span);
                self.put(to, value)
            }
            (Action::Enter { over, .. } | Action::EnterDomain(over), Some(General::Domain(domain, range))) => {
                self.enter(over, domain, range)?
            }
            (Action::Other, Some(General::Node(node))) => Seen::known(self.other(node)),
            _ => Seen::Unknown,
        };
        Some(step.after(seen))
    }

    /// Makes sure that what a walk finds is at hand. `false`: it cannot be.
    fn finds(&mut self, reach: &WalkFrom) -> bool {
        let root = self.operand(&reach.root);
        word::as_object(root).is_some_and(|root| self.reached_members(reach.walk, root).is_some())
    }

    fn operand(&mut self, operand: &Operand) -> Word {
        word_of(operand, self.state(), self.workspace.locals[usize::from(operand.local)])
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

    fn put(&mut self, to: u16, value: Step<Value<Word>>) -> Seen {
        let Some(word) = self.heard_known(value) else { return Seen::Unknown };
        self.workspace.locals[usize::from(to)] = word;
        Seen::Yes
    }

    fn other(&mut self, node: &Node) -> Option<bool> {
        let truth = self.truth(node);
        let truth = self.heard(truth)?;
        (truth.is_true() || truth.is_false()).then(|| truth.is_true())
    }

    /// Begins a loop. Yes: with its next value; no: with the object at hand. `None`: the budget is
    /// used up.
    fn enter(&mut self, over: Loop, domain: &Domain, range: &Node) -> Option<Seen> {
        let values = self.domain(domain, range);
        let Some(Values { words, open }) = self.heard_known(values) else { return Some(Seen::Unknown) };
        let at_hand = over.at_hand.map(|local| self.workspace.locals[usize::from(local)]);
        let at_hand = at_hand.filter(|word| words.has(*word));
        let number = usize::from(over.number);
        let (few, has_others) = match words {
            Words::Few(objects) => (halves(objects), false),
            others => {
                self.workspace.others[number] = others;
                ([0; 2], true)
            }
        };
        self.workspace.loops[number] = LoopState { few, is_known: open.is_none(), has_others };
        let Some(word) = at_hand else { return Some(Seen::Yes) };
        self.budget.steps = self.budget.steps.checked_sub(1)?;
        self.workspace.locals[usize::from(over.local)] = word;
        Some(Seen::No)
    }
}

impl Look<'_> {
    fn follow(&mut self, steps: &[PlanStep], at: u16) -> Stop {
        let mut at = at;
        loop {
            let step = &steps[usize::from(at)];
            let seen = match &step.action {
                Action::End(answer) => return Stop::End(*answer),
                Action::Test(operand) => match self.read(operand) {
                    UNKNOWN => Seen::Unknown,
                    word => Seen::from(word != word::FALSE),
                },
                Action::Compare { wanted, left, right } => match (self.read(left), self.read(right)) {
                    (UNKNOWN, _) | (_, UNKNOWN) => Seen::Unknown,
                    (left, right) => Seen::from(wanted.contains(left.cmp(&right))),
                },
                Action::CompareWord { wanted, left, right } => match self.read(left) {
                    UNKNOWN => Seen::Unknown,
                    left => Seen::from(wanted.contains(left.cmp(right))),
                },
                Action::CompareSymbols { op, left, right } => {
                    compared(&self.state.symbols, *op, self.read(left), self.read(right))
                }
                Action::Next(over) => match self.next(over) {
                    Some(seen) => seen,
                    None => return Stop::End(None),
                },
                Action::Scan(over) => match self.scan(over, steps, at) {
                    Some(to) => {
                        at = to;
                        continue;
                    }
                    None => return Stop::End(None),
                },
                Action::Enter { over, reach } => match self.enter(over, reach) {
                    Some(Entered::Nothing) => {
                        at = steps[usize::from(step.after(Seen::Yes))].after(Seen::No);
                        continue;
                    }
                    Some(Entered::Loop(seen)) => seen,
                    None => return Stop::At(at),
                },
                Action::Contains { reach, element } => match self.contains(reach, element) {
                    Some(seen) => seen,
                    None => return Stop::At(at),
                },
                Action::Doubt(over) => {
                    self.loops[usize::from(over.number)].is_known = false;
                    Seen::Yes
                }
                Action::Put { to, word } => self.put(*to, *word),
                Action::Set { to, from } => self.set(*to, self.read(from)),
                Action::Call { to, function, arg } => match self.read(arg) {
                    UNKNOWN => Seen::Unknown,
                    arg => match self.calls.get(*function, arg) {
                        Some(PureResult::Value(word)) => self.put(*to, word),
                        _ => return Stop::At(at),
                    },
                },
                Action::Arithmetic { to, op, left, right } => {
                    let word = calculated(*op, self.read(left), self.read(right));
                    self.put(*to, word)
                }
                Action::Convert { to, kind, from } => match self.read(from) {
                    word if word == UNKNOWN || is_symbol(word) => Seen::Unknown,
                    word => self.put(*to, convert(*kind, word)),
                },
                Action::SetSize { to, reach } => match self.members(reach) {
                    Some(Some((members, false))) => self.put(*to, Word::from(members.count_ones())),
                    Some(_) => Seen::Unknown,
                    None => return Stop::At(at),
                },
                Action::EnterDomain(_) | Action::Other | Action::OtherValue { .. } => return Stop::At(at),
            };
            at = step.after(seen);
        }
    }

    #[inline(always)]
    fn read(&self, operand: &Operand) -> Word {
        word_of(operand, self.state, self.locals[usize::from(operand.local)])
    }

    /// Puts a word into a register, if it is known.
    #[inline(always)]
    fn put(&mut self, to: u16, word: Word) -> Seen {
        if word == UNKNOWN {
            return Seen::Unknown;
        }
        self.locals[usize::from(to)] = word;
        Seen::Yes
    }

    /// The same. No: it is null, false or zero.
    #[inline(always)]
    fn set(&mut self, to: u16, word: Word) -> Seen {
        match self.put(to, word) {
            Seen::Yes if word == word::NULL => Seen::No,
            seen => seen,
        }
    }

    /// What a walk surely finds, and whether there may be more; the inner `None`: where it starts
    /// is not known. The outer `None`: that needs more than a look.
    #[inline(always)]
    fn members(&self, reach: &WalkFrom) -> Option<Option<(u128, bool)>> {
        let root = self.read(&reach.root);
        match word::as_object(root) {
            Some(root) => self.reached?.of(reach.memory).found(reach.walk, root).map(Some),
            None if root == UNKNOWN => Some(None),
            None => Some(Some((0, false))),
        }
    }

    #[inline(always)]
    fn contains(&self, reach: &WalkFrom, element: &Operand) -> Option<Seen> {
        let Some((members, is_open)) = self.members(reach)? else { return Some(Seen::Unknown) };
        let element = self.read(element);
        let Some(object) = word::as_object(element) else {
            return Some(if element == UNKNOWN { Seen::Unknown } else { Seen::No });
        };
        match has(members, object) {
            true => Some(Seen::Yes),
            false if is_open => None,
            false => Some(Seen::No),
        }
    }

    /// Begins a loop over a set. `None`: that needs more than a look.
    #[inline(always)]
    fn enter(&mut self, over: &Loop, reach: &WalkFrom) -> Option<Entered> {
        let Some((members, is_open)) = self.members(reach)? else { return Some(Entered::Loop(Seen::Unknown)) };
        let members = if over.number == self.left_out.0 { members & !self.left_out.1 } else { members };
        if members == 0 && !is_open {
            return Some(Entered::Nothing);
        }
        let state = &mut self.loops[usize::from(over.number)];
        *state = LoopState { few: halves(members), is_known: !is_open, has_others: false };
        let Some(at_hand) = over.at_hand else { return Some(Entered::Loop(Seen::Yes)) };
        let word = self.locals[usize::from(at_hand)];
        let object = word.wrapping_sub(1) as usize;
        if !has(members, object) {
            return Some(Entered::Loop(Seen::Yes));
        }
        state.few[object / 64] &= !(1 << (object % 64));
        self.steps = self.steps.saturating_sub(1);
        self.locals[usize::from(over.local)] = word;
        Some(Entered::Loop(Seen::No))
    }

    /// The values of a loop, until one leads elsewhere than to the next. `None`: the budget is used
    /// up.
    #[inline(always)]
    fn scan(&mut self, over: &Loop, steps: &[PlanStep], at: u16) -> Option<u16> {
        let step = &steps[usize::from(at)];
        let body = &steps[usize::from(step.after(Seen::Yes))];
        let Action::CompareSymbols { op, left, right } = &body.action else {
            return Some(step.after(self.next(over)?));
        };
        let right = self.read(right);
        let few = &mut self.loops[usize::from(over.number)].few[0];
        let (mut rest, mut steps_left) = (*few, self.steps);
        while rest != 0 {
            let word = word::object(rest.trailing_zeros() as usize);
            rest &= rest - 1;
            steps_left = steps_left.checked_sub(1)?;
            let to = body.after(compared(&self.state.symbols, *op, word_of(left, self.state, word), right));
            if to != at {
                (*few, self.steps) = (rest, steps_left);
                self.locals[usize::from(over.local)] = word;
                return Some(to);
            }
        }
        (*few, self.steps) = (0, steps_left);
        Some(step.after(self.next(over)?))
    }

    /// The next value of a loop. `None`: the budget is used up.
    #[inline(always)]
    fn next(&mut self, over: &Loop) -> Option<Seen> {
        let state = &mut self.loops[usize::from(over.number)];
        let word = match state.next() {
            Some(word) => word,
            None if state.has_others => match self.others[usize::from(over.number)].next() {
                Some(word) => word,
                None => return Some(state.none()),
            },
            None => return Some(state.none()),
        };
        self.steps = self.steps.checked_sub(1)?;
        self.locals[usize::from(over.local)] = word;
        Some(Seen::Yes)
    }
}

/// The word that a step works on, with this in its register; [`UNKNOWN`] also where there is none.
/// (A `long` of that value is left to the general evaluation.)
#[inline(always)]
fn word_of(operand: &Operand, state: &State, word: Word) -> Word {
    if operand.of == Place::Register {
        return word;
    }
    // What is no object has no header either.
    let Some(header) = state.objects.get(word.wrapping_sub(1) as usize) else { return UNKNOWN };
    let slot = usize::from(operand.slot);
    match operand.of {
        Place::SlotBefore if !header.is_new() => state.slots_before[header.before as usize + slot],
        _ => state.slots[header.start as usize + slot],
    }
}

#[inline(always)]
fn compared(symbols: &Symbols, op: Comparison, left: Word, right: Word) -> Seen {
    if left == right && left != UNKNOWN {
        // One and the same value, whichever it is.
        return Seen::from(allowed(op).contains(Ordering::Equal));
    }
    match symbols.surely(left, right) {
        Some(ordering) => Seen::from(allowed(op).contains(ordering)),
        None => perhaps_compared(symbols, op, left, right),
    }
}

#[inline(never)]
fn perhaps_compared(symbols: &Symbols, op: Comparison, left: Word, right: Word) -> Seen {
    match left == UNKNOWN || right == UNKNOWN {
        true => Seen::Unknown,
        false => Seen::known(symbols.decided(op, left, right)),
    }
}

/// [`UNKNOWN`] also where there is no value.
#[inline(never)]
fn calculated(op: Arithmetic, left: Word, right: Word) -> Word {
    let is_known = |word: Word| word != UNKNOWN && !is_symbol(word);
    match is_known(left) && is_known(right) {
        true => arithmetic(op, left, right).unwrap_or(UNKNOWN),
        false => UNKNOWN,
    }
}

#[inline(always)]
fn has(members: u128, object: usize) -> bool {
    match object {
        0..64 => members as u64 >> object & 1 == 1,
        64..MOST_OBJECTS => (members >> 64) as u64 >> (object - 64) & 1 == 1,
        _ => false,
    }
}

fn halves(objects: u128) -> [u64; 2] {
    [objects as u64, (objects >> 64) as u64]
}
