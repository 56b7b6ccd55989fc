//! From the text of a file to the Java tree.
//!
//! tree-sitter reads the text ([`concrete`]), the modules here turn what it read into
//! [`crate::tree`] (Java 21; names of rules as in the JLS), and put the JML where it belongs:
//! comments are found by their position, because tree-sitter hangs them anywhere. The rules of
//! attachment are JML's (Reference Manual, chapters 6 to 12): an annotation belongs to the
//! declaration or statement that comes next, even when it stands at the end of the line before.
//!
//! tree-sitter's grammar is wider than Java here and there (any expression is a statement, methods
//! may stand outside of classes); what matters to later stages is reported, the rest is left to
//! them.

mod comments;
mod concrete;
mod declarations;
mod errors;
mod expressions;
mod literals;
mod parenthesised_names;
mod specifications;
mod statements;
mod types;

use crate::jml_parser::JmlRegions;
use crate::tree::{CompilationUnit, Ident, QualifiedName};
use crate::{MAX_HEIGHT, MAX_NESTING, Parsed};
use comments::JmlComments;
pub(crate) use concrete::Grammar;
use concrete::{ConcreteTree, Kind, Node};
use std::collections::HashSet;
use tightrope_source::{Code, Diagnostic, FileId, Name, Span};

/// Reads one file.
pub(crate) fn parse(grammar: &mut Grammar, file: FileId, text: &str) -> Parsed {
    let mut diagnostics = Vec::new();
    let concrete = match ConcreteTree::parse(grammar, text) {
        Ok(concrete) => concrete,
        Err(reached) => {
            return Parsed { unit: empty_unit(file), diagnostics: vec![errors::too_long(file, text, reached)] };
        }
    };
    let misread_from = errors::report(file, text, &concrete, &mut diagnostics);
    let comments = comments::sort_out(file, text, &concrete.comments, &mut diagnostics);
    let mut converter =
        Converter { file, text, comments, diagnostics, nesting: 0, height: 0, depth_reported: None, depth_reports: 0 };
    let unit = converter.compilation_unit(concrete.root());
    converter.report_unclaimed();
    let mut diagnostics = converter.diagnostics;
    if let Some(misread) = misread_from {
        diagnostics.retain(|diagnostic| diagnostic.primary() <= Some(misread));
    }
    diagnostics.sort_by_key(|diagnostic| diagnostic.primary());
    Parsed { unit, diagnostics }
}

/// The names that the code and the JML of a file contain, whether it can be read or not.
pub(crate) fn names(grammar: &mut Grammar, file: FileId, text: &str) -> HashSet<Name> {
    let Ok(concrete) = ConcreteTree::parse(grammar, text) else { return HashSet::new() };
    let is_name = |node: &Node<'_>| node.is(Kind::Identifier) || node.is(Kind::TypeIdentifier);
    let in_code = concrete.root().descendants().filter(is_name);
    let in_code = in_code.filter_map(|node| text.get(node.start()..node.end()).map(Name::new));
    let comments = comments::sort_out(file, text, &concrete.comments, &mut Vec::new()).claim(0..text.len());
    let in_jml = crate::jml_parser::words(JmlRegions { file, text, comments: &comments });
    in_code.chain(in_jml).collect()
}

fn empty_unit(file: FileId) -> CompilationUnit {
    CompilationUnit { file, package: None, imports: Vec::new(), types: Vec::new(), is_module: false }
}

/// How many places of too deep nesting one file may report.
const MAX_DEPTH_REPORTS: usize = 5;

/// The state of the conversion of one file.
struct Converter<'t> {
    file: FileId,
    text: &'t str,
    comments: JmlComments,
    diagnostics: Vec<Diagnostic>,
    /// How deep the calls of the conversion are nested.
    nesting: usize,
    /// How high the tree above the current node is: `nesting`, and the links of chains like `a + b
    /// + c`.
    height: usize,
    /// After something was found too deep: the nesting at which that place is left behind. Until
    /// then, nothing more is said.
    depth_reported: Option<usize>,
    depth_reports: usize,
}

impl<'t> Converter<'t> {
    fn span(&self, node: Node<'t>) -> Span {
        Span::new(self.file, node.start(), node.end())
    }

    fn span_between(&self, start: usize, end: usize) -> Span {
        Span::new(self.file, start, end.max(start))
    }

    fn text_of(&self, node: Node<'t>) -> &'t str {
        self.text.get(node.start()..node.end()).unwrap_or("")
    }

    fn ident(&self, node: Node<'t>) -> Ident {
        Ident { name: Name::new(self.text_of(node)), span: self.span(node) }
    }

    /// The name at its place in the grammar, or an empty one where the text is broken.
    fn ident_or_empty(&self, name: Option<Node<'t>>, at: Node<'t>) -> Ident {
        name.map_or_else(|| Ident { name: Name::default(), span: self.span(at).before() }, |name| self.ident(name))
    }

    /// `a.b.c` from whatever nodes it is made of: its identifiers in order.
    fn qualified_name(&self, node: Node<'t>) -> QualifiedName {
        let parts = node.descendants().filter(|part| part.is(Kind::Identifier) || part.is(Kind::TypeIdentifier));
        QualifiedName { parts: parts.map(|part| self.ident(part)).collect(), span: self.span(node) }
    }

    fn report(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::new(code, span, message));
    }

    /// Runs `convert` one level deeper, or reports that the text is nested too deeply.
    fn nested<T>(&mut self, node: Node<'t>, convert: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.nesting >= MAX_NESTING || self.height >= MAX_HEIGHT {
            self.report_too_deep(node, "this is nested too deeply");
            return None;
        }
        self.nesting += 1;
        self.height += 1;
        let result = convert(self);
        self.nesting -= 1;
        self.height -= 1;
        if self.depth_reported.is_some_and(|left_at| self.nesting <= left_at) {
            self.depth_reported = None;
        }
        Some(result)
    }

    /// Whether a chain of so many links (`a + b + c`, `else if`) still fits below this node; if
    /// not, that is reported.
    fn chain_fits(&mut self, node: Node<'t>, links: usize) -> bool {
        let fits = self.height + links <= MAX_HEIGHT;
        if !fits {
            self.report_too_deep(node, "this chain is too long");
        }
        fits
    }

    /// Runs `convert` for what hangs below so many links of a chain.
    fn below_chain<T>(&mut self, links: usize, convert: impl FnOnce(&mut Self) -> T) -> T {
        self.height += links;
        let result = convert(self);
        self.height -= links;
        result
    }

    fn report_too_deep(&mut self, node: Node<'t>, message: &str) {
        let is_new = self.depth_reported.is_none();
        if is_new && self.depth_reports < MAX_DEPTH_REPORTS {
            let first = self.text.get(node.start()..).and_then(|rest| rest.chars().next());
            let end = node.start() + first.map_or(0, char::len_utf8);
            let limit = format!("at most {MAX_NESTING} levels of nesting and {MAX_HEIGHT} links of a chain are read");
            let diagnostic = Diagnostic::new(Code::NestedTooDeep, self.span_between(node.start(), end), message);
            self.diagnostics.push(diagnostic.hint(limit));
            self.depth_reports += 1;
        }
        self.depth_reported = self.depth_reported.or(Some(self.nesting / 2));
    }

    fn report_unclaimed(&mut self) {
        for comment in self.comments.unclaimed() {
            let span = Span::new(self.file, comment.start, comment.end);
            let diagnostic = Diagnostic::new(Code::JmlMisplaced, span, "this JML annotation is ignored")
                .saying("JML allows none here")
                .hint("JML stands before a member or a statement, or among the modifiers of a declaration");
            self.diagnostics.push(diagnostic);
        }
    }
}
