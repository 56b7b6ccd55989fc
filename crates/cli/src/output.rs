//! Where text goes: results to stdout, everything else to stderr, colours only where they are
//! wanted.

use crate::render;
use crate::repository::Repository;
use std::borrow::Cow;
use std::io::{self, Write};
use tightrope_report::without_turns;
use tightrope_source::{Diagnostic, Severity, SourceMap};

/// The two streams of a run, and the manners of writing to them. Tests put buffers in place of the
/// streams.
pub struct Output<'a> {
    pub results: &'a mut dyn Write,
    pub messages: &'a mut dyn Write,
    pub colored_results: bool,
    pub colored_messages: bool,
    pub quiet: bool,
    /// 0: no limit.
    pub max_diagnostics: usize,
    /// What is kept from run to run; tests have none.
    pub repository: Option<Repository>,
    /// Of the results, in columns.
    pub width: usize,
}

impl std::fmt::Debug for Output<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Output").field("quiet", &self.quiet).finish_non_exhaustive()
    }
}

impl Output<'_> {
    pub fn result(&mut self, text: &str) -> io::Result<()> {
        self.results.write_all(inert(text, self.colored_results).as_bytes())
    }

    /// A line of what somebody asked to be told.
    pub fn log(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.messages, "{line}")
    }

    /// Something worth knowing that is neither a result nor wrong.
    pub fn note(&mut self, text: &str) -> io::Result<()> {
        if self.quiet {
            return Ok(());
        }
        let label = paint(self.colored_messages, GREEN, "note:");
        writeln!(self.messages, "{label} {}", inert(&without_turns(text), false))
    }

    /// Prints what is wrong with the input, and how much of it there is.
    pub fn diagnostics(&mut self, sources: &SourceMap, diagnostics: &[Diagnostic]) -> io::Result<()> {
        // Whoever reads stderr has seen the results that came before.
        self.results.flush()?;
        let wanted: Vec<&Diagnostic> =
            diagnostics.iter().filter(|each| !self.quiet || each.severity() == Severity::Error).collect();
        for diagnostic in render::choose(&wanted, self.max_diagnostics) {
            let text = render::diagnostic(sources, diagnostic, self.colored_messages);
            writeln!(self.messages, "{}\n", inert(&without_turns(&text), self.colored_messages))?;
        }
        if !self.quiet
            && let Some(summary) = render::summary(&wanted, self.max_diagnostics)
        {
            writeln!(self.messages, "{summary}")?;
        }
        self.messages.flush()
    }

    pub fn strong(&self, text: &str) -> String {
        paint(self.colored_results, BOLD, text)
    }

    pub fn good(&self, text: &str) -> String {
        paint(self.colored_results, GREEN, text)
    }

    pub fn bad(&self, text: &str) -> String {
        paint(self.colored_results, YELLOW, text)
    }

    pub fn faint(&self, text: &str) -> String {
        paint(self.colored_results, FAINT, text)
    }
}

/// Sources and names of files may hold what a terminal obeys. Only the colours of our own are left;
/// any other control character becomes a sign for that.
fn inert(text: &str, colored: bool) -> Cow<'_, str> {
    let is_control = |letter: char| letter.is_control() && !matches!(letter, '\n' | '\t');
    if !text.contains(is_control) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let length = color_length(rest).filter(|_| colored).unwrap_or(letter.len_utf8());
        let is_plain = length > letter.len_utf8() || !is_control(letter) || rest.starts_with("\r\n");
        safe.push_str(if is_plain { &rest[..length] } else { "\u{fffd}" });
        rest = &rest[length..];
    }
    Cow::Owned(safe)
}

/// How long the change of colour is that a text starts with.
fn color_length(text: &str) -> Option<usize> {
    let code = text.strip_prefix("\u{1b}[")?;
    let digits = code.find(|letter: char| !letter.is_ascii_digit() && letter != ';')?;
    code[digits..].starts_with('m').then_some(digits + 3)
}

const BOLD: &str = "1";
const FAINT: &str = "2";
const GREEN: &str = "32";
const YELLOW: &str = "33";

fn paint(colored: bool, style: &str, text: &str) -> String {
    if colored { format!("\u{1b}[{style}m{text}\u{1b}[0m") } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::inert;

    #[test]
    fn a_terminal_obeys_nothing_that_the_user_wrote() {
        let attack = "a\u{1b}]0;title\u{7}b\u{1b}[2Jc\u{9b}31m\r\n";
        assert_eq!(inert(attack, true), "a\u{fffd}]0;title\u{fffd}b\u{fffd}[2Jc\u{fffd}31m\r\n");
        let colors = "\u{1b}[1;31mviolated\u{1b}[0m\t木\n";
        assert_eq!(inert(colors, true), colors);
        assert_eq!(inert(colors, false), "\u{fffd}[1;31mviolated\u{fffd}[0m\t木\n");
    }
}
