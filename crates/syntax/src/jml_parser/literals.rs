//! Literals of Java inside JML (JLS 3.10): their ranges, escapes and digits.
//!
//! Text blocks are not read in JML: their indentation rules meet the `@` at the start of lines.

use super::parser::{Failed, Parsed, Parser};
use crate::jml::JmlExpr;
use crate::tree::{ExprKind, Literal};
use tightrope_source::{Code, Diagnostic, Name};

impl Parser<'_> {
    pub(super) fn number(&mut self) -> Parsed<ExprKind> {
        let text = self.text_of(self.nth(0));
        match parse_number(text) {
            Ok(literal) => {
                self.bump();
                Ok(ExprKind::Literal(literal))
            }
            Err(reason) => Err(self.bad_literal(&reason)),
        }
    }

    fn bad_literal(&mut self, reason: &str) -> Failed {
        let diagnostic = Diagnostic::new(Code::BadLiteral, self.span(), reason);
        self.report(diagnostic)
    }

    pub(super) fn character(&mut self) -> Parsed<ExprKind> {
        let text = self.text_of(self.nth(0));
        let units: Option<Vec<u16>> = unescape(inside_quotes(text)).map(|text| text.encode_utf16().collect());
        match units.as_deref() {
            Some([unit]) => {
                self.bump();
                Ok(ExprKind::Literal(Literal::Char(*unit)))
            }
            Some(_) => Err(self.bad_literal(&format!("`{text}` is not exactly one character"))),
            None => self.lone_surrogate_or_bad_escape(text),
        }
    }

    /// `'\ud800'` is half of a pair: a `char`, but no Rust text.
    fn lone_surrogate_or_bad_escape(&mut self, text: &str) -> Parsed<ExprKind> {
        let digits = inside_quotes(text).trim_start_matches('\\').trim_start_matches('u');
        match u16::from_str_radix(digits, 16) {
            Ok(unit) if text.starts_with("'\\u") && digits.len() == 4 => {
                self.bump();
                Ok(ExprKind::Literal(Literal::Char(unit)))
            }
            _ => Err(self.bad_literal(&format!("`{text}` has an unknown escape"))),
        }
    }

    pub(super) fn string(&mut self) -> Parsed<ExprKind> {
        let text = self.text_of(self.nth(0));
        if text == "\"\"" && self.nth(1).start == self.nth(0).end && self.text_of(self.nth(1)).starts_with('"') {
            let span = self.span();
            return Err(self.syntax_error(span, "text blocks are not supported in JML"));
        }
        match unescape(inside_quotes(text)) {
            Some(value) => {
                self.bump();
                Ok(ExprKind::Literal(Literal::String(value)))
            }
            None => Err(self.bad_literal("this string has an unknown escape")),
        }
    }

    /// `(* … *)`, with the marks of lines and comments inside taken away.
    pub(super) fn informal(&mut self) -> ExprKind {
        let token = self.bump();
        let text = self.text_of(token).trim_start_matches("(*").trim_end_matches("*)");
        let lines = text.lines().enumerate().map(|(number, line)| {
            let is_marked = number > 0;
            if is_marked {
                line.trim_start().trim_start_matches("//").trim_start_matches('@').trim()
            } else {
                line.trim()
            }
        });
        let text = lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
        ExprKind::Jml(Box::new(JmlExpr::Informal(text)))
    }
}

fn inside_quotes(text: &str) -> &str {
    text.get(1..text.len().saturating_sub(1)).unwrap_or("")
}

/// The values that only a minus makes legal.
pub(super) fn is_only_legal_negated(text: &str) -> bool {
    let digits: String = text.chars().filter(|c| *c != '_').collect();
    matches!(digits.as_str(), "2147483648" | "9223372036854775808L" | "9223372036854775808l")
}

fn parse_number(text: &str) -> Result<Literal, String> {
    let lower = text.to_ascii_lowercase();
    let is_hexadecimal = lower.starts_with("0x");
    let is_floating = lower.contains('.')
        || if is_hexadecimal {
            lower.contains('p')
        } else {
            lower.contains(['e', 'f', 'd']) && !lower.starts_with("0b")
        };
    if is_floating { parse_floating(text, &lower, is_hexadecimal) } else { parse_integer(text, &lower) }
}

fn parse_floating(text: &str, lower: &str, is_hexadecimal: bool) -> Result<Literal, String> {
    let single = lower.ends_with('f');
    let number = lower.trim_end_matches(['f', 'd']).replace('_', "");
    let is_valid = is_hexadecimal || number.parse::<f64>().is_ok();
    if is_valid {
        Ok(Literal::Floating { text: Name::new(text), single })
    } else {
        Err(format!("`{text}` is not a number"))
    }
}

fn parse_integer(text: &str, lower: &str) -> Result<Literal, String> {
    let is_long = lower.ends_with('l');
    let number = lower.trim_end_matches('l');
    let (digits, radix) = if let Some(digits) = number.strip_prefix("0x") {
        (digits, 16)
    } else if let Some(digits) = number.strip_prefix("0b") {
        (digits, 2)
    } else if number.len() > 1 && number.starts_with('0') {
        (&number[1..], 8)
    } else {
        (number, 10)
    };
    let digits_only = digits.replace('_', "");
    if !is_digit_sequence(digits, radix) {
        return Err(format!("`{text}` is not a number"));
    }
    let out_of_range = || out_of_range(text, is_long);
    let value = u64::from_str_radix(&digits_only, radix).map_err(|_| out_of_range())?;
    // Other radixes spell the bits; decimal numbers spell the value.
    if is_long {
        let fits = radix != 10 || i64::try_from(value).is_ok();
        if fits { Ok(Literal::Long(value as i64)) } else { Err(out_of_range()) }
    } else {
        let fits = if radix == 10 { i32::try_from(value).is_ok() } else { u32::try_from(value).is_ok() };
        if fits { Ok(Literal::Int(value as u32 as i32)) } else { Err(out_of_range()) }
    }
}

fn is_digit_sequence(digits: &str, radix: u32) -> bool {
    let starts_right = digits.starts_with(|c: char| c.is_digit(radix)) || radix == 8;
    let all_right = digits.chars().all(|c| c == '_' || c.is_digit(radix));
    !digits.is_empty() && starts_right && all_right && !digits.ends_with('_')
}

fn out_of_range(text: &str, is_long: bool) -> String {
    if is_long {
        format!("`{text}` does not fit into a `long`")
    } else {
        format!("`{text}` does not fit into an `int`; write `{text}L` for a `long`")
    }
}

/// The text with its escapes resolved; `None` for an escape that Java does not know.
fn unescape(text: &str) -> Option<String> {
    let mut units: Vec<u16> = Vec::new();
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        if c != '\\' {
            units.extend(c.encode_utf16(&mut [0; 2]).iter());
            continue;
        }
        let unit = match rest.next()? {
            'b' => 8,
            't' => 9,
            'n' => 10,
            'f' => 12,
            'r' => 13,
            's' => 32,
            quoted @ ('"' | '\'' | '\\') => quoted as u16,
            'u' => {
                while rest.next_if_eq(&'u').is_some() {}
                let digits: Option<String> = (0..4).map(|_| rest.next()).collect();
                u16::from_str_radix(&digits?, 16).ok()?
            }
            first @ '0'..='7' => octal(first, &mut rest),
            _ => return None,
        };
        units.push(unit);
    }
    String::from_utf16(&units).ok()
}

/// Up to three octal digits, the third only after `0` to `3`.
fn octal(first: char, rest: &mut std::iter::Peekable<std::str::Chars<'_>>) -> u16 {
    let mut value = first.to_digit(8).unwrap_or(0);
    let more = if first <= '3' { 2 } else { 1 };
    for _ in 0..more {
        match rest.next_if(|c| c.is_digit(8)).and_then(|c| c.to_digit(8)) {
            Some(digit) => value = value * 8 + digit,
            None => break,
        }
    }
    value as u16
}
