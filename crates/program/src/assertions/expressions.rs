//! From expressions of Alloy to [`Value`]s.

use super::build::{and, arithmetic, constant, number};
use super::value::{Comprehension, Moment, Names, Relation, Scalar, Value};
use super::{Result, Writer, failed};
use crate::body::{BinaryOp, Expr, ExprKind};
use crate::program::{ClassId, ClassOrigin, FieldId, FieldKind, Type};
use crate::visit::for_each_expr;
use tightrope_alloy as alloy;
use tightrope_source::{Code, Diagnostic, Span, most_similar};

impl<'m> Writer<'_, 'm> {
    pub(super) fn value(&mut self, names: &Names<'m>, expr: &'m alloy::Expr, moment: Moment) -> Result<Value<'m>> {
        match &expr.kind {
            alloy::ExprKind::Name(name) => self.named(names, name, moment),
            alloy::ExprKind::Number(value) => Ok(Value::Scalar(Scalar::of(number(*value, expr.span)))),
            alloy::ExprKind::Unary { op, operand } => self.unary(names, *op, operand, expr.span, moment),
            alloy::ExprKind::Binary { op, left, right } => self.binary(names, *op, (left, right), expr.span, moment),
            alloy::ExprKind::Comprehension { decls, body } => self.comprehension(names, decls, body, moment, expr.span),
            alloy::ExprKind::Let { name, value, body } => {
                let value = self.value(names, value, moment)?;
                self.value(&names.with(&name.name, value), body, moment)
            }
            alloy::ExprKind::Call { name, args } => self.called_value(names, name, args, moment, expr.span),
            alloy::ExprKind::Block(parts) if parts.len() == 1 => self.value(names, &parts[0], moment),
            alloy::ExprKind::Conditional { .. } | alloy::ExprKind::Quantified { .. } | alloy::ExprKind::Block(_) => {
                failed(Code::AlloyMeaning, expr.span, "a formula stands where a value is needed")
                    .hint("compare values, and join formulas with `&&`, `||`, `=>`")
                    .into()
            }
        }
    }

    fn named(&mut self, names: &Names<'m>, name: &alloy::Ident, moment: Moment) -> Result<Value<'m>> {
        let fields = self.fields_named(&name.name);
        let is_known = names.find(&name.name).is_some() || self.class_named(&name.name).is_some();
        if name.is_primed && fields.is_empty() && !is_known {
            return Err(self.unknown(names, name));
        }
        if name.is_primed && fields.is_empty() {
            let hint = "a prime stands behind the name of a predicate or of a field: `F'(x)`, `x.next'`";
            return failed(Code::AlloyMeaning, name.span, format!("`{}` has no state of its own", name.name))
                .hint(hint)
                .into();
        }
        if let Some(value) = names.find(&name.name).filter(|_| !name.is_primed) {
            return Ok(value.clone());
        }
        let span = name.span;
        match name.name.as_str() {
            "null" => return Ok(Value::Null),
            "none" => return Ok(Value::Empty),
            "true" | "True" => return Ok(Value::Scalar(Scalar::of(constant(true, span)))),
            "false" | "False" => return Ok(Value::Scalar(Scalar::of(constant(false, span)))),
            "result" => return self.result(span),
            _ => {}
        }
        if !fields.is_empty() {
            let moment = if name.is_primed { Moment::After } else { moment };
            self.speak_of(moment, span)?;
            return Ok(Value::Relation(Relation::Field(fields, moment, span)));
        }
        if let Some(class) = self.class_named(&name.name) {
            return Ok(Value::Class(class, moment));
        }
        Err(self.unknown(names, name))
    }

    fn result(&mut self, span: Span) -> Result<Value<'m>> {
        match self.result_type.filter(|_| self.has_after) {
            Some(ty) => Ok(Value::Scalar(Scalar::of(Expr { kind: ExprKind::Result, ty, span }))),
            None => failed(Code::AlloyMeaning, span, "there is no result here")
                .hint("`result` is what the method returned: it stands on the right of the call's `=>`")
                .into(),
        }
    }

    fn unknown(&self, names: &Names<'m>, name: &alloy::Ident) -> Box<Diagnostic> {
        let bound = names.bound.iter().map(|(name, _)| name.as_str());
        let fields = self.program.fields.iter().filter(|field| self.is_users(field.class)).map(|it| it.name.as_str());
        let classes = self.program.classes.iter().filter(|class| class.origin == ClassOrigin::User);
        let functions = self.module.functions.iter().map(|function| function.name.name.as_str());
        let known = bound.chain(fields).chain(classes.map(|class| class.simple_name.as_str())).chain(functions);
        let message = match name.name.as_str() {
            "int" | "Int" | "boolean" | "Bool" => {
                let message = format!("`{}` stands only behind the variable of an argument", name.name);
                let hint = "quantify over objects, and take their values: `all n: Node | n.key < 3`";
                return Box::new(Diagnostic::new(Code::AlloyMeaning, name.span, message).hint(hint));
            }
            _ => format!("there is no variable, field or class `{}`", name.name),
        };
        let diagnostic = Diagnostic::new(Code::AlloyName, name.span, message);
        Box::new(match most_similar(&name.name, known) {
            Some(near) if near != name.name.as_str() => diagnostic.hint(format!("did you mean `{near}`?")),
            _ => diagnostic.hint("names are those of the Java program, and of the predicates of this file"),
        })
    }

    pub(super) fn is_users(&self, class: ClassId) -> bool {
        self.program.class(class).origin == ClassOrigin::User
    }

    fn fields_named(&self, name: &str) -> Vec<FieldId> {
        let all = (0..self.program.fields.len() as u32).map(FieldId);
        let is_it = |id: &FieldId| {
            let field = self.program.field(*id);
            field.name == name && !field.is_static && field.kind != FieldKind::Model && self.is_users(field.class)
        };
        all.filter(is_it).collect()
    }

    pub(super) fn class_named(&self, name: &str) -> Option<ClassId> {
        let is_it = |id: &ClassId| {
            let class = self.program.class(*id);
            class.simple_name == name || class.name == name
        };
        let mut found: Vec<ClassId> = self.program.class_ids().filter(is_it).collect();
        found.sort_by_key(|id| !self.is_users(*id));
        found.first().copied()
    }

    fn unary(
        &mut self,
        names: &Names<'m>,
        op: alloy::UnaryOp,
        operand: &'m alloy::Expr,
        span: Span,
        moment: Moment,
    ) -> Result<Value<'m>> {
        use alloy::UnaryOp;
        match op {
            UnaryOp::Transpose | UnaryOp::Closure | UnaryOp::ReflexiveClosure => {
                let of = Box::new(self.relation(names, operand, moment)?);
                Ok(Value::Relation(match op {
                    UnaryOp::Transpose => Relation::Transpose(of),
                    _ => Relation::Closure { of, is_reflexive: op == UnaryOp::ReflexiveClosure, span },
                }))
            }
            UnaryOp::Cardinality => {
                let value = self.value(names, operand, moment)?;
                Ok(Value::Scalar(Scalar::of(self.size(&value, span)?)))
            }
            UnaryOp::Not | UnaryOp::No | UnaryOp::Some | UnaryOp::One | UnaryOp::Lone => {
                failed(Code::AlloyMeaning, span, "a formula stands where a value is needed")
                    .hint("compare values, and join formulas with `&&`, `||`, `=>`")
                    .into()
            }
        }
    }

    pub(super) fn relation(&mut self, names: &Names<'m>, expr: &'m alloy::Expr, moment: Moment) -> Result<Relation> {
        match self.value(names, expr, moment)? {
            Value::Relation(relation) => Ok(relation),
            _ => failed(Code::AlloyMeaning, expr.span, "a field, or an expression of fields, is needed here")
                .hint("`*`, `^` and `~` take fields: `x.*next`, `x.^(left + right)`, `x.~parent`")
                .into(),
        }
    }

    fn binary(
        &mut self,
        names: &Names<'m>,
        op: alloy::BinaryOp,
        (left, right): (&'m alloy::Expr, &'m alloy::Expr),
        span: Span,
        moment: Moment,
    ) -> Result<Value<'m>> {
        use alloy::BinaryOp as Op;
        if !matches!(op, Op::Join | Op::Union | Op::Difference | Op::Intersection) {
            return failed(Code::AlloyMeaning, span, "a formula stands where a value is needed")
                .hint("compare values, and join formulas with `&&`, `||`, `=>`")
                .into();
        }
        let (left_value, right_value) = (self.value(names, left, moment)?, self.value(names, right, moment)?);
        match (op, left_value, right_value) {
            (Op::Join, Value::Relation(first), Value::Relation(second)) => {
                Ok(Value::Relation(Relation::Join(Box::new(first), Box::new(second))))
            }
            (Op::Join, value, Value::Relation(relation)) => self.image(value, relation, span),
            (Op::Join, ..) => {
                failed(Code::AlloyMeaning, right.span, "behind a `.` stands a field, or an expression of fields")
                    .hint("call predicates as `F(x)`")
                    .into()
            }
            (op, Value::Relation(left), Value::Relation(right)) => {
                let [left, right] = [left, right].map(Box::new);
                Ok(Value::Relation(match op {
                    Op::Union => Relation::Union(left, right),
                    Op::Difference => Relation::Difference(left, right),
                    _ => Relation::Intersection(left, right),
                }))
            }
            (_, Value::Relation(_), _) | (_, _, Value::Relation(_)) => {
                failed(Code::AlloyMeaning, span, "a field and a set of atoms cannot be joined like this")
                    .hint("write `x.(left + right)`, or `x.left + x.right`")
                    .into()
            }
            (op, left, right) => self.set_operation(op, left, right, span),
        }
    }

    fn set_operation(
        &mut self,
        op: alloy::BinaryOp,
        left: Value<'m>,
        right: Value<'m>,
        span: Span,
    ) -> Result<Value<'m>> {
        if let (Value::Scalar(a), Value::Scalar(b)) = (&left, &right)
            && a.ty().is_integral()
            && b.ty().is_integral()
        {
            return self.sum(op, a, b, span);
        }
        let [left, right] = [left, right].map(Box::new);
        Ok(match op {
            alloy::BinaryOp::Union => Value::Union(left, right),
            alloy::BinaryOp::Difference => Value::Difference(left, right),
            _ => Value::Intersection(left, right),
        })
    }

    /// Between numbers `+` and `-` are arithmetic.
    fn sum(&mut self, op: alloy::BinaryOp, left: &Scalar, right: &Scalar, span: Span) -> Result<Value<'m>> {
        let op = match op {
            alloy::BinaryOp::Union => BinaryOp::Add,
            alloy::BinaryOp::Difference => BinaryOp::Subtract,
            _ => {
                return failed(Code::AlloyMeaning, span, "`&` has no meaning for numbers")
                    .hint("use `+` and `-`")
                    .into();
            }
        };
        let (a, b) = self.promoted(left.expr.clone(), right.expr.clone());
        let defined = match (&left.defined, &right.defined) {
            (Some(a), Some(b)) => Some(and(a.clone(), b.clone())),
            (a, b) => a.clone().or(b.clone()),
        };
        Ok(Value::Scalar(Scalar { expr: arithmetic(op, a, b, span), defined, nullable: false }))
    }

    /// Operands of Java have one type: `int`, or `long` if one is.
    pub(super) fn promoted(&self, left: Expr, right: Expr) -> (Expr, Expr) {
        let ty = if left.ty == Type::LONG || right.ty == Type::LONG { Type::LONG } else { Type::INT };
        let to = |expr: Expr| match expr.ty == ty {
            true => expr,
            false => Expr { span: expr.span, kind: ExprKind::Convert(Box::new(expr)), ty },
        };
        (to(left), to(right))
    }

    fn comprehension(
        &mut self,
        names: &Names<'m>,
        decls: &'m [alloy::Decl],
        body: &'m alloy::Expr,
        moment: Moment,
        span: Span,
    ) -> Result<Value<'m>> {
        let [alloy::Decl { names: variables, domain, .. }] = decls else {
            return one_variable(span);
        };
        let [variable] = variables.as_slice() else { return one_variable(span) };
        let domain = self.value(names, domain, moment)?;
        let name = variable.name.clone();
        Ok(Value::Comprehension(Box::new(Comprehension { name, domain, body, names: names.clone(), moment })))
    }

    /// The image of a set. That of one object under a field is again one atom.
    pub(super) fn image(&mut self, base: Value<'m>, relation: Relation, span: Span) -> Result<Value<'m>> {
        match (&base, &relation) {
            (Value::Empty, _) => Ok(Value::Empty),
            // Null has no fields.
            (Value::Null, Relation::Field(..)) => Ok(Value::Empty),
            (Value::Scalar(scalar), Relation::Field(fields, moment, at)) => {
                Ok(Value::Scalar(self.read(scalar, fields, *moment, span, *at)?))
            }
            (Value::Relation(_), _) => Ok(Value::Image(Box::new(base), relation)),
            (_, Relation::Union(left, right)) => {
                let left = self.image(base.clone(), (**left).clone(), span)?;
                let right = self.image(base, (**right).clone(), span)?;
                Ok(Value::Union(Box::new(left), Box::new(right)))
            }
            (_, Relation::Join(first, second)) => {
                let first = self.image(base, (**first).clone(), span)?;
                self.image(first, (**second).clone(), span)
            }
            // Explanations show the whole: `x.*next`.
            (_, Relation::Closure { of, is_reflexive, .. }) => {
                let (of, is_reflexive) = (of.clone(), *is_reflexive);
                Ok(Value::Image(Box::new(base), Relation::Closure { of, is_reflexive, span }))
            }
            _ => Ok(Value::Image(Box::new(base), relation)),
        }
    }

    pub(super) fn read(
        &mut self,
        object: &Scalar,
        fields: &[FieldId],
        moment: Moment,
        span: Span,
        at: Span,
    ) -> Result<Scalar> {
        let field = self.field_of(object.ty(), fields, at)?;
        let ty = self.program.field(field).ty;
        if ty.is_floating() {
            return failed(Code::AlloyMeaning, at, "assertions cannot speak of floating point numbers")
                .hint("say it in JML")
                .into();
        }
        let object_expr = self.seen(object.expr.clone(), moment, at)?;
        let declared = Type::class(self.program.field(field).class);
        // A field of a subclass: the object has it only if it is one.
        let is_below = object.ty().as_class().is_some_and(|class| {
            Type::class(class) != declared && !self.program.is_subclass(class, self.program.field(field).class)
        });
        let mut defined = object.has_object();
        let object_expr = match is_below {
            false => object_expr,
            true => {
                let kind = ExprKind::InstanceOf { operand: Box::new(object.expr.clone()), ty: declared };
                let test = Expr { kind, ty: Type::BOOLEAN, span: at };
                defined = Some(defined.map_or(test.clone(), |defined| and(defined, test)));
                Expr { kind: ExprKind::Cast(Box::new(object_expr)), ty: declared, span: at }
            }
        };
        let expr = Expr { kind: ExprKind::Field { object: Box::new(object_expr), field }, ty, span };
        let expr = self.in_state(expr, moment);
        Ok(Scalar { nullable: ty.is_reference(), expr, defined })
    }

    /// Which of the fields of this name is meant.
    pub(super) fn field_of(&self, object: Type, fields: &[FieldId], at: Span) -> Result<FieldId> {
        let class = object.as_class();
        let fits = |field: &&FieldId| {
            let declared = self.program.field(**field).class;
            class.is_some_and(|class| {
                self.program.is_subclass(class, declared) || self.program.is_subclass(declared, class)
            })
        };
        let mut found: Vec<FieldId> = fields.iter().filter(fits).copied().collect();
        // The nearest declaration hides those above it.
        let of = |field: &FieldId| self.program.field(*field).class;
        let all = found.clone();
        found.retain(|field| {
            let is_hidden = |other: &FieldId| other != field && self.program.is_subclass(of(other), of(field));
            let is_above = class.is_some_and(|class| self.program.is_subclass(class, of(field)));
            !(is_above
                && all.iter().any(|other| {
                    is_hidden(other) && class.is_some_and(|class| self.program.is_subclass(class, of(other)))
                }))
        });
        match found.as_slice() {
            [field] => Ok(*field),
            [] => {
                let name = fields.first().map_or("", |field| self.program.field(*field).name.as_str());
                let owner = fields.first().map_or("?", |field| self.class_name(of(field)));
                let message = format!("`{}` has no field `{name}`", self.type_name(object));
                failed(Code::AlloyMeaning, at, message).hint(format!("`{name}` is a field of `{owner}`")).into()
            }
            _ => failed(Code::AlloyMeaning, at, "several subclasses have a field of this name")
                .hint("quantify over one of them: `all x: Leaf | …`")
                .into(),
        }
    }

    /// A place that is seen from another state: an object that was found after the method has no
    /// name before it.
    pub(super) fn seen(&self, expr: Expr, moment: Moment, at: Span) -> Result<Expr> {
        if moment == Moment::After || !self.has_after {
            return Ok(expr);
        }
        let mut is_after = false;
        look_for_after(&expr, &mut is_after);
        match is_after {
            true => failed(
                Code::AlloyMeaning,
                at,
                "this asks for the field before the method of an object that was found after it",
            )
            .hint("prime both, or bind the object first: `all x: T | y.next' = x => x.next = …`")
            .into(),
            false => Ok(without_old(expr)),
        }
    }

    /// What is read before the method, where the clause speaks of the state after it.
    pub(super) fn in_state(&self, expr: Expr, moment: Moment) -> Expr {
        if moment == Moment::After || !self.has_after {
            return expr;
        }
        let (ty, span) = (expr.ty, expr.span);
        Expr { kind: ExprKind::Old(Box::new(expr)), ty, span }
    }
}

fn one_variable<T>(span: Span) -> Result<T> {
    failed(Code::AlloyMeaning, span, "a set of tuples has no meaning here")
        .hint("a comprehension has one variable: `{ x: T | f }`")
        .into()
}

/// Is a field read in the state after the method?
fn look_for_after(expr: &Expr, found: &mut bool) {
    match &expr.kind {
        ExprKind::Old(_) => {}
        ExprKind::Field { .. } | ExprKind::Reach(_) | ExprKind::Result => *found = true,
        ExprKind::Cast(operand) | ExprKind::Convert(operand) => look_for_after(operand, found),
        _ => for_each_expr(expr, &mut |part| {
            *found |= matches!(part.kind, ExprKind::Field { .. } | ExprKind::Reach(_));
        }),
    }
}

fn without_old(expr: Expr) -> Expr {
    match expr.kind {
        ExprKind::Old(inner) => *inner,
        ExprKind::Cast(inner) => Expr { kind: ExprKind::Cast(Box::new(without_old(*inner))), ..expr },
        _ => expr,
    }
}
