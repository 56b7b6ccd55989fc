//! Operators: unary, binary, assignment, `++` (JLS 15.14 to 15.26).
//!
//! An operator on floating-point operands is a call of a native of `Float` or `Double`.

use super::conversions::{is_reference, promoted};
use super::{Attributor, Bindings, Typed, is_floating};
use crate::body::{BinaryOp as Operator, LogicalOp, UnaryOp as BodyUnaryOp};
use crate::constructs::Construct;
use crate::floating::Operation;
use crate::lower::constants::{floating_operation, fold_binary, fold_unary, text};
use crate::lower::typed::{Place, TypedExpr, TypedExprKind, arithmetic_operator};
use crate::lower::types::JavaType;
use crate::program::{Constant, Type};
use tightrope_source::{Code, Name, Span};
use tightrope_syntax::tree::{BinaryOp, Expr, ExprKind, Primitive, UnaryOp, UpdateOp};

const BOOLEAN: JavaType = JavaType::Primitive(Primitive::Boolean);
const INT: JavaType = JavaType::Primitive(Primitive::Int);

/// Constants that double each other would grow without end; a class file has room for no longer
/// ones, so `javac` rejects them.
const LONGEST_CONSTANT: usize = 65535;

/// How an operator is written.
pub(super) fn symbol(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Subtract => "-",
        BinaryOp::Multiply => "*",
        BinaryOp::Divide => "/",
        BinaryOp::Remainder => "%",
        BinaryOp::ShiftLeft => "<<",
        BinaryOp::ShiftRight => ">>",
        BinaryOp::ShiftRightUnsigned => ">>>",
        BinaryOp::Less => "<",
        BinaryOp::LessEqual => "<=",
        BinaryOp::Greater => ">",
        BinaryOp::GreaterEqual => ">=",
        BinaryOp::Equal => "==",
        BinaryOp::NotEqual => "!=",
        BinaryOp::BitAnd => "&",
        BinaryOp::BitOr => "|",
        BinaryOp::BitXor => "^",
        BinaryOp::And => "&&",
        BinaryOp::Or => "||",
        BinaryOp::Implies => "==>",
        BinaryOp::ImpliedBy => "<==",
        BinaryOp::Equivalent => "<==>",
        BinaryOp::NotEquivalent => "<=!=>",
        BinaryOp::Subtype => "<:",
    }
}

fn is_comparison(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Less | BinaryOp::LessEqual | BinaryOp::Greater | BinaryOp::GreaterEqual)
}

fn is_equality(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Equal | BinaryOp::NotEqual)
}

/// What an assignment writes to: what is evaluated and dropped before (`expr.staticField`), the
/// place, its type.
pub(super) struct Assigned {
    before: Option<TypedExpr>,
    place: Place,
    ty: JavaType,
}

impl<'d, 'a> Attributor<'d, 'a> {
    pub(super) fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr, span: Span) -> Typed {
        match op {
            BinaryOp::And => self.and(left, right, span),
            BinaryOp::Or => self.or(left, right, span),
            BinaryOp::Implies
            | BinaryOp::ImpliedBy
            | BinaryOp::Equivalent
            | BinaryOp::NotEquivalent
            | BinaryOp::Subtype => self.jml_operator(op, left, right, span),
            _ => {
                let left = self.expression(left, None);
                let right = self.expression(right, None);
                self.apply(op, left, right, span)
            }
        }
    }

    fn and(&mut self, left: &Expr, right: &Expr, span: Span) -> Typed {
        let left = self.boolean_operand(left, "&&");
        self.push_scope();
        self.introduce_all(&left.bindings.when_true);
        let right = self.boolean_operand(right, "&&");
        self.pop_scope();
        let when_true = [left.bindings.when_true.clone(), right.bindings.when_true.clone()].concat();
        let mut typed = self.logical(LogicalOp::And, left, right, span);
        typed.bindings = Bindings { when_true, when_false: Vec::new() };
        typed
    }

    fn or(&mut self, left: &Expr, right: &Expr, span: Span) -> Typed {
        let left = self.boolean_operand(left, "||");
        self.push_scope();
        self.introduce_all(&left.bindings.when_false);
        let right = self.boolean_operand(right, "||");
        self.pop_scope();
        let when_false = [left.bindings.when_false.clone(), right.bindings.when_false.clone()].concat();
        let mut typed = self.logical(LogicalOp::Or, left, right, span);
        typed.bindings = Bindings { when_true: Vec::new(), when_false };
        typed
    }

    /// `&&` or `||` of two conditions.
    pub(super) fn logical(&self, op: LogicalOp, left: Typed, right: Typed, span: Span) -> Typed {
        if let (Some(Constant::Boolean(left)), Some(Constant::Boolean(right))) = (left.constant(), right.constant()) {
            let value = if op == LogicalOp::And { *left && *right } else { *left || *right };
            return self.boolean(TypedExprKind::Constant(Constant::Boolean(value)), span);
        }
        let (left, right) = (Box::new(left.expr), Box::new(right.expr));
        self.boolean(TypedExprKind::Logical { op, left, right }, span)
    }

    /// An operator on operands that are attributed already.
    pub(super) fn apply(&mut self, op: BinaryOp, left: Typed, right: Typed, span: Span) -> Typed {
        if left.ty == JavaType::Void || right.ty == JavaType::Void {
            return self.bad_operands(op, &left, &right, span);
        }
        if op == BinaryOp::Add && (self.is_string(&left.ty) || self.is_string(&right.ty)) {
            return self.concatenate(left, right, span);
        }
        if left.is_unknown() || right.is_unknown() {
            return self.apply_to_unknown(op, left, right, span);
        }
        if is_equality(op) {
            return self.equality(op, left, right, span);
        }
        match op {
            BinaryOp::ShiftLeft | BinaryOp::ShiftRight | BinaryOp::ShiftRightUnsigned => {
                self.shift(op, left, right, span)
            }
            BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor if self.both_boolean(&left, &right) => {
                self.boolean_operator(op, left, right, span)
            }
            _ => self.numeric_operator(op, left, right, span),
        }
    }

    fn bad_operands(&mut self, op: BinaryOp, left: &Typed, right: &Typed, span: Span) -> Typed {
        let (left, right) = (self.describe(&left.ty), self.describe(&right.ty));
        self.wrong(Code::BadOperands, span, format!("`{}` does not take `{left}` and `{right}`", symbol(op)))
    }

    /// An operand's type is not known: only identity of references has a meaning then.
    fn apply_to_unknown(&mut self, op: BinaryOp, left: Typed, right: Typed, span: Span) -> Typed {
        let is_object = |value: &Typed| value.expr.ty.is_some_and(Type::is_reference);
        let known_reference = is_reference(&left.ty) || is_reference(&right.ty);
        if is_equality(op) && is_object(&left) && is_object(&right) && known_reference {
            return self.binary_node(op, left.without_inserted_cast(), right.without_inserted_cast(), BOOLEAN, span);
        }
        let boolean = is_equality(op) || is_comparison(op);
        let ty = if boolean { BOOLEAN } else { JavaType::Unknown };
        self.unsupported_after(left, Construct::Untyped, symbol(op), ty, span)
    }

    fn binary_node(&self, op: BinaryOp, left: TypedExpr, right: TypedExpr, ty: JavaType, span: Span) -> Typed {
        let Some(op) = arithmetic_operator(op) else { return self.erroneous(span) };
        self.typed(TypedExprKind::Binary { op, left: Box::new(left), right: Box::new(right) }, ty, span)
    }

    /// The operator on promoted operands, or its value if both are constants.
    fn fold_or_build(&self, op: BinaryOp, left: Typed, right: Typed, ty: JavaType, span: Span) -> Typed {
        let folded = match (arithmetic_operator(op), left.constant(), right.constant()) {
            (Some(op), Some(left), Some(right)) => fold_binary(op, left, right),
            _ => None,
        };
        match folded {
            Some(constant) => self.typed(TypedExprKind::Constant(constant), ty, span),
            None if is_floating(&left.ty) => {
                let operation = arithmetic_operator(op).and_then(floating_operation);
                let Some(operation) = operation else { return self.erroneous(span) };
                let of = left.ty.clone();
                self.floating_call(operation, &of, vec![left.expr, right.expr], ty, span)
            }
            None => self.binary_node(op, left.expr, right.expr, ty, span),
        }
    }

    fn both_boolean(&self, left: &Typed, right: &Typed) -> bool {
        let boolean = Some(Primitive::Boolean);
        self.primitive_of(&left.ty) == boolean && self.primitive_of(&right.ty) == boolean
    }

    fn boolean_operator(&mut self, op: BinaryOp, left: Typed, right: Typed, span: Span) -> Typed {
        let left = self.unboxed(left, Primitive::Boolean);
        let right = self.unboxed(right, Primitive::Boolean);
        self.fold_or_build(op, left, right, BOOLEAN, span)
    }

    fn numeric_operator(&mut self, op: BinaryOp, left: Typed, right: Typed, span: Span) -> Typed {
        let (Some(from_left), Some(from_right)) = (self.numeric_of(&left.ty), self.numeric_of(&right.ty)) else {
            return self.bad_operands(op, &left, &right, span);
        };
        let Some(to) = promoted(from_left, from_right) else {
            return self.bad_operands(op, &left, &right, span);
        };
        let floating = matches!(to, Primitive::Float | Primitive::Double);
        if floating && matches!(op, BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor) {
            return self.bad_operands(op, &left, &right, span);
        }
        let ty = if is_comparison(op) || is_equality(op) { BOOLEAN } else { JavaType::Primitive(to) };
        let left = self.unboxed(left, from_left);
        let right = self.unboxed(right, from_right);
        let (left, right) = (self.to_primitive(left, to), self.to_primitive(right, to));
        self.fold_or_build(op, left, right, ty, span)
    }

    /// Each operand is promoted by itself (JLS 15.19).
    fn shift(&mut self, op: BinaryOp, left: Typed, right: Typed, span: Span) -> Typed {
        let integral = |primitive: &Primitive| !matches!(primitive, Primitive::Float | Primitive::Double);
        let from_left = self.numeric_of(&left.ty).filter(integral);
        let from_right = self.numeric_of(&right.ty).filter(integral);
        let (Some(from_left), Some(from_right)) = (from_left, from_right) else {
            return self.bad_operands(op, &left, &right, span);
        };
        let left = self.promote(left, from_left);
        let right = self.promote(right, from_right);
        let ty = left.ty.clone();
        self.fold_or_build(op, left, right, ty, span)
    }

    /// Unary numeric promotion (JLS 5.6) of a value that is, or unboxes to, `from`.
    pub(super) fn promote(&self, value: Typed, from: Primitive) -> Typed {
        let value = self.unboxed(value, from);
        match promoted(from, Primitive::Int) {
            Some(to) => self.to_primitive(value, to),
            None => value,
        }
    }

    /// JLS 15.21: numeric or boolean if at least one side is primitive, identity of references
    /// otherwise.
    fn equality(&mut self, op: BinaryOp, left: Typed, right: Typed, span: Span) -> Typed {
        let set = JavaType::ObjectSet;
        if left.ty == set && right.ty == set {
            return self.set_equality(op == BinaryOp::Equal, left, right, span);
        }
        let primitive = |ty: &JavaType| matches!(ty, JavaType::Primitive(_));
        if primitive(&left.ty) || primitive(&right.ty) {
            return match (self.primitive_of(&left.ty), self.primitive_of(&right.ty)) {
                (Some(Primitive::Boolean), Some(Primitive::Boolean)) => self.boolean_operator(op, left, right, span),
                (Some(_), Some(_)) => self.numeric_operator(op, left, right, span),
                _ => self.equality_with_object(op, left, right, span),
            };
        }
        let same_sort = left.ty == right.ty || (is_reference(&left.ty) && is_reference(&right.ty));
        let comparable = self.declarations.is_castable(&left.ty, &right.ty)
            || self.declarations.is_castable(&right.ty, &left.ty)
            || left.ty == right.ty;
        if !same_sort || !comparable {
            return self.bad_operands(op, &left, &right, span);
        }
        if let (Some(_), Some(_)) = (left.constant(), right.constant()) {
            return self.fold_or_build(op, left, right, BOOLEAN, span);
        }
        self.binary_node(op, left.without_inserted_cast(), right.without_inserted_cast(), BOOLEAN, span)
    }

    /// `object == 1`: the object is cast to the box of the primitive and unboxed, if it can be one
    /// at all (javac allows it).
    fn equality_with_object(&mut self, op: BinaryOp, left: Typed, right: Typed, span: Span) -> Typed {
        let (primitive, object) = match (&left.ty, &right.ty) {
            (JavaType::Primitive(primitive), object) | (object, JavaType::Primitive(primitive)) => (*primitive, object),
            _ => return self.bad_operands(op, &left, &right, span),
        };
        let boxed = self.declarations.boxed(primitive);
        let possible = is_reference(object) && *object != JavaType::Null;
        if !possible || !self.declarations.is_castable(object, &boxed) {
            return self.bad_operands(op, &left, &right, span);
        }
        let target = JavaType::Primitive(primitive);
        let left = self.cast(left, &target, span);
        let right = self.cast(right, &target, span);
        self.apply(op, left, right, span)
    }

    /// String concatenation (JLS 15.18.1). A chain becomes one node.
    fn concatenate(&mut self, left: Typed, right: Typed, span: Span) -> Typed {
        let string = self.string_type();
        if let (Some(left_value), Some(right_value)) = (left.constant(), right.constant()) {
            let is_char = |value: &Typed| value.ty == JavaType::Primitive(Primitive::Char);
            let texts = (text(left_value, is_char(&left)), text(right_value, is_char(&right)));
            if let (Some(left), Some(right)) = texts
                && left.len() + right.len() <= LONGEST_CONSTANT
            {
                return self.typed(TypedExprKind::Constant(Constant::String(Name::new(left + &right))), string, span);
            }
        }
        let mut parts = match left.expr.kind {
            TypedExprKind::Concat(parts) => parts,
            _ => vec![self.string_of(left).expr],
        };
        parts.push(self.string_of(right).expr);
        self.typed(TypedExprKind::Concat(parts), string, span)
    }

    // Unary operators.

    pub(super) fn unary(&mut self, op: UnaryOp, operand: &Expr, span: Span) -> Typed {
        if op == UnaryOp::Not {
            return self.not(operand, span);
        }
        let value = self.expression(operand, None);
        if value.is_unknown() {
            return self.unsupported_after(value, Construct::Untyped, "operator", JavaType::Unknown, span);
        }
        let Some(from) = self.numeric_of(&value.ty) else {
            let message = format!("this operator needs a number, not `{}`", self.describe(&value.ty));
            return self.wrong(Code::BadOperands, span, message);
        };
        let mut value = self.promote(value, from);
        if op == UnaryOp::BitNot && is_floating(&value.ty) {
            let message = format!("`~` needs an integer, not `{}`", self.describe(&value.ty));
            return self.wrong(Code::BadOperands, span, message);
        }
        let op = match op {
            UnaryOp::Minus => BodyUnaryOp::Negate,
            UnaryOp::BitNot => BodyUnaryOp::BitNot,
            UnaryOp::Plus | UnaryOp::Not => {
                value.expr.span = span;
                return value;
            }
        };
        self.unary_node(op, value, span)
    }

    fn unary_node(&self, op: BodyUnaryOp, value: Typed, span: Span) -> Typed {
        let ty = value.ty.clone();
        let kind = match value.constant().and_then(|constant| fold_unary(op, constant)) {
            Some(constant) => TypedExprKind::Constant(constant),
            None if is_floating(&ty) => {
                return self.floating_call(Operation::Negate, &ty, vec![value.expr], ty.clone(), span);
            }
            None => TypedExprKind::Unary { op, operand: Box::new(value.expr) },
        };
        self.typed(kind, ty, span)
    }

    fn not(&mut self, operand: &Expr, span: Span) -> Typed {
        let value = self.boolean_operand(operand, "!");
        let Bindings { when_true, when_false } = value.bindings.clone();
        let mut typed = self.unary_node(BodyUnaryOp::Not, value, span);
        typed.bindings = Bindings { when_true: when_false, when_false: when_true };
        typed
    }

    // Assignments.

    /// What stands on the left of an assignment. `Err`: an error, or something that is not
    /// modelled, in its place.
    pub(super) fn assigned(&mut self, target: &Expr) -> Result<Assigned, Box<Typed>> {
        let variable = self.variable_access(target);
        let ty = variable.ty.clone();
        let mut before = None;
        let mut expr = variable.expr;
        if let TypedExprKind::Sequence { first, then } = expr.kind {
            before = Some(*first);
            expr = *then;
        }
        let place = match expr.kind {
            TypedExprKind::Local(local) => Place::Local(local),
            TypedExprKind::Field { object, field } => Place::Field { object, field },
            TypedExprKind::StaticField(field) => Place::Static(field),
            TypedExprKind::Element { array, index } => Place::Element { array, index },
            TypedExprKind::Unsupported(_) => {
                return Err(Box::new(Typed::new(TypedExpr { span: target.span, ..expr }, ty)));
            }
            _ => {
                let error = self.wrong(Code::NotAssignable, target.span, "only a variable can be assigned");
                return Err(Box::new(error));
            }
        };
        Ok(Assigned { before, place, ty })
    }

    fn after(&self, before: Option<TypedExpr>, typed: Typed) -> Typed {
        let span = typed.span();
        match before {
            Some(first) => self.sequence(first, typed, span),
            None => typed,
        }
    }

    pub(super) fn assign(&mut self, op: Option<BinaryOp>, target: &Expr, value: &Expr, span: Span) -> Typed {
        let assigned = match self.assigned(target) {
            Ok(assigned) => assigned,
            Err(instead) => {
                // The value is still looked at: it may have errors of its own, or declare classes.
                let _ = self.expression(value, Some(&instead.ty).filter(|ty| **ty != JavaType::Unknown));
                return *instead;
            }
        };
        match op {
            None => {
                let value = self.converted(value, &assigned.ty.clone());
                self.assign_value(assigned, value, span)
            }
            Some(op) => self.compound(op, assigned, value, span),
        }
    }

    pub(super) fn assign_value(&self, assigned: Assigned, value: TypedExpr, span: Span) -> Typed {
        let Assigned { before, place, ty } = assigned;
        let typed = self.typed(TypedExprKind::Assign { place, value: Box::new(value) }, ty, span);
        self.after(before, typed)
    }

    /// JLS 15.26.2: `E1 = (T) ((E1) op (E2))`, with `E1` evaluated once.
    fn compound(&mut self, op: BinaryOp, assigned: Assigned, value: &Expr, span: Span) -> Typed {
        let Assigned { before, place, ty } = assigned;
        let right = self.expression(value, None);
        let old = self.add_temporary(ty.clone(), span);
        let left = self.read_local(old, span);
        if op != BinaryOp::Add || !self.is_string(&ty) {
            let result = self.apply(op, left, right, span);
            let new_value = self.cast_to_place(result, &ty, span);
            return self.compound_node(before, place, old, new_value, false, ty, span);
        }
        let result = self.apply(op, left, right, span);
        self.compound_node(before, place, old, result.expr, false, ty, span)
    }

    /// The implicit cast of a compound assignment; a box takes the value narrowed to what it holds.
    fn cast_to_place(&mut self, value: Typed, ty: &JavaType, span: Span) -> TypedExpr {
        if value.is_unknown() || matches!(value.expr.kind, TypedExprKind::Unsupported(_)) {
            return self.typed(value.expr.kind, ty.clone(), span).expr;
        }
        match (&value.ty, self.declarations.unboxed(ty)) {
            (JavaType::Primitive(_), Some(primitive)) if is_reference(ty) => {
                let narrowed = self.cast(value, &JavaType::Primitive(primitive), span);
                self.box_value(narrowed).expr
            }
            _ => self.cast(value, ty, span).expr,
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn compound_node(
        &self,
        before: Option<TypedExpr>,
        place: Place,
        old: crate::program::LocalId,
        new_value: TypedExpr,
        post: bool,
        ty: JavaType,
        span: Span,
    ) -> Typed {
        let kind = TypedExprKind::Compound { place, old, new_value: Box::new(new_value), post };
        let typed = self.typed(kind, ty, span);
        self.after(before, typed)
    }

    /// `++x`, `x--` (JLS 15.14.2, 15.15.1)
    pub(super) fn update(&mut self, op: UpdateOp, operand: &Expr, span: Span) -> Typed {
        let Assigned { before, place, ty } = match self.assigned(operand) {
            Ok(assigned) => assigned,
            Err(instead) => return *instead,
        };
        if ty != JavaType::Unknown && self.numeric_of(&ty).is_none() {
            let message = format!("`++` and `--` need a number, not `{}`", self.describe(&ty));
            return self.wrong(Code::BadOperands, span, message);
        }
        let (op, post) = match op {
            UpdateOp::PreIncrement => (BinaryOp::Add, false),
            UpdateOp::PreDecrement => (BinaryOp::Subtract, false),
            UpdateOp::PostIncrement => (BinaryOp::Add, true),
            UpdateOp::PostDecrement => (BinaryOp::Subtract, true),
        };
        let old = self.add_temporary(ty.clone(), span);
        let left = self.read_local(old, span);
        let one = self.typed(TypedExprKind::Constant(Constant::Int(1)), INT, span);
        let result = self.apply(op, left, one, span);
        let new_value = self.cast_to_place(result, &ty, span);
        self.compound_node(before, place, old, new_value, post, ty, span)
    }

    /// Is this an operand that needs the context's type to be anything at all?
    pub(super) fn is_functional(expr: &Expr) -> bool {
        matches!(expr.kind, ExprKind::Lambda(_) | ExprKind::MethodReference { .. })
    }
}

/// Used where an operator is needed on typed operands without syntax.
pub(super) fn equal_node(attributor: &Attributor<'_, '_>, left: TypedExpr, right: TypedExpr, span: Span) -> TypedExpr {
    let kind = TypedExprKind::Binary { op: Operator::Equal, left: Box::new(left), right: Box::new(right) };
    attributor.boolean(kind, span).expr
}
