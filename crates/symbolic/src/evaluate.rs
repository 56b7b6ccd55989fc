//! Expressions of code and formulas as circuits.
//!
//! The meaning is that of `tightrope_program::body` and of JML as the machine evaluates it (see its
//! naive evaluator in `crates/machine/tests/naive`): an instance that decides a quantifier decides
//! it, else one that throws makes it throw; an object that did not exist before the method has only
//! one version.

use crate::encoder::{Encoder, Flags, Outcome};
use crate::order::Ordered;
use crate::state::{Cell, State};
use crate::value::{ObjectId, Ref, Value, default_of, mux, same, select};
use std::rc::Rc;
use tightrope_circuit::{Bits, Lit};
use tightrope_program::body::{BinaryOp, Expr, ExprKind, Local, LogicalOp, UnaryOp};
use tightrope_program::{BaseType, Constant, FieldId, FieldKind, LocalId, MethodId, Type};

/// Where an expression is evaluated.
#[derive(Clone, Debug)]
pub(crate) struct Env<'s> {
    pub(crate) before: &'s State,
    pub(crate) now: &'s State,
    /// Inside `\old`.
    pub(crate) is_old: bool,
    pub(crate) locals: &'s [Option<Value>],
    /// Their declarations, and those of what quantifiers bind.
    pub(crate) types: &'s [Local],
    pub(crate) bound: Vec<(LocalId, Value)>,
    pub(crate) result: Option<&'s Value>,
    /// How many more calls of active methods are allowed.
    pub(crate) depth: usize,
    /// The methods that are being evaluated.
    pub(crate) active: Vec<MethodId>,
}

impl<'s> Env<'s> {
    pub(crate) fn new(before: &'s State, now: &'s State, locals: &'s [Option<Value>], types: &'s [Local]) -> Env<'s> {
        let (bound, active) = (Vec::new(), Vec::new());
        Env { before, now, is_old: false, locals, types, bound, result: None, depth: usize::MAX, active }
    }

    /// The state whose heap is looked at.
    pub(crate) fn state(&self) -> &'s State {
        if self.is_old { self.before } else { self.now }
    }

    pub(crate) fn with(&self, local: LocalId, value: Value) -> Env<'s> {
        let mut env = self.clone();
        env.bound.push((local, value));
        env
    }
}

impl Encoder<'_> {
    /// The content of an object: inside `\old` that from before the method, unless the object is
    /// newer.
    pub(crate) fn cell(&self, env: &Env<'_>, object: ObjectId) -> Option<Rc<Cell>> {
        let old = if env.is_old { env.before.cell(object) } else { None };
        old.or_else(|| env.now.cell(object)).or(self.objects[object].fixed.as_ref()).cloned()
    }

    pub(crate) fn eval(&mut self, env: &Env<'_>, expr: &Expr) -> Outcome {
        match &expr.kind {
            ExprKind::Constant(constant) => Outcome::of(self.constant(constant)),
            ExprKind::Local(local) => self.local(env, *local, expr.ty),
            ExprKind::Field { object, field } => self.field(env, object, *field, expr.ty),
            ExprKind::StaticField(field) => {
                let known = env.state().statics.get(field).cloned();
                Outcome::of(known.unwrap_or_else(|| default_of(expr.ty)))
            }
            ExprKind::Element { array, index } => self.element(env, array, index, expr.ty),
            ExprKind::Length(array) => self.length(env, array),
            ExprKind::Unary { op, operand } => self.unary(env, *op, operand),
            ExprKind::Binary { op, left, right } => self.binary(env, *op, left, right),
            ExprKind::Logical { op, left, right } => self.logical(env, *op, left, right),
            ExprKind::Conditional { cond, then, otherwise } => self.conditional(env, cond, then, otherwise),
            ExprKind::Convert(operand) => {
                let operand = self.eval(env, operand);
                if let Value::Ordered(_) | Value::Nothing = operand.value {
                    // Only widening leaves a number that is only compared what it is.
                    return operand;
                }
                let bits = operand.value.number().cloned().unwrap_or_else(|| Bits::constant(0, 32));
                Outcome { value: Value::Number(convert(&bits, expr.ty)), flags: operand.flags }
            }
            ExprKind::Cast(operand) => {
                let operand = self.eval(env, operand);
                if matches!(operand.value, Value::Opaque(_) | Value::Closed(_)) && !self.is_general(expr.ty) {
                    return self.stuck_value(expr.ty, "the type of a value that is only compared");
                }
                let fits = self.fits(&operand.value, expr.ty);
                let null = self.is_null(&operand.value);
                let fits = self.circuit.or(fits, null);
                let flags = self.throwing(operand.flags, !fits);
                Outcome { value: operand.value, flags }
            }
            ExprKind::InstanceOf { operand, ty } => {
                let operand = self.eval(env, operand);
                if let Value::Opaque(_) | Value::Closed(_) = operand.value {
                    return self.stuck_value(Type::BOOLEAN, "the type of a value that is only compared");
                }
                Outcome { value: Value::Bool(self.fits(&operand.value, *ty)), flags: operand.flags }
            }
            ExprKind::Concat(parts) => self.concat(env, parts),
            _ => self.formula(env, expr),
        }
    }

    pub(crate) fn constant(&mut self, constant: &Constant) -> Value {
        match constant {
            Constant::Int(value) => Value::Number(Bits::constant(i64::from(*value), 32)),
            Constant::Long(value) => Value::Number(Bits::constant(*value, 64)),
            // Only bits: what natives do to them is not modelled here.
            Constant::Float(bits) => Value::Number(Bits::constant(i64::from(*bits as i32), 32)),
            Constant::Double(bits) => Value::Number(Bits::constant(*bits as i64, 64)),
            Constant::Boolean(value) => Value::Bool(Lit::constant(*value)),
            Constant::String(text) => Value::Ref(Ref::to(self.string(text))),
            Constant::Null => Value::Ref(Ref::null()),
        }
    }

    fn local(&mut self, env: &Env<'_>, local: LocalId, ty: Type) -> Outcome {
        let bound = env.bound.iter().rev().find(|(known, _)| *known == local).map(|(_, value)| value);
        let known = bound.or_else(|| env.locals.get(local.index()).and_then(Option::as_ref));
        match known {
            Some(Value::Clash) => self.stuck_value(ty, crate::walk::CLASH),
            Some(value) => Outcome::of(value.clone()),
            None => Outcome::of(default_of(ty)),
        }
    }

    /// Each object that a reference may be, with its content.
    fn cells(&self, env: &Env<'_>, value: &Value) -> Vec<(Lit, ObjectId, Rc<Cell>)> {
        let Value::Ref(reference) = value else { return Vec::new() };
        let targets = reference.targets.iter();
        targets.filter_map(|(object, lit)| Some((*lit, *object, self.cell(env, *object)?))).collect()
    }

    fn field(&mut self, env: &Env<'_>, object: &Expr, field: FieldId, ty: Type) -> Outcome {
        let object = self.eval(env, object);
        self.field_of(env, &object, field, ty)
    }

    pub(crate) fn field_of(&mut self, env: &Env<'_>, object: &Outcome, field: FieldId, ty: Type) -> Outcome {
        let declared = self.program.field(field);
        if declared.kind == FieldKind::Model {
            return match declared.represents {
                Some(method) => self.invoke_on(env, method, object),
                None => self.stuck_value(ty, format!("the model field `{}` without a value", declared.name)),
            };
        }
        let null = self.is_null(&object.value);
        let flags = self.throwing(object.flags, null);
        let opaque = self.flags_of_opaque(&object.value);
        let flags = self.either(flags, opaque);
        let mut options = Vec::new();
        for (lit, target, cell) in self.cells(env, &object.value) {
            let class = self.objects[target].ty.as_class();
            let position = class.and_then(|class| self.layouts.position(class, field));
            if let Some(value) = position.and_then(|position| cell.slots.get(position)) {
                options.push((lit, value.clone()));
            }
        }
        let value = match self.image(&options, ty) {
            Some(row) => row,
            None => self.selected(&options, ty),
        };
        Outcome { value, flags }
    }

    pub(crate) fn selected(&mut self, options: &[(Lit, Value)], ty: Type) -> Value {
        if options.is_empty() {
            return if ty.is_integral() { Value::Nothing } else { default_of(ty) };
        }
        match select(&mut self.circuit, options) {
            Some(value) => self.settled_value(value),
            None => {
                self.incoherent();
                default_of(ty)
            }
        }
    }

    fn element(&mut self, env: &Env<'_>, array: &Expr, index: &Expr, ty: Type) -> Outcome {
        let (array, index) = (self.eval(env, array), self.eval(env, index));
        let mut flags = self.either(array.flags, index.flags);
        let null = self.is_null(&array.value);
        flags = self.throwing(flags, null);
        let opaque = self.flags_of_opaque(&array.value);
        flags = self.either(flags, opaque);
        let Some(index) = index.value.number().cloned() else { return Outcome { value: default_of(ty), flags } };
        let outside = self.is_outside(env, &array.value, &index);
        flags = self.throwing(flags, outside);
        Outcome { value: self.element_of(env, &array.value, &index, ty), flags }
    }

    pub(crate) fn element_of(&mut self, env: &Env<'_>, array: &Value, index: &Bits, ty: Type) -> Value {
        let mut options = Vec::new();
        for (lit, _, cell) in self.cells(env, array) {
            for (position, value) in cell.slots.iter().enumerate() {
                let here = self.circuit.eq_bits(index, &Bits::constant(position as i64, index.width()));
                let here = self.circuit.and(lit, here);
                if here != Lit::FALSE {
                    options.push((here, value.clone()));
                }
            }
        }
        self.selected(&options, ty)
    }

    /// Is the index outside an array that is not null?
    pub(crate) fn is_outside(&mut self, env: &Env<'_>, array: &Value, index: &Bits) -> Lit {
        let mut inside = Vec::new();
        for (lit, _, cell) in self.cells(env, array) {
            let Some(length) = &cell.length else { continue };
            let fits = self.circuit.less_unsigned(index, length);
            inside.push(self.circuit.and(lit, fits));
        }
        let inside = self.circuit.or_all(inside);
        let null = self.is_null(array);
        self.circuit.and(!inside, !null)
    }

    fn length(&mut self, env: &Env<'_>, array: &Expr) -> Outcome {
        let array = self.eval(env, array);
        let null = self.is_null(&array.value);
        let flags = self.throwing(array.flags, null);
        let opaque = self.flags_of_opaque(&array.value);
        let flags = self.either(flags, opaque);
        Outcome { value: Value::Number(self.length_of(env, &array.value)), flags }
    }

    pub(crate) fn length_of(&mut self, env: &Env<'_>, array: &Value) -> Bits {
        let mut options = Vec::new();
        for (lit, _, cell) in self.cells(env, array) {
            options.extend(cell.length.clone().map(|length| (lit, Value::Number(length))));
        }
        let value = self.selected(&options, Type::INT);
        value.number().cloned().unwrap_or_else(|| Bits::constant(0, 32))
    }

    /// It is an object of the type.
    pub(crate) fn fits(&mut self, value: &Value, ty: Type) -> Lit {
        match value {
            Value::Ref(reference) => {
                let fitting = reference.targets.iter().filter(|(object, _)| self.is_instance(*object, ty));
                let fitting: Vec<Lit> = fitting.map(|(_, lit)| *lit).collect();
                if fitting.len() == reference.targets.len() {
                    return !reference.null;
                }
                self.circuit.or_all(fitting)
            }
            // Opaque values have every type that they may be cast to.
            _ => Lit::TRUE,
        }
    }

    /// What values that are only compared may be cast to.
    fn is_general(&self, ty: Type) -> bool {
        let class = ty.as_class().map(|class| self.program.class(class).name.as_str());
        matches!(class, Some("java.lang.Object" | "java.lang.Comparable"))
    }

    /// Something is done with a value that is only compared, or not looked into.
    fn flags_of_opaque(&mut self, value: &Value) -> Flags {
        match value {
            Value::Opaque(_) | Value::Closed(_) => self.stuck("the content of a value that is only compared"),
            _ => Flags::NONE,
        }
    }

    fn unary(&mut self, env: &Env<'_>, op: UnaryOp, operand: &Expr) -> Outcome {
        let Outcome { value, flags } = self.eval(env, operand);
        let value = match (op, value) {
            (UnaryOp::Not, Value::Bool(lit)) => Value::Bool(!lit),
            (UnaryOp::Negate, Value::Number(bits)) => Value::Number(self.circuit.neg(&bits)),
            (UnaryOp::BitNot, Value::Number(bits)) => Value::Number(self.circuit.bit_not(&bits)),
            (_, value) => value,
        };
        Outcome { value, flags }
    }

    fn logical(&mut self, env: &Env<'_>, op: LogicalOp, left: &Expr, right: &Expr) -> Outcome {
        let left = self.eval(env, left);
        let truth = self.settled(left.is_true());
        // Where the right side is not evaluated, this is the value.
        let (goes_on, short) = match op {
            LogicalOp::And => (truth, Lit::FALSE),
            LogicalOp::Or => (!truth, Lit::TRUE),
            LogicalOp::Implies => (truth, Lit::TRUE),
        };
        if goes_on == Lit::FALSE {
            return Outcome { value: Value::Bool(short), flags: left.flags };
        }
        let right = self.eval(env, right);
        let later = self.under(goes_on, right.flags);
        let flags = self.either(left.flags, later);
        Outcome { value: Value::Bool(self.circuit.ite(goes_on, right.is_true(), short)), flags }
    }

    fn conditional(&mut self, env: &Env<'_>, cond: &Expr, then: &Expr, otherwise: &Expr) -> Outcome {
        let cond = self.eval(env, cond);
        let truth = self.settled(cond.is_true());
        if truth.is_constant() {
            let taken = self.eval(env, if truth == Lit::TRUE { then } else { otherwise });
            let flags = self.either(cond.flags, taken.flags);
            return Outcome { value: taken.value, flags };
        }
        let (then, otherwise) = (self.eval(env, then), self.eval(env, otherwise));
        let (a, b) = (self.under(truth, then.flags), self.under(!truth, otherwise.flags));
        let flags = self.either(a, b);
        let flags = self.either(cond.flags, flags);
        match mux(&mut self.circuit, truth, &then.value, &otherwise.value) {
            Some(value) => Outcome { value, flags },
            None => {
                let stuck = self.stuck("values of different kinds in one expression");
                Outcome { value: then.value, flags: self.either(flags, stuck) }
            }
        }
    }

    fn binary(&mut self, env: &Env<'_>, op: BinaryOp, left: &Expr, right: &Expr) -> Outcome {
        let (a, b) = (self.eval(env, left), self.eval(env, right));
        let flags = self.either(a.flags, b.flags);
        if [&a.value, &b.value].contains(&&Value::Nothing) {
            let is_truth = matches!(
                op,
                BinaryOp::Equal
                    | BinaryOp::NotEqual
                    | BinaryOp::Less
                    | BinaryOp::LessEqual
                    | BinaryOp::Greater
                    | BinaryOp::GreaterEqual
            );
            return Outcome { value: if is_truth { Value::Bool(Lit::FALSE) } else { Value::Nothing }, flags };
        }
        if matches!(op, BinaryOp::Equal | BinaryOp::NotEqual) {
            let rows = self.same_rows(&a.value, &b.value);
            return match rows.or_else(|| same(&mut self.circuit, &a.value, &b.value)) {
                Some(lit) => Outcome { value: Value::Bool(lit.negated_if(op == BinaryOp::NotEqual)), flags },
                None => self.stuck_value(Type::BOOLEAN, "a comparison of values of different kinds"),
            };
        }
        match (&a.value, &b.value) {
            (Value::Bool(x), Value::Bool(y)) => {
                let lit = match op {
                    BinaryOp::BitAnd => self.circuit.and(*x, *y),
                    BinaryOp::BitOr => self.circuit.or(*x, *y),
                    _ => self.circuit.xor(*x, *y),
                };
                Outcome { value: Value::Bool(lit), flags }
            }
            (Value::Number(x), Value::Number(y)) => self.numbers(op, x, y, flags),
            (Value::Ordered(_), _) | (_, Value::Ordered(_)) => self.compared(op, &a.value, &b.value, flags),
            _ => self.stuck_value(left.ty, "an operation on values of different kinds"),
        }
    }

    /// A comparison of numbers that are only compared.
    fn compared(&mut self, op: BinaryOp, a: &Value, b: &Value, flags: Flags) -> Outcome {
        let Some((a, b)) = Ordered::pair(a, b) else {
            return self.stuck_value(Type::BOOLEAN, "a comparison with a number of another kind");
        };
        let circuit = &mut self.circuit;
        let truth = match op {
            BinaryOp::Less => Ordered::less(circuit, &a, &b),
            BinaryOp::LessEqual => Ordered::at_most(circuit, &a, &b),
            BinaryOp::Greater => Ordered::less(circuit, &b, &a),
            BinaryOp::GreaterEqual => Ordered::at_most(circuit, &b, &a),
            _ => return self.stuck_value(Type::INT, "arithmetic with a number that is only compared"),
        };
        Outcome { value: Value::Bool(truth), flags }
    }

    fn numbers(&mut self, op: BinaryOp, a: &Bits, b: &Bits, flags: Flags) -> Outcome {
        let c = &mut self.circuit;
        let is_shift = matches!(op, BinaryOp::ShiftLeft | BinaryOp::ShiftRight | BinaryOp::ShiftRightUnsigned);
        if a.width() != b.width() && !is_shift {
            return self.stuck_value(Type::INT, "numbers of different widths");
        }
        let truth = match op {
            BinaryOp::Less => Some(c.less(a, b)),
            BinaryOp::LessEqual => Some(c.less_equal(a, b)),
            BinaryOp::Greater => Some(c.less(b, a)),
            BinaryOp::GreaterEqual => Some(c.less_equal(b, a)),
            _ => None,
        };
        if let Some(truth) = truth {
            return Outcome { value: Value::Bool(truth), flags };
        }
        let mut flags = flags;
        let bits = match op {
            BinaryOp::Add => c.add(a, b),
            BinaryOp::Subtract => c.sub(a, b),
            BinaryOp::Multiply => c.mul(a, b),
            BinaryOp::ShiftLeft => c.shl(a, b),
            BinaryOp::ShiftRight => c.shr(a, b),
            BinaryOp::ShiftRightUnsigned => c.ushr(a, b),
            BinaryOp::BitAnd => c.bit_and(a, b),
            BinaryOp::BitOr => c.bit_or(a, b),
            BinaryOp::BitXor => c.bit_xor(a, b),
            _ => {
                let zero = crate::value::is_zero(c, b);
                let (quotient, rest) = c.div_rem(a, b);
                flags = self.throwing(flags, zero);
                if op == BinaryOp::Divide { quotient } else { rest }
            }
        };
        Outcome { value: Value::Number(bits), flags }
    }

    /// A new string: nothing is known of it but that it is none of the others.
    fn concat(&mut self, env: &Env<'_>, parts: &[Expr]) -> Outcome {
        let mut flags = Flags::NONE;
        for part in parts {
            let part = self.eval(env, part);
            flags = self.either(flags, part.flags);
        }
        let ty = self.program.class_named("java.lang.String").map_or(Type::UNKNOWN, Type::class);
        let object = self.add_object(ty, Lit::TRUE, false);
        Outcome { value: Value::Ref(Ref::to(object)), flags }
    }
}

/// Between integral types: widening keeps the value, narrowing cuts the upper bits.
pub(crate) fn convert(bits: &Bits, to: Type) -> Bits {
    match to.base {
        BaseType::Byte => bits.truncated(8).sign_extended(32),
        BaseType::Short => bits.truncated(16).sign_extended(32),
        BaseType::Char => bits.truncated(16).zero_extended(32),
        BaseType::Long if bits.width() < 64 => bits.sign_extended(64),
        BaseType::Int if bits.width() > 32 => bits.truncated(32),
        _ => bits.clone(),
    }
}
