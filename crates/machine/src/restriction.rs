//! What is known of an open slot that was read without a look at its value: sets of words.

use crate::word::Word;

/// What is known of an open slot: sets of words, see [`bit`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Restriction {
    pub(crate) object: u32,
    pub(crate) slot: u32,
    /// It is one of these; nothing is known if there are none.
    pub(crate) within: u64,
    /// It is none of these.
    pub(crate) excluded: u64,
}

impl Restriction {
    pub(crate) fn possible(&self, among: u64) -> u64 {
        let within = if self.within == 0 { u64::MAX } else { self.within };
        among & within & !self.excluded
    }
}

/// What an open slot could hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allowed {
    pub(crate) words: u64,
    pub(crate) others: bool,
}

impl Allowed {
    #[inline]
    pub fn word(self, value: Word) -> bool {
        bit(value).map_or(self.others, |bit| self.words & bit != 0)
    }

    /// Those of a set of words that it could hold.
    #[inline]
    pub fn words(self, among: u64) -> u64 {
        self.words & among
    }

    /// Objects that do not exist yet, or whatever else is none of the words.
    #[inline]
    pub fn others(self) -> bool {
        self.others
    }
}

/// How a slot of the objects of a type may be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LazyReads {
    /// Its value is needed at once.
    #[default]
    Never,
    Number,
    Reference,
    /// A reference to objects for which `equals` is `==`.
    ByIdentity,
}

/// The least word that sets can have.
pub(crate) const LEAST: Word = -8;

/// The set with this word, if it is one of those that sets can have: null, the first objects, small
/// numbers.
#[inline]
pub fn bit(value: Word) -> Option<u64> {
    u32::try_from(value.checked_sub(LEAST)?).ok().and_then(|shift| 1_u64.checked_shl(shift))
}

/// The least word of a set that is not empty.
#[inline]
pub fn least_word(words: u64) -> Word {
    LEAST + Word::from(words.trailing_zeros())
}
