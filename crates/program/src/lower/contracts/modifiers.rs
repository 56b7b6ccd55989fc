//! JML modifiers that contradict each other (E0508), and those that are read but not checked
//! (W0506).
//!
//! Those about `null` are checked where nullity is decided, in [`crate::lower::declare`].

use super::unchecked;
use crate::constructs::Construct;
use crate::contract::Unchecked;
use crate::lower::declarations::Declarations;
use crate::program::ClassId;
use tightrope_source::{Code, Diagnostic, SourceMap, Span};
use tightrope_syntax::jml::Modifier;
use tightrope_syntax::tree::{Member, MethodDecl, Modifiers, TypeDecl};

/// Which of two cannot both stand at one declaration, as the user writes them.
const CONTRADICTIONS: &[(Modifier, &str, Modifier, &str)] = &[
    (Modifier::Ghost, "ghost", Modifier::Model, "model"),
    (Modifier::SpecPublic, "spec_public", Modifier::SpecProtected, "spec_protected"),
];

/// The modifiers of a class, its fields and its clauses.
pub(super) fn check_class(declarations: &mut Declarations<'_>, sources: &SourceMap, class: ClassId, syntax: &TypeDecl) {
    let mut found = check_all(declarations, sources, &syntax.modifiers, |it| it == Modifier::Owner);
    for member in &syntax.members {
        if let Member::Field(field) = member {
            let owns = !field.modifiers.is_static;
            let owner = field.modifiers.owners.first();
            let is_known = owner.is_some_and(|owner| *owner == "world" || syntax.modifiers.owners.contains(owner));
            let is_checked = |it| owns && (it == Modifier::Rep || it == Modifier::Owner && is_known);
            found.extend(check_all(declarations, sources, &field.modifiers, is_checked));
        }
    }
    for clause in &syntax.clauses {
        found.extend(check(declarations, sources, &clause.modifiers));
    }
    declarations.program.classes[class.index()].unchecked.extend(found);
}

/// The modifiers of a method and its parameters.
pub(super) fn check_method(
    declarations: &mut Declarations<'_>,
    sources: &SourceMap,
    syntax: &MethodDecl,
) -> Vec<Unchecked> {
    let mut found = check(declarations, sources, &syntax.modifiers);
    for param in &syntax.params {
        found.extend(check(declarations, sources, &param.modifiers));
    }
    found
}

/// `rep` is checked at fields of objects, and nowhere else; owner arguments there and at classes.
fn check(declarations: &mut Declarations<'_>, sources: &SourceMap, modifiers: &Modifiers) -> Vec<Unchecked> {
    check_all(declarations, sources, modifiers, |_| false)
}

fn check_all(
    declarations: &mut Declarations<'_>,
    sources: &SourceMap,
    modifiers: &Modifiers,
    is_checked: impl Fn(Modifier) -> bool,
) -> Vec<Unchecked> {
    for (left, left_name, right, right_name) in CONTRADICTIONS {
        if let (Some(first), Some(second)) = (place(modifiers, *left), place(modifiers, *right)) {
            report_contradiction(declarations, (first, left_name), (second, right_name));
        }
    }
    let is_open = |modifier: Modifier| {
        matches!(modifier, Modifier::Unchecked | Modifier::Rep | Modifier::Owner) && !is_checked(modifier)
    };
    let not_checked = modifiers.jml.iter().filter(|(modifier, _)| is_open(*modifier));
    not_checked
        .map(|(_, span)| unchecked(declarations, Construct::UncheckedModifier, sources.text(*span), *span))
        .collect()
}

fn place(modifiers: &Modifiers, wanted: Modifier) -> Option<Span> {
    modifiers.jml.iter().find(|(modifier, _)| *modifier == wanted).map(|(_, span)| *span)
}

fn report_contradiction(declarations: &mut Declarations<'_>, left: (Span, &str), right: (Span, &str)) {
    let (earlier, later) = if left.0 <= right.0 { (left, right) } else { (right, left) };
    let message = format!("`{}` contradicts `{}`", later.1, earlier.1);
    let diagnostic = Diagnostic::new(Code::ContradictoryModifiers, later.0, message)
        .label(earlier.0, format!("`{}` is written here", earlier.1))
        .hint("remove one of the two");
    declarations.report(diagnostic);
}
