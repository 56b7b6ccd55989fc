//! Formulas of JML as Java expressions, over the helpers that each test brings along.
//!
//! The heap is built twice. The call works on one; `\old(e)` is evaluated on the other, and what it
//! finds is named by the objects of the first, so that identities can be compared. What cannot be
//! said this way is no expression: then there is no test of the clause.

use tightrope_program::body::{
    BinaryOp, Call, Expr, ExprKind, LocalKind, LogicalOp, Quantified, Quantifier, Reach, UnaryOp,
};
use tightrope_program::contract::Formula;
use tightrope_program::{BaseType, ClassId, ClassOrigin, Constant, FieldId, FieldKind, LocalId, Program, Type};

/// The name by which a class is loaded: `pack.Outer$Inner`.
pub(super) fn binary_name(program: &Program, class: ClassId) -> String {
    let declared = program.class(class);
    match declared.outer {
        Some(outer) if !declared.name.contains('$') => {
            format!("{}${}", binary_name(program, outer), declared.simple_name)
        }
        _ => declared.name.to_string(),
    }
}

/// As `Class.forName` takes it, or the name of a primitive type.
pub(super) fn type_name(program: &Program, ty: Type) -> Option<String> {
    let (primitive, letter) = match ty.base {
        BaseType::Boolean => ("boolean", "Z"),
        BaseType::Byte => ("byte", "B"),
        BaseType::Short => ("short", "S"),
        BaseType::Char => ("char", "C"),
        BaseType::Int => ("int", "I"),
        BaseType::Long => ("long", "J"),
        BaseType::Float => ("float", "F"),
        BaseType::Double => ("double", "D"),
        BaseType::Class(class) => {
            let name = binary_name(program, class);
            return Some(match ty.dims {
                0 => name,
                dims => format!("{}L{name};", "[".repeat(usize::from(dims))),
            });
        }
        _ => return None,
    };
    Some(match ty.dims {
        0 => primitive.to_owned(),
        dims => format!("{}{letter}", "[".repeat(usize::from(dims))),
    })
}

/// `(int) `, before something that is an `Object`.
fn unboxed(ty: Type) -> &'static str {
    match ty.base {
        _ if ty.is_array() => "",
        BaseType::Boolean => "(boolean) ",
        BaseType::Byte => "(byte) ",
        BaseType::Short => "(short) ",
        BaseType::Char => "(char) ",
        BaseType::Int => "(int) ",
        BaseType::Long => "(long) ",
        BaseType::Float => "(float) ",
        BaseType::Double => "(double) ",
        _ => "",
    }
}

pub(super) fn quoted(text: &str) -> String {
    let mut literal = String::from("\"");
    for unit in text.encode_utf16() {
        match char::from_u32(u32::from(unit)) {
            Some(plain @ (' '..='!' | '#'..='[' | ']'..='~')) => literal.push(plain),
            // Also what could end a comment or start one: Java reads such escapes before everything
            // else, but not inside its own.
            _ if unit == u16::from(b'"') => literal.push_str("\\\""),
            _ if unit == u16::from(b'\\') => literal.push_str("\\\\"),
            _ if unit == u16::from(b'\n') => literal.push_str("\\n"),
            _ if unit == u16::from(b'\r') => literal.push_str("\\r"),
            _ => literal.push_str(&format!("\\u{unit:04x}")),
        }
    }
    literal + "\""
}

/// The formula as a Java expression of type `boolean`; `this` has the name that is given,
/// parameters are `p0`, `p1`, …
pub(super) fn condition(program: &Program, formula: &Formula, this: &str) -> Option<String> {
    Writer { program, formula, this }.expr(&formula.expr, false)
}

struct Writer<'a> {
    program: &'a Program,
    formula: &'a Formula,
    this: &'a str,
}

impl Writer<'_> {
    fn local(&self, id: LocalId) -> Option<String> {
        let local = self.formula.locals.get(id.index())?;
        let first = self.formula.locals.iter().position(|local| local.kind == LocalKind::Param);
        match local.kind {
            LocalKind::This => Some(self.this.to_owned()),
            LocalKind::Param => Some(format!("p{}", id.index() - first?)),
            LocalKind::Bound => Some(format!("b{}", id.index())),
            _ => None,
        }
    }

    fn expr(&self, expr: &Expr, old: bool) -> Option<String> {
        let sub = |inner: &Expr| self.expr(inner, old);
        let world = if old { "Old" } else { "" };
        Some(match &expr.kind {
            ExprKind::Constant(constant) => self.constant(constant),
            ExprKind::Local(id) => self.local(*id)?,
            ExprKind::Field { object, field } => {
                let (owner, name) = self.field(*field)?;
                format!("({}get{world}({}, {owner}, {name}))", unboxed(expr.ty), sub(object)?)
            }
            ExprKind::StaticField(field) => {
                let is_constant = self.program.field(*field).is_final;
                let (owner, name) = self.field(*field).filter(|_| is_constant || !old)?;
                format!("({}getStatic({owner}, {name}))", unboxed(expr.ty))
            }
            ExprKind::Element { array, index } => {
                format!("({}element{world}({}, {}))", unboxed(expr.ty), sub(array)?, sub(index)?)
            }
            ExprKind::Length(array) => format!("java.lang.reflect.Array.getLength({})", sub(array)?),
            ExprKind::Unary { op, operand } => format!("({}{})", unary(*op), sub(operand)?),
            ExprKind::Binary { op, left, right } => format!("({} {} {})", sub(left)?, binary(*op), sub(right)?),
            ExprKind::Logical { op: LogicalOp::Implies, left, right } => {
                format!("(!{} || {})", sub(left)?, sub(right)?)
            }
            ExprKind::Logical { op, left, right } => {
                let sign = if *op == LogicalOp::And { "&&" } else { "||" };
                format!("({} {sign} {})", sub(left)?, sub(right)?)
            }
            ExprKind::Conditional { cond, then, otherwise } => {
                format!("({} ? {} : {})", sub(cond)?, sub(then)?, sub(otherwise)?)
            }
            ExprKind::Convert(inner) => format!("({}{})", unboxed(expr.ty), sub(inner)?),
            ExprKind::Cast(inner) => sub(inner)?,
            ExprKind::InstanceOf { operand, ty } => {
                format!("isA({}, {})", sub(operand)?, quoted(&type_name(self.program, *ty)?))
            }
            ExprKind::Call(call) => self.call(call, expr.ty, old)?,
            ExprKind::Result => format!("({}result)", unboxed(expr.ty)),
            ExprKind::Old(inner) => self.expr(inner, true)?,
            ExprKind::Fresh(objects) => {
                let one = |object: &Expr| Some(format!("isFresh({})", sub(object)?));
                let all: Option<Vec<String>> = objects.iter().map(one).collect();
                format!("({})", all?.join(" && "))
            }
            ExprKind::Quantified(quantified) => self.quantified(quantified, old)?,
            _ => return self.set(expr, old),
        })
    }

    fn set(&self, expr: &Expr, old: bool) -> Option<String> {
        let sub = |inner: &Expr| self.expr(inner, old);
        Some(match &expr.kind {
            ExprKind::Reach(reach) => self.reach(reach, old)?,
            ExprKind::Contains { set, element } => format!("{}.contains({})", sub(set)?, sub(element)?),
            ExprKind::SetSize(set) => format!("{}.size()", sub(set)?),
            ExprKind::SetIsEmpty(set) => format!("{}.isEmpty()", sub(set)?),
            ExprKind::SetEqual { left, right } => format!("{}.equals({})", sub(left)?, sub(right)?),
            ExprKind::Subset { left, right } => format!("{}.containsAll({})", sub(right)?, sub(left)?),
            ExprKind::SetUnion { left, right } => format!("set({}, {}, '+')", sub(left)?, sub(right)?),
            ExprKind::SetDifference { left, right } => format!("set({}, {}, '-')", sub(left)?, sub(right)?),
            ExprKind::SetIntersection { left, right } => format!("set({}, {}, '*')", sub(left)?, sub(right)?),
            _ => return None,
        })
    }

    fn constant(&self, constant: &Constant) -> String {
        match constant {
            Constant::Int(number) => format!("({number})"),
            Constant::Long(number) => format!("({number}L)"),
            Constant::Float(bits) => format!("Float.intBitsToFloat({})", *bits as i32),
            Constant::Double(bits) => format!("Double.longBitsToDouble({}L)", *bits as i64),
            Constant::Boolean(truth) => truth.to_string(),
            Constant::String(text) => quoted(text),
            Constant::Null => "null".to_owned(),
        }
    }

    /// Owner and name, as literals. Ghost and model fields are not there at run time.
    fn field(&self, field: FieldId) -> Option<(String, String)> {
        let declared = self.program.field(field);
        let is_java = !matches!(declared.kind, FieldKind::Model | FieldKind::Ghost);
        let is_user = self.program.class(declared.class).origin == ClassOrigin::User;
        (is_java && is_user).then(|| (quoted(&binary_name(self.program, declared.class)), quoted(&declared.name)))
    }

    fn call(&self, call: &Call, ty: Type, old: bool) -> Option<String> {
        let method = self.program.method(call.method);
        // Of the library, what every client may call.
        let is_open = self.program.class(method.class).origin == ClassOrigin::User || method.is_public;
        if !is_open || method.is_synthetic || method.kind != tightrope_program::MethodKind::Method {
            return None;
        }
        let types: Option<Vec<String>> =
            method.params.iter().map(|param| Some(quoted(&type_name(self.program, param.ty)?))).collect();
        let args: Option<Vec<String>> = call.args.iter().map(|arg| self.expr(arg, old)).collect();
        let mut args = args?;
        if method.is_static {
            args.insert(0, "null".to_owned());
        }
        let name = if old { "callOld" } else { "call" };
        let owner = quoted(&binary_name(self.program, method.class));
        let (method, types) = (quoted(&method.name), types?.join(", "));
        Some(format!("({}{name}({owner}, {method}, new String[] {{{types}}}, {}))", unboxed(ty), args.join(", ")))
    }

    fn reach(&self, reach: &Reach, old: bool) -> Option<String> {
        let class = reach.class.map_or("null".to_owned(), |class| quoted(&binary_name(self.program, class)));
        let mut arguments = vec![old.to_string(), self.expr(&reach.root, old)?, class];
        for field in reach.fields.iter().flatten() {
            let declared = self.program.field(*field);
            let owner = binary_name(self.program, declared.class);
            self.field(*field)?;
            arguments.push(quoted(&format!("{owner}:{}", declared.name)));
        }
        Some(format!("reach({})", arguments.join(", ")))
    }

    fn quantified(&self, quantified: &Quantified, old: bool) -> Option<String> {
        let [binder] = quantified.binders[..] else { return None };
        let local = self.formula.locals.get(binder.index())?;
        let name = self.local(binder)?;
        let (range, body) = (self.expr(&quantified.range, old)?, self.expr(&quantified.body, old)?);
        let (before, test) = match quantified.quantifier {
            Quantifier::Forall => ("", format!("{name} -> !{range} || {body}")),
            Quantifier::Exists => ("!", format!("{name} -> !({range} && {body})")),
            Quantifier::Count => ("", format!("{name} -> {range} && {body}")),
            _ => return None,
        };
        let is_count = quantified.quantifier == Quantifier::Count;
        if local.ty == Type::INT {
            let (from, to) = self.interval(&quantified.range, binder, old)?;
            let helper = if is_count { "countInts" } else { "forAllInts" };
            return Some(format!("{before}{helper}({from}, {to}, {test})"));
        }
        let class = quoted(&type_name(self.program, local.ty).filter(|_| local.ty.is_reference())?);
        Some(match is_count {
            true => format!("objects({class}).stream().filter({test}).count()"),
            false => format!("{before}forAll(objects({class}), {test})"),
        })
    }

    /// The bounds that a range gives a number, the upper one exclusive.
    fn interval(&self, range: &Expr, binder: LocalId, old: bool) -> Option<(String, String)> {
        let (mut from, mut to) = (None, None);
        let mut conjuncts = vec![range];
        while let Some(part) = conjuncts.pop() {
            match &part.kind {
                ExprKind::Logical { op: LogicalOp::And, left, right } => conjuncts.extend([&**left, &**right]),
                ExprKind::Binary { op, left, right } => {
                    let (is_left, is_right) = (is_local(left, binder), is_local(right, binder));
                    let other = if is_left { right } else { left };
                    let bound = || self.expr(other, old);
                    match (op, is_left, is_right) {
                        (BinaryOp::LessEqual, false, true) | (BinaryOp::GreaterEqual, true, false) => {
                            from = Some(bound()?)
                        }
                        (BinaryOp::Less, false, true) | (BinaryOp::Greater, true, false) => {
                            from = Some(format!("{} + 1L", bound()?));
                        }
                        (BinaryOp::Less, true, false) | (BinaryOp::Greater, false, true) => to = Some(bound()?),
                        (BinaryOp::LessEqual, true, false) | (BinaryOp::GreaterEqual, false, true) => {
                            to = Some(format!("{} + 1L", bound()?));
                        }
                        _ => {}
                    }
                }
                _ => {}
            }
        }
        Some((from?, to?))
    }
}

fn is_local(expr: &Expr, binder: LocalId) -> bool {
    match &expr.kind {
        ExprKind::Convert(inner) => is_local(inner, binder),
        kind => *kind == ExprKind::Local(binder),
    }
}

fn unary(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Negate => "-",
        UnaryOp::BitNot => "~",
        UnaryOp::Not => "!",
    }
}

fn binary(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Subtract => "-",
        BinaryOp::Multiply => "*",
        BinaryOp::Divide => "/",
        BinaryOp::Remainder => "%",
        BinaryOp::ShiftLeft => "<<",
        BinaryOp::ShiftRight => ">>",
        BinaryOp::ShiftRightUnsigned => ">>>",
        BinaryOp::BitAnd => "&",
        BinaryOp::BitOr => "|",
        BinaryOp::BitXor => "^",
        BinaryOp::Less => "<",
        BinaryOp::LessEqual => "<=",
        BinaryOp::Greater => ">",
        BinaryOp::GreaterEqual => ">=",
        BinaryOp::Equal => "==",
        BinaryOp::NotEqual => "!=",
    }
}
