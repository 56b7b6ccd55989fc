//! How text looks: colours, widths, numbers, columns.

use crate::WIDTH;

/// What the caller chooses about the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TextOptions {
    /// ANSI colours.
    pub colors: bool,
    pub width: usize,
    /// How long things took. Without it, the same input gives the same text.
    pub times: bool,
    /// Everything that a verdict rests on, below its line.
    pub details: bool,
}

impl Default for TextOptions {
    fn default() -> TextOptions {
        TextOptions { colors: false, width: WIDTH, times: false, details: false }
    }
}

/// ANSI codes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Style {
    Strong,
    Faint,
    Good,
    Bad,
    Doubtful,
    Changed,
}

impl TextOptions {
    pub(super) fn paint(self, style: Style, text: &str) -> String {
        let code = match style {
            Style::Strong => "1",
            Style::Faint => "2",
            Style::Good => "32",
            Style::Bad => "1;31",
            Style::Doubtful => "33",
            Style::Changed => "36",
        };
        if self.colors && !text.is_empty() { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() }
    }

    /// A line of a drawing, with the marks of changes in their colour.
    pub(super) fn paint_marks(self, line: &str) -> String {
        const MARKS: &[char] = &['⇒', '═', '╔', '╗', '╚', '╝', '+'];
        if !self.colors {
            return line.to_owned();
        }
        let mut painted = String::new();
        let mut run = String::new();
        for character in line.chars() {
            if MARKS.contains(&character) {
                run.push(character);
            } else {
                painted.push_str(&self.paint(Style::Changed, &std::mem::take(&mut run)));
                painted.push(character);
            }
        }
        painted.push_str(&self.paint(Style::Changed, &run));
        painted
    }
}

/// `1 heap`, `23,430,840 heaps`.
pub(crate) fn counted(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(number), if number == 1 { one } else { many })
}

/// With commas between thousands.
pub fn grouped(number: u64) -> String {
    grouped_digits(&number.to_string())
}

/// The same of a number of any length.
pub(super) fn grouped_digits(digits: &str) -> String {
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `0.4 s`, `12 s`, `3 min 20 s`.
pub fn duration(seconds: f64) -> String {
    let whole = seconds.round().max(0.0);
    match seconds {
        less if less < 0.0005 => "0 s".to_owned(),
        less if less < 0.095 => format!("{:.0} ms", less * 1000.0),
        less if less < 9.95 => format!("{less:.1} s"),
        less if less < 99.5 => format!("{less:.0} s"),
        _ => format!("{:.0} min {:.0} s", (whole / 60.0).floor(), whole % 60.0),
    }
}

/// Filled with blanks to the width. Colours come after: they have no width.
pub(super) fn pad(cell: &str, width: usize) -> String {
    let missing = width.saturating_sub(cell.chars().count());
    format!("{cell}{}", " ".repeat(missing))
}

/// Cut with an ellipsis if it is longer.
pub(super) fn shortened(text: &str, width: usize) -> String {
    match text.char_indices().nth(width) {
        Some(_) => text.chars().take(width.saturating_sub(1)).chain(['…']).collect(),
        None => text.to_owned(),
    }
}

/// The text in lines of at most this width, broken at blanks.
pub(super) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let Some(line) = lines.last_mut() else { break };
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() <= width {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

/// The text after a head, in lines of at most this width; lines after the first start at column
/// `indent`.
pub(super) fn hanging(head: &str, text: &str, indent: usize, width: usize) -> Vec<String> {
    let lines = wrapped(text, width.saturating_sub(indent)).into_iter().enumerate();
    lines.map(|(index, line)| if index == 0 { format!("{head}{line}") } else { " ".repeat(indent) + &line }).collect()
}

#[cfg(test)]
mod tests {
    use super::{duration, grouped, wrapped};

    #[test]
    fn numbers_are_grouped() {
        let written = [0, 12, 999, 1_000, 23_430_840].map(grouped);
        assert_eq!(written, ["0", "12", "999", "1,000", "23,430,840"]);
    }

    #[test]
    fn durations_have_their_units() {
        let written = [0.0, 0.0123, 0.4, 9.96, 61.2, 200.0].map(duration);
        assert_eq!(written, ["0 s", "12 ms", "0.4 s", "10 s", "61 s", "3 min 20 s"]);
    }

    #[test]
    fn lines_break_at_blanks() {
        assert_eq!(wrapped("one two three", 8), ["one two", "three"]);
    }
}
