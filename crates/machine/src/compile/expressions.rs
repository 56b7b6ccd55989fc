//! Expressions: values into registers, conditions into jumps.

use super::{FunctionCompiler, constant_word, is_long, widens};
use crate::code::{Arithmetic, Comparison, Conversion, Instruction, Register};
use tightrope_program::body::{BinaryOp, Expr, ExprKind, LogicalOp, UnaryOp, Unsupported};
use tightrope_program::constructs::Construct;
use tightrope_program::contract::Formula;
use tightrope_program::{BaseType, Constant, Type};
use tightrope_source::{Name, Span};

impl FunctionCompiler<'_, '_> {
    /// A register that holds the value: the local's own, or a scratch register.
    pub(super) fn value(&mut self, expr: &Expr) -> Register {
        match &expr.kind {
            ExprKind::Local(local) => local.0 as Register,
            _ => {
                let to = self.scratch();
                self.value_into(expr, to);
                to
            }
        }
    }

    pub(super) fn value_into(&mut self, expr: &Expr, to: Register) {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Constant(constant) => self.constant_into(constant, to, span),
            ExprKind::Local(local) => {
                let from = local.0 as Register;
                if from != to {
                    self.emit(Instruction::Move { to, from }, span);
                }
            }
            ExprKind::Field { object, field } => self.field_into(object, *field, to, span),
            ExprKind::StaticField(field) => {
                let slot = self.executable.static_slot(*field);
                self.emit(Instruction::GetStatic { memory: self.memory, to, slot }, span);
            }
            ExprKind::Element { array, index } => {
                let (array, index) = (self.value(array), self.value(index));
                let memory = self.memory;
                let get = match is_long(expr.ty) {
                    true => Instruction::GetLongElement { memory, to, array, index },
                    false => Instruction::GetElement { memory, to, array, index },
                };
                self.emit(get, span);
            }
            ExprKind::Length(array) => {
                let array = self.value(array);
                self.emit(Instruction::Length { to, array }, span);
            }
            ExprKind::Unary { op, operand } => self.unary_into(*op, operand, to, span),
            ExprKind::Binary { op, left, right } => self.binary_into(*op, left, right, to, span),
            ExprKind::Logical { .. } => self.truth_into(expr, to),
            ExprKind::Conditional { cond, then, otherwise } => self.conditional_into(cond, then, otherwise, to),
            ExprKind::Convert(operand) => self.convert_into(operand, expr.ty, to, span),
            ExprKind::Cast(operand) => {
                // Checked before it is moved: a cast that throws assigns nothing.
                let from = self.value(operand);
                let test = self.executable.types.test(self.executable.program, expr.ty);
                self.emit(Instruction::Check { value: from, test }, span);
                self.emit(Instruction::Move { to, from }, span);
            }
            ExprKind::InstanceOf { operand, ty } => {
                let from = self.value(operand);
                let test = self.executable.types.test(self.executable.program, *ty);
                self.emit(Instruction::InstanceOf { to, from, test }, span);
            }
            ExprKind::Concat(parts) => self.concat_into(parts, to, span),
            ExprKind::Unsupported(what) => self.emit(Instruction::Unsupported(Box::new(what.clone())), span),
            _ => self.formula_into(expr, to),
        }
    }

    /// Quantifiers, sets and the like in the body of a model method or a `represents` clause.
    fn formula_into(&mut self, expr: &Expr, to: Register) {
        let formula = Formula { locals: self.locals.to_vec(), expr: expr.clone() };
        let (formula, locals) = self.formula(&formula);
        // Whoever calls the method takes its value for one that depends on the fields it reads, and
        // on nothing else.
        let hindrance = match self.executable.formulas.get(formula.index()) {
            Some(compiled) if compiled.uses_old => Some("`\\old` or `\\fresh` in the body of a model method"),
            Some(compiled) if compiled.is_global => Some("a quantifier over all objects in the body of a model method"),
            _ => None,
        };
        match hindrance {
            Some(detail) => {
                let construct = Construct::UncheckedExpression;
                let what = Unsupported { construct, detail: Name::new(detail), span: expr.span };
                self.emit(Instruction::Unsupported(Box::new(what)), expr.span);
            }
            None => {
                let is_truth = expr.ty == Type::BOOLEAN;
                self.emit(Instruction::Evaluate { to, formula, locals, is_truth }, expr.span);
            }
        }
    }

    fn constant_into(&mut self, constant: &Constant, to: Register, span: Span) {
        let word = match constant {
            Constant::String(text) => self.executable.text(text),
            other => constant_word(other).unwrap_or_default(),
        };
        match i32::try_from(word) {
            Ok(value) => self.emit(Instruction::Int { to, value }, span),
            Err(_) => {
                let index = self.executable.constant(word);
                self.emit(Instruction::Constant { to, index }, span);
            }
        }
    }

    fn field_into(&mut self, object: &Expr, field: tightrope_program::FieldId, to: Register, span: Span) {
        let object = self.value(object);
        let long = is_long(self.executable.program.field(field).ty);
        match self.executable.types.slot(field) {
            Some(slot) if long => self.emit(Instruction::GetLong { memory: self.memory, to, object, slot }, span),
            Some(slot) => {
                let is_reference = self.executable.program.field(field).ty.is_reference();
                self.reads.push((self.code.len(), is_reference));
                self.emit(Instruction::GetField { memory: self.memory, to, object, slot }, span);
            }
            None => self.stateless_field(field, span),
        }
    }

    /// A model field has no slot; the lowering has replaced its reads.
    pub(super) fn stateless_field(&mut self, field: tightrope_program::FieldId, span: Span) {
        let detail = self.executable.program.field(field).name.clone();
        let what = Unsupported { construct: Construct::SuchThat, detail, span };
        self.emit(Instruction::Unsupported(Box::new(what)), span);
    }

    fn unary_into(&mut self, op: UnaryOp, operand: &Expr, to: Register, span: Span) {
        let from = self.value(operand);
        let instruction = match op {
            UnaryOp::Negate if is_long(operand.ty) => Instruction::NegateLong { to, from },
            UnaryOp::Negate => Instruction::NegateInt { to, from },
            UnaryOp::BitNot => Instruction::BitNot { to, from },
            UnaryOp::Not => Instruction::Not { to, from },
        };
        self.emit(instruction, span);
    }

    fn binary_into(&mut self, op: BinaryOp, left: &Expr, right: &Expr, to: Register, span: Span) {
        if let (BinaryOp::Add, ExprKind::Constant(Constant::Int(value)), false) = (op, &right.kind, is_long(left.ty)) {
            let from = self.value(left);
            return self.emit(Instruction::AddIntConstant { to, from, value: *value }, span);
        }
        if let (BinaryOp::Subtract, ExprKind::Constant(Constant::Int(value)), false) =
            (op, &right.kind, is_long(left.ty))
        {
            // It wraps around in the same way.
            let from = self.value(left);
            return self.emit(Instruction::AddIntConstant { to, from, value: value.wrapping_neg() }, span);
        }
        // A shift has the type of its left side.
        let (long, has_long) = (is_long(left.ty), is_long(left.ty) || is_long(right.ty));
        let symbols = self.executable.compares_symbols(left, right);
        let (left, right) = (self.value(left), self.value(right));
        match comparison(op) {
            Some(op) if !symbols && !has_long => {
                self.emit(Instruction::Compare { op: of_words(op), to, left, right }, span)
            }
            Some(op) if symbols => self.emit(Instruction::CompareSymbols { op, to, left, right }, span),
            Some(op) => self.emit(Instruction::Compare { op, to, left, right }, span),
            None => self.emit(Instruction::Arithmetic { op: arithmetic(op, long), to, left, right }, span),
        }
    }

    fn conditional_into(&mut self, cond: &Expr, then: &Expr, otherwise: &Expr, to: Register) {
        let to_otherwise = self.jumps_unless(cond);
        self.value_into(then, to);
        let to_end = self.here() as usize;
        self.emit(Instruction::Jump { target: 0 }, then.span);
        self.land(&to_otherwise);
        self.value_into(otherwise, to);
        self.land(&[to_end]);
    }

    fn truth_into(&mut self, expr: &Expr, to: Register) {
        let to_false = self.jumps_unless(expr);
        self.emit(Instruction::Int { to, value: 1 }, expr.span);
        let to_end = self.here() as usize;
        self.emit(Instruction::Jump { target: 0 }, expr.span);
        self.land(&to_false);
        self.emit(Instruction::Int { to, value: 0 }, expr.span);
        self.land(&[to_end]);
    }

    fn convert_into(&mut self, operand: &Expr, ty: Type, to: Register, span: Span) {
        // Ints are kept sign-extended: widening changes nothing.
        if widens(operand.ty, ty) {
            return self.value_into(operand, to);
        }
        let kind = match ty.base {
            BaseType::Byte => Conversion::Byte,
            BaseType::Short => Conversion::Short,
            BaseType::Char => Conversion::Char,
            BaseType::Int => Conversion::Int,
            _ => return self.value_into(operand, to),
        };
        let from = self.value(operand);
        self.emit(Instruction::Convert { to, from, kind }, span);
    }

    fn concat_into(&mut self, parts: &[Expr], to: Register, span: Span) {
        let first = self.consecutive(parts);
        self.executable.templates.push(parts.iter().map(|part| part.ty).collect());
        let template = self.executable.templates.len() as u32 - 1;
        self.emit(Instruction::Concat { to, parts: first, template }, span);
    }

    /// Evaluates expressions into registers that follow each other; the first of them.
    pub(super) fn consecutive(&mut self, exprs: &[Expr]) -> Register {
        let first = self.next;
        for _ in exprs {
            self.scratch();
        }
        for (offset, expr) in exprs.iter().enumerate() {
            let top = self.next;
            self.value_into(expr, (first + offset) as Register);
            self.next = top;
        }
        first as Register
    }

    /// Code that goes on where `cond` is true; the jumps taken where it is false wait to be landed.
    pub(super) fn jumps_unless(&mut self, cond: &Expr) -> Vec<usize> {
        self.jumps(cond, false)
    }

    /// Code that goes on where `cond` has the opposite of `when`; the jumps are taken where it is
    /// `when`.
    fn jumps(&mut self, cond: &Expr, when: bool) -> Vec<usize> {
        match &cond.kind {
            ExprKind::Unary { op: UnaryOp::Not, operand } => self.jumps(operand, !when),
            ExprKind::Logical { op, left, right } => self.logical_jumps(*op, left, right, when),
            ExprKind::Binary { op, left, right }
                if comparison(*op).is_some() && !self.executable.compares_symbols(left, right) =>
            {
                let op = comparison(*op).unwrap_or(Comparison::Equal);
                let op = if when { op } else { op.opposite() };
                let op = if is_long(left.ty) || is_long(right.ty) { op } else { of_words(op) };
                let left = self.value(left);
                let jump = match small_constant(right) {
                    Some(right) => Instruction::JumpCompareInt { op, left, right, target: 0 },
                    None => Instruction::JumpCompare { op, left, right: self.value(right), target: 0 },
                };
                let at = self.here() as usize;
                self.emit(jump, cond.span);
                vec![at]
            }
            _ => {
                let cond_register = self.value(cond);
                let at = self.here() as usize;
                let jump = match when {
                    true => Instruction::JumpIf { cond: cond_register, target: 0 },
                    false => Instruction::JumpUnless { cond: cond_register, target: 0 },
                };
                self.emit(jump, cond.span);
                vec![at]
            }
        }
    }

    fn logical_jumps(&mut self, op: LogicalOp, left: &Expr, right: &Expr, when: bool) -> Vec<usize> {
        // `a ==> b` is `!a || b`: what decides the whole on the left side alone.
        let (deciding_left, result) = match op {
            LogicalOp::And => (false, false),
            LogicalOp::Or => (true, true),
            LogicalOp::Implies => (false, true),
        };
        if result == when {
            let mut jumps = self.jumps(left, deciding_left);
            jumps.extend(self.jumps(right, when));
            jumps
        } else {
            let decided = self.jumps(left, deciding_left);
            let jumps = self.jumps(right, when);
            self.land(&decided);
            jumps
        }
    }

    /// Lets waiting jumps go to the next instruction.
    pub(super) fn land(&mut self, jumps: &[usize]) {
        let here = self.here();
        for at in jumps {
            self.set_target(*at, here);
        }
    }

    pub(super) fn set_target(&mut self, at: usize, here: u32) {
        match &mut self.code[at] {
            Instruction::Jump { target }
            | Instruction::JumpIf { target, .. }
            | Instruction::JumpUnless { target, .. }
            | Instruction::JumpCompare { target, .. }
            | Instruction::JumpCompareInt { target, .. } => *target = here,
            _ => {}
        }
    }
}

/// A constant that fits into a comparison.
fn small_constant(expr: &Expr) -> Option<i16> {
    match &expr.kind {
        ExprKind::Constant(constant) => i16::try_from(constant_word(constant)?).ok(),
        _ => None,
    }
}

pub(crate) fn comparison(op: BinaryOp) -> Option<Comparison> {
    Some(match op {
        BinaryOp::Equal => Comparison::Equal,
        BinaryOp::NotEqual => Comparison::NotEqual,
        BinaryOp::Less => Comparison::Less,
        BinaryOp::LessEqual => Comparison::LessEqual,
        BinaryOp::Greater => Comparison::Greater,
        BinaryOp::GreaterEqual => Comparison::GreaterEqual,
        _ => return None,
    })
}

/// The comparison of words that are no `long`s.
fn of_words(op: Comparison) -> Comparison {
    match op {
        Comparison::Equal => Comparison::Same,
        Comparison::NotEqual => Comparison::NotSame,
        other => other,
    }
}

pub(crate) fn arithmetic(op: BinaryOp, long: bool) -> Arithmetic {
    match (op, long) {
        (BinaryOp::Add, false) => Arithmetic::AddInt,
        (BinaryOp::Subtract, false) => Arithmetic::SubtractInt,
        (BinaryOp::Multiply, false) => Arithmetic::MultiplyInt,
        (BinaryOp::Divide, false) => Arithmetic::DivideInt,
        (BinaryOp::Remainder, false) => Arithmetic::RemainderInt,
        (BinaryOp::ShiftLeft, false) => Arithmetic::ShiftLeftInt,
        (BinaryOp::ShiftRight, false) => Arithmetic::ShiftRightInt,
        (BinaryOp::ShiftRightUnsigned, false) => Arithmetic::ShiftRightUnsignedInt,
        (BinaryOp::Add, true) => Arithmetic::AddLong,
        (BinaryOp::Subtract, true) => Arithmetic::SubtractLong,
        (BinaryOp::Multiply, true) => Arithmetic::MultiplyLong,
        (BinaryOp::Divide, true) => Arithmetic::DivideLong,
        (BinaryOp::Remainder, true) => Arithmetic::RemainderLong,
        (BinaryOp::ShiftLeft, true) => Arithmetic::ShiftLeftLong,
        (BinaryOp::ShiftRight, true) => Arithmetic::ShiftRightLong,
        (BinaryOp::ShiftRightUnsigned, true) => Arithmetic::ShiftRightUnsignedLong,
        (BinaryOp::BitAnd, _) => Arithmetic::And,
        (BinaryOp::BitOr, _) => Arithmetic::Or,
        // Comparisons have been taken out before.
        (_, _) => Arithmetic::Xor,
    }
}
