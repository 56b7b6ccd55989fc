//! What a search may use, how it hears that it shall stop, and how it tells how far it is.

use crate::{Cut, RunLimit};
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// What one search may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'r> {
    pub threads: usize,
    pub deadline: Option<Instant>,
    /// Of this search alone: the loser of a race is stopped without the others.
    pub cancel: &'r Cancel,
    pub meter: &'r Meter,
    /// For each run of the method.
    pub run: RunBudget,
    /// Larger bounds come after these: what helps with them is worth keeping.
    pub goes_on: bool,
}

/// The most that one run of a method may do before it counts as not finished.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunBudget {
    pub steps: u64,
    /// Calls that are nested in each other.
    pub depth: usize,
    /// Objects and elements of arrays that it allocates.
    pub objects: usize,
    /// How often a loop may run, for engines that unroll; `None`: as often as it needs.
    pub iterations: Option<usize>,
}

impl RunBudget {
    /// A run that allocates a longer array is left out.
    pub fn longest_array(&self) -> usize {
        self.objects * 16
    }
}

/// Why somebody stops a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    Interrupted,
    OutOfMemory,
    /// Another engine has the answer.
    Superseded,
}

/// The handle by which a search is stopped. Copies stop the same search; a [`Cancel::child`] stops
/// by itself, or with its parent.
#[derive(Clone, Debug, Default)]
pub struct Cancel {
    reason: Arc<AtomicU8>,
    parent: Option<Arc<Cancel>>,
}

impl Cancel {
    /// A handle for one of several searches.
    pub fn child(&self) -> Cancel {
        Cancel { reason: Arc::default(), parent: Some(Arc::new(self.clone())) }
    }

    /// Stops the search as soon as it looks; `true` if somebody has stopped it before.
    pub fn stop(&self, why: Stop) -> bool {
        let code = match why {
            Stop::Interrupted => 1,
            Stop::OutOfMemory => 2,
            Stop::Superseded => 3,
        };
        // The user's word counts more than any other.
        match why {
            Stop::Interrupted => self.reason.swap(code, Ordering::Relaxed) != 0,
            _ => self.reason.compare_exchange(0, code, Ordering::Relaxed, Ordering::Relaxed).is_err(),
        }
    }

    /// Why it was stopped, if it was.
    pub fn stopped(&self) -> Option<Stop> {
        match self.reason.load(Ordering::Relaxed) {
            1 => Some(Stop::Interrupted),
            2 => Some(Stop::OutOfMemory),
            3 => Some(Stop::Superseded),
            _ => self.parent.as_ref()?.stopped(),
        }
    }
}

/// How far a search is: two counts in its own words, for whoever waits; and what it did, step by
/// step, if somebody wants to know.
#[derive(Debug, Default)]
pub struct Meter {
    pub first: AtomicU64,
    pub second: AtomicU64,
    log: Option<Mutex<Vec<String>>>,
}

/// More lines of a log are not kept.
const MOST_LINES: usize = 100_000;

impl Meter {
    /// One that keeps what a search tells.
    pub fn with_log() -> Meter {
        Meter { log: Some(Mutex::default()), ..Meter::default() }
    }

    /// Is anybody interested in what a search tells?
    pub fn has_log(&self) -> bool {
        self.log.is_some()
    }

    /// One line of the log. The text is made only if there is one.
    pub fn tell(&self, line: impl FnOnce() -> String) {
        let Some(Ok(mut lines)) = self.log.as_ref().map(Mutex::lock) else { return };
        match lines.len() {
            MOST_LINES => lines.push("… and more".to_owned()),
            count if count < MOST_LINES => lines.push(line()),
            _ => {}
        }
    }

    /// What was told since this was asked last.
    pub fn take_log(&self) -> Vec<String> {
        let lines = self.log.as_ref().and_then(|log| log.lock().ok());
        lines.map(|mut lines| std::mem::take(&mut *lines)).unwrap_or_default()
    }

    pub fn add(&self, first: u64, second: u64) {
        self.first.fetch_add(first, Ordering::Relaxed);
        self.second.fetch_add(second, Ordering::Relaxed);
    }

    pub fn read(&self) -> (u64, u64) {
        (self.first.load(Ordering::Relaxed), self.second.load(Ordering::Relaxed))
    }

    pub fn reset(&self) {
        self.first.store(0, Ordering::Relaxed);
        self.second.store(0, Ordering::Relaxed);
    }
}

impl Limits<'_> {
    /// Why the search has to end now, if it has to.
    pub fn exhausted(&self) -> Option<Cut> {
        match self.cancel.stopped() {
            Some(Stop::Interrupted) => return Some(Cut::Interrupted),
            Some(Stop::OutOfMemory) => return Some(Cut::Memory),
            Some(Stop::Superseded) => return Some(Cut::Superseded),
            None => {}
        }
        self.deadline.filter(|deadline| Instant::now() >= *deadline).map(|_| Cut::Timeout)
    }
}

impl RunLimit {
    /// In words: `a run or a formula takes more steps than the budget allows`.
    pub fn describe(self) -> &'static str {
        match self {
            RunLimit::Steps => "a run or a formula takes more steps than the budget allows",
            RunLimit::Depth => "calls are nested deeper than the budget allows",
            RunLimit::Objects => "a run allocates more objects than the budget allows",
            RunLimit::ArrayLength => "every run allocates an array that is longer than the budget allows",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_stop_alone_and_parents_stop_their_children() {
        let parent = Cancel::default();
        let (first, second) = (parent.child(), parent.child());
        assert!(!first.stop(Stop::Superseded));
        assert_eq!((first.stopped(), second.stopped(), parent.stopped()), (Some(Stop::Superseded), None, None));
        parent.clone().stop(Stop::Interrupted);
        assert_eq!((first.stopped(), second.stopped()), (Some(Stop::Superseded), Some(Stop::Interrupted)));
        assert!(parent.stop(Stop::OutOfMemory), "an interruption is not taken back");
        assert_eq!(parent.stopped(), Some(Stop::Interrupted));
        first.stop(Stop::Interrupted);
        assert_eq!(first.stopped(), Some(Stop::Interrupted), "and comes before all else");
    }

    #[test]
    fn a_deadline_that_has_passed_ends_the_search() {
        let (cancel, meter) = (Cancel::default(), Meter::default());
        let run = RunBudget { steps: 1, depth: 1, objects: 1, iterations: None };
        let limits =
            Limits { threads: 1, deadline: Some(Instant::now()), cancel: &cancel, meter: &meter, run, goes_on: false };
        assert_eq!(limits.exhausted(), Some(Cut::Timeout));
        cancel.stop(Stop::OutOfMemory);
        assert_eq!(limits.exhausted(), Some(Cut::Memory));
        assert_eq!(Limits { deadline: None, cancel: &Cancel::default(), ..limits }.exhausted(), None);
    }
}
