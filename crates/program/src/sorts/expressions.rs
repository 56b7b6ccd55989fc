//! Expressions and formulas: which values meet, and which operations need more than their order.

use super::Need;
use super::classes::{Node, Uses};
use super::walk::{Analysis, Surroundings, kind_of};
use crate::body::{BinaryOp, Expr, ExprKind, LogicalOp, Quantified, Quantifier, Reach};
use crate::program::{BaseType, ClassId, Constant, FieldId, LocalId, Type};
use crate::visit;
use tightrope_source::Span;

impl<'p> Analysis<'p> {
    /// The value of an expression.
    pub(super) fn expr(&mut self, at: &Surroundings, expr: &'p Expr) -> Node {
        match &expr.kind {
            ExprKind::Constant(constant) => self.constant(constant, expr),
            ExprKind::Local(local) => self.local(at, *local),
            ExprKind::Field { object, field } => self.field(at, object, *field, expr.span),
            ExprKind::StaticField(field) => self.static_field(*field, expr.span),
            ExprKind::Element { array, index } => self.element(at, array, index),
            ExprKind::Length(array) => {
                self.object(at, array);
                self.fresh_number(expr, Need::Length)
            }
            ExprKind::Unary { operand, .. } => {
                self.number(at, operand, expr.span, Need::Arithmetic);
                self.fresh_number(expr, Need::Arithmetic)
            }
            ExprKind::Binary { op, left, right } => self.binary(at, *op, left, right, expr),
            ExprKind::Conditional { cond, then, otherwise } => {
                self.expr(at, cond);
                let (then, otherwise) = (self.expr(at, then), self.expr(at, otherwise));
                let value = self.place(expr.ty, expr.span);
                self.classes.join(then, otherwise);
                self.classes.join(value, then);
                value
            }
            ExprKind::Convert(operand) => self.convert(at, operand, expr),
            ExprKind::Cast(operand) => self.cast(at, operand, expr),
            ExprKind::InstanceOf { operand, ty } => {
                let is_null_test = ty.as_class().is_some_and(|class| self.is_object(class));
                let operand = self.expr(at, operand);
                if ty.is_array() {
                    // Whoever asks whether it is an array may be given one.
                    let array = self.place(*ty, expr.span);
                    self.classes.join(operand, array);
                }
                if !is_null_test {
                    self.classes.set_concrete(operand, expr.span, Need::TypeTest);
                }
                self.plain(expr)
            }
            ExprKind::Concat(parts) => {
                for part in parts {
                    let part = self.expr(at, part);
                    self.classes.expose(part, expr.span, Need::Text);
                }
                self.place(expr.ty, expr.span)
            }
            ExprKind::Call(call) => self.call(at, call, expr.span),
            _ => self.formula(at, expr),
        }
    }

    /// What only formulas have.
    fn formula(&mut self, at: &Surroundings, expr: &'p Expr) -> Node {
        match &expr.kind {
            ExprKind::Result => match at.result {
                Some(result) => result,
                None => self.not_modelled(expr),
            },
            ExprKind::Old(operand) => self.expr(at, operand),
            ExprKind::Quantified(quantified) => self.quantified(at, quantified, expr),
            ExprKind::Comprehension { binder, range } => {
                self.bind_object(at, *binder, expr.span, &[range.as_ref()]);
                self.expr(at, range);
                self.plain(expr)
            }
            ExprKind::Reach(reach) => self.reach_set(at, reach, expr),
            ExprKind::SetSize(operand) => {
                self.expr(at, operand);
                self.fresh_number(expr, Need::Aggregate)
            }
            // Only tests for null.
            ExprKind::NonNullElements(operand) => {
                self.expr(at, operand);
                self.plain(expr)
            }
            ExprKind::Logical { .. } | ExprKind::Informal(_) | ExprKind::TypeLiteral(_) => {
                for operand in visit::operands(expr) {
                    self.expr(at, operand);
                }
                self.plain(expr)
            }
            ExprKind::Unsupported(_) => self.not_modelled(expr),
            // Sets, types, freshness, invariants: all speak of objects as such.
            _ => {
                for operand in visit::operands(expr) {
                    let operand = self.expr(at, operand);
                    self.speak_of(operand, expr.span);
                }
                self.plain(expr)
            }
        }
    }

    fn not_modelled(&mut self, expr: &Expr) -> Node {
        let value = self.place(expr.ty, expr.span);
        self.classes.expose(value, expr.span, Need::NotModelled);
        value
    }

    /// A value that nothing is known of, and that needs nothing.
    fn plain(&mut self, expr: &Expr) -> Node {
        let value = self.classes.add(kind_of(expr.ty));
        if expr.ty == Type::LONG {
            self.classes.set_long(value);
        }
        value
    }

    fn constant(&mut self, constant: &Constant, expr: &Expr) -> Node {
        let value = self.plain(expr);
        match constant {
            Constant::Int(number) => self.classes.add_constant(value, i64::from(*number)),
            Constant::Long(number) => self.classes.add_constant(value, *number),
            Constant::String(_) => self.classes.set_concrete(value, expr.span, Need::Literal),
            Constant::Boolean(_) | Constant::Float(_) | Constant::Double(_) | Constant::Null => {}
        }
        value
    }

    /// A local; one that the body does not have may be anything.
    pub(super) fn local(&mut self, at: &Surroundings, local: LocalId) -> Node {
        match at.locals.get(local.index()) {
            Some(node) => *node,
            None => self.classes.add(super::classes::Kind::Other),
        }
    }

    /// An expression whose members are used.
    pub(super) fn object(&mut self, at: &Surroundings, object: &'p Expr) -> Node {
        let value = self.expr(at, object);
        self.classes.set_concrete(value, object.span, Need::MemberAccess);
        value
    }

    /// An expression whose number is needed, if it is one.
    pub(super) fn number(&mut self, at: &Surroundings, operand: &'p Expr, span: Span, need: Need) {
        let value = self.expr(at, operand);
        self.classes.set_arithmetic(value, span, need);
    }

    fn fresh_number(&mut self, expr: &Expr, need: Need) -> Node {
        let value = self.plain(expr);
        self.classes.set_arithmetic(value, expr.span, need);
        value
    }

    fn field(&mut self, at: &Surroundings, object: &'p Expr, field: FieldId, span: Span) -> Node {
        let object_value = self.object(at, object);
        let place = self.fields[field.index()];
        if let Some(represents) = self.program.field(field).represents {
            let class = object.ty.as_class().unwrap_or(self.program.field(field).class);
            self.call_virtual(represents, class, &[object_value], place, span);
        }
        place
    }

    fn static_field(&mut self, field: FieldId, span: Span) -> Node {
        let declared = self.program.field(field);
        let place = self.fields[field.index()];
        // Objects of its type can be in the heap.
        let read = self.place(declared.ty, span);
        self.classes.join(read, place);
        if let Some(represents) = declared.represents {
            self.call_exactly(represents, &[], place, span);
        }
        place
    }

    pub(super) fn element(&mut self, at: &Surroundings, array: &'p Expr, index: &'p Expr) -> Node {
        let array = self.object(at, array);
        self.number(at, index, index.span, Need::Index);
        self.classes.element(array)
    }

    fn binary(&mut self, at: &Surroundings, op: BinaryOp, left: &'p Expr, right: &'p Expr, expr: &'p Expr) -> Node {
        let (left_value, right_value) = (self.expr(at, left), self.expr(at, right));
        if !is_comparison(op) {
            self.classes.set_arithmetic(left_value, expr.span, Need::Arithmetic);
            self.classes.set_arithmetic(right_value, expr.span, Need::Arithmetic);
            return self.fresh_number(expr, Need::Arithmetic);
        }
        self.classes.join(left_value, right_value);
        let with_constant = is_neutral(left) || is_neutral(right);
        self.classes
            .add_uses(left_value, Uses { identity: !with_constant, beyond_zero: !with_constant, ..Uses::default() });
        self.plain(expr)
    }

    /// Widening keeps the value, so it is a copy.
    fn convert(&mut self, at: &Surroundings, operand: &'p Expr, expr: &'p Expr) -> Node {
        let value = self.expr(at, operand);
        if widens(operand.ty, expr.ty) {
            if expr.ty == Type::LONG {
                self.classes.set_long(value);
            }
            return value;
        }
        self.classes.set_arithmetic(value, expr.span, Need::Narrowing);
        let narrowed = self.fresh_number(expr, Need::Narrowing);
        self.narrowed.push((value, narrowed));
        narrowed
    }

    fn cast(&mut self, at: &Surroundings, operand: &'p Expr, expr: &'p Expr) -> Node {
        let value = self.expr(at, operand);
        let keeps = expr.ty.as_class().is_some_and(|class| self.is_object(class) || self.is_comparable(class));
        if !keeps {
            self.classes.set_concrete(value, expr.span, Need::Cast);
        }
        let target = self.place(expr.ty, expr.span);
        self.classes.join(target, value);
        target
    }

    fn is_object(&self, class: ClassId) -> bool {
        self.program.class(class).name == "java.lang.Object"
    }

    fn is_comparable(&self, class: ClassId) -> bool {
        self.program.class(class).name == "java.lang.Comparable"
    }

    fn quantified(&mut self, at: &Surroundings, quantified: &'p Quantified, expr: &'p Expr) -> Node {
        for binder in &quantified.binders {
            let place = self.local(at, *binder);
            self.classes.set_arithmetic(place, expr.span, Need::Quantified);
            self.bind_object(at, *binder, expr.span, &guards(quantified));
        }
        self.expr(at, &quantified.range);
        let body = self.expr(at, &quantified.body);
        if matches!(quantified.quantifier, Quantifier::Forall | Quantifier::Exists) {
            return self.plain(expr);
        }
        self.classes.set_arithmetic(body, expr.span, Need::Aggregate);
        self.fresh_number(expr, Need::Aggregate)
    }

    /// A binder of an object type ranges over all objects of it, unless it is guarded to be a
    /// member of a set: then whatever may be such an object must be one of the heap.
    fn bind_object(&mut self, at: &Surroundings, binder: LocalId, span: Span, guards: &[&'p Expr]) {
        let place = self.local(at, binder);
        self.speak_of(place, span);
        if guards.iter().any(|guard| is_member(guard, binder)) {
            return;
        }
        if self.classes.is_reference(place) {
            self.any_object_matters.get_or_insert(span);
        }
    }

    /// The objects reachable from a root. Those that fields lead to are objects of the heap.
    fn reach_set(&mut self, at: &Surroundings, reach: &'p Reach, expr: &'p Expr) -> Node {
        self.object(at, &reach.root);
        let followed = match (&reach.fields, reach.class) {
            (Some(fields), _) => fields.clone(),
            (None, Some(class)) => self.fields_of_objects(class),
            (None, None) => {
                self.any_object_matters.get_or_insert(expr.span);
                Vec::new()
            }
        };
        for field in followed {
            self.follow(self.fields[field.index()], expr.span);
        }
        self.plain(expr)
    }

    /// A formula speaks of the values as objects: which one it is matters.
    fn speak_of(&mut self, place: Node, span: Span) {
        self.classes.set_concrete(place, span, Need::ObjectFormula);
        self.classes.add_uses(place, Uses { identity: true, ..Uses::default() });
    }

    /// The objects in a place matter, and those in arrays there.
    fn follow(&mut self, place: Node, span: Span) {
        self.speak_of(place, span);
        let mut dims = 0;
        let mut next = self.classes.element_if_any(place);
        // Arrays of `Object` may contain themselves.
        while let Some(element) = next.filter(|_| dims < usize::from(u8::MAX)) {
            self.speak_of(element, span);
            next = self.classes.element_if_any(element);
            dims += 1;
        }
    }

    /// The instance fields of all objects of the class.
    fn fields_of_objects(&self, class: ClassId) -> Vec<FieldId> {
        let program = self.program;
        let mut classes = self.dispatcher.below(class);
        let above = std::iter::successors(program.class(class).superclass, |class| program.class(*class).superclass);
        classes.extend(above.take(program.classes.len()));
        let fields = classes.iter().flat_map(|class| &program.class(*class).fields).copied();
        fields.filter(|field| !program.field(*field).is_static).collect()
    }
}

fn is_comparison(op: BinaryOp) -> bool {
    use BinaryOp::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
    matches!(op, Equal | Greater | GreaterEqual | Less | LessEqual | NotEqual)
}

/// `null`, or the number 0: comparing with it tells nothing of other values.
fn is_neutral(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Constant(Constant::Null | Constant::Int(0) | Constant::Long(0)) => true,
        ExprKind::Convert(operand) | ExprKind::Cast(operand) => is_neutral(operand),
        _ => expr.ty == Type::NULL,
    }
}

/// Conditions that the binders fulfil wherever the body matters.
fn guards(quantified: &Quantified) -> Vec<&Expr> {
    let body = match (quantified.quantifier, &quantified.body.kind) {
        (Quantifier::Forall, ExprKind::Logical { op: LogicalOp::Implies, left, .. }) => Some(left.as_ref()),
        (Quantifier::Exists, _) => Some(&quantified.body),
        _ => None,
    };
    std::iter::once(&quantified.range).chain(body).collect()
}

/// Does the condition hold only if the binder is a member of a set?
fn is_member(guard: &Expr, binder: LocalId) -> bool {
    match &guard.kind {
        ExprKind::Contains { element, .. } => matches!(element.kind, ExprKind::Local(local) if local == binder),
        ExprKind::Logical { op: LogicalOp::And, left, right } => is_member(left, binder) || is_member(right, binder),
        _ => false,
    }
}

/// Every value of the first type is one of the second.
fn widens(from: Type, to: Type) -> bool {
    use BaseType::{Byte, Char, Int, Long, Short};
    let allowed: &[BaseType] = match from.base {
        Byte => &[Byte, Short, Int, Long],
        Short => &[Short, Int, Long],
        Char => &[Char, Int, Long],
        Int => &[Int, Long],
        Long => &[Long],
        _ => &[],
    };
    from.is_integral() && to.is_integral() && allowed.contains(&to.base)
}
