//! The values of literals (JLS 3.10), after Unicode escapes (JLS 3.3) and with text blocks stripped
//! (JLS 3.10.6).
//!
//! A Java string may hold half of a surrogate pair, a Rust string may not. The lone half `\uD800 +
//! k` becomes the character `U+10F800 + k` of the last private plane: strings stay different
//! exactly when Java's do (unless a program uses that very character), and nothing is asked of them
//! but that.

use crate::tree::Literal;

/// Why a literal has no value: a sentence for the user.
pub(super) type Reason = String;

/// An integer literal; `negated` if it is directly under a minus, in which case the value has the
/// minus in it.
pub(super) fn integer(text: &str, negated: bool) -> Result<Literal, Reason> {
    let (digits, is_long) = match text.strip_suffix(['l', 'L']) {
        Some(digits) => (digits, true),
        None => (text, false),
    };
    let (radix, digits) = radix_of(digits)?;
    let magnitude = magnitude(digits, radix).ok_or_else(|| too_large(text, is_long))?;
    let value = signed(magnitude, radix == 10, is_long, negated).ok_or_else(|| too_large(text, is_long))?;
    let value = if negated { value.wrapping_neg() } else { value };
    Ok(if is_long { Literal::Long(value) } else { Literal::Int(value as i32) })
}

fn radix_of(digits: &str) -> Result<(u32, &str), Reason> {
    let Some(rest) = digits.strip_prefix('0') else { return Ok((10, digits)) };
    match rest.chars().next() {
        None => Ok((10, digits)),
        Some('x' | 'X') => Ok((16, &rest[1..])),
        Some('b' | 'B') => Ok((2, &rest[1..])),
        Some('o' | 'O') => Err("an octal literal starts with `0` alone, without the letter".to_owned()),
        Some(_) => Ok((8, rest)),
    }
}

fn magnitude(digits: &str, radix: u32) -> Option<u64> {
    let mut value: u64 = 0;
    for digit in digits.chars().filter(|digit| *digit != '_') {
        value = value.checked_mul(u64::from(radix))?.checked_add(u64::from(digit.to_digit(radix)?))?;
    }
    Some(value)
}

/// The value before a minus is applied; `None` if it is out of range (JLS 3.10.1).
fn signed(magnitude: u64, is_decimal: bool, is_long: bool, negated: bool) -> Option<i64> {
    let largest_positive = if is_long { i64::MAX as u64 } else { i32::MAX as u64 };
    let largest = match (is_decimal, is_long) {
        (true, _) => largest_positive + u64::from(negated),
        (false, true) => u64::MAX,
        (false, false) => u64::from(u32::MAX),
    };
    if magnitude > largest {
        return None;
    }
    Some(if is_long { magnitude as i64 } else { i64::from(magnitude as u32 as i32) })
}

fn too_large(text: &str, is_long: bool) -> Reason {
    if is_long {
        format!("`{text}` is too large for a `long`")
    } else {
        format!("`{text}` is too large for an `int`; a `long` is written with an `L` at its end")
    }
}

/// A character literal, quotes included.
pub(super) fn character(text: &str) -> Result<Literal, Reason> {
    let inner = text.strip_prefix('\'').and_then(|text| text.strip_suffix('\'')).unwrap_or("");
    let units = Units::of(inner)?;
    match *units.resolve_escapes()?.as_slice() {
        [unit] => Ok(Literal::Char(unit)),
        [high, low] if is_high(high) && is_low(low) => {
            Err(format!("{text} does not fit into a `char`; write it as a string"))
        }
        [] => Err("a character literal must not be empty".to_owned()),
        _ => Err(format!("{text} holds more than one character; a string is written with double quotes")),
    }
}

/// A string literal or a text block, quotes included.
pub(super) fn string(text: &str) -> Result<Literal, Reason> {
    let units = match text.strip_prefix("\"\"\"") {
        Some(rest) => text_block(rest.strip_suffix("\"\"\"").unwrap_or(""))?,
        None => {
            let inner = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or("");
            if inner.contains(['\n', '\r']) {
                return Err("a string must end on the line where it starts; a text block has three quotes".to_owned());
            }
            Units::of(inner)?.resolve_escapes()?
        }
    };
    Ok(Literal::String(to_string(&units)))
}

/// JLS 3.10.6: drop the opening line, the common indentation and trailing blanks, then resolve
/// escapes.
fn text_block(content: &str) -> Result<Vec<u16>, Reason> {
    let content = content.replace("\r\n", "\n").replace('\r', "\n");
    let Some((opening, body)) = content.split_once('\n') else {
        return Err("a text block starts on the line after its opening quotes".to_owned());
    };
    if !opening.trim_matches(is_java_blank).is_empty() {
        return Err("a text block starts on the line after its opening quotes".to_owned());
    }
    let lines: Vec<&str> = body.split('\n').collect();
    let last = lines.len() - 1;
    let is_significant = |(index, line): (usize, &&str)| index == last || !line.trim_matches(is_java_blank).is_empty();
    let indentation = lines
        .iter()
        .enumerate()
        .filter(|entry| is_significant(*entry))
        .map(|(_, line)| line.chars().take_while(|c| is_java_blank(*c)).count())
        .min()
        .unwrap_or(0);
    let stripped: Vec<&str> = lines.iter().map(|line| strip_line(line, indentation)).collect();
    Units::of(&stripped.join("\n"))?.resolve_escapes()
}

fn strip_line(line: &str, indentation: usize) -> &str {
    let start = line.char_indices().nth(indentation).map_or(line.len(), |(at, _)| at);
    line[start..].trim_end_matches(is_java_blank)
}

fn is_java_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\u{c}')
}

/// UTF-16 after Unicode escapes.
struct Units(Vec<u16>);

impl Units {
    /// JLS 3.3: a backslash after an even number of backslashes, `u`s and four digits are one unit.
    fn of(text: &str) -> Result<Units, Reason> {
        let mut units = Vec::with_capacity(text.len());
        let mut rest = text.chars();
        let mut escaped = false;
        while let Some(c) = rest.next() {
            if c == '\\' && !escaped && rest.as_str().starts_with('u') {
                let digits = rest.as_str().trim_start_matches('u');
                let unit = digits.get(..4).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
                let unit = unit.and_then(|digits| u16::from_str_radix(digits, 16).ok());
                let unit = unit.ok_or_else(|| "a Unicode escape is `\\u` and four hexadecimal digits".to_owned())?;
                units.push(unit);
                rest = digits[4..].chars();
                // A backslash made this way starts an escape like `\n`, and no second Unicode
                // escape.
                escaped = unit == u16::from(b'\\') && !escaped;
                continue;
            }
            escaped = c == '\\' && !escaped;
            units.extend(c.encode_utf16(&mut [0; 2]).iter());
        }
        Ok(Units(units))
    }

    /// JLS 3.10.7, and `\` at the end of a text block's line.
    fn resolve_escapes(&self) -> Result<Vec<u16>, Reason> {
        let mut result = Vec::with_capacity(self.0.len());
        let mut rest = self.0.iter().copied().peekable();
        while let Some(unit) = rest.next() {
            if unit != u16::from(b'\\') {
                result.push(unit);
                continue;
            }
            let escape = rest.next().and_then(|unit| u8::try_from(unit).ok()).unwrap_or(0);
            match escape {
                b'\n' => {}
                b'0'..=b'7' => result.push(octal_escape(escape, &mut rest)),
                _ => result.push(simple_escape(escape)?),
            }
        }
        Ok(result)
    }
}

fn simple_escape(escape: u8) -> Result<u16, Reason> {
    let value = match escape {
        b'b' => 8,
        b't' => b'\t',
        b'n' => b'\n',
        b'f' => 12,
        b'r' => b'\r',
        b's' => b' ',
        b'"' | b'\'' | b'\\' => escape,
        _ => return Err("an unknown escape; a backslash itself is written `\\\\`".to_owned()),
    };
    Ok(u16::from(value))
}

/// Up to three digits, the first of three at most 3.
fn octal_escape(first: u8, rest: &mut std::iter::Peekable<impl Iterator<Item = u16>>) -> u16 {
    let mut value = u16::from(first - b'0');
    let further = if first <= b'3' { 2 } else { 1 };
    for _ in 0..further {
        let Some(digit) = rest.next_if(|unit| (0x30..0x38).contains(unit)) else { break };
        value = value * 8 + (digit - 0x30);
    }
    value
}

fn is_high(unit: u16) -> bool {
    (0xD800..0xDC00).contains(&unit)
}

fn is_low(unit: u16) -> bool {
    (0xDC00..0xE000).contains(&unit)
}

fn to_string(units: &[u16]) -> String {
    char::decode_utf16(units.iter().copied())
        .map(|unit| unit.unwrap_or_else(|lone| private_character(lone.unpaired_surrogate())))
        .collect()
}

fn private_character(surrogate: u16) -> char {
    char::from_u32(0x0010_F800 + (u32::from(surrogate) - 0xD800)).unwrap_or(char::REPLACEMENT_CHARACTER)
}

#[cfg(test)]
mod tests {
    use super::{character, integer, string};
    use crate::tree::Literal;

    fn int(text: &str) -> Option<i32> {
        match integer(text, false) {
            Ok(Literal::Int(value)) => Some(value),
            _ => None,
        }
    }

    fn text(literal: &str) -> String {
        match string(literal) {
            Ok(Literal::String(value)) => value,
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn integers_of_every_radix() {
        assert_eq!(int("0"), Some(0));
        assert_eq!(int("1_000"), Some(1000));
        assert_eq!(int("0x7fff_ffff"), Some(i32::MAX));
        assert_eq!(int("0xFFFFFFFF"), Some(-1));
        assert_eq!(int("017"), Some(15));
        assert_eq!(int("0_7"), Some(7));
        assert_eq!(int("0b1010"), Some(10));
        assert_eq!(int("037777777777"), Some(-1));
        assert_eq!(integer("0xFFFFFFFFFFFFFFFFL", false), Ok(Literal::Long(-1)));
    }

    #[test]
    fn ranges_of_integers() {
        assert_eq!(int("2147483647"), Some(i32::MAX));
        assert_eq!(int("2147483648"), None);
        assert_eq!(int("0x100000000"), None);
        assert_eq!(int("0o7"), None);
        assert_eq!(integer("2147483648", true), Ok(Literal::Int(i32::MIN)));
        assert!(integer("2147483649", true).is_err());
        assert_eq!(integer("0x80000000", true), Ok(Literal::Int(i32::MIN)));
        assert_eq!(integer("9223372036854775808L", true), Ok(Literal::Long(i64::MIN)));
        assert!(integer("9223372036854775808L", false).is_err());
        assert!(integer("99999999999999999999999999L", false).is_err());
    }

    #[test]
    fn characters() {
        assert_eq!(character("'a'"), Ok(Literal::Char(97)));
        assert_eq!(character(r"'\n'"), Ok(Literal::Char(10)));
        assert_eq!(character(r"'\''"), Ok(Literal::Char(39)));
        assert_eq!(character(r"'\377'"), Ok(Literal::Char(255)));
        assert_eq!(character(r"'\uuD800'"), Ok(Literal::Char(0xD800)));
        assert_eq!(character(r"'\u005c''"), Ok(Literal::Char(39)));
        assert_eq!(character(r"'\\'"), Ok(Literal::Char(92)));
        assert!(character("'ab'").is_err());
        assert!(character(r"'\q'").is_err());
        assert!(character("'😀'").is_err());
    }

    #[test]
    fn strings() {
        assert_eq!(text(r#""""#), "");
        assert_eq!(text(r#""a\tb\\u0041\u0041""#), "a\tb\\u0041A");
        assert_eq!(text(r#""\uD83D\uDE00""#), "😀");
        assert_eq!(text(r#""\0\1234""#), "\0S4");
        assert_ne!(text(r#""\uD800""#), text(r#""\uD801""#));
        assert!(string(r#""\u12""#).is_err());
    }

    #[test]
    fn text_blocks_lose_their_indentation() {
        assert_eq!(text("\"\"\"\n    a\n      b  \n    \"\"\""), "a\n  b\n");
        assert_eq!(text("\"\"\"  \n    a\n  b\"\"\""), "  a\nb");
        assert_eq!(text("\"\"\"\n  a \\\n  b\\s\n\n  c\"\"\""), "a b \n\nc");
        assert_eq!(text("\"\"\"\r\n  \\\"\"\"\r\n  \"\"\""), "\"\"\"\n");
        assert!(string("\"\"\"a\"\"\"").is_err());
    }
}
