//! A mutant as a change of the text, for people to read. The tree is what is checked; a test parses
//! the changed text of every mutant again, and compares the trees.

use tightrope_source::Span;

/// These bytes become this text. An insertion has an empty place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    pub span: Span,
    pub text: String,
}

impl Edit {
    pub fn replace(span: Span, text: impl Into<String>) -> Edit {
        Edit { span, text: text.into() }
    }

    pub fn insert(place: Span, text: impl Into<String>) -> Edit {
        Edit { span: place, text: text.into() }
    }
}

/// The text with all edits made. They do not overlap; of insertions at one place the first one
/// comes first.
pub(crate) fn apply(text: &str, edits: &[Edit]) -> String {
    let mut changed = String::new();
    let mut done = 0;
    for edit in in_order(edits) {
        let (start, end) = (edit.span.start as usize, edit.span.end as usize);
        changed.push_str(text.get(done..start).unwrap_or_default());
        changed.push_str(&edit.text);
        done = end.max(done);
    }
    changed.push_str(text.get(done..).unwrap_or_default());
    changed
}

fn in_order(edits: &[Edit]) -> Vec<&Edit> {
    let mut edits: Vec<&Edit> = edits.iter().collect();
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    edits
}

/// The lines that differ: those of before with `-`, then those of after with `+`.
pub(crate) fn diff(text: &str, edits: &[Edit]) -> Vec<String> {
    let changed = apply(text, edits);
    let (old, new): (Vec<&str>, Vec<&str>) = (text.lines().collect(), changed.lines().collect());
    let same = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let most = old.len().min(new.len()) - same.min(old.len()).min(new.len());
    let tail = old.iter().rev().zip(new.iter().rev()).take(most).take_while(|(old, new)| old == new).count();
    let minus = old[same..old.len() - tail].iter().map(|line| format!("-{line}"));
    let plus = new[same..new.len() - tail].iter().map(|line| format!("+{line}"));
    minus.chain(plus).map(|line| line.trim_end().to_owned()).collect()
}

/// The place of an operator between two operands: blanks, parentheses and comments lie around it.
pub(crate) fn operator_between(text: &str, left: Span, right: Span, written: &str) -> Option<Span> {
    let (start, end) = (left.end as usize, right.start as usize);
    let gap = text.get(start..end)?;
    let at = start + find_outside_comments(gap, written)?;
    Some(Span::new(left.file, at, at + written.len()))
}

fn find_outside_comments(gap: &str, wanted: &str) -> Option<usize> {
    let mut at = 0;
    while at < gap.len() {
        let rest = gap.get(at..)?;
        if rest.starts_with(wanted) {
            return Some(at);
        }
        at += if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else {
            rest.chars().next().map_or(1, char::len_utf8)
        };
    }
    None
}

/// Is all of it inside one pair of parentheses?
pub(crate) fn is_parenthesised(text: &str) -> bool {
    if !text.starts_with('(') || !text.ends_with(')') {
        return false;
    }
    let mut depth = 0;
    for (at, character) in text.char_indices() {
        match character {
            '(' => depth += 1,
            ')' => depth -= 1,
            // A literal may hold parentheses: better one pair too many.
            '"' | '\'' => return false,
            _ => {}
        }
        if depth == 0 && at + 1 < text.len() {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::{Edit, apply, diff, is_parenthesised, operator_between};
    use tightrope_source::{FileId, Span};

    #[test]
    fn a_diff_has_the_lines_that_differ() {
        let text = "a\nb < c\nd\n";
        let edits = [Edit::replace(Span::new(FileId(0), 4, 5), "<=")];
        assert_eq!(apply(text, &edits), "a\nb <= c\nd\n");
        assert_eq!(diff(text, &edits), ["-b < c", "+b <= c"]);
    }

    #[test]
    fn a_deleted_line_is_one() {
        let text = "a\nb\n";
        let edits = [Edit::replace(Span::new(FileId(0), 0, 2), "")];
        assert_eq!(diff(text, &edits), ["-a"]);
    }

    #[test]
    fn an_operator_is_found_beside_a_comment() {
        let text = "(a) /* < */ < (b)";
        let span = |start, end| Span::new(FileId(0), start, end);
        assert_eq!(operator_between(text, span(1, 2), span(15, 16), "<"), Some(span(12, 13)));
    }

    #[test]
    fn parentheses_around_all_of_it() {
        assert!(is_parenthesised("(a < (b))"));
        assert!(!is_parenthesised("(a) < (b)"));
        assert!(!is_parenthesised("a"));
    }
}
