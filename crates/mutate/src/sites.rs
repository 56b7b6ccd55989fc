//! All mutants of a method: every operator at every place.

use crate::clauses::{self, ClauseVisitor, Side, walk_spec};
use crate::edit::{Edit, apply, diff};
use crate::kinds::Kinds;
use crate::operators::{Alternative, Change, alternatives, deleted};
use tightrope_source::Span;
use tightrope_syntax::jml::{MethodClauseKind, Predicate, SpecCase};
use tightrope_syntax::tree::{CompilationUnit, Expr, ExprKind, Literal, Member, MethodDecl, Stmt, TypeDecl};
use tightrope_syntax::walk::{Role, Visitor, walk_block};

/// What is mutated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    Code,
    Contract,
}

/// A method with one change.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// `AORB`.
    pub operator: &'static str,
    pub part: Part,
    /// What is changed.
    pub span: Span,
    pub edits: Vec<Edit>,
    /// The whole method.
    pub method: MethodDecl,
}

impl Mutant {
    /// The file with the mutant in place of the method.
    pub fn unit(&self, original: &CompilationUnit) -> CompilationUnit {
        let mut unit = original.clone();
        unit.types.iter_mut().for_each(|class| self.put_into(class));
        unit
    }

    fn put_into(&self, class: &mut TypeDecl) {
        for member in &mut class.members {
            match member {
                Member::Method(method) if method.name.span == self.method.name.span => {
                    **method = self.method.clone();
                }
                Member::Type(inner) => self.put_into(inner),
                _ => {}
            }
        }
    }

    /// The lines that differ.
    pub fn diff(&self, text: &str) -> Vec<String> {
        diff(text, &self.edits)
    }

    /// The text of the file with the mutant in it.
    pub fn text(&self, text: &str) -> String {
        apply(text, &self.edits)
    }
}

/// The method whose name stands here.
pub(crate) fn find_method(unit: &CompilationUnit, name: Span) -> Option<&MethodDecl> {
    fn inside(class: &TypeDecl, name: Span) -> Option<&MethodDecl> {
        class.members.iter().find_map(|member| match member {
            Member::Method(method) if method.name.span == name => Some(&**method),
            Member::Type(inner) => inside(inner, name),
            _ => None,
        })
    }
    unit.types.iter().find_map(|class| inside(class, name))
}

/// All mutants of a method, in the order of the text; they may not type-check.
pub fn mutants_of(method: &MethodDecl, part: Part, units: &[CompilationUnit], text: &str) -> Vec<Mutant> {
    let kinds = Kinds::of_units(units).of_method(method);
    let mut collector = Collector { kinds: &kinds, text, site: 0, found: Vec::new() };
    let mut copy = method.clone();
    collector.walk(&mut copy, part);
    let made = collector.found.into_iter().map(|(site, span, found)| Mutant {
        operator: found.operator,
        part,
        span,
        edits: found.edits,
        method: changed(method, part, site, found.change),
    });
    made.collect()
}

/// The method with one of its places changed.
fn changed(method: &MethodDecl, part: Part, site: usize, change: Changed) -> MethodDecl {
    let mut copy = method.clone();
    let mut changer = Changer { site: 0, wanted: site, change: Some(change) };
    match part {
        Part::Code => copy.body.iter_mut().for_each(|body| walk_block(body, &mut changer)),
        Part::Contract => copy.spec.iter_mut().for_each(|spec| walk_spec(spec, &mut changer)),
    }
    copy
}

/// What a place becomes.
#[derive(Clone, Debug)]
enum Changed {
    Node(Change),
    /// The precondition at this place demands nothing.
    NoDemand,
    /// The clause at this place loses an entry.
    NoEntry(usize),
}

struct Found {
    operator: &'static str,
    change: Changed,
    edits: Vec<Edit>,
}

impl From<Alternative> for Found {
    fn from(alternative: Alternative) -> Found {
        let Alternative { operator, change, edits } = alternative;
        Found { operator, change: Changed::Node(change), edits }
    }
}

struct Collector<'a> {
    kinds: &'a Kinds,
    text: &'a str,
    site: usize,
    found: Vec<(usize, Span, Found)>,
}

impl Collector<'_> {
    fn walk(&mut self, method: &mut MethodDecl, part: Part) {
        match part {
            Part::Code => method.body.iter_mut().for_each(|body| walk_block(body, self)),
            Part::Contract => method.spec.iter_mut().for_each(|spec| walk_spec(spec, self)),
        }
    }

    fn add(&mut self, span: Span, found: impl IntoIterator<Item = Found>) {
        let site = self.site;
        self.found.extend(found.into_iter().map(|found| (site, span, found)));
        self.site += 1;
    }
}

impl Visitor for Collector<'_> {
    fn expr(&mut self, expr: &mut Expr, role: Role) {
        let found = alternatives(expr, role, self.kinds, self.text);
        self.add(expr.span, found.into_iter().map(Found::from));
    }

    fn stmt(&mut self, stmt: &mut Stmt) {
        self.add(stmt.span, deleted(stmt, self.kinds).map(Found::from));
    }
}

impl ClauseVisitor for Collector<'_> {
    fn part(&mut self, expr: &mut Expr, side: Side) {
        let found = clauses::alternatives(expr, side, self.kinds, self.text);
        self.add(expr.span, found.into_iter().map(Found::from));
    }

    fn clause(&mut self, case: &mut SpecCase, index: usize) {
        let Some(clause) = case.clauses.get(index) else { return };
        let gone = |span: Span| vec![Edit::replace(span, "")];
        let found: Vec<Found> = match &clause.kind {
            MethodClauseKind::Requires(Predicate::Expr(expr)) => {
                let edits = vec![Edit::replace(expr.span, "true")];
                vec![Found { operator: "CREQ", change: Changed::NoDemand, edits }]
            }
            MethodClauseKind::Assignable(entries) if entries.len() > 1 => {
                let spans: Vec<Span> = entries.iter().map(|entry| entry.span).collect();
                let without = |entry: usize| Found {
                    operator: "CASG",
                    change: Changed::NoEntry(entry),
                    edits: gone(with_comma(&spans, entry)),
                };
                (0..spans.len()).map(without).collect()
            }
            _ => Vec::new(),
        };
        self.add(clause.span, found);
    }
}

/// An entry of a list, and the comma that goes with it.
fn with_comma(entries: &[Span], index: usize) -> Span {
    let entry = entries[index];
    match entries.get(index + 1) {
        Some(next) => Span { end: next.start, ..entry },
        None => Span { start: entries[index - 1].end, ..entry },
    }
}

struct Changer {
    site: usize,
    wanted: usize,
    change: Option<Changed>,
}

impl Changer {
    /// The change, when its place is visited.
    fn here(&mut self) -> Option<Changed> {
        let is_here = self.site == self.wanted;
        self.site += 1;
        self.change.take_if(|_| is_here)
    }
}

impl Visitor for Changer {
    fn expr(&mut self, expr: &mut Expr, _: Role) {
        if let Some(Changed::Node(Change::Expr(new))) = self.here() {
            *expr = new;
        }
    }

    fn stmt(&mut self, stmt: &mut Stmt) {
        if let Some(Changed::Node(Change::Stmt(new))) = self.here() {
            *stmt = *new;
        }
    }
}

impl ClauseVisitor for Changer {
    fn part(&mut self, expr: &mut Expr, _: Side) {
        if let Some(Changed::Node(Change::Expr(new))) = self.here() {
            *expr = new;
        }
    }

    fn clause(&mut self, case: &mut SpecCase, index: usize) {
        match self.here() {
            Some(Changed::NoDemand) => {
                let clause = case.clauses.get_mut(index).map(|clause| &mut clause.kind);
                if let Some(MethodClauseKind::Requires(Predicate::Expr(expr))) = clause {
                    expr.kind = ExprKind::Literal(Literal::Boolean(true));
                }
            }
            Some(Changed::NoEntry(entry)) => {
                if let Some(MethodClauseKind::Assignable(entries)) = case.clauses.get_mut(index).map(|c| &mut c.kind) {
                    entries.remove(entry);
                }
            }
            _ => {}
        }
    }
}
