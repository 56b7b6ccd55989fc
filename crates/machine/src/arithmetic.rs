//! Java's operations on numbers, exactly (JLS 15.17 to 15.21, 5.1.3).

use crate::code::{Arithmetic, Comparison, Conversion};
use crate::word::Word;

pub(crate) fn arithmetic(op: Arithmetic, left: Word, right: Word) -> Option<Word> {
    let (a, b) = (left as i32, right as i32);
    Some(match op {
        Arithmetic::AddInt => Word::from(a.wrapping_add(b)),
        Arithmetic::SubtractInt => Word::from(a.wrapping_sub(b)),
        Arithmetic::MultiplyInt => Word::from(a.wrapping_mul(b)),
        Arithmetic::DivideInt if b == 0 => return None,
        Arithmetic::DivideInt => Word::from(a.wrapping_div(b)),
        Arithmetic::RemainderInt if b == 0 => return None,
        Arithmetic::RemainderInt => Word::from(a.wrapping_rem(b)),
        Arithmetic::ShiftLeftInt => Word::from(a.wrapping_shl(b as u32)),
        Arithmetic::ShiftRightInt => Word::from(a.wrapping_shr(b as u32)),
        Arithmetic::ShiftRightUnsignedInt => Word::from((a as u32).wrapping_shr(b as u32) as i32),
        Arithmetic::AddLong => left.wrapping_add(right),
        Arithmetic::SubtractLong => left.wrapping_sub(right),
        Arithmetic::MultiplyLong => left.wrapping_mul(right),
        Arithmetic::DivideLong if right == 0 => return None,
        Arithmetic::DivideLong => left.wrapping_div(right),
        Arithmetic::RemainderLong if right == 0 => return None,
        Arithmetic::RemainderLong => left.wrapping_rem(right),
        Arithmetic::ShiftLeftLong => left.wrapping_shl(right as u32),
        Arithmetic::ShiftRightLong => left.wrapping_shr(right as u32),
        Arithmetic::ShiftRightUnsignedLong => (left as u64).wrapping_shr(right as u32) as Word,
        Arithmetic::And => left & right,
        Arithmetic::Or => left | right,
        Arithmetic::Xor => left ^ right,
    })
}

pub(crate) fn compare(op: Comparison, left: Word, right: Word) -> bool {
    match op {
        Comparison::Equal | Comparison::Same => left == right,
        Comparison::NotEqual | Comparison::NotSame => left != right,
        Comparison::Less => left < right,
        Comparison::LessEqual => left <= right,
        Comparison::Greater => left > right,
        Comparison::GreaterEqual => left >= right,
    }
}

pub(crate) fn convert(kind: Conversion, value: Word) -> Word {
    match kind {
        Conversion::Byte => Word::from(value as i8),
        Conversion::Short => Word::from(value as i16),
        Conversion::Char => Word::from(value as u16),
        Conversion::Int => Word::from(value as i32),
    }
}
