//! Floating point of the naive interpreter: Rust's own numbers, operation by operation.

use super::Value;

pub(super) fn is_reader(class: &str, method: &str) -> bool {
    matches!(class, "java.lang.Float" | "java.lang.Double") && matches!(method, "isNumber" | "read")
}

/// The texts that programs of the tests have: decimal ones, and a few with names.
pub(super) fn read(class: &str, method: &str, text: &str) -> Value {
    let bits = tightrope_program::floating::parse_signed(text, class == "java.lang.Float");
    match (method, class) {
        ("isNumber", _) => Value::Boolean(bits.is_some()),
        (_, "java.lang.Float") => Value::Float(f32::from_bits(bits.unwrap_or_default() as u32)),
        _ => Value::Double(f64::from_bits(bits.unwrap_or_default() as u64)),
    }
}

pub(super) fn call(class: &str, method: &str, args: &[Value]) -> Option<Value> {
    Some(match (method, args) {
        ("floatToRawIntBits", [Value::Float(number)]) => Value::Int(number.to_bits() as i32),
        ("intBitsToFloat", [Value::Int(bits)]) => Value::Float(f32::from_bits(*bits as u32)),
        ("doubleToRawLongBits", [Value::Double(number)]) => Value::Long(number.to_bits() as i64),
        ("longBitsToDouble", [Value::Long(bits)]) => Value::Double(f64::from_bits(*bits as u64)),
        ("fromOther", [Value::Float(number)]) => Value::Double((*number).into()),
        ("fromOther", [Value::Double(number)]) => Value::Float(*number as f32),
        ("fromInt", [Value::Int(number)]) if class == "java.lang.Float" => Value::Float(*number as f32),
        ("fromInt", [Value::Int(number)]) => Value::Double((*number).into()),
        ("fromLong", [Value::Long(number)]) if class == "java.lang.Float" => Value::Float(*number as f32),
        ("fromLong", [Value::Long(number)]) => Value::Double(*number as f64),
        ("toInt", [Value::Float(number)]) => Value::Int(*number as i32),
        ("toInt", [Value::Double(number)]) => Value::Int(*number as i32),
        ("toLong", [Value::Float(number)]) => Value::Long(*number as i64),
        ("toLong", [Value::Double(number)]) => Value::Long(*number as i64),
        ("negate", [Value::Float(number)]) => Value::Float(-number),
        ("negate", [Value::Double(number)]) => Value::Double(-number),
        ("squareRoot", [Value::Double(number)]) => Value::Double(number.sqrt()),
        ("floor", [Value::Double(number)]) => Value::Double(number.floor()),
        ("ceiling", [Value::Double(number)]) => Value::Double(number.ceil()),
        ("rint", [Value::Double(number)]) => Value::Double(number.round_ties_even()),
        (_, [Value::Float(left), Value::Float(right)]) => single(method, *left, *right)?,
        (_, [Value::Double(left), Value::Double(right)]) => double(method, *left, *right)?,
        _ => return None,
    })
}

macro_rules! binary {
    ($name:ident, $float:ty, $variant:ident) => {
        fn $name(method: &str, left: $float, right: $float) -> Option<Value> {
            Some(match method {
                "add" => Value::$variant(left + right),
                "subtract" => Value::$variant(left - right),
                "multiply" => Value::$variant(left * right),
                "divide" => Value::$variant(left / right),
                "remainder" => Value::$variant(left % right),
                "less" => Value::Boolean(left < right),
                "lessEqual" => Value::Boolean(left <= right),
                "greater" => Value::Boolean(left > right),
                "greaterEqual" => Value::Boolean(left >= right),
                "equal" => Value::Boolean(left == right),
                "notEqual" => Value::Boolean(left != right),
                _ => return None,
            })
        }
    };
}

binary!(single, f32, Float);
binary!(double, f64, Double);
