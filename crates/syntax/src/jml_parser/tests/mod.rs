//! Tests of the JML parser: trees as compact s-expressions, places, messages, recovery, and hostile
//! input.

mod hostile;
mod messages;
mod printer;
mod trees;

use super::{JmlMembers, JmlRegions, JmlStatements, parse_members, parse_modifiers, parse_statements};
use crate::tree::Modifiers;
use tightrope_source::{Diagnostic, FileId};

/// The JML comments of a piece of Java: what the Java parser would hand over.
fn comments(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(slash) = text[at..].find('/') {
        let start = at + slash;
        if !text[start..].starts_with("//@") && !text[start..].starts_with("/*@") {
            at = start + 1;
            continue;
        }
        let rest = &text[start..];
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else {
            rest[2..].find("*/").map_or(rest.len(), |end| end + 4)
        };
        at = start + length;
        found.push(start..at);
    }
    found
}

fn run<T>(text: &str, parse: fn(JmlRegions<'_>, &mut Vec<Diagnostic>) -> T) -> (T, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let comments = comments(text);
    let found = parse(JmlRegions { file: FileId(0), text, comments: &comments }, &mut diagnostics);
    (found, diagnostics)
}

fn members(text: &str) -> (JmlMembers, Vec<Diagnostic>) {
    run(text, parse_members)
}

fn statements(text: &str) -> (JmlStatements, Vec<Diagnostic>) {
    run(text, parse_statements)
}

fn modifiers(text: &str) -> (Modifiers, Vec<Diagnostic>) {
    run(text, parse_modifiers)
}

/// `E0201 start..end message`, one line each.
fn rendered(diagnostics: &[Diagnostic]) -> Vec<String> {
    diagnostics.iter().map(|found| format!("{} {}", found.code.number(), found.message)).collect()
}
