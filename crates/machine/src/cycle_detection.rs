//! Proves that a run never ends: a state that comes back exactly comes back for ever.
//!
//! Brent's algorithm: remember a state, run on step by step, compare; after 1, 2, 4, … steps
//! without a match remember the newer one. The first steps are run without any of this, since
//! nearly every run ends within them.
//!
//! Where a state comes back but for numbers that are counted, the rounds are skipped in which
//! nothing else happens ([`crate::rounds`]). States after such a jump are remembered in the same
//! way: a run that lands twice in the same one never ends.

use crate::accelerations::Acceleration;
use crate::compile::Executable;
use crate::observe::{NoObserver, Observer};
use crate::outcome::{Budget, Limit, Outcome};
use crate::rounds::{Cell, Round, Slopes, advance, counters_between};
use crate::state::State;
use tightrope_source::Span;

/// Runs that end sooner are never watched.
pub(crate) const UNWATCHED_STEPS: u64 = 50_000;

/// Fewer steps than these are not worth a jump.
const WORTH_SKIPPING: u64 = 2_000;

/// A state that may come back.
struct Remembered {
    state: State,
    /// Steps, or jumps, since then.
    since: u64,
    /// A newer one is remembered after so many.
    power: u64,
}

impl Remembered {
    fn new(state: &State) -> Remembered {
        Remembered { state: state.clone(), since: 0, power: 1 }
    }

    /// Is it time for a newer one?
    fn is_old(&self) -> bool {
        self.since >= self.power
    }

    fn renew(&mut self, state: &State) {
        self.state.clone_from(state);
        (self.since, self.power) = (0, self.power * 2);
    }
}

/// What came of the attempt to skip rounds.
enum Skipped {
    /// Something else is done with what counts, or it is not worth it.
    Nothing,
    /// The first place of the rounds.
    Some((usize, Span)),
    /// No comparison ever comes out otherwise.
    Endless(Span),
    Ended(Outcome),
}

impl Executable<'_> {
    /// Runs as [`Executable::run`] does, and says [`Outcome::Repeats`] where a state occurs again.
    /// A run that never ends and never repeats itself (because it allocates, say) uses up its
    /// budget.
    #[inline]
    pub fn run_watched(&self, state: &mut State, budget: &mut Budget) -> Outcome {
        self.run_watched_by(state, budget, &mut NoObserver)
    }

    /// The same, with an observer that does not listen.
    #[inline]
    pub fn run_watched_by<O: Observer>(&self, state: &mut State, budget: &mut Budget, observer: &mut O) -> Outcome {
        let unwatched = budget.steps.min(UNWATCHED_STEPS);
        let mut first = Budget { steps: unwatched, ..*budget };
        let outcome = self.run_observed(state, &mut first, observer);
        budget.steps -= unwatched - first.steps;
        match outcome {
            Outcome::Exhausted(Limit::Steps) => self.run_step_by_step(state, budget, observer),
            ended => ended,
        }
    }

    fn run_step_by_step<O: Observer>(&self, state: &mut State, budget: &mut Budget, observer: &mut O) -> Outcome {
        let (mut remembered, mut landed) = (Remembered::new(state), None::<Remembered>);
        // What was counted between two states, when it came to nothing.
        let mut failed: Vec<Vec<Cell>> = Vec::new();
        // The first place since a state was remembered after a jump.
        let mut first = self.key(state);
        while budget.steps > 0 {
            let outcome = self.run_one_step(state, budget, observer);
            if outcome != Outcome::Exhausted(Limit::Steps) {
                return outcome;
            }
            first = first.min(self.key(state));
            if *state == remembered.state {
                return Outcome::Repeats(self.first_place(state, &remembered.state, *budget));
            }
            remembered.since += 1;
            if let Some(counters) = self.counters_to_skip(&remembered.state, state, &failed) {
                let (steps, before) = (remembered.since, budget.steps);
                match self.skip_rounds(state, budget, observer, &counters, steps) {
                    Skipped::Ended(outcome) => return outcome,
                    Skipped::Endless(place) => return Outcome::Repeats(place),
                    Skipped::Nothing => {
                        failed.push(cells(&counters));
                        remembered.since += before - budget.steps;
                    }
                    Skipped::Some(place) => {
                        first = first.min(place);
                        if landed.as_ref().is_some_and(|landed| landed.state == *state) {
                            return Outcome::Repeats(first.1);
                        }
                        if land(&mut landed, state) {
                            first = self.key(state);
                        }
                        remembered = Remembered::new(state);
                        failed.clear();
                    }
                }
            }
            if remembered.is_old() {
                remembered.renew(state);
                failed.clear();
            }
        }
        Outcome::Exhausted(Limit::Steps)
    }

    fn key(&self, state: &State) -> (usize, Span) {
        (state.frames.len(), self.place(state))
    }

    /// What has been counted since a state, unless as much or less has come to nothing before.
    fn counters_to_skip(&self, remembered: &State, state: &State, failed: &[Vec<Cell>]) -> Option<Slopes> {
        if !self.has(Acceleration::Rounds) || remembered.frames != state.frames {
            return None;
        }
        let counters = counters_between(remembered, state)?;
        let found = cells(&counters);
        let has_failed = |failed: &Vec<Cell>| failed.iter().all(|cell| found.contains(cell));
        (!failed.iter().any(has_failed)).then_some(counters)
    }

    /// Follows one more round, of so many steps; then skips those that are like it.
    fn skip_rounds<O: Observer>(
        &self,
        state: &mut State,
        budget: &mut Budget,
        observer: &mut O,
        counters: &Slopes,
        steps: u64,
    ) -> Skipped {
        let (begin, counted) = (state.clone(), observer.loops());
        let mut round = Round::new(self, counters.clone());
        let mut first = self.key(state);
        for _ in 0..steps {
            let Some(frame) = state.frames.last() else { return Skipped::Nothing };
            let instruction = &self.functions[frame.function.0 as usize].code[frame.pc as usize];
            let is_followed = self.formula_place(state).is_none() && round.follow(state, instruction).is_ok();
            if !is_followed || budget.steps == 0 {
                return Skipped::Nothing;
            }
            let depth = state.frames.len();
            let outcome = self.run_one_step(state, budget, observer);
            if outcome != Outcome::Exhausted(Limit::Steps) {
                return Skipped::Ended(outcome);
            }
            round.has_run(state, depth);
            first = first.min(self.key(state));
        }
        if !round.ends_with(counters) || counters_between(&begin, state).as_ref() != Some(counters) {
            return Skipped::Nothing;
        }
        let Some(until) = round.until else { return Skipped::Endless(first.1) };
        // One of them has been run.
        let more = until - 1;
        if more.saturating_mul(steps) < WORTH_SKIPPING {
            return Skipped::Nothing;
        }
        advance(state, counters, more);
        observer.skip_rounds(&counted, more);
        Skipped::Some(first)
    }

    /// Runs at least one instruction. One that evaluates a formula takes more steps than one, and
    /// starts again if it does not get them: a state that is the same because nothing has happened
    /// proves nothing.
    fn run_one_step<O: Observer>(&self, state: &mut State, budget: &mut Budget, observer: &mut O) -> Outcome {
        let mut allowed = 1;
        loop {
            let place = self.formula_place(state);
            let allowance = allowed.min(budget.steps);
            let mut some = Budget { steps: allowance, ..*budget };
            let outcome = self.run_observed(state, &mut some, observer);
            let is_stuck = place.is_some() && place == self.formula_place(state);
            if outcome != Outcome::Exhausted(Limit::Steps) || !is_stuck || allowance == budget.steps {
                budget.steps -= allowance - some.steps;
                return outcome;
            }
            allowed *= 2;
        }
    }

    /// The first place, in the outermost function, of what is repeated: the same wherever in the
    /// loop the repetition was noticed.
    fn first_place(&self, state: &mut State, remembered: &State, mut budget: Budget) -> Span {
        // It comes back for sure.
        budget.steps = u64::MAX;
        let mut first = self.key(state);
        loop {
            let outcome = self.run_one_step(state, &mut budget, &mut NoObserver);
            first = first.min(self.key(state));
            if outcome != Outcome::Exhausted(Limit::Steps) || state == remembered {
                return first.1;
            }
        }
    }
}

/// The run has landed after a jump. Is that where it is remembered now?
fn land(landed: &mut Option<Remembered>, state: &State) -> bool {
    match landed {
        Some(landed) if !landed.is_old() => {
            landed.since += 1;
            return false;
        }
        Some(landed) => landed.renew(state),
        None => *landed = Some(Remembered::new(state)),
    }
    true
}

fn cells(counters: &Slopes) -> Vec<Cell> {
    counters.iter().map(|(cell, _)| *cell).collect()
}
