//! "Did you mean …?" for names of the program.

use super::declarations::Declarations;
use tightrope_source::{Name, most_similar};

/// Suggestions search all names; a file with more errors than this has another problem than a slip
/// of the fingers.
const MOST_SUGGESTIONS: usize = 100;

impl Declarations<'_> {
    /// The name that a misspelled one was probably meant to be.
    pub(crate) fn similar_name(&self, wanted: &str, names: impl FnOnce(&Self) -> Vec<Name>) -> Option<Name> {
        if self.diagnostics.len() >= MOST_SUGGESTIONS {
            return None;
        }
        let names = names(self);
        most_similar(wanted, names.iter().map(Name::as_str)).map(Name::new)
    }
}
