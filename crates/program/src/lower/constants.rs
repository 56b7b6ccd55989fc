//! Constant expressions: the values of operators and conversions on constants (JLS 15.29), with
//! Java's exact arithmetic.

use crate::body::{BinaryOp, UnaryOp};
use crate::floating::{self, Operation};
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
        (UnaryOp::Negate, Constant::Float(_) | Constant::Double(_)) => {
            return fold_floating(Operation::Negate, operand, operand);
        }
        _ => return None,
    })
}

/// The value of a binary operator on promoted operands; a shift's right operand has its own type.
/// `None` for a division by zero.
pub(crate) fn fold_binary(op: BinaryOp, left: &Constant, right: &Constant) -> Option<Constant> {
    match (left, right) {
        _ if is_shift(op) => fold_shift(op, left, right),
        (Constant::Int(left), Constant::Int(right)) => fold_int(op, *left, *right),
        (Constant::Long(left), Constant::Long(right)) => fold_long(op, *left, *right),
        (Constant::Boolean(left), Constant::Boolean(right)) => fold_boolean(op, *left, *right),
        (Constant::Float(_), Constant::Float(_)) | (Constant::Double(_), Constant::Double(_)) => {
            fold_floating(floating_operation(op)?, left, right)
        }
        (Constant::String(left), Constant::String(right)) => fold_string(op, left, right),
        _ => None,
    }
}

/// What an operator does to floating-point numbers.
pub(crate) fn floating_operation(op: BinaryOp) -> Option<Operation> {
    Some(match op {
        BinaryOp::Add => Operation::Add,
        BinaryOp::Subtract => Operation::Subtract,
        BinaryOp::Multiply => Operation::Multiply,
        BinaryOp::Divide => Operation::Divide,
        BinaryOp::Remainder => Operation::Remainder,
        BinaryOp::Less => Operation::Less,
        BinaryOp::LessEqual => Operation::LessEqual,
        BinaryOp::Greater => Operation::Greater,
        BinaryOp::GreaterEqual => Operation::GreaterEqual,
        BinaryOp::Equal => Operation::Equal,
        BinaryOp::NotEqual => Operation::NotEqual,
        _ => return None,
    })
}

/// Numbers as words, as [`floating::apply`] wants them.
fn word(constant: &Constant) -> Option<i64> {
    Some(match constant {
        Constant::Int(value) => i64::from(*value),
        Constant::Long(value) => *value,
        Constant::Float(bits) => i64::from(*bits as i32),
        Constant::Double(bits) => *bits as i64,
        _ => return None,
    })
}

/// The floating-point number with these bits.
pub(crate) fn floating_constant(word: i64, is_single: bool) -> Constant {
    if is_single { Constant::Float(word as u32) } else { Constant::Double(word as u64) }
}

fn fold_floating(operation: Operation, left: &Constant, right: &Constant) -> Option<Constant> {
    let is_single = matches!(left, Constant::Float(_));
    let result = floating::apply(operation, is_single, word(left)?, word(right)?);
    let is_comparison = matches!(
        operation,
        Operation::Less
            | Operation::LessEqual
            | Operation::Greater
            | Operation::GreaterEqual
            | Operation::Equal
            | Operation::NotEqual
    );
    Some(if is_comparison { Constant::Boolean(result != 0) } else { floating_constant(result, is_single) })
}

fn is_shift(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::ShiftLeft | BinaryOp::ShiftRight | BinaryOp::ShiftRightUnsigned)
}

/// Only the lowest 5 (or 6) bits of the distance count (JLS 15.19), which is what the wrapping
/// shifts of Rust do.
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

/// The value after a conversion between numeric types (JLS 5.1.2, 5.1.3).
pub(crate) fn convert_constant(value: &Constant, target: Primitive) -> Option<Constant> {
    let to_single = target == Primitive::Float;
    match (value, target) {
        (Constant::Int(_) | Constant::Long(_), Primitive::Float | Primitive::Double) => {
            let converted = floating::apply(Operation::FromLong, to_single, word(value)?, 0);
            return Some(floating_constant(converted, to_single));
        }
        (Constant::Float(_), Primitive::Double) | (Constant::Double(_), Primitive::Float) => {
            let converted = floating::apply(Operation::FromOther, to_single, word(value)?, 0);
            return Some(floating_constant(converted, to_single));
        }
        (Constant::Float(_) | Constant::Double(_), Primitive::Float | Primitive::Double) => return Some(value.clone()),
        (Constant::Float(_) | Constant::Double(_), _) => {
            let is_single = matches!(value, Constant::Float(_));
            let (operation, whole): (_, fn(i64) -> Constant) = match target {
                Primitive::Long => (Operation::ToLong, Constant::Long),
                _ => (Operation::ToInt, |word| Constant::Int(word as i32)),
            };
            return convert_constant(&whole(floating::apply(operation, is_single, word(value)?, 0)), target);
        }
        _ => {}
    }
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

/// What a constant contributes to a string concatenation (JLS 15.18.1). `None`: a lone half of a
/// surrogate pair.
pub(crate) fn text(value: &Constant, is_char: bool) -> Option<String> {
    match value {
        Constant::Int(code) if is_char => char::from_u32(*code as u32).map(String::from),
        Constant::Int(value) => Some(value.to_string()),
        Constant::Long(value) => Some(value.to_string()),
        Constant::Boolean(value) => Some(value.to_string()),
        Constant::String(text) => Some(text.as_str().to_string()),
        Constant::Float(bits) => Some(floating::single_text(f32::from_bits(*bits))),
        Constant::Double(bits) => Some(floating::double_text(f64::from_bits(*bits))),
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
