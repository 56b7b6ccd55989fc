//! The first steps of reading Java (JLS 3.3 and 3.4): Unicode escapes become characters, and every
//! line ends with a line feed.
//!
//! They come before comments and literals are told apart: an escaped quote ends a string, an
//! escaped line feed ends a comment. Escapes of characters that no code has outside of literals and
//! comments stay as they are, because literals are read with their escapes: text cannot hold halves
//! of characters beyond 16 bits, and control characters would reach the user's terminal.

use std::borrow::Cow;

/// The text as Java's grammar sees it. Positions count in the result; nearly every file is its own.
pub fn java_text(text: &str) -> Cow<'_, str> {
    let has_lone_return =
        text.bytes().zip(text.bytes().skip(1).chain([0])).any(|pair| pair.0 == b'\r' && pair.1 != b'\n');
    let translated = if text.contains("\\u") { Cow::Owned(translate(text)) } else { Cow::Borrowed(text) };
    match has_lone_return || matches!(translated, Cow::Owned(_)) {
        true => Cow::Owned(end_lines(&translated)),
        false => translated,
    }
}

/// A carriage return without a line feed ends a line, too.
fn end_lines(text: &str) -> String {
    let mut ended = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(found) = rest.next() {
        let is_lone = found == '\r' && rest.peek() != Some(&'\n');
        ended.push(if is_lone { '\n' } else { found });
    }
    ended
}

fn translate(text: &str) -> String {
    let mut translated = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        translated.push_str(&rest[..at]);
        rest = &rest[at..];
        // A backslash that follows another one starts no Unicode escape: `\\u0041` is a backslash
        // and a name.
        let length = match escape(rest) {
            Some((character, length)) => {
                translated.push(character);
                length
            }
            None => {
                let length = 1 + rest[1..].chars().next().map_or(0, char::len_utf8);
                translated.push_str(&rest[..length]);
                length
            }
        };
        rest = &rest[length..];
    }
    translated.push_str(rest);
    translated
}

/// The character of a Unicode escape at the start of the text, and the length of the escape. Any
/// number of `u` is allowed.
fn escape(text: &str) -> Option<(char, usize)> {
    let after = text.strip_prefix('\\')?;
    let digits = after.trim_start_matches('u');
    if digits.len() == after.len() {
        return None;
    }
    let number = digits.get(..4).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
    let character = char::from_u32(u32::from_str_radix(number, 16).ok()?)?;
    let may_be_code = matches!(character, ' '..='~' | '\n' | '\r' | '\t' | '\u{c}') || character.is_alphanumeric();
    may_be_code.then(|| (character, text.len() - digits.len() + 4))
}

#[cfg(test)]
mod tests {
    use super::java_text;

    #[test]
    fn escapes_become_characters() {
        assert_eq!(java_text(r#""a\u0022+\u0022x""#), r#""a"+"x""#);
        assert_eq!(java_text("// \\u000a x"), "// \n x");
        assert_eq!(java_text(r"\uuu0041"), "A");
        assert_eq!(java_text(r"\u005c\u005c"), r"\\");
        assert_eq!(java_text(r"\u00e4"), "ä");
    }

    #[test]
    fn what_is_no_escape_stays() {
        for text in [r"\\u0041", r"\ud83d", r"\u001b", r"\u12", r"\uffff", "\\", r"\n", "a\r\nb", r"\u004ä"] {
            assert_eq!(java_text(text), text);
        }
    }

    #[test]
    fn lone_carriage_returns_end_lines() {
        assert_eq!(java_text("a\rb\r\nc\r"), "a\nb\r\nc\n");
    }
}
