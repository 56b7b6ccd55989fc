//! Quantifiers, aggregates and comprehensions: one instance for each value that a variable may
//! have.
//!
//! Variables of object types range over the objects that exist. Numbers range from the lower bound
//! that the range states, one by one, as often as the bound on iterations allows; that there is no
//! further number in the range is part of what the bound has to show.

use crate::encoder::{Encoder, Flags, Outcome};
use crate::evaluate::{Env, convert};
use crate::value::{ObjectId, Ref, Value};
use std::rc::Rc;
use tightrope_circuit::{Bits, Lit};
use tightrope_program::body::{BinaryOp, Expr, ExprKind, LogicalOp, Quantified, Quantifier};
use tightrope_program::visit::operands;
use tightrope_program::{BaseType, LocalId, Type};

/// A value for the variables, and where it is one that they may have.
type Binding<'s> = (Env<'s>, Lit);

/// What an instance contributes.
struct Instance {
    /// The binding exists and the range is true.
    counts: Lit,
    body: Outcome,
}

/// What a range says of a number, in 66 bits: wide enough for one more than the greatest `long`.
#[derive(Default)]
struct NumberBounds {
    lower: Vec<Bits>,
    upper: Vec<Bits>,
    throws: Vec<Lit>,
}

impl Encoder<'_> {
    pub(crate) fn quantified(&mut self, env: &Env<'_>, quantified: &Quantified) -> Outcome {
        let mut flags = Flags::NONE;
        let mut bindings = vec![(env.clone(), Lit::TRUE)];
        for binder in &quantified.binders {
            let mut longer = Vec::new();
            for (env, exists) in bindings {
                longer.extend(self.bind(&env, exists, *binder, quantified, &mut flags));
            }
            bindings = longer;
        }
        self.leading_flags(env, quantified, &bindings, &mut flags);
        let mut instances = Vec::new();
        for (env, exists) in bindings {
            if exists == Lit::FALSE {
                continue;
            }
            let range = self.eval(&env, &quantified.range);
            let outer = self.under(exists, range.flags);
            flags = self.either(flags, outer);
            let mut counts = self.circuit.and(exists, range.is_true());
            counts = self.circuit.and(counts, !range.flags.throws);
            if counts == Lit::FALSE {
                continue;
            }
            let body = self.eval(&env, &quantified.body);
            let inner = self.under(counts, body.flags);
            flags = self.either(flags, inner);
            instances.push(Instance { counts, body });
        }
        self.combined(quantified, &instances, flags)
    }

    fn combined(&mut self, quantified: &Quantified, instances: &[Instance], flags: Flags) -> Outcome {
        let deciding = match quantified.quantifier {
            Quantifier::Forall => false,
            Quantifier::Exists => true,
            _ => return Outcome { value: self.aggregate(quantified, instances), flags },
        };
        let mut decisions = Vec::new();
        for instance in instances {
            let truth = instance.body.is_true().negated_if(!deciding);
            let decides = self.circuit.and(instance.counts, truth);
            decisions.push(self.circuit.and(decides, !instance.body.flags.throws));
        }
        let decided = self.circuit.or_all(decisions);
        // An instance that decides the quantifier decides it, whatever others throw.
        let throws = self.circuit.and(flags.throws, !decided);
        Outcome { value: Value::Bool(decided.negated_if(!deciding)), flags: Flags { throws, ..flags } }
    }

    /// What the range says before it speaks of its variables is evaluated also where there is
    /// nothing to range over.
    fn leading_flags(&mut self, env: &Env<'_>, quantified: &Quantified, bindings: &[Binding<'_>], flags: &mut Flags) {
        let some = self.circuit.or_all(bindings.iter().map(|(_, exists)| *exists));
        if some == Lit::TRUE {
            return;
        }
        let (leading, _) = self.leading(env, &quantified.range, &quantified.binders);
        let leading = self.under(!some, leading);
        *flags = self.either(*flags, leading);
    }

    /// The flags of the leading conjuncts, and where the evaluation goes on after them.
    fn leading(&mut self, env: &Env<'_>, range: &Expr, binders: &[LocalId]) -> (Flags, Lit) {
        match &range.kind {
            ExprKind::Logical { op: LogicalOp::And, left, right } => {
                let (first, goes_on) = self.leading(env, left, binders);
                if goes_on == Lit::FALSE {
                    return (first, goes_on);
                }
                let (second, further) = self.leading(env, right, binders);
                let second = self.under(goes_on, second);
                (self.either(first, second), self.circuit.and(goes_on, further))
            }
            ExprKind::Contains { set, element } if names(element, binders) && !names(set, binders) => {
                (self.eval(env, set).flags, Lit::FALSE)
            }
            _ if names(range, binders) => (Flags::NONE, Lit::FALSE),
            _ => {
                let outcome = self.eval(env, range);
                (outcome.flags, outcome.is_true())
            }
        }
    }

    fn bind<'s>(
        &mut self,
        env: &Env<'s>,
        exists: Lit,
        binder: LocalId,
        quantified: &Quantified,
        flags: &mut Flags,
    ) -> Vec<Binding<'s>> {
        let ty = env.types.get(binder.index()).map_or(Type::UNKNOWN, |local| local.ty);
        match ty.base {
            _ if ty.is_reference() => {
                let objects = self.all_objects(env, ty);
                let bound = objects.into_iter().map(|(object, born)| {
                    (env.with(binder, Value::Ref(Ref::to(object))), self.circuit.and(exists, born))
                });
                bound.collect()
            }
            BaseType::Boolean => {
                [Lit::FALSE, Lit::TRUE].map(|lit| (env.with(binder, Value::Bool(lit)), exists)).into_iter().collect()
            }
            _ if ty.is_integral() => self.bind_number(env, exists, binder, ty, quantified, flags),
            _ => {
                let stuck = self.stuck("a quantifier over something that is neither an object nor a number");
                *flags = self.either(*flags, stuck);
                Vec::new()
            }
        }
    }

    /// The objects of a type that exist: inside `\old` those from before the method.
    pub(crate) fn all_objects(&mut self, env: &Env<'_>, ty: Type) -> Vec<(ObjectId, Lit)> {
        let is_meant = |object: &ObjectId| {
            let declared = &self.objects[*object];
            (declared.is_initial || !env.is_old) && self.is_instance(*object, ty)
        };
        let found: Vec<ObjectId> = (0..self.objects.len()).filter(is_meant).collect();
        let found = found.into_iter().filter(|object| self.cell(env, *object).is_some());
        found.map(|object| (object, self.objects[object].born)).collect()
    }

    fn bind_number<'s>(
        &mut self,
        env: &Env<'s>,
        exists: Lit,
        binder: LocalId,
        ty: Type,
        quantified: &Quantified,
        flags: &mut Flags,
    ) -> Vec<Binding<'s>> {
        let mut found = NumberBounds::default();
        self.number_bounds(env, &quantified.range, binder, &quantified.binders, &mut found);
        let throws = self.circuit.or_all(found.throws);
        let (Some(lower), Some(upper)) = (self.extreme(found.lower, false), self.extreme(found.upper, true)) else {
            let stuck = self.stuck("a quantifier over numbers without bounds");
            let stuck = self.under(exists, stuck);
            *flags = self.either(*flags, stuck);
            return Vec::new();
        };
        // Where a bound throws, so does the range, for whatever number: one is enough.
        let upper = self.circuit.ite_bits(throws, &lower, &upper);
        let count = self.bounds.iterations.max(self.array_capacity);
        let mut bindings = Vec::new();
        let mut number = lower;
        for _ in 0..count {
            let fits = self.circuit.less_equal(&number, &upper);
            let here = self.circuit.and(exists, fits);
            if here == Lit::FALSE {
                return bindings;
            }
            let width = if ty == Type::LONG { 64 } else { 32 };
            let value = convert(&number.truncated(width), ty);
            bindings.push((env.with(binder, Value::Number(value)), here));
            number = self.circuit.add(&number, &Bits::constant(1, number.width()));
        }
        let fits = self.circuit.less_equal(&number, &upper);
        let more = self.circuit.and(exists, fits);
        let beyond = Flags { beyond: more, ..Flags::NONE };
        *flags = self.either(*flags, beyond);
        bindings
    }

    /// The least of upper bounds, the greatest of lower ones.
    fn extreme(&mut self, bounds: Vec<Bits>, least: bool) -> Option<Bits> {
        let mut bounds = bounds.into_iter();
        let first = bounds.next()?;
        Some(bounds.fold(first, |best, next| {
            let better = match least {
                true => self.circuit.less(&next, &best),
                false => self.circuit.less(&best, &next),
            };
            self.circuit.ite_bits(better, &next, &best)
        }))
    }

    /// Collects the bounds that the conjuncts of a range state for a number.
    fn number_bounds(
        &mut self,
        env: &Env<'_>,
        range: &Expr,
        binder: LocalId,
        binders: &[LocalId],
        found: &mut NumberBounds,
    ) {
        match &range.kind {
            ExprKind::Logical { op: LogicalOp::And, left, right } => {
                self.number_bounds(env, left, binder, binders, found);
                self.number_bounds(env, right, binder, binders, found);
            }
            ExprKind::Binary { op, left, right } => {
                for (variable, other, op) in [(left, right, *op), (right, left, mirror(*op))] {
                    // A bound must not speak of what is bound later.
                    let later: Vec<LocalId> = binders.iter().copied().skip_while(|one| *one != binder).collect();
                    if is_local(variable, binder) && !names(other, &later) {
                        let outcome = self.eval(env, other);
                        self.add_bound(op, &outcome, found);
                    }
                }
            }
            _ => {}
        }
    }

    fn add_bound(&mut self, op: BinaryOp, outcome: &Outcome, found: &mut NumberBounds) {
        let Value::Number(bits) = &outcome.value else { return };
        let (wide, one) = (bits.sign_extended(66), Bits::constant(1, 66));
        match op {
            BinaryOp::GreaterEqual => found.lower.push(wide),
            BinaryOp::Greater => found.lower.push(self.circuit.add(&wide, &one)),
            BinaryOp::LessEqual => found.upper.push(wide),
            BinaryOp::Less => found.upper.push(self.circuit.sub(&wide, &one)),
            BinaryOp::Equal => {
                found.lower.push(wide.clone());
                found.upper.push(wide);
            }
            _ => return,
        }
        found.throws.push(outcome.flags.throws);
    }

    /// JML Reference Manual 12.4.24: what the aggregates of no values are; they wrap around in the
    /// type of their body.
    fn aggregate(&mut self, quantified: &Quantified, instances: &[Instance]) -> Value {
        let is_long = quantified.body.ty == Type::LONG;
        let width = if is_long || quantified.quantifier == Quantifier::Count { 64 } else { 32 };
        if quantified.quantifier == Quantifier::Count {
            let mut lits = Vec::new();
            for instance in instances {
                lits.push(self.circuit.and(instance.counts, instance.body.is_true()));
            }
            return Value::Number(self.circuit.count(&lits).zero_extended(width));
        }
        let start = match quantified.quantifier {
            Quantifier::Product => 1,
            Quantifier::Min if is_long => i64::MAX,
            Quantifier::Min => i64::from(i32::MAX),
            Quantifier::Max if is_long => i64::MIN,
            Quantifier::Max => i64::from(i32::MIN),
            _ => 0,
        };
        let mut total = Bits::constant(start, width);
        for Instance { counts, body } in instances {
            let Some(bits) = body.value.number().cloned() else { continue };
            let next = match quantified.quantifier {
                Quantifier::Product => self.circuit.mul(&total, &bits),
                Quantifier::Min => {
                    let less = self.circuit.less(&bits, &total);
                    self.circuit.ite_bits(less, &bits, &total)
                }
                Quantifier::Max => {
                    let more = self.circuit.less(&total, &bits);
                    self.circuit.ite_bits(more, &bits, &total)
                }
                _ => self.circuit.add(&total, &bits),
            };
            total = self.circuit.ite_bits(*counts, &next, &total);
        }
        Value::Number(total)
    }

    pub(crate) fn comprehension(&mut self, env: &Env<'_>, binder: LocalId, range: &Expr) -> Outcome {
        let ty = env.types.get(binder.index()).map_or(Type::UNKNOWN, |local| local.ty);
        let mut flags = Flags::NONE;
        let mut set = Vec::new();
        for (object, born) in self.all_objects(env, ty) {
            let outcome = self.eval(&env.with(binder, Value::Ref(Ref::to(object))), range);
            let inner = self.under(born, outcome.flags);
            flags = self.either(flags, inner);
            let member = self.circuit.and(born, outcome.is_true());
            set.extend(Some((object, member)).filter(|(_, lit)| *lit != Lit::FALSE));
        }
        Outcome { value: Value::Set(Rc::new(set)), flags }
    }
}

/// `a < b` is `b > a`.
fn mirror(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Less => BinaryOp::Greater,
        BinaryOp::LessEqual => BinaryOp::GreaterEqual,
        BinaryOp::Greater => BinaryOp::Less,
        BinaryOp::GreaterEqual => BinaryOp::LessEqual,
        other => other,
    }
}

fn is_local(expr: &Expr, local: LocalId) -> bool {
    match &expr.kind {
        ExprKind::Local(found) => *found == local,
        // A number that is compared with a `long` is converted first.
        ExprKind::Convert(inner) => expr.ty == Type::LONG && is_local(inner, local),
        _ => false,
    }
}

/// Does the expression speak of one of these variables?
fn names(expr: &Expr, binders: &[LocalId]) -> bool {
    matches!(expr.kind, ExprKind::Local(local) if binders.contains(&local))
        || operands(expr).into_iter().any(|operand| names(operand, binders))
}
