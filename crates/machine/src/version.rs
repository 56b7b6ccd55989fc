//! States that know whether they have changed since they were looked at last.
//!
//! What an evaluation finds out about a heap (sets, results of pure methods, ranges) may be used by
//! the next one as long as the heap is the same. Nobody has to say when it is not: each mutable
//! look at a [`Versioned`] state, and each copy of one, takes its version away. The workspace that
//! evaluates on it gives it a new one, that no other state has, and keeps what it found under that
//! version.

use crate::state::State;
use std::cell::Cell;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicU64, Ordering};

/// A state, and the version of it that was looked at last.
#[derive(Debug, Default)]
pub struct Versioned {
    state: State,
    version: Cell<Option<Version>>,
}

/// No two states that differ have the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Version {
    /// The one that gave it: threads do not know of each other's numbers.
    source: u64,
    number: u64,
}

/// Gives versions.
#[derive(Debug, Default)]
pub(crate) struct VersionSource {
    last: Option<Version>,
}

/// Numbers the sources. It is the only thing that threads share here, once each.
static SOURCES: AtomicU64 = AtomicU64::new(0);

impl Version {
    fn first_of_a_source() -> Version {
        Version { source: SOURCES.fetch_add(1, Ordering::Relaxed), number: 0 }
    }
}

impl VersionSource {
    /// The version of a state: a new one if it has changed since it had one.
    pub(crate) fn of(&mut self, state: &Versioned) -> Version {
        if let Some(version) = state.version.get() {
            return version;
        }
        let last = self.last.get_or_insert_with(Version::first_of_a_source);
        last.number += 1;
        state.version.set(Some(*last));
        *last
    }
}

impl From<State> for Versioned {
    fn from(state: State) -> Versioned {
        Versioned { state, version: Cell::new(None) }
    }
}

impl Clone for Versioned {
    fn clone(&self) -> Versioned {
        Versioned::from(self.state.clone())
    }

    fn clone_from(&mut self, other: &Versioned) {
        // By `deref_mut`: what was here is gone.
        State::clone_from(self, other);
    }
}

impl Deref for Versioned {
    type Target = State;

    #[inline]
    fn deref(&self) -> &State {
        &self.state
    }
}

impl DerefMut for Versioned {
    #[inline]
    fn deref_mut(&mut self) -> &mut State {
        self.version.set(None);
        &mut self.state
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A version is kept while nobody can have changed the state, and never given twice.
    #[test]
    fn a_state_that_may_have_changed_has_another_version() {
        let (mut source, mut other) = (VersionSource::default(), VersionSource::default());
        let mut state = Versioned::default();
        let first = source.of(&state);
        assert_eq!(first, source.of(&state));
        assert_eq!(first, other.of(&state), "whoever looks");
        let copy = state.clone();
        assert_ne!(first, source.of(&copy));
        state.remember();
        let second = source.of(&state);
        assert_ne!(first, second);
        let mut third = Versioned::default();
        let old = other.of(&third);
        third.clone_from(&state);
        let versions = [first, second, old, other.of(&third)];
        for (index, version) in versions.iter().enumerate() {
            assert!(!versions[index + 1..].contains(version), "{versions:?}");
        }
    }
}
