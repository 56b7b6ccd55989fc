//! Assignments: simple ones (JLS 15.26.1) and those that read first (`op=`, `++`, `--`: JLS
//! 15.26.2, 15.14, 15.15).
//!
//! The parts of the place are evaluated once, before the value. A simple assignment checks the
//! object or array only after the value has been evaluated (`SetField`, `SetElement` do that); one
//! that reads checks when it reads, before the operand.

use super::Flattener;
use crate::body::{Expr, ExprKind, StmtKind};
use crate::lower::typed::{Place, TypedExpr};
use crate::program::{FieldId, LocalId, Type};
use tightrope_source::Span;

/// A place whose parts have been evaluated.
enum Target {
    Local(LocalId),
    Field { object: Expr, field: FieldId },
    Static(FieldId),
    Element { array: Expr, index: Expr },
}

impl Flattener<'_, '_> {
    /// `place = value`
    pub(super) fn assignment(&mut self, expr: &TypedExpr, place: &Place, value: &TypedExpr, wanted: bool) -> Expr {
        let span = expr.span;
        let (parts, static_field): (Vec<&TypedExpr>, Option<FieldId>) = match place {
            Place::Local(local) => {
                self.assign_typed(*local, value, span);
                return self.local(*local, span);
            }
            Place::Field { object, .. } => (vec![object, value], None),
            Place::Static(field) => (vec![value], Some(*field)),
            Place::Element { array, index } => (vec![array, index, value], None),
        };
        let mut values = self.operands(parts);
        if let Some(field) = static_field {
            values = self.initialize_after(self.program().field(field).class, values, span);
        }
        if wanted {
            values = self.keep_all(values);
        }
        let Some(mut value) = values.pop() else { return self.no_value(expr.ty, span) };
        if wanted {
            value = self.keep_simple(value);
        }
        let target = self.target(place, values);
        self.store(target, value.clone(), span);
        value
    }

    /// The place with its evaluated parts.
    fn target(&self, place: &Place, parts: Vec<Expr>) -> Target {
        let mut parts = parts.into_iter();
        let mut next = |part: &TypedExpr| parts.next().unwrap_or_else(|| self.no_value(part.ty, part.span));
        match place {
            Place::Local(local) => Target::Local(*local),
            Place::Field { object, field } => Target::Field { object: next(object), field: *field },
            Place::Static(field) => Target::Static(*field),
            Place::Element { array, index } => Target::Element { array: next(array), index: next(index) },
        }
    }

    fn store(&mut self, target: Target, value: Expr, span: Span) {
        match target {
            Target::Local(local) => self.assign(local, value, span),
            Target::Field { object, field } => self.push(span, StmtKind::SetField { object, field, value }),
            Target::Static(field) => self.push(span, StmtKind::SetStatic { field, value }),
            Target::Element { array, index } => self.push(span, StmtKind::SetElement { array, index, value }),
        }
    }

    fn read(&self, target: &Target, ty: Type, span: Span) -> Expr {
        let kind = match target {
            Target::Local(local) => ExprKind::Local(*local),
            Target::Field { object, field } => ExprKind::Field { object: Box::new(object.clone()), field: *field },
            Target::Static(field) => ExprKind::StaticField(*field),
            Target::Element { array, index } => {
                ExprKind::Element { array: Box::new(array.clone()), index: Box::new(index.clone()) }
            }
        };
        Expr { kind, ty, span }
    }

    /// Evaluates the parts of a place that is read and then written.
    fn place_once(&mut self, place: &Place, span: Span) -> Target {
        let parts: Vec<&TypedExpr> = match place {
            Place::Local(_) => Vec::new(),
            Place::Static(field) => {
                self.initialize_class(self.program().field(*field).class, span);
                Vec::new()
            }
            Place::Field { object, .. } => vec![object],
            Place::Element { array, index } => vec![array, index],
        };
        let values = self.operands(parts);
        let values = values.into_iter().map(|value| self.keep_simple(value)).collect();
        self.target(place, values)
    }

    /// `place op= operand` and its kin. Without statements in the operand, and when nobody wants
    /// the old value, it is read where it is used: `i = i + 1`.
    pub(super) fn compound(
        &mut self,
        expr: &TypedExpr,
        place: &Place,
        old: LocalId,
        new_value: &TypedExpr,
        post: bool,
        wanted: bool,
    ) -> Expr {
        let span = expr.span;
        let target = self.place_once(place, span);
        let old_value = self.read(&target, self.local(old, span).ty, span);
        let new = self.value_over(old, old_value, new_value, post && wanted, span);
        if let Target::Local(local) = target {
            self.assign(local, new, span);
            return self.local(if post { old } else { local }, span);
        }
        let new = if wanted && !post { self.keep_simple(new) } else { new };
        self.store(target, new.clone(), span);
        if post { self.local(old, span) } else { new }
    }

    /// The value of an expression over the local `old`, which is to hold `old_value`. If nothing
    /// happens in between and nobody needs the local for itself (`keep_old`), the value is read
    /// where it is used.
    pub(super) fn value_over(
        &mut self,
        old: LocalId,
        old_value: Expr,
        expr: &TypedExpr,
        keep_old: bool,
        span: Span,
    ) -> Expr {
        let (mut value, code) = self.aside(|this| this.value(expr));
        if code.is_empty() && !keep_old {
            crate::visit::for_each_expr_mut(&mut value, &mut |inner| {
                if inner.kind == ExprKind::Local(old) {
                    *inner = Expr { span: inner.span, ..old_value.clone() };
                }
            });
        } else {
            self.push(span, StmtKind::Assign { local: old, value: old_value });
            self.append(code);
        }
        value
    }
}
