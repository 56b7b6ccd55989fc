//! The locations that an `assignable` clause names.
//!
//! Follows the JML Reference Manual, section 12.7 ("Store Refs"). Departures: a set of objects
//! (`\reach(…)`) stands for all fields of its objects; model fields and data groups are not
//! checked.

use super::formulas;
use crate::body::{Expr, ExprKind};
use crate::constructs::Construct;
use crate::contract::{Formula, LocationKind};
use crate::lower::attribute::FormulaContext;
use crate::lower::declarations::Declarations;
use crate::lower::lookup::Lookup;
use crate::lower::types::JavaType;
use crate::program::{ClassId, MethodKind, Type};
use tightrope_source::{Code, Diagnostic, Span};
use tightrope_syntax::jml::{StoreRef, StoreRefKind};
use tightrope_syntax::tree::{self, FieldDecl, Primitive};

const INT: JavaType = JavaType::Primitive(Primitive::Int);

/// What a store reference became.
pub(super) enum Lowered {
    /// `\nothing`
    Nothing,
    Location(Box<LocationKind>),
    /// Legal, but not checked.
    Unchecked,
    /// It has been reported.
    Wrong,
}

pub(super) fn lower(
    declarations: &mut Declarations<'_>,
    context: &FormulaContext,
    old_variables: &[&FieldDecl],
    store: &StoreRef,
) -> Lowered {
    let mut lowering = Lowering { declarations, context, old_variables };
    match &store.kind {
        StoreRefKind::Nothing | StoreRefKind::NotSpecified => Lowered::Nothing,
        StoreRefKind::Everything => Lowered::location(LocationKind::Everything),
        StoreRefKind::Location(expr) => lowering.location(expr),
        StoreRefKind::AllFields(expr) => lowering.all_fields(expr),
        StoreRefKind::AllElements(array) => lowering.all_elements(array),
        StoreRefKind::Range { array, from, to } => lowering.range(array, from, to),
    }
}

struct Lowering<'l, 'a, 'c> {
    declarations: &'l mut Declarations<'a>,
    context: &'l FormulaContext,
    old_variables: &'l [&'c FieldDecl],
}

impl Lowered {
    fn location(kind: LocationKind) -> Lowered {
        Lowered::Location(Box::new(kind))
    }
}

impl Lowering<'_, '_, '_> {
    fn formulas(&mut self, exprs: &[(&tree::Expr, Option<JavaType>)]) -> Vec<Formula> {
        formulas(self.declarations, self.context, self.old_variables, exprs)
    }

    fn location(&mut self, expr: &tree::Expr) -> Lowered {
        if self.is_data_group(expr) {
            return Lowered::Unchecked;
        }
        let Some(Formula { locals, expr: lowered }) = self.formulas(&[(expr, None)]).pop() else {
            return Lowered::Wrong;
        };
        let formula = |expr: Expr| Formula { locals: locals.clone(), expr };
        let (ty, span) = (lowered.ty, lowered.span);
        match lowered.kind {
            ExprKind::Field { object, field } => {
                Lowered::location(LocationKind::Field { object: formula(*object), field })
            }
            ExprKind::StaticField(field) => Lowered::location(LocationKind::StaticField(field)),
            ExprKind::Element { array, index } => Lowered::location(LocationKind::Elements {
                array: formula(*array),
                from: formula((*index).clone()),
                to: formula(*index),
            }),
            kind if ty == Type::OBJECT_SET => {
                Lowered::location(LocationKind::FieldsOfSet(formula(Expr { kind, ty, span })))
            }
            kind => self.other_expression(&kind, span),
        }
    }

    fn other_expression(&mut self, kind: &ExprKind, span: Span) -> Lowered {
        match kind {
            ExprKind::Call(call) if self.declarations.program.method(call.method).kind == MethodKind::Represents => {
                Lowered::Unchecked
            }
            // An expression with an error, which has been reported.
            ExprKind::Unsupported(unsupported) if unsupported.construct == Construct::Untyped => Lowered::Wrong,
            ExprKind::Unsupported(_) => Lowered::Unchecked,
            ExprKind::Local(_) => self.wrong(span, "a variable or parameter is not state that outlives the method"),
            ExprKind::Constant(_) => self.wrong(span, "a constant cannot be assigned"),
            ExprKind::Length(_) => self.wrong(span, "the length of an array cannot be assigned"),
            _ => self.wrong(span, "this denotes a value, not a place that can be assigned"),
        }
    }

    fn wrong(&mut self, span: Span, what: &str) -> Lowered {
        let diagnostic = Diagnostic::new(Code::BadStoreReference, span, "this names no location")
            .saying(what)
            .hint("name fields (`f`, `o.f`, `o.*`), array elements (`a[i]`, `a[i .. j]`, `a[*]`), `\\nothing` or `\\everything`");
        self.declarations.report(diagnostic);
        Lowered::Wrong
    }

    fn all_fields(&mut self, expr: &tree::Expr) -> Lowered {
        if let Some(class) = self.class_named_by(expr) {
            return Lowered::location(LocationKind::AllStaticFields(class));
        }
        let Some(object) = self.formulas(&[(expr, None)]).pop() else { return Lowered::Wrong };
        match object.expr.ty {
            _ if is_error(&object.expr) => self.other_expression(&object.expr.kind, expr.span),
            ty if ty.is_array() => Lowered::location(LocationKind::AllElements(object)),
            ty if ty.is_reference() => Lowered::location(LocationKind::AllFields(object)),
            Type::OBJECT_SET => Lowered::location(LocationKind::FieldsOfSet(object)),
            _ => self.wrong(expr.span, "this is not an object, so it has no fields"),
        }
    }

    fn all_elements(&mut self, array: &tree::Expr) -> Lowered {
        let Some(formula) = self.formulas(&[(array, None)]).pop() else { return Lowered::Wrong };
        match formula.expr.ty {
            _ if is_error(&formula.expr) => self.other_expression(&formula.expr.kind, array.span),
            ty if ty.is_array() => Lowered::location(LocationKind::AllElements(formula)),
            _ => self.wrong(array.span, "this is not an array, so it has no elements"),
        }
    }

    fn range(&mut self, array: &tree::Expr, from: &tree::Expr, to: &tree::Expr) -> Lowered {
        let formulas = self.formulas(&[(array, None), (from, Some(INT)), (to, Some(INT))]);
        let Ok([array_formula, from, to]) = <[Formula; 3]>::try_from(formulas) else { return Lowered::Wrong };
        match array_formula.expr.ty {
            _ if is_error(&array_formula.expr) => self.other_expression(&array_formula.expr.kind, array.span),
            ty if ty.is_array() => Lowered::location(LocationKind::Elements { array: array_formula, from, to }),
            _ => self.wrong(array.span, "this is not an array, so it has no elements"),
        }
    }

    /// JML's data group `objectState` of every object, unless the user declares something of this
    /// name.
    fn is_data_group(&self, expr: &tree::Expr) -> bool {
        let name = match &expr.kind {
            tree::ExprKind::Name(name) => name,
            tree::ExprKind::Field { target, name } if is_this(target) => name,
            _ => return false,
        };
        name.name == "objectState"
            && self.declarations.find_field(self.context.class, "objectState") == Lookup::NotFound
    }

    /// The class that stands before `.*`, if it is one and not a variable (JLS 6.5.2: variables
    /// first).
    fn class_named_by(&mut self, expr: &tree::Expr) -> Option<ClassId> {
        match &expr.kind {
            tree::ExprKind::Name(name) if !self.is_variable(&name.name) => {
                self.declarations.find_class(&self.context.scope, &name.name)
            }
            tree::ExprKind::Field { target, name } => match self.class_named_by(target) {
                Some(outer) => self.declarations.find_member_class(outer, &name.name),
                None => {
                    let qualified = self.qualified_name(expr)?;
                    self.declarations.find_qualified_class(&qualified)
                }
            },
            _ => None,
        }
    }

    fn is_variable(&self, name: &str) -> bool {
        let params = self.context.method.map(|method| &self.declarations.program.method(method).params);
        let is_param = params.is_some_and(|params| params.iter().any(|param| param.name == name));
        let classes = self.declarations.enclosing_classes(self.context.class);
        let is_old = self.old_variables.iter().any(|old| old.declarators.iter().any(|known| known.name.name == name));
        is_param
            || is_old
            || classes.into_iter().any(|class| matches!(self.declarations.find_field(class, name), Lookup::Found(_)))
    }

    /// `a.b.C`, if it is a chain of names that does not start with a variable.
    fn qualified_name(&self, expr: &tree::Expr) -> Option<String> {
        match &expr.kind {
            tree::ExprKind::Name(name) if !self.is_variable(&name.name) => Some(name.name.to_string()),
            tree::ExprKind::Field { target, name } => Some(format!("{}.{}", self.qualified_name(target)?, name.name)),
            _ => None,
        }
    }
}

fn is_error(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Unsupported(_))
}

fn is_this(expr: &tree::Expr) -> bool {
    matches!(expr.kind, tree::ExprKind::This { qualifier: None })
}
