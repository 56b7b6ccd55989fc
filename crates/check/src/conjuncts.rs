//! Which conjunct of a `return a && b && c` was false.
//!
//! `&&` evaluates from left to right and stops at the first part that is false: so that part has
//! what the method looked at last. The parts are read off the text of the statement: a body in
//! which calls were flattened does not have them any more.

use crate::Input;
use tightrope_machine::trace::Returned;
use tightrope_source::Span;

/// The conjunct that made a `return` give false, if there are several; of a method that asserts,
/// the assertion.
pub(crate) fn false_conjunct(input: Input<'_>, returned: Returned) -> Option<Span> {
    let looked_at = returned.looked_at.filter(|_| returned.value == 0)?;
    // It answers for a method that asserts.
    if input.program.method(returned.method).is_synthetic {
        return Some(looked_at);
    }
    let text = input.sources.text(returned.span);
    let parts = conjuncts(text)?;
    let place = |(start, end): (usize, usize)| Span {
        file: returned.span.file,
        start: returned.span.start + start as u32,
        end: returned.span.start + end as u32,
    };
    let is_it = |part: &Span| part.file == looked_at.file && part.start <= looked_at.start && looked_at.end <= part.end;
    (parts.len() > 1).then(|| parts.into_iter().map(place).find(is_it)).flatten()
}

/// The parts of `return a && b && c;`, by their places in the text. `None`: it is not such a
/// statement, or an `||` or `?` outside of parentheses binds them otherwise.
fn conjuncts(text: &str) -> Option<Vec<(usize, usize)>> {
    let rest = text.strip_prefix("return")?.strip_suffix(';')?;
    let first = text.len() - rest.len() - 1;
    let bytes = rest.as_bytes();
    let (mut parts, mut start, mut depth, mut at) = (Vec::new(), 0, 0_usize, 0);
    while at < bytes.len() {
        match (bytes[at], bytes.get(at + 1)) {
            (b'"' | b'\'', _) => at = end_of_literal(bytes, at),
            (b'/', Some(b'/' | b'*')) => return None,
            (b'(' | b'[' | b'{', _) => depth += 1,
            (b')' | b']' | b'}', _) => depth = depth.saturating_sub(1),
            (b'|', Some(b'|')) | (b'?', _) if depth == 0 => return None,
            (b'&', Some(b'&')) if depth == 0 => {
                parts.push((start, at));
                start = at + 2;
                at += 1;
            }
            _ => {}
        }
        at += 1;
    }
    parts.push((start, rest.len()));
    Some(parts.into_iter().map(|part| trimmed(rest, part)).map(|(start, end)| (first + start, first + end)).collect())
}

/// The place of the closing quote.
fn end_of_literal(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while at < bytes.len() && bytes[at] != bytes[start] {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    at
}

/// Without the blanks around it.
fn trimmed(text: &str, (start, end): (usize, usize)) -> (usize, usize) {
    let part = text.get(start..end).unwrap_or_default();
    let blanks = part.len() - part.trim_start().len();
    (start + blanks, start + blanks + part.trim().len())
}

#[cfg(test)]
mod tests {
    use super::conjuncts;

    fn parts(text: &str) -> Option<Vec<&str>> {
        conjuncts(text).map(|parts| parts.into_iter().map(|(start, end)| &text[start..end]).collect())
    }

    #[test]
    fn conjuncts_are_read_off_the_text() {
        assert_eq!(parts("return a && b(c && d)\n  && e != '&';"), Some(vec!["a", "b(c && d)", "e != '&'"]));
        assert_eq!(parts("return (a || b) && \"&&\".equals(s);"), Some(vec!["(a || b)", "\"&&\".equals(s)"]));
        assert_eq!(parts("return a || b && c;"), None);
        assert_eq!(parts("return a && b ? c : d;"), None);
        assert_eq!(parts("return a;"), Some(vec!["a"]));
        assert_eq!(parts("throw a;"), None);
    }
}
