//! All numbers, where a search could only draw some.
//!
//! `explore` tries a few values of the numbers that code computes with. Where it finds nothing,
//! `--engine auto` asks `symbolic` about the same scopes: its formula has every value. What it
//! finds is judged like every witness. Where it has no answer, or one that the judge does not
//! confirm, the verdict stays what it was and says `not all numbers`.
//!
//! The effort is bounded by the size of the formula and by conflicts of the solver, so that the
//! verdict does not depend on how fast the machine is. In large scopes a small one comes first: its
//! formula says whether that of the whole scope is within reach. If it is not, the verdict says up
//! to which scope all numbers were looked at.

use crate::{Climb, EngineChoice, Options};
use std::sync::Arc;
use tightrope_confirm::{Confirmation, Judge};
use tightrope_engine::{Answer, BoundKind, Engine, Goals, Limits, Precondition, Work};
use tightrope_problem::{Bounds, Covered, Problem};
use tightrope_symbolic::{Effort, Setup, Split, Symbolic};

/// Looks at all numbers, if the climb has shown nothing and has drawn some.
pub(crate) fn look_at_all(problem: &Arc<Problem<'_>>, climb: &mut Climb, options: &Options, limits: &Limits<'_>) {
    // Where numbers are drawn, the merged formula is the better one.
    let setup = Setup { effort: Effort::Spare, split: Split::None, ..options.setup };
    let engine = Symbolic { setup, ..Symbolic::default() };
    let is_wanted = options.engine == EngineChoice::Auto && !climb.is_violated(problem) && climb.last.is_none();
    let Some((bounds, drawn)) = climb.complete.as_ref().filter(|_| is_wanted) else { return };
    if !has_drawn(bounds, drawn) || engine.supports(problem).is_err() {
        return;
    }
    let (whole, largest) = (bounds.scope.clone(), bounds.scope.largest().max(1));
    let ask = |rung: &Bounds| engine.start(Arc::clone(problem)).answer(&Goals::All, rung, limits);
    let rung_of = |objects: usize| Bounds::resolve(problem, &options.scope.at_most(objects));
    let mut answer = Answer::default();
    if largest > LARGEST_WITHOUT_ESTIMATE && drawn.precondition == Precondition::Met {
        let rung = rung_of(FIRST_RUNG);
        answer = ask(&rung);
        if answer.witnesses.is_empty() {
            if !answer.is_complete() {
                return;
            }
            let is_out_of_reach = is_out_of_reach(&answer.work, largest);
            climb.all_numbers_up_to = Some(rung.scope);
            assume_too(climb, &answer);
            if is_out_of_reach {
                return;
            }
        }
    }
    // Mostly the largest scope has the answer. Only a violation is looked for in smaller ones, so
    // that its heap is a smallest one.
    if answer.witnesses.is_empty() {
        let rung = Bounds::resolve(problem, &whole);
        answer = ask(&rung);
        if answer.witnesses.is_empty() {
            if answer.is_complete() {
                keep(climb, rung, answer);
            }
            return;
        }
    }
    let mut search = engine.start(Arc::clone(problem));
    let answers = (1..=largest).map(|objects| search.answer(&Goals::All, &rung_of(objects), limits));
    let is_confirmed = |witness| {
        let judge = Judge::new(problem, witness, options.run);
        judge.is_some_and(|judge| judge.confirm() == Confirmation::Confirmed)
    };
    let first = answers.into_iter().find(|answer| !answer.witnesses.is_empty()).unwrap_or(answer);
    if first.witnesses.iter().all(is_confirmed) {
        climb.add_witnesses(problem, &first.witnesses);
    }
}

/// Up to this scope, the whole is asked at once.
const LARGEST_WITHOUT_ESTIMATE: usize = 5;

/// What is asked first of larger scopes.
const FIRST_RUNG: usize = 3;

/// Formulas with more variables are mostly too hard for the effort that is spent here.
const MOST_VARIABLES: u64 = 30_000;

/// Would the formula of the whole scope be too large? Their size grows with the cube of the scope.
fn is_out_of_reach(first: &Work, largest: usize) -> bool {
    let Work::Solved { variables, .. } = first else { return false };
    let times = |size: usize| (size as u64).saturating_pow(3);
    variables.saturating_mul(times(largest)) / times(FIRST_RUNG) > MOST_VARIABLES
}

/// Were numbers drawn from a range that nobody asked for?
fn has_drawn(bounds: &Bounds, answer: &Answer) -> bool {
    let is_drawn = answer.bounds.iter().any(|used| used.bound == BoundKind::Ints);
    let is_floating = bounds.coverage.iter().any(|value| matches!(value.covered, Covered::Floating(_)));
    is_drawn && !is_floating && bounds.scope.ints.is_none()
}

/// What the formula assumes, the verdict does.
fn assume_too(climb: &mut Climb, answer: &Answer) {
    let Some((_, drawn)) = &mut climb.complete else { return };
    let known = &mut drawn.coverage.assumptions;
    let new = answer.coverage.assumptions.iter().filter(|text| !known.contains(text));
    let new: Vec<String> = new.cloned().collect();
    known.extend(new);
}

/// The formula has no solution in the largest scope either.
fn keep(climb: &mut Climb, bounds: Bounds, answer: Answer) {
    let Some((_, drawn)) = &mut climb.complete else { return };
    climb.all_numbers_up_to = None;
    if drawn.precondition == Precondition::Met {
        drawn.bounds.retain(|used| used.bound != BoundKind::Ints);
        assume_too(climb, &answer);
        climb.all_numbers = Some(answer.work);
    } else if answer.precondition == Precondition::Met {
        // Only numbers that were not drawn meet the precondition.
        climb.complete = Some((bounds, answer));
    }
}
