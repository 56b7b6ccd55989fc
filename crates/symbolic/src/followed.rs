//! What was found on some paths of a method, and all of it together.
//!
//! Whoever follows paths ([`crate::paths`]) keeps each thing that it finds with the way to where it
//! found it. Ways are compared as words are: so the order is that in which one alone would follow
//! them, and what is put together does not depend on how paths were divided.

use crate::check::{Answers, Attempt, Finding, Gap, Options, Shortage, Violation, Work};
use crate::contract::Broken;
use crate::decode::Decoded;
use crate::split::{DecidedPart, PathAnswer, PathPart, PathParts, Which};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use tightrope_circuit::Replay;
use tightrope_graph::{Choice, NodeId};
use tightrope_program::ClassId;
use tightrope_source::Span;

/// The beginning of paths: the way taken at each fork, and what that means to users.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Prefix {
    pub(crate) route: Vec<u16>,
    pub(crate) choices: Vec<(u32, Span, bool)>,
}

impl Prefix {
    pub(crate) fn new(route: Vec<u16>, choices: &[Choice]) -> Prefix {
        let written = |choice: &Choice| (choice.vertex.0, choice.span, choice.goes_through);
        Prefix { route, choices: choices.iter().map(written).collect() }
    }

    pub(crate) fn choices(&self) -> Vec<Choice> {
        let read =
            |&(vertex, span, goes_through): &(u32, Span, bool)| Choice { vertex: NodeId(vertex), span, goes_through };
        self.choices.iter().map(read).collect()
    }
}

/// Paths that are followed together.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Unit {
    pub(crate) prefixes: Vec<Prefix>,
    /// They are given back when so many are open; 0: they are followed to their ends.
    pub(crate) spread: usize,
}

impl Unit {
    /// All paths.
    pub(crate) fn whole() -> Unit {
        Unit { prefixes: vec![Prefix::default()], spread: 0 }
    }

    pub(crate) fn is_whole(&self) -> bool {
        self.prefixes.iter().any(|prefix| prefix.route.is_empty())
    }
}

/// Something that was found on a path.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Event {
    /// The path has ended, or nobody follows it.
    Part {
        choices: Vec<(u32, Span, bool)>,
        is_complete: bool,
    },
    Broken {
        broken: Broken,
        span: Span,
        call: Decoded,
    },
    Missing(Gap),
    /// The bounds are too small for it.
    Short,
}

/// What was found on the paths of a unit.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Followed {
    /// Each with the way to it.
    pub(crate) events: Vec<(Vec<u16>, Event)>,
    pub(crate) parts: usize,
    pub(crate) shares: Vec<ClassId>,
    pub(crate) is_vacuous: bool,
    pub(crate) has_excluded: bool,
    /// Some run did not end at an `assume`.
    pub(crate) has_runs: bool,
    pub(crate) is_incoherent: bool,
    pub(crate) is_undecided: bool,
    /// How often a path was followed from fork to fork.
    pub(crate) steps: usize,
    /// What nobody has followed yet.
    pub(crate) open: Vec<Prefix>,
    pub(crate) work: Work,
    pub(crate) proofs: Vec<(String, String)>,
}

impl Followed {
    /// Nothing was found, for this reason.
    pub(crate) fn only(gap: Gap) -> Followed {
        Followed { events: vec![(Vec::new(), Event::Missing(gap))], ..Followed::default() }
    }
}

/// What all units say.
pub(crate) fn together(attempt: &Attempt<'_, '_>, units: Vec<Followed>) -> (Finding, Shortage) {
    let mut finding = Finding { by_paths: true, ..Finding::default() };
    let (mut events, mut has_runs, mut is_undecided, mut is_incoherent) = (Vec::new(), false, false, false);
    for unit in units {
        events.extend(unit.events);
        finding.is_vacuous |= unit.is_vacuous;
        finding.has_excluded |= unit.has_excluded;
        finding.shares.extend(unit.shares);
        finding.proofs.extend(unit.proofs);
        finding.work.branches = finding.work.branches.max(unit.work.branches);
        finding.work.add_effort(&unit.work);
        has_runs |= unit.has_runs;
        // What is open has been given to somebody, or else nobody has followed it.
        is_undecided |= unit.is_undecided || !unit.open.is_empty();
        is_incoherent |= unit.is_incoherent;
    }
    events.sort_by(|(left, _), (right, _)| left.cmp(right));
    let mut short: Option<Vec<u16>> = None;
    for (route, event) in events {
        // What comes after a path for which bounds are too small is asked again with larger ones.
        if short.as_ref().is_some_and(|short| attempt.can_grow() && *short < route) {
            break;
        }
        match event {
            Event::Part { .. } if finding.parts.len() >= attempt.options.most_paths => is_undecided = true,
            Event::Part { choices, is_complete } => finding.parts.push(part(route, choices, is_complete)),
            Event::Broken { broken, span, call } => {
                if !finding.violations.iter().any(|known| (known.broken, known.span) == (broken, span)) {
                    finding.violations.push(Violation { broken, span, call });
                }
            }
            Event::Missing(gap) => finding.gaps.extend(Some(gap).filter(|gap| !finding.gaps.contains(gap))),
            Event::Short => short = short.or(Some(route)),
        }
    }
    finding.shares.sort_unstable();
    finding.shares.dedup();
    finding.is_assumed_away = finding.has_excluded && !has_runs;
    if is_incoherent {
        finding.gaps.push(Gap::Unsupported(crate::walk::CLASH.to_owned()));
    }
    if is_undecided && !finding.gaps.contains(&Gap::Undecided) {
        finding.gaps.push(Gap::Undecided);
    }
    let shortage = if short.is_some() { Shortage::Other } else { Shortage::None };
    (finding, shortage)
}

fn part(route: Vec<u16>, choices: Vec<(u32, Span, bool)>, is_complete: bool) -> DecidedPart {
    let choices = Prefix { route, choices }.choices();
    DecidedPart { branches: choices.len(), choices, work: Work::default(), seconds: 0.0, is_complete }
}

/// For each of the others there are so many parts at first.
const PARTS_EACH: usize = 4;

impl Attempt<'_, '_> {
    /// A larger bound may be tried.
    pub(crate) fn can_grow(&self) -> bool {
        self.iterations * 2 <= self.options.most_iterations
    }

    /// All paths, followed by others. One begins, and gives back what it can give to all; whoever
    /// takes long while others have nothing to do gives back what is open.
    pub(crate) fn decide_paths_by(&self, others: &dyn PathParts) -> (Finding, Shortage) {
        let count = others.workers().max(1);
        let spread = if count > 1 { PARTS_EACH * count } else { 0 };
        let first = self.task(Unit { spread, ..Unit::whole() });
        let mut units: Vec<Followed> = Vec::new();
        let is_all_done = others.decide_all(self.scope, vec![first], &mut |part, answer| {
            let Some(mut found) = self.believed_paths(part, answer, others) else { return Vec::new() };
            let open = std::mem::take(&mut found.open);
            units.push(found);
            let parts = open.len().clamp(1, PARTS_EACH * count);
            // Neighbours are about as long: each unit gets some of everything.
            let unit = |number| {
                let prefixes: Vec<Prefix> = open.iter().skip(number).step_by(parts).cloned().collect();
                (!prefixes.is_empty()).then(|| self.task(Unit { prefixes, spread: 0 }))
            };
            (0..parts).filter_map(unit).collect()
        });
        if !is_all_done {
            units.push(Followed { is_undecided: true, ..Followed::default() });
        }
        together(self, units)
    }

    fn task(&self, unit: Unit) -> PathPart {
        PathPart { iterations: self.iterations, loops: Vec::new(), which: Which::Paths(unit) }
    }

    /// What somebody says of a unit; proofs are checked here.
    fn believed_paths(&self, part: &PathPart, answer: PathAnswer, others: &dyn PathParts) -> Option<Followed> {
        let Which::Paths(unit) = &part.which else { return None };
        match answer {
            PathAnswer::Followed(found) => Some(*found),
            PathAnswer::ProvenPaths { transcripts, steps } => {
                let replay = Arc::new(Replay::new(transcripts));
                let options = Options { answers: Answers::Replayed(Arc::clone(&replay)), ..self.options.clone() };
                let found = Attempt { options: &options, ..self.clone() }.follow_unit(unit, Some(steps));
                replay.rejection().into_iter().for_each(|why| others.reject(why));
                Some(found)
            }
            PathAnswer::Found(_) | PathAnswer::Proven(_) => {
                others.reject("an answer to another question".to_owned());
                None
            }
        }
    }
}
