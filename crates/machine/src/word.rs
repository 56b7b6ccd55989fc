//! How values look in registers and slots: 64 bits each, without a tag, because the type is always known from the code.
//!
//! - `boolean`, `byte`, `short`, `char`, `int`: the value, sign-extended; `long`: the value. So one comparison serves them all.
//! - references: 0 is null; object `n` is `n + 1`; string literals, which need no object of their own, are negative.
//! - [`UNKNOWN`] in a slot of a partial heap: nobody has asked yet. It is none of the above. A `long` could be any
//!   64 bits, so a slot of type `long` is followed by one that says whether it is known.

/// The content of a register or slot.
pub type Word = i64;

pub(crate) const NULL: Word = 0;
pub(crate) const FALSE: Word = 0;

/// A slot that has no value yet. Outside of the range of ints, objects and constants.
pub(crate) const UNKNOWN: Word = 1 << 40;

/// Beside a `long`: the slot before this one has a value.
pub(crate) const KNOWN: Word = 1;

pub(crate) fn object(index: usize) -> Word {
    index as Word + 1
}

/// The index of the object; `None` for null and constants.
pub(crate) fn as_object(word: Word) -> Option<usize> {
    (word > NULL).then(|| (word - 1) as usize)
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
    }
}
