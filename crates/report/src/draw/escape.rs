//! Text of the user inside XML and HTML: as text or in an attribute with quotation marks, it stays
//! text.

/// They turn the direction of what follows: a name could look like another.
pub(crate) const TURNS: [char; 9] =
    ['\u{202a}', '\u{202b}', '\u{202c}', '\u{202d}', '\u{202e}', '\u{2066}', '\u{2067}', '\u{2068}', '\u{2069}'];

/// With a sign in place of them. Nothing that we say needs them.
pub fn without_turns(text: &str) -> String {
    text.replace(TURNS, "\u{fffd}")
}

/// Characters that mean something there are written as references; characters that XML 1.0 does not
/// know become a sign for that.
pub(crate) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\n' | '\t' => safe.push(character),
            '\u{0}'..='\u{1f}' | '\u{7f}' | '\u{fffe}' | '\u{ffff}' => safe.push('\u{fffd}'),
            turn if TURNS.contains(&turn) => safe.push('\u{fffd}'),
            other => safe.push(other),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn markup_stays_text() {
        assert_eq!(
            escaped("</script><b a='1' c=\"2\">&"),
            "&lt;/script&gt;&lt;b a=&#39;1&#39; c=&quot;2&quot;&gt;&amp;"
        );
        assert_eq!(escaped("\u{0}\u{202e}é木\n"), "\u{fffd}\u{fffd}é木\n");
    }
}
