//! Shape predicates in the comments of a Java file: `//@ shape List == …;`, or a block
//! `/*@ shape … @*/` with all the predicates that it needs.

use std::ops::Range;

/// The text with everything but shape predicates replaced by blanks, so that places stay what they
/// are. `None`: there is none.
pub fn shapes_in_comments(java: &str) -> Option<String> {
    let mut masked = String::with_capacity(java.len());
    let mut is_found = false;
    let mut at = 0;
    while at < java.len() {
        let rest = &java[at..];
        let length = piece(rest);
        let comment = &rest[..length];
        match predicate(comment) {
            Some(inside) => {
                is_found = true;
                blank(&mut masked, &comment[..inside.start]);
                without_margin(&mut masked, &comment[inside.clone()]);
                blank(&mut masked, &comment[inside.end..]);
            }
            None => blank(&mut masked, comment),
        }
        at += length;
    }
    is_found.then_some(masked)
}

/// The length of a comment, a literal, or one character.
fn piece(rest: &str) -> usize {
    let until = |opening: usize, end: &str| rest[opening..].find(end).map_or(rest.len(), |at| opening + at + end.len());
    match () {
        () if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
        () if rest.starts_with("/*") => until(2, "*/"),
        () if rest.starts_with("\"\"\"") => until(3, "\"\"\""),
        () if rest.starts_with(['"', '\'']) => literal(rest),
        () => rest.chars().next().map_or(1, char::len_utf8),
    }
}

/// A string or a character, which ends at its line if it does not end before.
fn literal(rest: &str) -> usize {
    let quote = rest.as_bytes()[0];
    let mut is_escaped = false;
    for (at, byte) in rest.bytes().enumerate().skip(1) {
        match byte {
            b'\n' => return at,
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            _ if byte == quote => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

/// Where a shape comment says what it says.
fn predicate(comment: &str) -> Option<Range<usize>> {
    let is_block = comment.starts_with("/*");
    let opened = comment.strip_prefix("//@").or_else(|| comment.strip_prefix("/*@"))?;
    let inside = opened.trim_start_matches('@').trim_start();
    let start = comment.len() - inside.len();
    let after = inside.strip_prefix("shape")?;
    let inside = match is_block {
        true => inside.strip_suffix("*/").unwrap_or(inside).trim_end().trim_end_matches('@'),
        false => inside,
    };
    after.starts_with(char::is_whitespace).then(|| start..start + inside.len())
}

/// Copies the text without the `@` at the start of its lines.
fn without_margin(masked: &mut String, text: &str) {
    for line in text.split_inclusive('\n') {
        let margin = line.len() - line.trim_start_matches([' ', '\t', '@', '*']).len();
        let margin = if line[..margin].contains('@') { margin } else { 0 };
        blank(masked, &line[..margin]);
        masked.push_str(&line[margin..]);
    }
}

/// As many bytes, and the same lines.
fn blank(masked: &mut String, text: &str) {
    masked.extend(text.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
}

#[cfg(test)]
mod tests {
    use super::shapes_in_comments;

    #[test]
    fn predicates_stay_where_they_are() {
        let java = "class L { // shape no\n  String s = \"//@ shape no\"; // é\n  /*@ shape L == this -> L(head: h) * list(h);\n    \
                    @ list(h) == emp & h = null; @*/\n  //@ invariant true;\n}";
        let masked = shapes_in_comments(java).expect("there is one");
        assert_eq!(masked.len(), java.len());
        let at = java.find("shape L").expect("it is there");
        assert_eq!(masked.find("shape L"), Some(at));
        let words: Vec<&str> = masked.split_whitespace().collect();
        assert_eq!(words.join(" "), "shape L == this -> L(head: h) * list(h); list(h) == emp & h = null;");
        assert_eq!(masked.lines().count(), java.lines().count());
    }

    #[test]
    fn other_comments_are_none() {
        assert_eq!(shapes_in_comments("class L { //@ invariant shape;\n /* shape */ //@ shapes\n }"), None);
    }
}
