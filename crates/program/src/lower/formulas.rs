//! From the typed expression of a contract to a formula: the same expression, without effects.
//!
//! Follows the JML Reference Manual, section 12 ("Predicates and Specification Expressions"): a
//! specification expression must not change the state, so assignments are errors (E0501) and only
//! pure methods should be called (W0502 otherwise: the call is kept, since whoever evaluates it can
//! still see whether it writes).
//!
//! Departures:
//! - Object creation is legal JML but is not modelled inside formulas: it becomes `Unsupported`
//!   (`NewInFormula`), and the formula has no value where it is evaluated.
//! - Pattern variables, and `switch` as an expression, are not modelled inside formulas either
//!   (`UncheckedExpression`).
//! - A model field is read by calling the method that its `represents` clause became. A model field
//!   that nothing represents has no value (`SuchThat`).
//! - Besides methods declared `pure`, formulas may silently call queries of the library, methods
//!   that the lowering made (record accessors, `values()`), JML model methods and `repOk` methods.

use super::declarations::Declarations;
use super::typed::{TypedExpr, TypedExprKind, TypedSpec};
use crate::body::{Call, Dispatch, Expr, ExprKind, Quantified, Reach, Unsupported};
use crate::constructs::Construct;
use crate::program::{ClassOrigin, FieldId, FieldKind, MethodId, MethodKind, Program, Type};
use tightrope_source::{Code, Diagnostic, Name, Span};

/// The expression of a formula; its locals are those of the typed expression. Effects are reported
/// and become `Unsupported`.
pub(crate) fn formula_expr(
    declarations: &Declarations<'_>,
    expr: TypedExpr,
    diagnostics: &mut Vec<Diagnostic>,
) -> Expr {
    Converter { program: &declarations.program, diagnostics }.expr(expr)
}

struct Converter<'p, 'd> {
    program: &'p Program,
    diagnostics: &'d mut Vec<Diagnostic>,
}

impl Converter<'_, '_> {
    fn expr(&mut self, expr: TypedExpr) -> Expr {
        let span = expr.span;
        // A `void` call has been reported where it was used as a value.
        let ty = expr.ty.unwrap_or(Type::UNKNOWN);
        Expr { kind: self.kind(expr.kind, span), ty, span }
    }

    fn boxed(&mut self, expr: TypedExpr) -> Box<Expr> {
        Box::new(self.expr(expr))
    }

    fn exprs(&mut self, exprs: Vec<TypedExpr>) -> Vec<Expr> {
        exprs.into_iter().map(|expr| self.expr(expr)).collect()
    }

    fn kind(&mut self, kind: TypedExprKind, span: Span) -> ExprKind {
        match kind {
            TypedExprKind::Constant(constant) => ExprKind::Constant(constant),
            TypedExprKind::Local(local) => ExprKind::Local(local),
            TypedExprKind::Field { object, field } => self.field(*object, field, span),
            TypedExprKind::StaticField(field) => self.static_field(field, span),
            TypedExprKind::Element { array, index } => {
                ExprKind::Element { array: self.boxed(*array), index: self.boxed(*index) }
            }
            TypedExprKind::Length(array) => ExprKind::Length(self.boxed(*array)),
            TypedExprKind::Unary { op, operand } => ExprKind::Unary { op, operand: self.boxed(*operand) },
            TypedExprKind::Binary { op, left, right } => {
                ExprKind::Binary { op, left: self.boxed(*left), right: self.boxed(*right) }
            }
            TypedExprKind::Logical { op, left, right } => {
                ExprKind::Logical { op, left: self.boxed(*left), right: self.boxed(*right) }
            }
            TypedExprKind::Conditional { cond, then, otherwise } => ExprKind::Conditional {
                cond: self.boxed(*cond),
                then: self.boxed(*then),
                otherwise: self.boxed(*otherwise),
            },
            TypedExprKind::Convert(operand) => ExprKind::Convert(self.boxed(*operand)),
            TypedExprKind::Cast(operand) => ExprKind::Cast(self.boxed(*operand)),
            TypedExprKind::InstanceOf { operand, ty } => ExprKind::InstanceOf { operand: self.boxed(*operand), ty },
            TypedExprKind::Concat(parts) => ExprKind::Concat(self.exprs(parts)),
            TypedExprKind::Call { dispatch, method, args } => self.call(dispatch, method, args, span),
            TypedExprKind::Sequence { first, then } => self.sequence(*first, *then, span),
            TypedExprKind::Unsupported(unsupported) => ExprKind::Unsupported(unsupported),
            TypedExprKind::Spec(spec) => self.spec(*spec),
            other => self.not_pure(other, span),
        }
    }

    /// What an expression of Java can do that a formula cannot.
    fn not_pure(&mut self, kind: TypedExprKind, span: Span) -> ExprKind {
        match kind {
            TypedExprKind::Assign { .. } => self.effect(span, "an assignment"),
            TypedExprKind::Compound { .. } => self.effect(span, "an assignment"),
            TypedExprKind::New { class, .. } => {
                let name = format!("new {}", self.program.class(class).simple_name);
                unsupported(Construct::NewInFormula, &name, span)
            }
            TypedExprKind::NewArray { .. } => unsupported(Construct::NewInFormula, "new array", span),
            TypedExprKind::ArrayLiteral { .. } => unsupported(Construct::NewInFormula, "array of values", span),
            TypedExprKind::Switch(_) => unsupported(Construct::UncheckedExpression, "switch expression", span),
            _ => unsupported(Construct::UncheckedExpression, "pattern variable", span),
        }
    }

    fn effect(&mut self, span: Span, what: &str) -> ExprKind {
        let diagnostic = Diagnostic::new(Code::ContractHasEffect, span, format!("a contract cannot contain {what}"))
            .saying("this changes the state")
            .hint("a contract only describes states: compare with `==`, and speak of the state before the method with `\\old(…)`");
        self.diagnostics.push(diagnostic);
        unsupported(Construct::UncheckedExpression, what, span)
    }

    fn field(&mut self, object: TypedExpr, field: FieldId, span: Span) -> ExprKind {
        let object = self.expr(object);
        if self.program.field(field).kind != FieldKind::Model {
            return ExprKind::Field { object: Box::new(object), field };
        }
        self.model_field(field, vec![object], span)
    }

    fn static_field(&mut self, field: FieldId, span: Span) -> ExprKind {
        if self.program.field(field).kind != FieldKind::Model {
            return ExprKind::StaticField(field);
        }
        self.model_field(field, Vec::new(), span)
    }

    fn model_field(&mut self, field: FieldId, args: Vec<Expr>, span: Span) -> ExprKind {
        let declared = self.program.field(field);
        match declared.represents {
            Some(method) => {
                let dispatch = if declared.is_static { Dispatch::Static } else { Dispatch::Virtual };
                ExprKind::Call(Call { dispatch, method, args })
            }
            None => unsupported(Construct::SuchThat, &format!("model field {}", declared.name), span),
        }
    }

    fn call(&mut self, dispatch: Dispatch, method: MethodId, args: Vec<TypedExpr>, span: Span) -> ExprKind {
        let args = self.exprs(args);
        if !may_call(self.program, method) {
            self.impure_call(method, span);
        }
        ExprKind::Call(Call { dispatch, method, args })
    }

    fn impure_call(&mut self, method: MethodId, span: Span) {
        let called = self.program.method(method);
        let is_library = self.program.class(called.class).origin == ClassOrigin::Library;
        let diagnostic = if is_library {
            let message = format!("the contract calls `{}`, which may change the state", called.name);
            Diagnostic::new(Code::ContractCallsImpure, span, message)
                .hint("a contract only describes states: call what changes nothing, such as `size()` or `contains(x)`")
        } else {
            let message = format!("the contract calls `{}`, which is not declared pure", called.name);
            Diagnostic::new(Code::ContractCallsImpure, span, message)
                .label(called.name_span, "declared here")
                .hint(format!("if `{}` changes nothing, declare it `/*@ pure @*/`", called.name))
        };
        // The same place can be read twice (a clause that belongs to several cases).
        if !self.diagnostics.contains(&diagnostic) {
            self.diagnostics.push(diagnostic);
        }
    }

    /// `expr.staticField`, or something that is not modelled after something that is: the first
    /// part only matters if it can throw, which a formula has no place for.
    fn sequence(&mut self, first: TypedExpr, then: TypedExpr, span: Span) -> ExprKind {
        let first = self.expr(first);
        let then = self.expr(then);
        match (first.kind, then.kind) {
            (unsupported @ ExprKind::Unsupported(_), _) => unsupported,
            (_, unsupported @ ExprKind::Unsupported(_)) => unsupported,
            (ExprKind::Local(_) | ExprKind::StaticField(_) | ExprKind::Constant(_), then) => then,
            _ => unsupported(Construct::UncheckedExpression, "static member through an expression", span),
        }
    }

    fn spec(&mut self, spec: TypedSpec) -> ExprKind {
        match spec {
            TypedSpec::Result => ExprKind::Result,
            TypedSpec::Old(expr) => ExprKind::Old(self.boxed(expr)),
            TypedSpec::Fresh(exprs) => ExprKind::Fresh(self.exprs(exprs)),
            TypedSpec::NonNullElements(expr) => ExprKind::NonNullElements(self.boxed(expr)),
            TypedSpec::InvariantFor(expr) => ExprKind::InvariantFor(self.boxed(expr)),
            TypedSpec::Quantified { quantifier, binders, range, body } => {
                let (range, body) = (self.expr(range), self.expr(body));
                ExprKind::Quantified(Box::new(Quantified { quantifier, binders, range, body }))
            }
            TypedSpec::Reach { root, class, fields } => {
                ExprKind::Reach(Box::new(Reach { root: self.expr(root), class, fields }))
            }
            TypedSpec::Comprehension { binder, range } => ExprKind::Comprehension { binder, range: self.boxed(range) },
            TypedSpec::Contains { set, element } => {
                let (set, element) = self.pair(set, element);
                ExprKind::Contains { set, element }
            }
            TypedSpec::SetSize(set) => ExprKind::SetSize(self.boxed(set)),
            TypedSpec::SetIsEmpty(set) => ExprKind::SetIsEmpty(self.boxed(set)),
            TypedSpec::SetEqual { left, right } => {
                let (left, right) = self.pair(left, right);
                ExprKind::SetEqual { left, right }
            }
            TypedSpec::Subset { left, right } => {
                let (left, right) = self.pair(left, right);
                ExprKind::Subset { left, right }
            }
            TypedSpec::SetUnion { left, right } => {
                let (left, right) = self.pair(left, right);
                ExprKind::SetUnion { left, right }
            }
            TypedSpec::SetIntersection { left, right } => {
                let (left, right) = self.pair(left, right);
                ExprKind::SetIntersection { left, right }
            }
            TypedSpec::SetDifference { left, right } => {
                let (left, right) = self.pair(left, right);
                ExprKind::SetDifference { left, right }
            }
            TypedSpec::TypeOf(expr) => ExprKind::TypeOf(self.boxed(expr)),
            TypedSpec::TypeLiteral(ty) => ExprKind::TypeLiteral(ty),
            TypedSpec::ElementType(expr) => ExprKind::ElementType(self.boxed(expr)),
            TypedSpec::Subtype { left, right } => {
                let (left, right) = self.pair(left, right);
                ExprKind::Subtype { left, right }
            }
            TypedSpec::Informal(text) => ExprKind::Informal(text),
        }
    }

    fn pair(&mut self, left: TypedExpr, right: TypedExpr) -> (Box<Expr>, Box<Expr>) {
        (self.boxed(left), self.boxed(right))
    }
}

fn unsupported(construct: Construct, detail: &str, span: Span) -> ExprKind {
    ExprKind::Unsupported(Unsupported { construct, detail: Name::new(detail), span })
}

/// Classes of the library whose objects never change, and collections of static functions.
const LIBRARY_VALUES: &[&str] = &[
    "java.lang.Boolean",
    "java.lang.Byte",
    "java.lang.Character",
    "java.lang.Enum",
    "java.lang.Integer",
    "java.lang.Float",
    "java.lang.Double",
    "java.lang.Long",
    "java.lang.Math",
    "java.lang.Object",
    "java.lang.Short",
    "java.lang.String",
    "java.util.Objects",
];

/// Methods of the library that change nothing, whatever class has them. An iterator is no query:
/// each one is a new object.
const LIBRARY_QUERIES: &[&str] = &[
    "compare",
    "compareTo",
    "contains",
    "containsAll",
    "containsKey",
    "containsValue",
    "element",
    "equals",
    "first",
    "firstKey",
    "get",
    "getFirst",
    "getKey",
    "getLast",
    "getMessage",
    "getOrDefault",
    "getValue",
    "hasNext",
    "hasPrevious",
    "hashCode",
    "indexOf",
    "isEmpty",
    "last",
    "lastIndexOf",
    "lastKey",
    "nextIndex",
    "peek",
    "peekFirst",
    "peekLast",
    "previousIndex",
    "size",
    "toString",
];

fn is_query(class: &str, method: &str) -> bool {
    LIBRARY_VALUES.contains(&class) || LIBRARY_QUERIES.contains(&method)
}

/// May a formula call this method without a warning?
fn may_call(program: &Program, id: MethodId) -> bool {
    let method = program.method(id);
    let class = program.class(method.class);
    let made_for_contracts = matches!(method.kind, MethodKind::Model | MethodKind::Represents);
    method.is_pure
        || method.is_synthetic
        || made_for_contracts
        || class.origin == ClassOrigin::Library && is_query(&class.name, &method.name)
        || class.rep_ok == Some(id)
}
