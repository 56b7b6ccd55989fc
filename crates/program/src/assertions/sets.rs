//! Membership, equality and size of sets, and quantifiers over them.
//!
//! A quantifier of the body language ranges over objects. In Alloy null is an atom too, and
//! `t.root.*left` contains it: so a quantifier has a second part for null, which mostly folds away
//! (null has no fields, so nothing about them is true).

use super::build::{and, arithmetic, compare, constant, implies, known, local, not, null, number, or};
use super::value::{Moment, Relation, Scalar, Value};
use super::{Result, Writer, failed};
use crate::body::{BinaryOp, Expr, ExprKind, Local, LocalKind, Quantified, Quantifier, Reach};
use crate::program::{ClassId, FieldId, LocalId, Type};
use tightrope_source::{Code, Name, Span};

/// What is said of an atom.
type Body<'w, 'p, 'm> = dyn FnMut(&mut Writer<'p, 'm>, Value<'m>) -> Result<Expr> + 'w;
/// The range of a quantifier over objects, and what is said of each.
type RangeAndBody<'w, 'p, 'm> = dyn FnMut(&mut Writer<'p, 'm>, Scalar) -> Result<(Expr, Expr)> + 'w;

impl<'p, 'm> Writer<'p, 'm> {
    pub(super) fn exists(&mut self, set: &Value<'m>, span: Span, body: &mut Body<'_, 'p, 'm>) -> Result<Expr> {
        self.quantify(false, set, span, body)
    }

    pub(super) fn forall(&mut self, set: &Value<'m>, span: Span, body: &mut Body<'_, 'p, 'm>) -> Result<Expr> {
        self.quantify(true, set, span, body)
    }

    fn quantify(&mut self, all: bool, set: &Value<'m>, span: Span, body: &mut Body<'_, 'p, 'm>) -> Result<Expr> {
        let guard = |condition: Expr, said: Expr| if all { implies(condition, said) } else { and(condition, said) };
        let both = |left: Expr, right: Expr| if all { and(left, right) } else { or(left, right) };
        match set {
            Value::Empty => Ok(constant(all, span)),
            Value::Null => body(self, Value::Null),
            Value::Scalar(scalar) => {
                let defined = scalar.defined.clone().unwrap_or_else(|| constant(true, span));
                let there = Scalar { defined: None, ..scalar.clone() };
                Ok(guard(defined, body(self, Value::Scalar(there))?))
            }
            Value::Class(class, moment) => {
                let moment = *moment;
                self.bind(all, *class, span, &mut |writer, object| {
                    let exists = writer.existed(&object, moment, span);
                    Ok((exists, body(writer, Value::Scalar(object))?))
                })
            }
            Value::Image(base, relation) => self.quantify_image(all, base, relation, span, body),
            Value::Union(left, right) => {
                let left = self.quantify(all, left, span, body)?;
                Ok(both(left, self.quantify(all, right, span, body)?))
            }
            Value::Intersection(left, right) => self.quantify(all, left, span, &mut |writer, atom| {
                let also = writer.member(&atom, right, span)?;
                Ok(guard(also, body(writer, atom)?))
            }),
            Value::Difference(left, right) => self.quantify(all, left, span, &mut |writer, atom| {
                let also = not(writer.member(&atom, right, span)?);
                Ok(guard(also, body(writer, atom)?))
            }),
            Value::Comprehension(set) => self.quantify(all, &set.domain, span, &mut |writer, atom| {
                writer.binder_name = None;
                let holds = writer.formula(&set.names.with(&set.name, atom.clone()), set.body, set.moment)?;
                Ok(guard(holds, body(writer, atom)?))
            }),
            Value::Relation(_) => no_set(span),
        }
    }

    fn quantify_image(
        &mut self,
        all: bool,
        base: &Value<'m>,
        relation: &Relation,
        span: Span,
        body: &mut Body<'_, 'p, 'm>,
    ) -> Result<Expr> {
        let is_one = matches!(base, Value::Scalar(_) | Value::Null);
        // Of a set: the images of each of its atoms.
        if !is_one {
            return self.quantify(all, base, span, &mut |writer, atom| {
                let image = writer.image(atom, relation.clone(), span)?;
                writer.quantify(all, &image, span, body)
            });
        }
        let class = self.range(base, relation, span)?;
        let objects = self.bind(all, class, span, &mut |writer, object| {
            let object = Value::Scalar(object);
            let is_there = writer.related(base, &object, relation, span)?;
            Ok((is_there, body(writer, object)?))
        })?;
        let of_null = body(self, Value::Null)?;
        if known(&of_null) == Some(all) {
            return Ok(objects);
        }
        let has_null = self.related(base, &Value::Null, relation, span)?;
        Ok(if all { and(objects, implies(has_null, of_null)) } else { or(objects, and(has_null, of_null)) })
    }

    /// A quantifier over the objects of a class: `body` gives the range, and what is said.
    fn bind(&mut self, all: bool, class: ClassId, span: Span, body: &mut RangeAndBody<'_, 'p, 'm>) -> Result<Expr> {
        let (binder, object) = self.binder(class, span);
        let (range, said) = body(self, object)?;
        if known(&said) == Some(all) || known(&range) == Some(false) {
            return Ok(constant(all, span));
        }
        let quantifier = if all { Quantifier::Forall } else { Quantifier::Exists };
        let quantified = Quantified { quantifier, binders: vec![binder], range, body: said };
        Ok(Expr { kind: ExprKind::Quantified(Box::new(quantified)), ty: Type::BOOLEAN, span })
    }

    fn binder(&mut self, class: ClassId, span: Span) -> (LocalId, Scalar) {
        let id = LocalId(self.locals.len() as u32);
        let ty = Type::class(class);
        let name = self.binder_name.take().unwrap_or_else(|| Name::new(format!("x{}", id.index())));
        self.locals.push(Local { name, ty, kind: LocalKind::Bound, span });
        (id, Scalar::object(local(id, ty, span)))
    }

    /// Explanations use the user's names.
    fn name_binder(&mut self, set: &Value<'m>) {
        if let Value::Comprehension(set) = set {
            self.binder_name = Some(set.name.clone());
        }
    }

    /// The object was there before the method, if the clause speaks of that from the state after.
    fn existed(&self, object: &Scalar, moment: Moment, span: Span) -> Expr {
        match moment == Moment::Before && self.has_after {
            true => not(Expr { kind: ExprKind::Fresh(vec![object.expr.clone()]), ty: Type::BOOLEAN, span }),
            false => constant(true, span),
        }
    }

    pub(super) fn member(&mut self, atom: &Value<'m>, set: &Value<'m>, span: Span) -> Result<Expr> {
        match set {
            Value::Empty => Ok(constant(false, span)),
            Value::Null | Value::Scalar(_) => {
                let same = self.equal(atom, set, span)?;
                // No atom is in a set that has none.
                Ok(match set {
                    Value::Scalar(Scalar { defined: Some(defined), .. }) => and(defined.clone(), same),
                    _ => same,
                })
            }
            Value::Class(class, moment) => {
                let Value::Scalar(scalar) = atom else { return Ok(constant(false, span)) };
                let ty = Type::class(*class);
                let is_one = match scalar.ty().as_class().is_some_and(|found| self.program.is_subclass(found, *class)) {
                    true => scalar.has_object().unwrap_or_else(|| constant(true, span)),
                    false => {
                        let kind = ExprKind::InstanceOf { operand: Box::new(scalar.expr.clone()), ty };
                        let test = Expr { kind, ty: Type::BOOLEAN, span };
                        and(scalar.defined.clone().unwrap_or_else(|| constant(true, span)), test)
                    }
                };
                Ok(and(is_one, self.existed(scalar, *moment, span)))
            }
            Value::Image(base, relation) => match &**base {
                Value::Scalar(_) | Value::Null => self.related(base, atom, relation, span),
                _ => self.exists(base, span, &mut |writer, from| writer.related(&from, atom, relation, span)),
            },
            Value::Union(left, right) => {
                let left = self.member(atom, left, span)?;
                Ok(or(left, self.member(atom, right, span)?))
            }
            Value::Intersection(left, right) => {
                let left = self.member(atom, left, span)?;
                Ok(and(left, self.member(atom, right, span)?))
            }
            Value::Difference(left, right) => {
                let left = self.member(atom, left, span)?;
                Ok(and(left, not(self.member(atom, right, span)?)))
            }
            Value::Comprehension(set) => {
                let is_there = self.member(atom, &set.domain, span)?;
                let holds = self.formula(&set.names.with(&set.name, atom.clone()), set.body, set.moment)?;
                Ok(and(is_there, holds))
            }
            Value::Relation(_) => no_set(span),
        }
    }

    /// Does the relation lead from one atom to the other?
    fn related(&mut self, from: &Value<'m>, to: &Value<'m>, relation: &Relation, span: Span) -> Result<Expr> {
        match relation {
            Relation::Field(fields, moment, at) => match from {
                Value::Scalar(object) => {
                    let value = self.read(object, fields, *moment, span, *at)?;
                    let defined = value.defined.clone().unwrap_or_else(|| constant(true, span));
                    let same = self.equal(&Value::Scalar(Scalar { defined: None, ..value }), to, span)?;
                    Ok(and(defined, same))
                }
                _ => Ok(constant(false, span)),
            },
            Relation::Union(left, right) => {
                let left = self.related(from, to, left, span)?;
                Ok(or(left, self.related(from, to, right, span)?))
            }
            Relation::Intersection(left, right) => {
                let left = self.related(from, to, left, span)?;
                Ok(and(left, self.related(from, to, right, span)?))
            }
            Relation::Difference(left, right) => {
                let left = self.related(from, to, left, span)?;
                Ok(and(left, not(self.related(from, to, right, span)?)))
            }
            Relation::Transpose(relation) => self.related(to, from, relation, span),
            Relation::Join(first, second) => {
                let middle = self.image(from.clone(), (**first).clone(), span)?;
                self.exists(&middle, span, &mut |writer, atom| writer.related(&atom, to, second, span))
            }
            Relation::Closure { of, is_reflexive, span: at } => {
                let steps = steps(of, *at)?;
                let (from, to) = if steps.is_backwards { (to, from) } else { (from, to) };
                self.reached(from, to, &steps, *is_reflexive, *at)
            }
        }
    }

    fn reached(
        &mut self,
        from: &Value<'m>,
        to: &Value<'m>,
        steps: &Steps,
        is_reflexive: bool,
        span: Span,
    ) -> Result<Expr> {
        let Value::Scalar(root) = from else {
            // Null has no fields, and reaches itself at most.
            return if is_reflexive { self.equal(from, to, span) } else { Ok(constant(false, span)) };
        };
        if !is_reflexive {
            let mut any = constant(false, span);
            for (fields, at) in &steps.fields {
                let Ok(_) = self.field_of(root.ty(), fields, *at) else { continue };
                let next = self.read(root, fields, steps.moment, span, *at)?;
                let defined = next.defined.clone().unwrap_or_else(|| constant(true, span));
                let next = Value::Scalar(Scalar { defined: None, ..next });
                any = or(any, and(defined, self.reached(&next, to, steps, true, span)?));
            }
            return Ok(any);
        }
        let defined = root.defined.clone().unwrap_or_else(|| constant(true, span));
        let to_null = |writer: &mut Self| writer.reaches_null(root, steps, span);
        let written = match to {
            Value::Scalar(target) => {
                let set = self.reach(root, steps, span)?;
                let kind = ExprKind::Contains { set: Box::new(set), element: Box::new(target.expr.clone()) };
                let object = Expr { kind, ty: Type::BOOLEAN, span };
                let target_there = target.defined.clone().unwrap_or_else(|| constant(true, span));
                let object = match target.nullable {
                    false => object,
                    true => {
                        let is_null = compare(BinaryOp::Equal, target.expr.clone(), null(span), span);
                        let via_null = and(is_null.clone(), to_null(self)?);
                        or(via_null, and(not(is_null), object))
                    }
                };
                and(target_there, object)
            }
            Value::Null => to_null(self)?,
            _ => constant(false, span),
        };
        Ok(and(defined, written))
    }

    fn reach(&mut self, root: &Scalar, steps: &Steps, span: Span) -> Result<Expr> {
        let fields = self.walked(root.ty(), steps)?;
        let root = self.seen(root.expr.clone(), steps.moment, span)?;
        let classes: Vec<ClassId> = fields.iter().map(|field| self.program.field(*field).class).collect();
        // Objects of one class, as `\reach(x, T, f)` of JML has it; else all objects.
        let class = classes.first().copied().filter(|first| classes.iter().all(|class| class == first));
        let class = class.filter(|class| {
            let holds = |ty: Type| ty.as_class().is_some_and(|found| self.program.is_subclass(found, *class));
            holds(root.ty) && fields.iter().all(|field| holds(self.program.field(*field).ty))
        });
        let kind = ExprKind::Reach(Box::new(Reach { root, class, fields: Some(fields) }));
        Ok(self.in_state(Expr { kind, ty: Type::OBJECT_SET, span }, steps.moment))
    }

    /// The fields that a walk from an object of this type meets, of those that are named.
    fn walked(&self, root: Type, steps: &Steps) -> Result<Vec<FieldId>> {
        let mut types = vec![root];
        let mut found: Vec<FieldId> = Vec::new();
        let mut at = 0;
        while let Some(ty) = types.get(at).copied() {
            for (fields, span) in &steps.fields {
                let Ok(field) = self.field_of(ty, fields, *span) else { continue };
                let next = self.program.field(field).ty;
                if !next.is_reference() {
                    return failed(Code::AlloyMeaning, *span, "a closure follows fields that hold objects").into();
                }
                if !found.contains(&field) {
                    found.push(field);
                }
                if !types.contains(&next) {
                    types.push(next);
                }
            }
            at += 1;
        }
        let is_met = |fields: &Vec<FieldId>| fields.iter().any(|field| found.contains(field));
        match steps.fields.iter().find(|(fields, _)| !is_met(fields)) {
            Some((fields, span)) => self.field_of(root, fields, *span).map(|_| Vec::new()),
            None => {
                found.sort_unstable();
                Ok(found)
            }
        }
    }

    /// Null is reached from null, and from an object with a field that is null.
    fn reaches_null(&mut self, root: &Scalar, steps: &Steps, span: Span) -> Result<Expr> {
        let fields = self.walked(root.ty(), steps)?;
        let set = self.reach(root, steps, span)?;
        let class = self.common(fields.iter().map(|field| self.program.field(*field).class));
        let ends = self.bind(false, class, span, &mut |writer, object| {
            let kind = ExprKind::Contains { set: Box::new(set.clone()), element: Box::new(object.expr.clone()) };
            let mut any = constant(false, span);
            for field in &fields {
                let value = writer.read(&object, &[*field], steps.moment, span, span)?;
                let is_null = compare(BinaryOp::Equal, value.expr, null(span), span);
                any = or(any, value.defined.into_iter().fold(is_null, |rest, defined| and(defined, rest)));
            }
            Ok((Expr { kind, ty: Type::BOOLEAN, span }, any))
        })?;
        Ok(match root.nullable {
            true => or(compare(BinaryOp::Equal, root.expr.clone(), null(span), span), ends),
            false => ends,
        })
    }

    pub(super) fn equal(&mut self, left: &Value<'m>, right: &Value<'m>, span: Span) -> Result<Expr> {
        let is_one = |value: &Value<'m>| matches!(value, Value::Empty | Value::Null | Value::Scalar(_));
        if !is_one(left) || !is_one(right) {
            let forth = self.forall(left, span, &mut |writer, atom| writer.member(&atom, right, span))?;
            let back = self.forall(right, span, &mut |writer, atom| writer.member(&atom, left, span))?;
            return Ok(and(forth, back));
        }
        Ok(match (left, right) {
            (Value::Empty, Value::Empty) | (Value::Null, Value::Null) => constant(true, span),
            (Value::Empty, Value::Null) | (Value::Null, Value::Empty) => constant(false, span),
            (Value::Empty, Value::Scalar(scalar)) | (Value::Scalar(scalar), Value::Empty) => {
                scalar.defined.clone().map_or_else(|| constant(false, span), not)
            }
            (Value::Null, Value::Scalar(scalar)) | (Value::Scalar(scalar), Value::Null) => match scalar.nullable {
                false => constant(false, span),
                true => {
                    let is_null = compare(BinaryOp::Equal, scalar.expr.clone(), null(span), span);
                    scalar.defined.iter().fold(is_null, |rest, defined| and(defined.clone(), rest))
                }
            },
            (Value::Scalar(a), Value::Scalar(b)) => self.same_scalar(a, b, span),
            _ => constant(false, span),
        })
    }

    /// Two sets without an atom are the same.
    fn same_scalar(&self, left: &Scalar, right: &Scalar, span: Span) -> Expr {
        let (a, b) = match left.ty().is_integral() {
            true => self.promoted(left.expr.clone(), right.expr.clone()),
            false => (left.expr.clone(), right.expr.clone()),
        };
        let same = compare(BinaryOp::Equal, a, b, span);
        match (&left.defined, &right.defined) {
            (None, None) => same,
            (Some(defined), None) | (None, Some(defined)) => and(defined.clone(), same),
            (Some(a), Some(b)) => {
                let neither = and(not(a.clone()), not(b.clone()));
                or(and(a.clone(), and(b.clone(), same)), neither)
            }
        }
    }

    /// How many atoms a set has.
    pub(super) fn size(&mut self, set: &Value<'m>, span: Span) -> Result<Expr> {
        let choice = |cond: Expr, then: Expr, otherwise: Expr| match known(&cond) {
            Some(true) => then,
            Some(false) => otherwise,
            None => {
                let [cond, then, otherwise] = [cond, then, otherwise].map(Box::new);
                Expr { kind: ExprKind::Conditional { cond, then, otherwise }, ty: Type::INT, span }
            }
        };
        match set {
            Value::Empty => return Ok(number(0, span)),
            Value::Null => return Ok(number(1, span)),
            Value::Scalar(scalar) => {
                let defined = scalar.defined.clone().unwrap_or_else(|| constant(true, span));
                return Ok(choice(defined, number(1, span), number(0, span)));
            }
            Value::Relation(_) => return no_set(span),
            _ => {}
        }
        let Some(class) = self.sort(set).and_then(Type::as_class) else {
            return failed(Code::AlloyMeaning, span, "only sets of objects can be counted")
                .hint("count the objects: `#{ x: T | … }`")
                .into();
        };
        self.name_binder(set);
        let (binder, object) = self.binder(class, span);
        let body = self.member(&Value::Scalar(object), set, span)?;
        let of_null = self.member(&Value::Null, set, span)?;
        let quantified = Quantified {
            quantifier: Quantifier::Count,
            binders: vec![binder],
            range: body,
            body: constant(true, span),
        };
        // `\num_of` of JML is a long.
        let ty = super::COUNT_TYPE;
        let count = Expr { kind: ExprKind::Quantified(Box::new(quantified)), ty, span };
        let long = |value: i32| Expr { kind: ExprKind::Constant(super::count_constant(value)), ty, span };
        let of_null = match choice(of_null, long(1), long(0)) {
            Expr { kind: ExprKind::Conditional { cond, then, otherwise }, .. } => {
                Expr { kind: ExprKind::Conditional { cond, then, otherwise }, ty, span }
            }
            known => known,
        };
        if of_null == long(0) {
            return Ok(count);
        }
        Ok(arithmetic(BinaryOp::Add, count, of_null, span))
    }
}

/// The fields of a closure, which all lead one way.
struct Steps {
    fields: Vec<(Vec<FieldId>, Span)>,
    is_backwards: bool,
    moment: Moment,
}

fn steps(relation: &Relation, span: Span) -> Result<Steps> {
    let mut found: Vec<(Vec<FieldId>, Span, bool, Moment)> = Vec::new();
    if !add_steps(relation, false, &mut found) {
        return failed(Code::AlloyMeaning, span, "a closure follows fields, joined by `+`")
            .hint("write `x.*(left + right)`; say the rest with quantifiers")
            .into();
    }
    let [(_, _, is_backwards, moment), ..] = found.as_slice() else {
        return failed(Code::AlloyMeaning, span, "a closure needs a field").into();
    };
    let (is_backwards, moment) = (*is_backwards, *moment);
    if found.iter().any(|(_, _, other, at)| *other != is_backwards || *at != moment) {
        return failed(Code::AlloyMeaning, span, "a closure goes one way, in one state")
            .hint("fields with and without `~`, or with and without a prime, cannot be mixed below `*` and `^`")
            .into();
    }
    let fields = found.into_iter().map(|(fields, at, ..)| (fields, at)).collect();
    Ok(Steps { fields, is_backwards, moment })
}

fn add_steps(relation: &Relation, is_backwards: bool, found: &mut Vec<(Vec<FieldId>, Span, bool, Moment)>) -> bool {
    match relation {
        Relation::Field(fields, moment, at) => {
            found.push((fields.clone(), *at, is_backwards, *moment));
            true
        }
        Relation::Union(left, right) => add_steps(left, is_backwards, found) && add_steps(right, is_backwards, found),
        Relation::Transpose(of) => add_steps(of, !is_backwards, found),
        Relation::Closure { .. } | Relation::Intersection(..) | Relation::Difference(..) | Relation::Join(..) => false,
    }
}

fn no_set<T>(span: Span) -> Result<T> {
    failed(Code::AlloyMeaning, span, "a field is not a set of atoms").hint("take the values of a set: `T.next`").into()
}
