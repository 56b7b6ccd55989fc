//! Desugars the JML of classes and methods into the data of [`crate::contract`].
//!
//! Follows the JML Reference Manual, chapters 8 (type specifications) and 9 (method
//! specifications). Only what is written at a class or method itself is handled here;
//! [`crate::effective`] joins what is inherited.
//!
//! - [`classes`]: invariants (written, and one for each non-null field), constraints, `initially`,
//!   axioms.
//! - [`methods`]: specification cases, nesting resolved, and the implicit clauses of non-null
//!   parameters and results.
//! - [`locations`]: what `assignable` clauses name.
//! - [`represents`]: model fields become pure methods.
//! - [`modifiers`]: JML modifiers that contradict each other or that are not checked.
//!
//! Whatever is read but not checked ends in a list of [`Unchecked`] and gives a warning (W0506):
//! once for each clause.

mod classes;
mod locations;
mod methods;
mod modifiers;
mod ownership;
mod represents;
#[cfg(test)]
mod tests;

pub(crate) use represents::declare_represents;

use super::attribute::FormulaContext;
use super::attribute::spec::{AttributedClause, attribute_clause};
use super::declarations::Declarations;
use super::formulas::formula_expr;
use super::types::JavaType;
use crate::body::{Expr, ExprKind, Unsupported};
use crate::constructs::Construct;
use crate::contract::{Clause, Formula, Origin, Unchecked};
use crate::program::LocalId;
use crate::visit::{for_each_expr, for_each_expr_mut};
use tightrope_source::{Code, Diagnostic, Name, SourceMap, Span};
use tightrope_syntax::tree::{self, FieldDecl, Primitive};

const BOOLEAN: JavaType = JavaType::Primitive(Primitive::Boolean);

/// Lowers the contracts of all classes and methods, and the bodies of model fields. Bodies have
/// been attributed: local classes know what surrounds them.
pub(crate) fn lower_contracts(declarations: &mut Declarations<'_>, sources: &SourceMap) {
    for class in declarations.program.class_ids() {
        classes::lower_class(declarations, sources, class);
    }
    for method in declarations.program.method_ids() {
        methods::lower_method(declarations, sources, method);
    }
    represents::lower_bodies(declarations);
}

/// The formulas of some expressions of one clause, with what each should be (anything, if `None`).
/// `old` variables have been replaced by their values: a formula is pure, so that this is exact.
fn formulas(
    declarations: &mut Declarations<'_>,
    context: &FormulaContext,
    old_variables: &[&FieldDecl],
    exprs: &[(&tree::Expr, Option<JavaType>)],
) -> Vec<Formula> {
    let attributed = attribute_clause(declarations, context, old_variables, exprs);
    formulas_of(declarations, context, attributed)
}

fn formulas_of(
    declarations: &mut Declarations<'_>,
    context: &FormulaContext,
    attributed: AttributedClause,
) -> Vec<Formula> {
    let mut diagnostics = Vec::new();
    let mut values: Vec<OldValue> = Vec::new();
    for (local, value) in attributed.old_variables {
        let mut value = formula_expr(declarations, value, &mut diagnostics);
        let size = put_values(&mut value, &values);
        let value = if context.has_pre_state { in_pre_state(value) } else { value };
        values.push(OldValue { local, value, size });
    }
    let mut formulas = Vec::new();
    for typed in attributed.exprs {
        let mut expr = formula_expr(declarations, typed.expr, &mut diagnostics);
        put_values(&mut expr, &values);
        formulas.push(Formula { locals: attributed.locals.clone(), expr });
    }
    for diagnostic in diagnostics {
        declarations.report(diagnostic);
    }
    formulas
}

fn in_pre_state(expr: Expr) -> Expr {
    let (ty, span) = (expr.ty, expr.span);
    Expr { kind: ExprKind::Old(Box::new(expr)), ty, span }
}

/// An `old` variable, what stands for it, and how many expressions that are.
struct OldValue {
    local: LocalId,
    value: Expr,
    size: usize,
}

/// Each `old` variable may use the one before it twice: the formula would grow without bound.
const MOST_EXPRESSIONS: usize = 10_000;

/// Puts values in the place of `old` variables. Returns the number of expressions that there are
/// then.
fn put_values(expr: &mut Expr, values: &[OldValue]) -> usize {
    let old_value = |expr: &Expr| match expr.kind {
        ExprKind::Local(local) => values.iter().find(|known| known.local == local),
        _ => None,
    };
    let mut size: usize = 0;
    for_each_expr(expr, &mut |part| size = size.saturating_add(old_value(part).map_or(1, |known| known.size)));
    if size > MOST_EXPRESSIONS && !values.is_empty() {
        let detail = Name::new("`old` variables that make a formula too long");
        let (construct, span) = (Construct::UncheckedExpression, expr.span);
        expr.kind = ExprKind::Unsupported(Unsupported { construct, detail, span });
        return 1;
    }
    for_each_expr_mut(expr, &mut |part| {
        if let Some(known) = old_value(part) {
            *part = known.value.clone();
        }
    });
    size
}

/// A written clause with a predicate; whoever knows that it belongs to a class says so.
fn written_clause(
    declarations: &mut Declarations<'_>,
    context: &FormulaContext,
    old_variables: &[&FieldDecl],
    predicate: &tree::Expr,
    span: Span,
) -> Option<Clause> {
    let formula = formulas(declarations, context, old_variables, &[(predicate, Some(BOOLEAN))]).pop()?;
    Some(Clause { span, origin: Origin::Written, is_static: false, formula })
}

/// Something that is not checked, with its warning.
pub(crate) fn unchecked(
    declarations: &mut Declarations<'_>,
    construct: Construct,
    keyword: &str,
    span: Span,
) -> Unchecked {
    let message = format!("`{keyword}` is read but not checked");
    let diagnostic = Diagnostic::new(Code::NotChecked, span, message)
        .hint("the verdict lists it among what was not checked; remove it to silence this warning");
    declarations.report(diagnostic);
    Unchecked { construct, span, keyword: Name::new(keyword) }
}
