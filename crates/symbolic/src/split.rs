//! One method in parts: the graph is split at vertices, and each part is decided by itself (Shao,
//! Khurshid & Perry, FM 2009; `crates/graph/src/split.rs` makes the parts).
//!
//! `Pre ∧ Proc ∧ ¬Post` has no solution if and only if no part of `Proc` has one. Each part has a
//! circuit and a solver of its own, so parts can be decided side by side, and those that were
//! finished when time ran out are known, with the paths that they cover. A bound that is too small
//! for one part is raised for all.
//!
//! Parts can also be decided by others ([`PathParts`]): a part is named by the bounds of the graph
//! and its number, so whoever decides it makes the same graph and splits it in the same way.

use crate::check::{Answers, Attempt, Finding, Gap, Options, Problem, Shortage, Work};
use crate::followed::{Followed, Unit};
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;
use tightrope_circuit::{Replay, Transcript};
use tightrope_graph::{Choice, Part, split};
use tightrope_heap::Scope;
use tightrope_source::Span;

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

/// A part of a graph, in words that another process understands.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct PathPart {
    pub(crate) iterations: usize,
    pub(crate) loops: Vec<(Span, usize)>,
    pub(crate) which: Which,
}

/// Which paths of the graph.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub(crate) enum Which {
    /// A part by its number after all splits.
    Part(usize),
    Paths(Unit),
}

/// What somebody else says of a part.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub enum PathAnswer {
    /// What was found; it is believed.
    Found(Box<(Finding, Shortage)>),
    /// What solvers said, with proofs: it is checked.
    Proven(Vec<Transcript>),
    /// What was found on paths that were followed one by one; it is believed.
    Followed(Box<Followed>),
    /// What solvers said about them, with proofs, and how far they were followed.
    ProvenPaths { transcripts: Vec<Transcript>, steps: usize },
}

/// Others who decide parts.
pub trait PathParts: Sync {
    /// How many of them there are, as far as anybody knows.
    fn workers(&self) -> usize;

    /// Has parts decided; `take` is given each answer and says what else there is to do. `false`:
    /// not everything was decided.
    fn decide_all(
        &self,
        scope: &Scope,
        parts: Vec<PathPart>,
        take: &mut dyn FnMut(&PathPart, PathAnswer) -> Vec<PathPart>,
    ) -> bool;

    /// An answer for each part, and how many seconds it took; `None`: there is none.
    fn decide(&self, scope: &Scope, parts: &[PathPart]) -> Vec<Option<(PathAnswer, f64)>>;

    /// The proof of somebody else is not accepted, and this is why.
    fn reject(&self, why: String);
}

impl Problem<'_> {
    /// Decides one part for somebody else. `None`: there is no such part.
    pub(crate) fn decide_part(&self, scope: &Scope, options: &Options, wanted: &PathPart) -> Option<PathAnswer> {
        let plain = Options { answers: Answers::Solved, ..options.clone() };
        let small = Attempt::new(self, scope, &plain).small_fields();
        let PathPart { iterations, loops, which } = wanted;
        let attempt = Attempt {
            loops: loops.iter().copied().collect(),
            widths: small.widths,
            iterations: *iterations,
            ..Attempt::new(self, scope, options)
        };
        let index = match which {
            Which::Part(index) => *index,
            Which::Paths(unit) => return Some(attempt.follow_for_others(unit)),
        };
        let parts = attempt.parts(options.split.rounds())?;
        let found = attempt.only(&parts, index)?.decide();
        Some(match &options.answers {
            Answers::Recorded(recording) => PathAnswer::Proven(recording.take()),
            _ => PathAnswer::Found(Box::new(found)),
        })
    }
}

impl<'p> Attempt<'_, 'p> {
    /// Decides each part alone, on as many threads as are given or by others, and joins what is
    /// found.
    pub(crate) fn decide_parts(&self, rounds: usize, threads: usize, others: Option<&dyn PathParts>) -> Outcome {
        let Some(parts) = self.parts(rounds) else { return self.decide() };
        let mut outcomes = match others {
            None if parts.len() < 2 => return self.decide(),
            None => self.all_parts(&parts, threads.clamp(1, parts.len())),
            Some(others) => self.parts_by(&parts, others),
        };
        match outcomes.as_mut_slice() {
            // Nothing was split.
            [only] => only.take().map_or_else(undecided, |(outcome, _)| outcome),
            _ => joined(&parts, outcomes),
        }
    }

    fn follow_for_others(&self, unit: &Unit) -> PathAnswer {
        let found = self.follow_unit(unit, None);
        match &self.options.answers {
            Answers::Recorded(recording) => {
                PathAnswer::ProvenPaths { transcripts: recording.take(), steps: found.steps }
            }
            _ => PathAnswer::Followed(Box::new(found)),
        }
    }

    /// The attempt at one part. Where nothing was split, that is the whole.
    fn only(&self, parts: &[Part<'p>], index: usize) -> Option<Self> {
        let part = parts.get(index)?;
        let graph = (parts.len() > 1).then(|| Arc::new(part.graph.clone()));
        Some(Attempt { part: graph, ..self.clone() })
    }

    /// `None`: there is no graph.
    fn parts(&self, rounds: usize) -> Option<Vec<Part<'p>>> {
        let mut encoder = self.encoder();
        let graph = self.start(&mut encoder).and_then(|_| self.graph(&mut encoder)).ok()?;
        drop(encoder);
        Some(split(&graph, rounds))
    }

    /// What others say of the parts; proofs are checked here.
    fn parts_by(&self, parts: &[Part<'p>], others: &dyn PathParts) -> Vec<Option<(Outcome, f64)>> {
        let loops: Vec<(Span, usize)> = self.loops.iter().map(|(span, bound)| (*span, *bound)).collect();
        let part = |index| PathPart { iterations: self.iterations, loops: loops.clone(), which: Which::Part(index) };
        let wanted: Vec<PathPart> = (0..parts.len()).map(part).collect();
        let answers = others.decide(self.scope, &wanted);
        let outcome = |(index, answer): (usize, Option<(PathAnswer, f64)>)| {
            let (answer, seconds) = answer?;
            Some((self.only(parts, index)?.believed(answer, others), seconds))
        };
        (0..parts.len()).zip(answers).map(outcome).collect()
    }

    fn believed(&self, answer: PathAnswer, others: &dyn PathParts) -> Outcome {
        let transcripts = match answer {
            PathAnswer::Found(found) => return *found,
            PathAnswer::Proven(transcripts) => transcripts,
            PathAnswer::Followed(_) | PathAnswer::ProvenPaths { .. } => {
                others.reject("an answer to another question".to_owned());
                return undecided();
            }
        };
        let replay = Arc::new(Replay::new(transcripts));
        let options = Options { answers: Answers::Replayed(Arc::clone(&replay)), ..self.options.clone() };
        let outcome = Attempt { options: &options, ..self.clone() }.decide();
        replay.rejection().into_iter().for_each(|why| others.reject(why));
        outcome
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

fn undecided() -> Outcome {
    (Finding { gaps: vec![Gap::Undecided], ..Finding::default() }, Shortage::None)
}

/// What the parts say together. All of them have the same precondition.
fn joined(parts: &[Part<'_>], outcomes: Vec<Option<(Outcome, f64)>>) -> Outcome {
    let mut all = Finding { is_vacuous: true, is_assumed_away: true, ..Finding::default() };
    let mut shortage = Shortage::None;
    for (part, outcome) in parts.iter().zip(outcomes) {
        let ((finding, short), seconds) = outcome.unwrap_or_else(|| (undecided(), 0.0));
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
    all.work.branches += part.work.branches;
    all.work.add_effort(&part.work);
}
