//! Where text goes: results to stdout, everything else to stderr, colours only where they are
//! wanted.

use crate::render;
use crate::repository::Repository;
use std::io::{self, Write};
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
        self.results.write_all(text.as_bytes())
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
        writeln!(self.messages, "{label} {text}")
    }

    /// Prints what is wrong with the input, and how much of it there is.
    pub fn diagnostics(&mut self, sources: &SourceMap, diagnostics: &[Diagnostic]) -> io::Result<()> {
        // Whoever reads stderr has seen the results that came before.
        self.results.flush()?;
        let wanted: Vec<&Diagnostic> =
            diagnostics.iter().filter(|each| !self.quiet || each.severity() == Severity::Error).collect();
        for diagnostic in render::choose(&wanted, self.max_diagnostics) {
            let text = render::diagnostic(sources, diagnostic, self.colored_messages);
            writeln!(self.messages, "{text}\n")?;
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

const BOLD: &str = "1";
const FAINT: &str = "2";
const GREEN: &str = "32";
const YELLOW: &str = "33";

fn paint(colored: bool, style: &str, text: &str) -> String {
    if colored { format!("\u{1b}[{style}m{text}\u{1b}[0m") } else { text.to_owned() }
}
