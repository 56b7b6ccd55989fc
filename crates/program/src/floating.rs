//! `float` and `double` as Java has them: IEEE 754 with round to nearest, strictly (JLS 4.2.3,
//! 15.4).
//!
//! A value is its bits. The lowering writes each operation as a call of a private native method of
//! `Float` or `Double`; the table here says what each one does to the bits of its operands, so that
//! no engine has to know more of floating point than this one function. What a calculation gives
//! that is not a number has always the same bits, which Java leaves open.
//!
//! Texts follow the documentation of `Double.toString` since Java 19: the decimal with the fewest
//! digits that rounds to the value, at least two of them, and among those the nearest.

/// An operation on the bits of floating-point numbers; its name is that of the native method.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operation {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Negate,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    FromInt,
    FromLong,
    /// From the other floating type.
    FromOther,
    ToInt,
    ToLong,
    /// The bits themselves, in either direction.
    Bits,
    SquareRoot,
    Floor,
    Ceiling,
    /// To the nearest integer; halves to the even one.
    Rint,
}

const OPERATIONS: &[(&str, Operation)] = &[
    ("add", Operation::Add),
    ("subtract", Operation::Subtract),
    ("multiply", Operation::Multiply),
    ("divide", Operation::Divide),
    ("remainder", Operation::Remainder),
    ("negate", Operation::Negate),
    ("less", Operation::Less),
    ("lessEqual", Operation::LessEqual),
    ("greater", Operation::Greater),
    ("greaterEqual", Operation::GreaterEqual),
    ("equal", Operation::Equal),
    ("notEqual", Operation::NotEqual),
    ("fromInt", Operation::FromInt),
    ("fromLong", Operation::FromLong),
    ("fromOther", Operation::FromOther),
    ("toInt", Operation::ToInt),
    ("toLong", Operation::ToLong),
    ("doubleToRawLongBits", Operation::Bits),
    ("longBitsToDouble", Operation::Bits),
    ("floatToRawIntBits", Operation::Bits),
    ("intBitsToFloat", Operation::Bits),
    ("squareRoot", Operation::SquareRoot),
    ("floor", Operation::Floor),
    ("ceiling", Operation::Ceiling),
    ("rint", Operation::Rint),
];

impl Operation {
    /// The operation that a native method of `Float` or `Double` stands for.
    pub fn named(name: &str) -> Option<Operation> {
        OPERATIONS.iter().find(|(known, _)| *known == name).map(|(_, operation)| *operation)
    }

    /// The method that stands for the operation.
    pub fn name(self) -> &'static str {
        OPERATIONS.iter().find(|(_, operation)| *operation == self).map_or("", |(name, _)| name)
    }
}

/// Applies an operation of `Float` (`is_single`) or `Double` to words: the bits of floating-point
/// numbers (those of a `float` sign-extended), integers and truth values. A second operand that the
/// operation does not have is not looked at.
pub fn apply(operation: Operation, is_single: bool, left: i64, right: i64) -> i64 {
    match is_single {
        true => apply_single(operation, left, right),
        false => apply_double(operation, left, right),
    }
}

macro_rules! operations {
    ($name:ident, $float:ty, $of:ident, $bits:ident, $other:expr) => {
        fn $name(operation: Operation, left_word: i64, right_word: i64) -> i64 {
            let (left, right) = ($of(left_word), $of(right_word));
            match operation {
                Operation::Add => $bits(left + right),
                Operation::Subtract => $bits(left - right),
                Operation::Multiply => $bits(left * right),
                Operation::Divide => $bits(left / right),
                // Rust's operator truncates as Java's does.
                Operation::Remainder => $bits(left % right),
                Operation::Negate => $bits(-left),
                Operation::Less => i64::from(left < right),
                Operation::LessEqual => i64::from(left <= right),
                Operation::Greater => i64::from(left > right),
                Operation::GreaterEqual => i64::from(left >= right),
                Operation::Equal => i64::from(left == right),
                Operation::NotEqual => i64::from(left != right),
                Operation::FromInt => $bits(left_word as i32 as $float),
                Operation::FromLong => $bits(left_word as $float),
                Operation::FromOther => $bits($other(left_word)),
                // Rust's conversions end at the limits and take what is no number to 0, too.
                Operation::ToInt => i64::from(left as i32),
                Operation::ToLong => left as i64,
                Operation::Bits => left_word,
                Operation::SquareRoot => $bits(left.sqrt()),
                Operation::Floor => $bits(left.floor()),
                Operation::Ceiling => $bits(left.ceil()),
                Operation::Rint => $bits(left.round_ties_even()),
            }
        }
    };
}

operations!(apply_double, f64, double, double_bits, |word| f64::from(single(word)));
operations!(apply_single, f32, single, single_bits, |word| double(word) as f32);

/// The `double` with these bits.
pub fn double(word: i64) -> f64 {
    f64::from_bits(word as u64)
}

/// The `float` with these bits.
pub fn single(word: i64) -> f32 {
    f32::from_bits(word as u32)
}

/// The bits of a `double`; all that is no number has the same.
pub fn double_bits(value: f64) -> i64 {
    if value.is_nan() { 0x7ff8_0000_0000_0000 } else { value.to_bits() as i64 }
}

/// The bits of a `float`, sign-extended; all that is no number has the same.
pub fn single_bits(value: f32) -> i64 {
    if value.is_nan() { 0x7fc0_0000 } else { i64::from(value.to_bits() as i32) }
}

/// `Double.toString`
pub fn double_text(value: f64) -> String {
    let (shortest, two) = (format!("{:e}", value.abs()), format!("{:.1e}", value.abs()));
    let is_same = |text: &str| text.parse() == Ok(value.abs());
    java_text(value.is_nan(), value.is_infinite(), value.is_sign_negative(), nearest(shortest, two, is_same))
}

/// `Float.toString`
pub fn single_text(value: f32) -> String {
    let (shortest, two) = (format!("{:e}", value.abs()), format!("{:.1e}", value.abs()));
    let is_same = |text: &str| text.parse() == Ok(value.abs());
    java_text(value.is_nan(), value.is_infinite(), value.is_sign_negative(), nearest(shortest, two, is_same))
}

/// One digit is made two where that is nearer: `4.9E-324`, not `5.0E-324`.
fn nearest(shortest: String, two: String, is_same: impl Fn(&str) -> bool) -> String {
    let has_one_digit = !shortest.contains('.');
    if has_one_digit && is_same(&two) { two } else { shortest }
}

/// From `1.25e-7`, which has no sign, to the form that Java prints.
fn java_text(is_nan: bool, is_infinite: bool, is_negative: bool, scientific: String) -> String {
    if is_nan {
        return "NaN".to_owned();
    }
    let sign = if is_negative { "-" } else { "" };
    if is_infinite {
        return format!("{sign}Infinity");
    }
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or_default();
    let digits: String = digits.chars().filter(char::is_ascii_digit).collect();
    let digits = match digits.trim_end_matches('0') {
        "" => "0",
        trimmed => trimmed,
    };
    let rest = |from: usize| digits.get(from..).filter(|rest| !rest.is_empty()).unwrap_or("0");
    match exponent {
        0..=6 => {
            let whole = exponent as usize + 1;
            let before: String = digits.chars().chain(std::iter::repeat('0')).take(whole).collect();
            format!("{sign}{before}.{}", rest(whole))
        }
        -3..=-1 => format!("{sign}0.{}{digits}", "0".repeat((-1 - exponent) as usize)),
        _ => format!("{sign}{}.{}E{exponent}", &digits[..1], rest(1)),
    }
}

/// The value of a floating-point literal (JLS 3.10.2), as bits. `None`: it is no such literal, or
/// is rounded to infinity or to zero, which Java forbids.
pub fn literal(text: &str, is_single: bool) -> Option<i64> {
    let digits: String = text.chars().filter(|character| *character != '_').collect();
    let digits = digits.trim_end_matches(['f', 'F', 'd', 'D']);
    let (bits, is_zero, is_infinite) = match is_single {
        true => {
            let value = parse_single(digits)?;
            (single_bits(value), value == 0.0, value.is_infinite())
        }
        false => {
            let value = parse_double(digits)?;
            (double_bits(value), value == 0.0, value.is_infinite())
        }
    };
    let mantissa = match digits.get(2..).filter(|_| is_hexadecimal(digits)) {
        Some(rest) => rest.split(['p', 'P']).next(),
        None => digits.split(['e', 'E']).next(),
    };
    let mantissa = mantissa.unwrap_or_default();
    let names_zero = mantissa.chars().all(|character| matches!(character, '0' | '.'));
    (!is_infinite && (!is_zero || names_zero)).then_some(bits)
}

fn is_hexadecimal(text: &str) -> bool {
    text.starts_with("0x") || text.starts_with("0X")
}

/// What `Double.valueOf` or `Float.valueOf` makes of a trimmed text, as bits. `None`: it is no
/// number.
pub fn parse_signed(text: &str, is_single: bool) -> Option<i64> {
    let (is_negative, rest) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let digits = rest.strip_suffix(['f', 'F', 'd', 'D']).unwrap_or(rest);
    let bits = match rest {
        "NaN" => return Some(if is_single { single_bits(f32::NAN) } else { double_bits(f64::NAN) }),
        "Infinity" if is_single => single_bits(f32::INFINITY),
        "Infinity" => double_bits(f64::INFINITY),
        _ if is_single => single_bits(parse_single(digits)?),
        _ => double_bits(parse_double(digits)?),
    };
    Some(if is_negative { apply(Operation::Negate, is_single, bits, 0) } else { bits })
}

/// What `Double.parseDouble` makes of a number without a sign and without a suffix.
pub fn parse_double(text: &str) -> Option<f64> {
    if is_hexadecimal(text) { hexadecimal(text, 53, -1074, 1023) } else { decimal(text)?.parse().ok() }
}

/// What `Float.parseFloat` makes of a number without a sign and without a suffix.
pub fn parse_single(text: &str) -> Option<f32> {
    match is_hexadecimal(text) {
        true => hexadecimal(text, 24, -149, 127).map(|value| value as f32),
        false => decimal(text)?.parse().ok(),
    }
}

/// The text, if it is a decimal number of Java's: digits, a point, an exponent.
fn decimal(text: &str) -> Option<&str> {
    let (mantissa, exponent) = match text.find(['e', 'E']) {
        Some(at) => (&text[..at], Some(&text[at + 1..])),
        None => (text, None),
    };
    let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let is_mantissa = match mantissa.split_once('.') {
        Some((whole, rest)) => is_number(&format!("{whole}{rest}")),
        None => is_number(mantissa),
    };
    let is_exponent = |exponent: &str| is_number(exponent.strip_prefix(['+', '-']).unwrap_or(exponent));
    (is_mantissa && exponent.is_none_or(is_exponent)).then_some(text)
}

/// `0x1.8p3`, rounded once to so many binary digits, with these exponents of the least and the
/// greatest value.
fn hexadecimal(text: &str, precision: i32, least: i32, greatest: i32) -> Option<f64> {
    let (mantissa, exponent) = text.get(2..)?.split_once(['p', 'P'])?;
    let exponent: i32 = exponent.parse::<i64>().ok()?.clamp(-100_000, 100_000) as i32;
    let (whole, rest) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let (mut value, mut scale, mut is_sticky, mut any) = (0_u128, exponent, false, false);
    for (index, digit) in whole.chars().chain(rest.chars()).enumerate() {
        let digit = u128::from(digit.to_digit(16)?);
        any = true;
        if value >> 120 == 0 {
            value = value * 16 + digit;
            scale -= if index >= whole.len() { 4 } else { 0 };
        } else {
            is_sticky |= digit != 0;
            scale += if index >= whole.len() { 0 } else { 4 };
        }
    }
    any.then(|| round(value, is_sticky, scale, (precision, least, greatest)))
}

/// `value * 2^scale`, rounded to nearest, ties to even; `is_sticky`: something was cut off.
fn round(value: u128, is_sticky: bool, scale: i32, (precision, least, greatest): (i32, i32, i32)) -> f64 {
    if value == 0 {
        return 0.0;
    }
    let length = 128 - value.leading_zeros() as i32;
    let unit = (scale + length - precision).max(least);
    let cut = unit - scale;
    let rounded = match cut {
        ..=0 => value << (-cut).min(127),
        1..=127 => {
            let (kept, lost, half) = (value >> cut, value & ((1 << cut) - 1), 1_u128 << (cut - 1));
            let is_up = lost > half || lost == half && (is_sticky || kept & 1 == 1);
            kept + u128::from(is_up)
        }
        _ => 0,
    };
    let length = 128 - rounded.leading_zeros() as i32;
    match unit + length - 1 > greatest {
        true => f64::INFINITY,
        // Both are exact: the mantissa has room, and the result is a value of the type.
        false => scaled(rounded as f64, unit),
    }
}

/// `value * 2^exponent` in steps that are exact where the result is.
fn scaled(mut value: f64, mut exponent: i32) -> f64 {
    while exponent > 0 {
        let step = exponent.min(1000);
        value *= 2_f64.powi(step);
        exponent -= step;
    }
    while exponent < 0 {
        let step = exponent.max(-1000);
        value *= 2_f64.powi(step);
        exponent -= step;
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_those_of_java() {
        let doubles = [
            (0.0, "0.0"),
            (-0.0, "-0.0"),
            (1.0, "1.0"),
            (0.1, "0.1"),
            (0.001, "0.001"),
            (9.99e-4, "9.99E-4"),
            (1e7, "1.0E7"),
            (9_999_999.0, "9999999.0"),
            (123.456, "123.456"),
            (2e-3, "0.002"),
            (f64::MIN_POSITIVE, "2.2250738585072014E-308"),
            (5e-324, "4.9E-324"),
            (f64::MAX, "1.7976931348623157E308"),
            (2e23, "2.0E23"),
            (f64::NEG_INFINITY, "-Infinity"),
            (f64::NAN, "NaN"),
        ];
        for (value, text) in doubles {
            assert_eq!(double_text(value), text);
        }
        assert_eq!(single_text(1.1), "1.1");
        assert_eq!(single_text(1.4e-45), "1.4E-45");
        assert_eq!(single_text(16_777_216.0), "1.6777216E7");
    }

    #[test]
    fn literals_are_read() {
        let read = |text: &str| literal(text, false).map(double);
        assert_eq!(read("1_0.5e1d"), Some(105.0));
        assert_eq!(read(".5"), Some(0.5));
        assert_eq!(read("5."), Some(5.0));
        assert_eq!(read("0x1.fffffffffffffP+1023"), Some(f64::MAX));
        assert_eq!(read("0x0.0000000000001P-1022"), Some(5e-324));
        assert_eq!(read("0x1p-1074"), Some(5e-324));
        assert_eq!(read("0x1.00000000000008p0"), Some(1.0));
        assert_eq!(read("0x1.000000000000081p0"), Some(1.0 + f64::EPSILON));
        assert_eq!(read("1e400"), None);
        assert_eq!(read("1e-400"), None);
        assert_eq!(read("0e-400"), Some(0.0));
        assert_eq!(literal("0x1.fffffeP+127f", true).map(single), Some(f32::MAX));
        assert_eq!(literal("0.1f", true).map(single), Some(0.1));
    }

    #[test]
    fn conversions_end_at_the_limits() {
        let to_int = |value: f64| apply(Operation::ToInt, false, double_bits(value), 0);
        assert_eq!(to_int(f64::NAN), 0);
        assert_eq!(to_int(1e300), i64::from(i32::MAX));
        assert_eq!(to_int(-1.9), -1);
        assert_eq!(apply(Operation::FromLong, true, i64::MAX, 0), single_bits(9.223_372e18));
    }
}
