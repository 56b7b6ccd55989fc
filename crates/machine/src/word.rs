//! How values look in registers and slots: 64 bits each, without a tag, because the type is always
//! known from the code.
//!
//! - `boolean`, `byte`, `short`, `char`, `int`: the value, sign-extended; `long`: the value. So one
//!   comparison serves them all.
//! - references: 0 is null; object `n` is `n + 1`; string literals, which need no object of their
//!   own, are negative.
//! - values of which only comparisons are known ([`crate::symbols`]): ordered ints and opaque
//!   references, each from a range of its own that no int and no object reaches. A `long` is
//!   such a value only where all of them are (`Sorts::orders_longs`).
//! - words that stand for what an open slot holds ([`crate::deferral`]), from another range.
//! - [`UNKNOWN`] in a slot of a partial heap: nobody has asked yet. It is none of the above. A
//!   `long` could be any 64 bits, so a slot of type `long` is followed by one that says whether it
//!   is known.

use tightrope_order::OrderedVar;
use tightrope_program::sorts::RESERVED_WORDS;

/// The content of a register or slot.
pub type Word = i64;

/// The reference that leads nowhere.
pub const NULL: Word = 0;
pub(crate) const FALSE: Word = 0;

/// A slot that has no value yet. Outside of the range of ints, objects and constants.
pub(crate) const UNKNOWN: Word = 1 << 40;

/// Ordered values start here, above all ints and objects.
const POINTS: Word = 1 << 41;

/// Opaque values start here.
const OPAQUES: Word = 1 << 42;

/// Words that stand for what an open slot holds start here: the object's number and, in the last 16
/// bits, the slot.
const DEFERRED: Word = 1 << 43;

const _: () = assert!(RESERVED_WORDS.start <= UNKNOWN && 2 * DEFERRED <= RESERVED_WORDS.end);

/// Beside a `long`: the slot before this one has a value.
pub(crate) const KNOWN: Word = 1;

pub(crate) fn object(index: usize) -> Word {
    index as Word + 1
}

/// The ordered value with this number.
pub(crate) fn point(point: OrderedVar) -> Word {
    POINTS + Word::from(point.0)
}

/// The opaque value with this number.
pub(crate) fn opaque(point: OrderedVar) -> Word {
    OPAQUES + Word::from(point.0)
}

/// Is it an ordered or an opaque value? Requires: not a `long`, unless those are ordered.
#[inline(always)]
pub(crate) fn is_symbol(word: Word) -> bool {
    (POINTS..2 * DEFERRED).contains(&word)
}

pub(crate) fn as_point(word: Word) -> Option<OrderedVar> {
    u32::try_from(word.wrapping_sub(POINTS)).ok().map(OrderedVar)
}

pub(crate) fn as_opaque(word: Word) -> Option<OrderedVar> {
    u32::try_from(word.wrapping_sub(OPAQUES)).ok().map(OrderedVar)
}

/// Whatever this slot of an object holds (see [`crate::deferral`]).
pub(crate) fn deferred(object: usize, slot: u32) -> Word {
    DEFERRED + ((object as Word) << 16) + Word::from(slot)
}

/// Does it stand for what an open slot holds? Requires: not a `long`, unless those are ordered.
#[inline(always)]
pub(crate) fn is_deferred(word: Word) -> bool {
    (DEFERRED..2 * DEFERRED).contains(&word)
}

/// The slot that the word stands for: the object and the slot.
pub(crate) fn as_deferred(word: Word) -> Option<(usize, u32)> {
    (DEFERRED..2 * DEFERRED).contains(&word).then(|| (((word - DEFERRED) >> 16) as usize, (word & 0xFFFF) as u32))
}

/// The index of the object; `None` for null, constants, opaque values and what has no value yet.
#[inline(always)]
pub(crate) fn as_object(word: Word) -> Option<usize> {
    (word > NULL && word < UNKNOWN).then(|| (word - 1) as usize)
}

/// A string literal: its number in the table of texts.
pub(crate) fn text(index: u32) -> Word {
    -1 - Word::from(index)
}

/// The number of the text of a string literal.
pub(crate) fn as_text(word: Word) -> Option<u32> {
    if word < NULL { u32::try_from(-1 - word).ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_told_apart() {
        assert_eq!((as_text(text(7)), as_object(text(7))), (Some(7), None));
        assert_eq!(as_text(text(u32::MAX)), Some(u32::MAX));
        assert_eq!((as_text(NULL), as_object(NULL)), (None, None));
        assert_eq!((as_text(object(3)), as_object(object(3))), (None, Some(3)));
        assert_eq!(
            (as_point(point(OrderedVar(4))), as_opaque(point(OrderedVar(u32::MAX)))),
            (Some(OrderedVar(4)), None)
        );
        assert_eq!((as_opaque(opaque(OrderedVar(4))), as_point(opaque(OrderedVar(4)))), (Some(OrderedVar(4)), None));
        assert_eq!(as_deferred(deferred(70_000, 65_535)), Some((70_000, 65_535)));
        assert_eq!(
            (as_opaque(deferred(0, 0)), as_object(deferred(0, 0)), as_deferred(opaque(OrderedVar(9)))),
            (None, None, None)
        );
        assert!(
            !is_symbol(UNKNOWN) && !is_symbol(object(u32::MAX as usize)) && as_point(Word::from(i32::MIN)).is_none()
        );
    }
}
