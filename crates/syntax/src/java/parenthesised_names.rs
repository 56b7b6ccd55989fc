//! `(a.length) - 1` is a subtraction: a cast before `+` or `-` needs a primitive type (JLS 15.16).
//!
//! tree-sitter's grammar reads a cast there. It gets to see such a name without its parentheses,
//! which mean nothing: blanks stand in their place. Literals and comments may hold what only looks
//! like it; their text is not taken from what tree-sitter sees.

use std::borrow::Cow;

/// Words after which a parenthesis holds an expression; after any other word it holds arguments or
/// a condition.
const BEFORE_EXPRESSIONS: [&str; 7] = ["return", "case", "throw", "assert", "yield", "else", "do"];

const PRIMITIVES: [&str; 8] = ["boolean", "byte", "short", "char", "int", "long", "float", "double"];

/// The text with blanks for the parentheses around names before `+` and `-`.
pub(super) fn hide_parentheses_of_names(text: Cow<'_, str>) -> Cow<'_, str> {
    let found: Vec<(usize, usize)> = text.match_indices(')').filter_map(|(at, _)| parenthesised(&text, at)).collect();
    if found.is_empty() {
        return text;
    }
    let mut hidden = text.into_owned();
    for at in found.into_iter().flat_map(|(open, close)| [open, close]) {
        hidden.replace_range(at..=at, " ");
    }
    Cow::Owned(hidden)
}

/// The opening and the closing parenthesis, if a name stands in them, an operator after and no
/// callee before.
fn parenthesised(text: &str, close: usize) -> Option<(usize, usize)> {
    let after = text[close + 1..].trim_start();
    if !after.starts_with(['+', '-']) || after.starts_with("->") {
        return None;
    }
    let inside = text[..close].trim_end_matches(|c: char| is_name(c) || c == '.' || c.is_whitespace());
    let before = inside.strip_suffix('(')?;
    let name = text[inside.len()..close].trim();
    let is_one_name = !name.is_empty() && name.split('.').all(|part| is_identifier(part.trim()));
    (is_one_name && !PRIMITIVES.contains(&name) && is_before_expression(before)).then_some((before.len(), close))
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$')
}

fn is_identifier(part: &str) -> bool {
    part.chars().all(is_name) && part.starts_with(|c: char| !c.is_ascii_digit())
}

/// Can an expression start after this text? If not, the parenthesis belongs to a call, a condition
/// or the like.
fn is_before_expression(before: &str) -> bool {
    let before = before.trim_end();
    let word_start = before.trim_end_matches(is_name).len();
    let word = &before[word_start..];
    if !word.is_empty() {
        return BEFORE_EXPRESSIONS.contains(&word);
    }
    match before.chars().next_back() {
        Some('>') => before.ends_with("->") || !ends_with_created_type(before),
        Some(']' | '"' | '\'' | '@') => false,
        _ => true,
    }
}

/// Is this `… new T<A, B>`?
fn ends_with_created_type(before: &str) -> bool {
    let type_start = before.trim_end_matches(|c: char| {
        is_name(c) || c.is_whitespace() || matches!(c, '<' | '>' | ',' | '.' | '?' | '[' | ']' | '&' | '@')
    });
    before[type_start.len()..].split_whitespace().any(|word| word == "new")
}
