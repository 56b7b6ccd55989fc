//! Proves that a run never ends: a state that comes back exactly comes back for ever.
//!
//! Brent's algorithm: remember a state, run on step by step, compare; after 1, 2, 4, … steps
//! without a match remember the newer one. The first steps are run without any of this, since
//! nearly every run ends within them.

use crate::compile::Executable;
use crate::observe::{NoObserver, Observer};
use crate::outcome::{Budget, Limit, Outcome};
use crate::state::State;
use tightrope_source::Span;

/// Runs that end sooner are never watched.
pub(crate) const UNWATCHED_STEPS: u64 = 50_000;

impl Executable<'_> {
    /// Runs as [`Executable::run`] does, and says [`Outcome::Repeats`] where a state occurs again.
    /// A run that never ends and never repeats itself (because it allocates, or counts) uses up its
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
        let mut remembered = state.clone();
        let (mut since, mut power) = (0_u64, 1_u64);
        while budget.steps > 0 {
            let outcome = self.run_one_step(state, budget, observer);
            if outcome != Outcome::Exhausted(Limit::Steps) {
                return outcome;
            }
            if *state == remembered {
                return Outcome::Repeats(self.first_place(state, &remembered, *budget));
            }
            since += 1;
            if since == power {
                remembered.clone_from(state);
                (since, power) = (0, power * 2);
            }
        }
        Outcome::Exhausted(Limit::Steps)
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
        let key = |state: &State| (state.frames.len(), self.place(state));
        let mut first = key(state);
        loop {
            let outcome = self.run_one_step(state, &mut budget, &mut NoObserver);
            first = first.min(key(state));
            if outcome != Outcome::Exhausted(Limit::Steps) || state == remembered {
                return first.1;
            }
        }
    }
}
