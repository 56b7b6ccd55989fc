//! Constant expressions: the values of operators and conversions on constants (JLS 15.29), with Java's exact arithmetic.
//!
//! Departure: floating point is not modelled, so an expression with a floating operand is never constant here.

use crate::body::{BinaryOp, UnaryOp};
use crate::program::Constant;
use tightrope_source::Name;
use tightrope_syntax::tree::Primitive;

/// The value of a unary operator on a promoted operand.
pub(crate) fn fold_unary(op: UnaryOp, operand: &Constant) -> Option<Constant> {
    Some(match (op, operand) {
        (UnaryOp::Negate, Constant::Int(value)) => Constant::Int(value.wrapping_neg()),
        (UnaryOp::Negate, Constant::Long(value)) => Constant::Long(value.wrapping_neg()),
        (UnaryOp::BitNot, Constant::Int(value)) => Constant::Int(!value),
        (UnaryOp::BitNot, Constant::Long(value)) => Constant::Long(!value),
        (UnaryOp::Not, Constant::Boolean(value)) => Constant::Boolean(!value),
        _ => return None,
    })
}

/// The value of a binary operator on promoted operands; a shift's right operand has its own type. `None` for a division by zero.
pub(crate) fn fold_binary(op: BinaryOp, left: &Constant, right: &Constant) -> Option<Constant> {
    match (left, right) {
        _ if is_shift(op) => fold_shift(op, left, right),
        (Constant::Int(left), Constant::Int(right)) => fold_int(op, *left, *right),
        (Constant::Long(left), Constant::Long(right)) => fold_long(op, *left, *right),
        (Constant::Boolean(left), Constant::Boolean(right)) => fold_boolean(op, *left, *right),
        (Constant::String(left), Constant::String(right)) => fold_string(op, left, right),
        _ => None,
    }
}

fn is_shift(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::ShiftLeft | BinaryOp::ShiftRight | BinaryOp::ShiftRightUnsigned)
}

/// Only the lowest 5 (or 6) bits of the distance count (JLS 15.19), which is what the wrapping shifts of Rust do.
fn fold_shift(op: BinaryOp, left: &Constant, right: &Constant) -> Option<Constant> {
    let distance = match right {
        Constant::Int(distance) => *distance as u32,
        Constant::Long(distance) => *distance as u32,
        _ => return None,
    };
    Some(match (op, left) {
        (BinaryOp::ShiftLeft, Constant::Int(value)) => Constant::Int(value.wrapping_shl(distance)),
        (BinaryOp::ShiftRight, Constant::Int(value)) => Constant::Int(value.wrapping_shr(distance)),
        (BinaryOp::ShiftRightUnsigned, Constant::Int(value)) => {
            Constant::Int((*value as u32).wrapping_shr(distance) as i32)
        }
        (BinaryOp::ShiftLeft, Constant::Long(value)) => Constant::Long(value.wrapping_shl(distance)),
        (BinaryOp::ShiftRight, Constant::Long(value)) => Constant::Long(value.wrapping_shr(distance)),
        (BinaryOp::ShiftRightUnsigned, Constant::Long(value)) => {
            Constant::Long((*value as u64).wrapping_shr(distance) as i64)
        }
        _ => return None,
    })
}

macro_rules! fold_integral {
    ($name:ident, $type:ty, $variant:ident) => {
        fn $name(op: BinaryOp, left: $type, right: $type) -> Option<Constant> {
            let divisible = right != 0;
            Some(match op {
                BinaryOp::Add => Constant::$variant(left.wrapping_add(right)),
                BinaryOp::Subtract => Constant::$variant(left.wrapping_sub(right)),
                BinaryOp::Multiply => Constant::$variant(left.wrapping_mul(right)),
                BinaryOp::Divide if divisible => Constant::$variant(left.wrapping_div(right)),
                BinaryOp::Remainder if divisible => Constant::$variant(left.wrapping_rem(right)),
                BinaryOp::BitAnd => Constant::$variant(left & right),
                BinaryOp::BitOr => Constant::$variant(left | right),
                BinaryOp::BitXor => Constant::$variant(left ^ right),
                BinaryOp::Less => Constant::Boolean(left < right),
                BinaryOp::LessEqual => Constant::Boolean(left <= right),
                BinaryOp::Greater => Constant::Boolean(left > right),
                BinaryOp::GreaterEqual => Constant::Boolean(left >= right),
                BinaryOp::Equal => Constant::Boolean(left == right),
                BinaryOp::NotEqual => Constant::Boolean(left != right),
                _ => return None,
            })
        }
    };
}

fold_integral!(fold_int, i32, Int);
fold_integral!(fold_long, i64, Long);

fn fold_boolean(op: BinaryOp, left: bool, right: bool) -> Option<Constant> {
    Some(Constant::Boolean(match op {
        BinaryOp::BitAnd => left & right,
        BinaryOp::BitOr => left | right,
        BinaryOp::BitXor | BinaryOp::NotEqual => left != right,
        BinaryOp::Equal => left == right,
        _ => return None,
    }))
}

/// Constant strings are interned: equal texts are the same object.
fn fold_string(op: BinaryOp, left: &Name, right: &Name) -> Option<Constant> {
    match op {
        BinaryOp::Equal => Some(Constant::Boolean(left == right)),
        BinaryOp::NotEqual => Some(Constant::Boolean(left != right)),
        _ => None,
    }
}

/// The value after a conversion between integral types (JLS 5.1.2, 5.1.3).
pub(crate) fn convert_constant(value: &Constant, target: Primitive) -> Option<Constant> {
    let wide = match value {
        Constant::Int(value) => i64::from(*value),
        Constant::Long(value) => *value,
        Constant::Boolean(_) if target == Primitive::Boolean => return Some(value.clone()),
        _ => return None,
    };
    Some(match target {
        Primitive::Byte => Constant::Int(i32::from(wide as i8)),
        Primitive::Short => Constant::Int(i32::from(wide as i16)),
        Primitive::Char => Constant::Int(i32::from(wide as u16)),
        Primitive::Int => Constant::Int(wide as i32),
        Primitive::Long => Constant::Long(wide),
        Primitive::Boolean | Primitive::Float | Primitive::Double => return None,
    })
}

/// Can an `int` constant be assigned to this narrower type without a cast (JLS 5.2)?
pub(crate) fn fits(value: &Constant, target: Primitive) -> bool {
    let Constant::Int(value) = value else { return false };
    match target {
        Primitive::Byte => i8::try_from(*value).is_ok(),
        Primitive::Short => i16::try_from(*value).is_ok(),
        Primitive::Char => u16::try_from(*value).is_ok(),
        Primitive::Int => true,
        _ => false,
    }
}

/// What a constant contributes to a string concatenation (JLS 15.18.1). `None`: a lone half of a surrogate pair.
pub(crate) fn text(value: &Constant, is_char: bool) -> Option<String> {
    match value {
        Constant::Int(code) if is_char => char::from_u32(*code as u32).map(String::from),
        Constant::Int(value) => Some(value.to_string()),
        Constant::Long(value) => Some(value.to_string()),
        Constant::Boolean(value) => Some(value.to_string()),
        Constant::String(text) => Some(text.as_str().to_string()),
        Constant::Null => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_wraps_and_shifts_mask() {
        let max = Constant::Int(i32::MAX);
        let one = Constant::Int(1);
        assert_eq!(fold_binary(BinaryOp::Add, &max, &one), Some(Constant::Int(i32::MIN)));
        let least = Constant::Int(i32::MIN);
        assert_eq!(fold_binary(BinaryOp::Divide, &least, &Constant::Int(-1)), Some(least.clone()));
        assert_eq!(fold_binary(BinaryOp::Divide, &one, &Constant::Int(0)), None);
        assert_eq!(fold_binary(BinaryOp::ShiftLeft, &one, &Constant::Long(33)), Some(Constant::Int(2)));
        let minus = Constant::Int(-1);
        assert_eq!(fold_binary(BinaryOp::ShiftRightUnsigned, &minus, &Constant::Int(28)), Some(Constant::Int(15)));
    }

    #[test]
    fn narrowing_cuts_and_fitting_is_checked() {
        assert_eq!(convert_constant(&Constant::Int(200), Primitive::Byte), Some(Constant::Int(-56)));
        assert_eq!(convert_constant(&Constant::Long(-1), Primitive::Char), Some(Constant::Int(65535)));
        assert!(fits(&Constant::Int(127), Primitive::Byte));
        assert!(!fits(&Constant::Int(128), Primitive::Byte));
        assert!(!fits(&Constant::Int(-1), Primitive::Char));
    }

    #[test]
    fn text_of_constants() {
        assert_eq!(text(&Constant::Int(97), true).as_deref(), Some("a"));
        assert_eq!(text(&Constant::Int(97), false).as_deref(), Some("97"));
        assert_eq!(text(&Constant::Int(0xD800), true), None);
    }
}
