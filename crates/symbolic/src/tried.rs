//! `--split auto`: one formula, or path by path, by what small scopes took.
//!
//! Paths pay where they are few and a formula of all would have to choose among many heaps: in
//! balanced trees above all. In lists, and where there are as many paths as positions, the
//! merged formula is better. Nothing in the text of a method says which it is, but small scopes
//! do: there the formula is asked first, and then paths are tried as long as they take clearly less
//! than it did. If they come to an end, larger scopes are decided by paths, else by the formula
//! (`cargo bench -p tightrope-symbolic --bench splits` shows both).
//!
//! What is compared is the work of solvers and the size of circuits, not time, so that the answer
//! does not depend on the machine. Paths have a budget in larger scopes too, of number and of work;
//! where that is not enough, the formula is asked after all.

use crate::check::{Encoding, Finding, Options, Problem, Split, Work, is_over};
use std::collections::BTreeMap;
use tightrope_circuit::Proofs;
use tightrope_heap::Scope;

/// What is known of the two ways.
#[derive(Debug, Default)]
pub(crate) struct Tried {
    /// By number of objects: what the formula took.
    formula: BTreeMap<usize, u64>,
    /// By number of objects: what paths took, if they are the better way.
    paths: BTreeMap<usize, Option<u64>>,
}

/// The scopes in which paths are tried, before a larger one is decided.
const TRIED: [usize; 2] = [4, 6];

/// Paths are the better way if they take less than two thirds.
const SHARE: (u64, u64) = (2, 3);

/// So many paths are followed.
const MOST_PATHS: usize = 2_000;

/// For each object more, paths may take so many times as much.
const GROWTH: u64 = 4;

/// What making a gate and its clauses takes, in steps of a solver.
const TICKS_OF_A_GATE: u64 = 45;

pub(crate) fn ticks_of_gates(gates: usize) -> u64 {
    gates as u64 * TICKS_OF_A_GATE
}

fn taken(work: &Work) -> u64 {
    work.ticks + ticks_of_gates(work.gates)
}

impl Problem<'_> {
    /// One formula, or all paths one by one.
    pub(crate) fn decide_either(&mut self, scope: &Scope, options: &Options) -> Finding {
        let objects = scope.largest();
        // Proofs are of one formula, and other encodings have no paths.
        let has_choice = options.encoding == Encoding::Merged && options.proofs == Proofs::None;
        if let Some((tried, ticks)) = has_choice.then(|| self.better_by_paths(scope, options)).flatten() {
            let more = u32::try_from(objects - tried).unwrap_or(u32::MAX);
            let most_ticks = Some(ticks.saturating_mul(GROWTH.saturating_pow(more)));
            let most_paths = options.most_paths.min(MOST_PATHS);
            let paths = Options { split: Split::Paths, most_paths, most_ticks, ..options.clone() };
            let found = self.decide(scope, &paths);
            if is_answer(&found) || is_over(&options.limits) {
                return found;
            }
        }
        let found = self.decide(scope, &as_one(options));
        self.tried.formula.insert(objects, taken(&found.work));
        found
    }

    /// The smaller scope in which paths were found to be the better way, and what they took there.
    fn better_by_paths(&mut self, scope: &Scope, options: &Options) -> Option<(usize, u64)> {
        for tried in TRIED.into_iter().filter(|tried| *tried < scope.largest()) {
            let ticks = match self.tried.paths.get(&tried) {
                Some(known) => *known,
                None => self.try_paths(&scope.at_most(tried), options),
            };
            self.tried.paths.insert(tried, ticks);
            if let Some(ticks) = ticks {
                return Some((tried, ticks));
            }
        }
        None
    }

    fn try_paths(&mut self, scope: &Scope, options: &Options) -> Option<u64> {
        let formula = match self.tried.formula.get(&scope.largest()) {
            Some(known) => *known,
            None => taken(&self.decide(scope, &as_one(options)).work),
        };
        let most_ticks = Some(formula / SHARE.1 * SHARE.0);
        let found = self.decide(scope, &Options { split: Split::Paths, most_ticks, ..options.clone() });
        let ticks = taken(&found.work);
        (is_answer(&found) && most_ticks.is_some_and(|most| ticks < most)).then_some(ticks)
    }
}

fn as_one(options: &Options) -> Options {
    Options { split: Split::None, ..options.clone() }
}

/// Everything was covered, or something is broken.
fn is_answer(found: &Finding) -> bool {
    !found.violations.is_empty() || found.gaps.is_empty()
}
