//! Memory for evaluations, and what they leave behind for the next.

use super::Force;
use super::decide::LoopState;
use super::intervals::Guesses;
use super::preserved::Touched;
use super::quantify::Words;
use super::reach_cache::ReachTables;
use super::watch::{MetOpen, Watch};
use crate::pure_calls::KnownCalls;
use crate::state::State;
use crate::version::{Version, VersionSource};
use crate::word::Word;

/// Memory for evaluations. Whoever evaluates often gives the same one each time, so that nothing
/// has to be allocated. All of them have to be with the same executable.
#[derive(Debug, Default)]
pub struct Workspace {
    /// Those of the formula, and what plans put behind them.
    pub(super) locals: Vec<Word>,
    pub(super) loops: Vec<LoopState>,
    /// By loop: values that are no objects, or too many.
    pub(super) others: Vec<Words>,
    /// What [`Consequence`]s stand for.
    pub(super) forces: Vec<Force>,
    /// What has to be so if the formula that is assumed is true.
    pub(super) forced: Vec<Force>,
    /// Slots that a walk over the heap has yet to follow: empty between walks.
    pub(super) pending: Vec<(u32, u32)>,
    /// What walks found on the state as it is.
    pub(super) reached: ReachTables,
    /// What is known of numbers that are open.
    pub(super) guesses: Guesses,
    /// The state that what was found is of, if it may be used again.
    pub(super) made_for: Option<Version>,
    pub(super) versions: VersionSource,
    /// What walks found is of the heap where the slot is open that is about to get one value after
    /// the other.
    pub(super) is_prepared: bool,
    /// What pure methods that only look gave on the state as it is.
    pub(super) calls: KnownCalls,
    /// The same, as long as an open slot is supposed to hold something: on the state where it is
    /// open.
    pub(super) calls_aside: KnownCalls,
    /// For a copy of the state.
    pub(super) spare: Option<Box<State>>,
    /// Of pure methods that only look.
    pub(super) registers: Vec<Word>,
    /// What a run has touched.
    pub(super) touched: Touched,
    /// What was open so far.
    pub(super) met: MetOpen,
    /// Ranges that would be wider in a larger scope made a difference.
    pub(super) relies_on_scope: bool,
    /// What the open instances of the last assumption depend on.
    pub(super) watches: Vec<Watch>,
}
