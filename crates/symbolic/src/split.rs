//! One method in parts: the graph is split at vertices, and each part is decided by itself (Shao,
//! Khurshid & Perry, FM 2009; `crates/graph/src/split.rs` makes the parts).
//!
//! `Pre ∧ Proc ∧ ¬Post` has no solution if and only if no part of `Proc` has one. Each part has a
//! circuit and a solver of its own, so parts can be decided side by side, and those that were
//! finished when time ran out are known, with the paths that they cover. A bound that is too small
//! for one part is raised for all.

use crate::check::{Attempt, Finding, Gap, Options, Shortage, Work};
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;
use tightrope_graph::{Choice, Part, split};

/// How a part was decided.
#[derive(Clone, Debug)]
pub struct DecidedPart {
    /// Which paths it has, outermost split first.
    pub choices: Vec<Choice>,
    /// Branches of the part.
    pub branches: usize,
    pub work: Work,
    pub seconds: f64,
    /// All its paths are covered.
    pub is_complete: bool,
}

/// What recursion over circuits needs in debug builds; only what is used is given memory.
const STACK_SIZE: usize = 256 << 20;

type Outcome = (Finding, Shortage);

impl<'p> Attempt<'_, 'p> {
    /// Decides each part alone, on as many threads as are given, and joins what is found.
    pub(crate) fn decide_parts(&self, rounds: usize, threads: usize) -> Outcome {
        let mut encoder = self.encoder();
        let graph = self.start(&mut encoder).and_then(|_| self.graph(&mut encoder));
        let Ok(graph) = graph else { return self.decide() };
        drop(encoder);
        let parts = split(&graph, rounds);
        if parts.len() < 2 {
            return self.decide();
        }
        let outcomes = self.all_parts(&parts, threads.clamp(1, parts.len()));
        joined(&parts, outcomes)
    }

    /// A part that is hard leaves time for those after it.
    fn share_of_time(&self, left: usize, threads: usize) -> Options {
        let mut options = self.options.clone();
        let now = Instant::now();
        let share = |deadline: Instant| {
            let rest = deadline.saturating_duration_since(now);
            now + rest.mul_f64((threads as f64 / left.max(1) as f64).min(1.0))
        };
        options.limits.deadline = options.limits.deadline.map(share);
        options
    }

    fn all_parts(&self, parts: &[Part<'p>], threads: usize) -> Vec<Option<(Outcome, f64)>> {
        let next = AtomicUsize::new(0);
        let found: Mutex<Vec<Option<(Outcome, f64)>>> = Mutex::new(parts.iter().map(|_| None).collect());
        let work = || {
            while let Some(part) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
                let started = Instant::now();
                let index = parts.iter().position(|other| std::ptr::eq(other, part));
                let options = self.share_of_time(parts.len() - index.unwrap_or(0), threads);
                let graph = Some(Arc::new(part.graph.clone()));
                let outcome = Attempt { part: graph, options: &options, ..self.clone() }.decide();
                if let (Some(index), Ok(mut found)) = (index, found.lock()) {
                    found[index] = Some((outcome, started.elapsed().as_secs_f64()));
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..threads {
                // Fewer threads than wanted is no reason to fail: this one does the rest.
                let _ = std::thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, work);
            }
            work();
        });
        found.into_inner().unwrap_or_default()
    }
}

/// What the parts say together. All of them have the same precondition.
fn joined(parts: &[Part<'_>], outcomes: Vec<Option<(Outcome, f64)>>) -> Outcome {
    let mut all = Finding { is_vacuous: true, is_assumed_away: true, ..Finding::default() };
    let mut shortage = Shortage::None;
    for (part, outcome) in parts.iter().zip(outcomes) {
        let ((finding, short), seconds) = outcome
            .unwrap_or_else(|| ((Finding { gaps: vec![Gap::Undecided], ..Finding::default() }, Shortage::None), 0.0));
        shortage = shortage.and(short);
        all.parts.push(DecidedPart {
            choices: part.choices.clone(),
            branches: part.branches,
            work: finding.work,
            seconds,
            is_complete: finding.gaps.is_empty(),
        });
        add(&mut all, finding);
    }
    (all, shortage)
}

fn add(all: &mut Finding, part: Finding) {
    for violation in part.violations {
        let is_known =
            |known: &crate::check::Violation| known.broken == violation.broken && known.span == violation.span;
        if !all.violations.iter().any(is_known) {
            all.violations.push(violation);
        }
    }
    let new: Vec<Gap> = part.gaps.into_iter().filter(|gap| !all.gaps.contains(gap)).collect();
    all.gaps.extend(new);
    all.is_vacuous &= part.is_vacuous;
    all.is_assumed_away &= part.is_assumed_away;
    all.has_excluded |= part.has_excluded;
    let new: Vec<_> = part.shares.into_iter().filter(|class| !all.shares.contains(class)).collect();
    all.shares.extend(new);
    all.proofs.extend(part.proofs);
    let (sum, more) = (&mut all.work, part.work);
    sum.nodes = sum.nodes.max(more.nodes);
    sum.branches += more.branches;
    sum.gates += more.gates;
    sum.variables += more.variables;
    sum.clauses += more.clauses;
    sum.queries += more.queries;
    sum.conflicts += more.conflicts;
    sum.refutations += more.refutations;
    sum.iterations = sum.iterations.max(more.iterations);
}
