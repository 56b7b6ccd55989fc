//! Words and signs of shape predicates. Comments are those of Java.

use super::tree::{Place, ShapeError};

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Token {
    Word(String),
    Number(i64),
    Sign(&'static str),
    End,
}

/// Longer signs first. Some have two spellings.
const SIGNS: [(&str, &str); 21] = [
    ("|->", "->"),
    ("->", "->"),
    ("==", "=="),
    ("!=", "!="),
    ("<=", "<="),
    (">=", ">="),
    ("&&", "&"),
    ("||", "|"),
    ("&", "&"),
    ("|", "|"),
    ("=", "="),
    ("<", "<"),
    (">", ">"),
    ("(", "("),
    (")", ")"),
    (",", ","),
    (":", ":"),
    (";", ";"),
    ("*", "*"),
    ("+", "+"),
    ("-", "-"),
];

pub(crate) fn tokens(text: &str) -> Result<Vec<(Token, Place)>, ShapeError> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let length = match first {
            _ if first.is_whitespace() => first.len_utf8(),
            _ if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            _ if rest.starts_with("/*") => match rest.find("*/") {
                Some(end) => end + 2,
                None => return Err(ShapeError::new(&(at..text.len()), "this comment does not end")),
            },
            _ => {
                let (token, length) = token(rest, at)?;
                found.push((token, at..at + length));
                length
            }
        };
        at += length;
    }
    found.push((Token::End, text.len()..text.len()));
    Ok(found)
}

fn token(rest: &str, at: usize) -> Result<(Token, usize), ShapeError> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$' || c == '.' || c == '\'';
    let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
    if length > 0 {
        let word = &rest[..length];
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            let number = word.parse().map_err(|_| ShapeError::new(&(at..at + length), "this is not a number"))?;
            return Ok((Token::Number(number), length));
        }
        return Ok((Token::Word(word.to_owned()), length));
    }
    match SIGNS.iter().find(|(sign, _)| rest.starts_with(sign)) {
        Some((sign, meaning)) => Ok((Token::Sign(meaning), sign.len())),
        None if rest.starts_with('!') => Ok((Token::Sign("!"), 1)),
        None => {
            let end = at + rest.chars().next().map_or(1, char::len_utf8);
            Err(ShapeError::new(&(at..end), "this sign means nothing in a shape predicate"))
        }
    }
}
