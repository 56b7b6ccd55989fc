//! What values are on a part: words, and what is the same before and now though nobody knows it.

use super::linear::Linear;
use crate::code::Comparison;
use crate::symbols::allowed;
use crate::word::Word;
use std::cmp::Ordering;
use tightrope_order::Orderings;
use tightrope_program::MethodId;

/// An open slot of an object that is known. What it holds is what it held before the method:
/// whoever reads a slot decides it, and whoever writes it closes it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct Place {
    pub(super) object: u32,
    pub(super) slot: u16,
}

/// An arbitrary member of an atom. Two of the same atom may be the same object or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ghost {
    pub(super) place: Place,
    pub(super) copy: u32,
}

/// A number that is not known, but is the same before and now.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) enum Term {
    /// What an open slot holds.
    Slot(Place),
    /// What a method that looks at an atom alone gives of its root.
    Measure(MethodId, Place),
    /// How many members an atom has.
    Size(Place),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Value {
    Word(Word),
    Slot(Place),
    Ghost(Ghost),
    /// What a slot of an arbitrary member holds.
    Field(Ghost, u16),
    /// Null or some member of an atom.
    Inside,
    Linear(Linear),
    /// Anything; the same before and now if all that was read is.
    Unknown,
}

/// Is a formula true, whatever the open slots hold? An evaluation that may throw is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Truth {
    True,
    False,
    Open,
}

impl Truth {
    pub(super) fn of(truth: Option<bool>) -> Truth {
        match truth {
            Some(true) => Truth::True,
            Some(false) => Truth::False,
            None => Truth::Open,
        }
    }

    pub(super) fn not(self) -> Truth {
        match self {
            Truth::True => Truth::False,
            Truth::False => Truth::True,
            Truth::Open => Truth::Open,
        }
    }

    pub(super) fn known(self) -> Option<bool> {
        match self {
            Truth::True => Some(true),
            Truth::False => Some(false),
            Truth::Open => None,
        }
    }
}

/// Is a comparison decided if only these orderings are possible?
pub(super) fn decided(op: Comparison, possible: Orderings) -> Option<bool> {
    let met = possible.and(allowed(op));
    match () {
        () if met == possible => Some(true),
        () if met == Orderings::NONE => Some(false),
        () => None,
    }
}

/// How `a` can stand to `c`, if `a` stands to `b` and `b` to `c` in one of these ways.
pub(super) fn composed(first: Orderings, second: Orderings) -> Orderings {
    const ALL: [Ordering; 3] = [Ordering::Less, Ordering::Equal, Ordering::Greater];
    let mut possible = Orderings::NONE;
    for one in ALL.into_iter().filter(|one| first.contains(*one)) {
        for other in ALL.into_iter().filter(|other| second.contains(*other)) {
            let joint = match (one, other) {
                (Ordering::Equal, same) | (same, Ordering::Equal) => Orderings::from(same),
                (one, other) if one == other => Orderings::from(one),
                _ => Orderings::ALL,
            };
            possible = possible.or(joint);
        }
    }
    possible
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All orderings of three numbers, by trying.
    #[test]
    fn orderings_are_composed_exactly() {
        let sets: Vec<Orderings> = [
            Orderings::NONE,
            Orderings::LESS,
            Orderings::EQUAL,
            Orderings::GREATER,
            Orderings::NOT_EQUAL,
            Orderings::NOT_LESS,
            Orderings::NOT_GREATER,
            Orderings::ALL,
        ]
        .to_vec();
        for first in &sets {
            for second in &sets {
                let mut expected = Orderings::NONE;
                for (a, b, c) in (0..125).map(|n| (n % 5, n / 5 % 5, n / 25)) {
                    if first.contains(a.cmp(&b)) && second.contains(b.cmp(&c)) {
                        expected = expected.or(Orderings::from(a.cmp(&c)));
                    }
                }
                assert_eq!(composed(*first, *second), expected, "{first:?} {second:?}");
            }
        }
    }
}
