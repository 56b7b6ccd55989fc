//! The boundary between whoever wants a problem decided and the engines that search. No algorithm
//! lives here.
//!
//! A [`Problem`] says what has to be decided and [`Bounds`] say where; an [`Engine`] starts a
//! [`Search`] of a problem, and the search gives an [`Answer`] for each bounds that it is asked
//! about: which obligations are broken, with a witness for each; whether the precondition can be
//! met at all; which bounds were reached; and exactly what was cut, assumed or left out. All of it
//! is said in the words of the problem: ids of obligations, heaps, source places. Nothing of an
//! engine's inside crosses this line.
//!
//! What only some engines can do is a capability, asked for by a method that returns `None` by
//! default: listing structures ([`Enumerate`]), certificates ([`Answer::certificate`]).

mod answer;
mod join;
mod limits;

pub use answer::{
    Answer, Blame, BoundKind, BoundUse, Certificate, Coverage, CoverageGoal, Cut, Exclusion, LoopUse, PartCoverage,
    Precondition, Proof, RunLimit, Status, Untested, UntestedKind, Witness, Work,
};
pub use join::by_size;
pub use limits::{Cancel, Limits, Meter, RunBudget, Stop};

use std::sync::Arc;
use tightrope_heap::Heap;
use tightrope_problem::{Bounds, ObligationId, Problem};
use tightrope_source::Span;

/// A way to search.
pub trait Engine: Sync {
    /// What the user calls it: `--engine explore`.
    fn name(&self) -> &'static str;

    /// Can this engine decide the problem? A gap is no failure: another engine may be able to.
    fn supports(&self, problem: &Problem<'_>) -> Result<(), Gap>;

    /// Begins a search of a problem that it supports. Cheap: the work belongs to
    /// [`Search::answer`].
    fn start<'p>(&self, problem: Arc<Problem<'p>>) -> Box<dyn Search<'p> + 'p>;

    /// The engine's way to list all structures of a class, if it has one.
    fn enumerate(&self) -> Option<&dyn Enumerate> {
        None
    }
}

/// Why an engine cannot decide a problem.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Gap {
    /// What it cannot do, in words that fit after "does not support": `initial objects of class X`.
    pub what: String,
    pub place: Option<Span>,
}

/// The search for heaps on which a problem's obligations are broken. It may move to another thread
/// between two answers.
pub trait Search<'p>: Send {
    /// Covers all heaps within the bounds. What was found out within smaller bounds before need not
    /// be done again. Witnesses are of `goals` only. What was not covered must be in `cuts`: an
    /// empty list claims all heaps.
    fn answer(&mut self, goals: &Goals, bounds: &Bounds, limits: &Limits<'_>) -> Answer;

    /// A capability: a search of one share of all that larger bounds add to those that were asked
    /// about last. The shares `0..of` have no heap in common and cover everything together; share 0
    /// also counts what was found before. [`Answer::join`] makes one answer of theirs.
    ///
    /// The shares depend on nothing but the answers before, if those were found by one thread: so
    /// another process that asks the same questions gets the same shares.
    fn share(&self, _index: usize, _of: usize) -> Option<Box<dyn Search<'p> + 'p>> {
        None
    }
}

/// Which obligations a search is asked about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Goals {
    All,
    Only(Vec<ObligationId>),
}

impl Goals {
    pub fn contains(&self, obligation: ObligationId) -> bool {
        match self {
            Goals::All => true,
            Goals::Only(wanted) => wanted.contains(&obligation),
        }
    }
}

/// A capability: finds all structures of a class up to isomorphism.
pub trait Enumerate {
    /// Requires: the problem is one of structures. `keeps_heaps`: not only their number is wanted.
    fn structures<'p>(
        &self,
        problem: Arc<Problem<'p>>,
        bounds: &Bounds,
        limits: &Limits<'_>,
        keeps_heaps: bool,
    ) -> Structures;
}

/// All structures of a class: what its invariant admits.
#[derive(Clone, Debug, Default)]
pub struct Structures {
    pub count: u64,
    /// If they were wanted: in the order of [`Heap`]s, which depends on nothing but the structures.
    pub heaps: Vec<Heap>,
    pub answer: Answer,
}
