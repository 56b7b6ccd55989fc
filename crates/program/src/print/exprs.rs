//! Expressions and formulas in the user's own syntax, with as few parentheses as the grammar of
//! Java allows.

use super::{field_name, method_name};
use crate::body::{BinaryOp, Call, Dispatch, Expr, ExprKind, Local, LogicalOp, Quantified, Quantifier, Reach, UnaryOp};
use crate::contract::Formula;
use crate::names::{simple_name, type_name};
use crate::program::{Constant, FieldId, LocalId, MethodKind, Program, Type};

/// An expression over `locals`.
pub fn print_expr(program: &Program, locals: &[Local], expr: &Expr) -> String {
    Exprs { program, locals }.expr(expr, Level::Any)
}

pub fn print_formula(program: &Program, formula: &Formula) -> String {
    print_expr(program, &formula.locals, &formula.expr)
}

/// How tightly an expression binds (JLS 15, JML manual 12.2), loosest first. An operand that binds
/// looser than its place gets parentheses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Any,
    Conditional,
    Implies,
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equality,
    Relational,
    Shift,
    Additive,
    Multiplicative,
    Unary,
    Postfix,
}

impl Level {
    fn tighter(self) -> Level {
        match self {
            Level::Any => Level::Conditional,
            Level::Conditional => Level::Implies,
            Level::Implies => Level::Or,
            Level::Or => Level::And,
            Level::And => Level::BitOr,
            Level::BitOr => Level::BitXor,
            Level::BitXor => Level::BitAnd,
            Level::BitAnd => Level::Equality,
            Level::Equality => Level::Relational,
            Level::Relational => Level::Shift,
            Level::Shift => Level::Additive,
            Level::Additive => Level::Multiplicative,
            Level::Multiplicative => Level::Unary,
            Level::Unary | Level::Postfix => Level::Postfix,
        }
    }
}

struct Exprs<'p> {
    program: &'p Program,
    locals: &'p [Local],
}

impl Exprs<'_> {
    fn expr(&self, expr: &Expr, place: Level) -> String {
        let (text, level) = self.with_level(expr);
        if level < place { format!("({text})") } else { text }
    }

    fn any(&self, expr: &Expr) -> String {
        self.expr(expr, Level::Any)
    }

    fn list(&self, exprs: &[Expr]) -> String {
        let texts: Vec<String> = exprs.iter().map(|expr| self.any(expr)).collect();
        texts.join(", ")
    }

    fn with_level(&self, expr: &Expr) -> (String, Level) {
        match &expr.kind {
            ExprKind::Binary { op, left, right } => {
                let (symbol, level) = binary_operator(*op);
                self.infix(left, symbol, right, level, level.tighter())
            }
            ExprKind::Logical { op, left, right } => self.logical(*op, left, right),
            ExprKind::Conditional { cond, then, otherwise } => {
                let cond = self.expr(cond, Level::Implies);
                let text = format!("{cond} ? {} : {}", self.any(then), self.expr(otherwise, Level::Conditional));
                (text, Level::Conditional)
            }
            ExprKind::Unary { op, operand } => {
                (format!("{}{}", unary_operator(*op), self.expr(operand, Level::Unary)), Level::Unary)
            }
            ExprKind::Convert(operand) | ExprKind::Cast(operand) => {
                let text = format!("({}) {}", type_name(self.program, expr.ty), self.expr(operand, Level::Unary));
                (text, Level::Unary)
            }
            ExprKind::InstanceOf { operand, ty } => {
                let operand = self.expr(operand, Level::Relational);
                (format!("{operand} instanceof {}", type_name(self.program, *ty)), Level::Relational)
            }
            ExprKind::Concat(parts) => self.concat(parts),
            ExprKind::Subtype { left, right } => {
                self.infix(left, "<:", right, Level::Relational, Level::Relational.tighter())
            }
            ExprKind::Constant(constant) => self.constant(constant, expr.ty),
            _ => (self.primary(expr), Level::Postfix),
        }
    }

    fn infix(&self, left: &Expr, symbol: &str, right: &Expr, level: Level, right_level: Level) -> (String, Level) {
        (format!("{} {symbol} {}", self.expr(left, level), self.expr(right, right_level)), level)
    }

    fn logical(&self, op: LogicalOp, left: &Expr, right: &Expr) -> (String, Level) {
        match op {
            LogicalOp::And => self.infix(left, "&&", right, Level::And, Level::And.tighter()),
            LogicalOp::Or => self.infix(left, "||", right, Level::Or, Level::Or.tighter()),
            // Associates to the right.
            LogicalOp::Implies => {
                let text = format!("{} ==> {}", self.expr(left, Level::Or), self.expr(right, Level::Implies));
                (text, Level::Implies)
            }
        }
    }

    /// A concatenation of one part, or without a string at its start, still has to read as one.
    fn concat(&self, parts: &[Expr]) -> (String, Level) {
        let texts: Vec<String> = parts.iter().map(|part| self.expr(part, Level::Multiplicative)).collect();
        match texts.len() {
            0 => ("\"\"".to_owned(), Level::Postfix),
            1 => (format!("\"\" + {}", texts.join("")), Level::Additive),
            _ => (texts.join(" + "), Level::Additive),
        }
    }

    fn constant(&self, constant: &Constant, ty: Type) -> (String, Level) {
        let text = print_constant(constant, ty);
        let level = if text.starts_with('-') { Level::Unary } else { Level::Postfix };
        (text, level)
    }

    fn primary(&self, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Local(local) => self.local(*local),
            ExprKind::Field { object, field } => {
                format!("{}.{}", self.expr(object, Level::Postfix), self.simple_field(*field))
            }
            ExprKind::StaticField(field) => field_name(self.program, *field),
            ExprKind::Element { array, index } => {
                format!("{}[{}]", self.expr(array, Level::Postfix), self.any(index))
            }
            ExprKind::Length(array) => format!("{}.length", self.expr(array, Level::Postfix)),
            ExprKind::Call(call) => self.call(call),
            ExprKind::Result => "\\result".to_owned(),
            ExprKind::Old(operand) => self.function("\\old", operand),
            ExprKind::Fresh(operands) => format!("\\fresh({})", self.list(operands)),
            ExprKind::NonNullElements(operand) => self.function("\\nonnullelements", operand),
            ExprKind::InvariantFor(operand) => self.function("\\invariant_for", operand),
            ExprKind::Quantified(quantified) => self.quantified(quantified),
            ExprKind::TypeOf(operand) => self.function("\\typeof", operand),
            ExprKind::TypeLiteral(ty) => format!("\\type({})", type_name(self.program, *ty)),
            ExprKind::ElementType(operand) => self.function("\\elemtype", operand),
            ExprKind::Informal(text) => format!("(* {} *)", text.trim()),
            ExprKind::Unsupported(unsupported) => {
                format!("/* unsupported {}: {} */", unsupported.construct.title(), unsupported.detail)
            }
            _ => self.set(expr),
        }
    }

    fn set(&self, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Reach(reach) => self.reach(reach),
            ExprKind::Comprehension { binder, range } => {
                format!("new JMLObjectSet {{ {} | {} }}", self.binder(*binder), self.any(range))
            }
            ExprKind::Contains { set, element } => self.method("has", set, element),
            ExprKind::SetSize(set) => format!("{}.int_size()", self.expr(set, Level::Postfix)),
            ExprKind::SetIsEmpty(set) => format!("{}.isEmpty()", self.expr(set, Level::Postfix)),
            ExprKind::SetEqual { left, right } => self.method("equals", left, right),
            ExprKind::Subset { left, right } => self.method("containsAll", right, left),
            ExprKind::SetUnion { left, right } => self.method("union", left, right),
            ExprKind::SetIntersection { left, right } => self.method("intersection", left, right),
            ExprKind::SetDifference { left, right } => self.method("difference", left, right),
            _ => self.any(expr),
        }
    }

    fn function(&self, name: &str, operand: &Expr) -> String {
        format!("{name}({})", self.any(operand))
    }

    fn method(&self, name: &str, receiver: &Expr, arg: &Expr) -> String {
        format!("{}.{name}({})", self.expr(receiver, Level::Postfix), self.any(arg))
    }

    /// In formulas a call reads as the user writes it.
    fn call(&self, call: &Call) -> String {
        let Some(method) = self.program.methods.get(call.method.index()) else { return "?()".to_owned() };
        if method.kind == MethodKind::Represents {
            return self.model_field(call);
        }
        match (call.dispatch, call.args.split_first()) {
            (Dispatch::Exact | Dispatch::Virtual, Some((receiver, args))) => {
                format!("{}.{}({})", self.expr(receiver, Level::Postfix), method.name, self.list(args))
            }
            _ => format!("{}({})", method_name(self.program, call.method), self.list(&call.args)),
        }
    }

    /// The read of a model field.
    fn model_field(&self, call: &Call) -> String {
        let is_read = |field: &&crate::program::Field| field.represents == Some(call.method);
        let name = match self.program.fields.iter().find(is_read) {
            Some(field) => field.name.clone(),
            None => self.program.method(call.method).name.clone(),
        };
        match call.args.first() {
            Some(receiver) => format!("{}.{name}", self.expr(receiver, Level::Postfix)),
            None => format!("{}.{name}", simple_name(self.program, self.program.method(call.method).class)),
        }
    }

    fn quantified(&self, quantified: &Quantified) -> String {
        let quantifier = match quantified.quantifier {
            Quantifier::Forall => "\\forall",
            Quantifier::Exists => "\\exists",
            Quantifier::Count => "\\num_of",
            Quantifier::Sum => "\\sum",
            Quantifier::Product => "\\product",
            Quantifier::Min => "\\min",
            Quantifier::Max => "\\max",
        };
        let binders = self.binders(&quantified.binders);
        let body = self.any(&quantified.body);
        if quantified.range.kind == ExprKind::Constant(Constant::Boolean(true)) {
            return format!("({quantifier} {binders}; {body})");
        }
        format!("({quantifier} {binders}; {}; {body})", self.any(&quantified.range))
    }

    /// `int i, j`: a type is written where it changes.
    fn binders(&self, binders: &[LocalId]) -> String {
        let mut last = None;
        let mut texts = Vec::new();
        for binder in binders {
            let ty = self.locals.get(binder.index()).map(|local| local.ty);
            texts.push(if ty == last { self.local(*binder) } else { self.binder(*binder) });
            last = ty;
        }
        texts.join(", ")
    }

    fn binder(&self, binder: LocalId) -> String {
        match self.locals.get(binder.index()) {
            Some(local) => format!("{} {}", type_name(self.program, local.ty), local.name),
            None => "?".to_owned(),
        }
    }

    fn reach(&self, reach: &Reach) -> String {
        let mut parts = vec![self.any(&reach.root)];
        parts.extend(reach.class.map(|class| simple_name(self.program, class).to_owned()));
        if let Some(fields) = &reach.fields {
            let names: Vec<&str> = fields.iter().map(|field| self.simple_field(*field)).collect();
            parts.push(names.join(" + "));
        }
        format!("\\reach({})", parts.join(", "))
    }

    fn local(&self, local: LocalId) -> String {
        self.locals.get(local.index()).map_or("?", |local| local.name.as_str()).to_owned()
    }

    fn simple_field(&self, field: FieldId) -> &str {
        self.program.fields.get(field.index()).map_or("?", |field| field.name.as_str())
    }
}

fn unary_operator(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Negate => "-",
        UnaryOp::BitNot => "~",
        UnaryOp::Not => "!",
    }
}

fn binary_operator(op: BinaryOp) -> (&'static str, Level) {
    match op {
        BinaryOp::Add => ("+", Level::Additive),
        BinaryOp::Subtract => ("-", Level::Additive),
        BinaryOp::Multiply => ("*", Level::Multiplicative),
        BinaryOp::Divide => ("/", Level::Multiplicative),
        BinaryOp::Remainder => ("%", Level::Multiplicative),
        BinaryOp::ShiftLeft => ("<<", Level::Shift),
        BinaryOp::ShiftRight => (">>", Level::Shift),
        BinaryOp::ShiftRightUnsigned => (">>>", Level::Shift),
        BinaryOp::BitAnd => ("&", Level::BitAnd),
        BinaryOp::BitOr => ("|", Level::BitOr),
        BinaryOp::BitXor => ("^", Level::BitXor),
        BinaryOp::Less => ("<", Level::Relational),
        BinaryOp::LessEqual => ("<=", Level::Relational),
        BinaryOp::Greater => (">", Level::Relational),
        BinaryOp::GreaterEqual => (">=", Level::Relational),
        BinaryOp::Equal => ("==", Level::Equality),
        BinaryOp::NotEqual => ("!=", Level::Equality),
    }
}

/// A literal of the type.
pub(super) fn print_constant(constant: &Constant, ty: Type) -> String {
    match constant {
        Constant::Int(value) if ty == Type::CHAR => match u32::try_from(*value).ok().and_then(char::from_u32) {
            Some(character) => format!("'{}'", escaped(character, '\'')),
            None => format!("'\\u{value:04x}'"),
        },
        Constant::Int(value) => value.to_string(),
        Constant::Long(value) => format!("{value}L"),
        Constant::Float(bits) => format!("{}f", crate::floating::single_text(f32::from_bits(*bits))),
        Constant::Double(bits) => crate::floating::double_text(f64::from_bits(*bits)),
        Constant::Boolean(value) => value.to_string(),
        Constant::String(text) => {
            let text: String = text.chars().map(|character| escaped(character, '"')).collect();
            format!("\"{text}\"")
        }
        Constant::Null => "null".to_owned(),
    }
}

fn escaped(character: char, quote: char) -> String {
    match character {
        '\n' => "\\n".to_owned(),
        '\t' => "\\t".to_owned(),
        '\r' => "\\r".to_owned(),
        '\\' => "\\\\".to_owned(),
        _ if character == quote => format!("\\{character}"),
        _ if character.is_control() => format!("\\u{:04x}", u32::from(character)),
        _ => character.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::{ClassId, MethodId};
    use crate::test_data::{SPAN, class, field, local, method};

    const NODE: ClassId = ClassId(0);

    fn program() -> Program {
        let mut compare = method(NODE, "compareTo", &[Type::class(NODE)], Some(Type::INT));
        compare.is_pure = true;
        Program {
            generics: Default::default(),
            is_owned: false,
            statics_vary: false,
            hierarchy: Default::default(),
            classes: vec![class("pack.Node", None)],
            fields: vec![
                field(NODE, "left", Type::class(NODE), false),
                field(NODE, "right", Type::class(NODE), false),
                field(NODE, "count", Type::INT, true),
            ],
            methods: vec![compare],
        }
    }

    fn expr(kind: ExprKind, ty: Type) -> Expr {
        Expr { kind, ty, span: SPAN }
    }

    fn this() -> Expr {
        expr(ExprKind::Local(LocalId(0)), Type::class(NODE))
    }

    fn left_of(object: Expr) -> Expr {
        expr(ExprKind::Field { object: Box::new(object), field: FieldId(0) }, Type::class(NODE))
    }

    fn int(value: i32) -> Expr {
        expr(ExprKind::Constant(Constant::Int(value)), Type::INT)
    }

    fn binary(op: BinaryOp, left: Expr, right: Expr) -> Expr {
        expr(ExprKind::Binary { op, left: Box::new(left), right: Box::new(right) }, Type::INT)
    }

    #[track_caller]
    fn prints(expr: &Expr, text: &str) {
        let locals = [
            local("this", Type::class(NODE), crate::body::LocalKind::This),
            local("n", Type::class(NODE), crate::body::LocalKind::Bound),
        ];
        assert_eq!(print_expr(&program(), &locals, expr), text);
    }

    #[test]
    fn operators_have_the_parentheses_they_need() {
        use BinaryOp::*;
        let sum = || binary(Add, int(1), int(2));
        prints(&binary(Multiply, sum(), int(3)), "(1 + 2) * 3");
        prints(&binary(Subtract, sum(), sum()), "1 + 2 - (1 + 2)");
        prints(&binary(Add, binary(Multiply, int(1), int(-2)), int(3)), "1 * -2 + 3");
        let negated = expr(ExprKind::Unary { op: UnaryOp::Negate, operand: Box::new(sum()) }, Type::INT);
        prints(&negated, "-(1 + 2)");
        let long = expr(ExprKind::Convert(Box::new(sum())), Type::LONG);
        prints(&long, "(long) (1 + 2)");
        let cast = expr(ExprKind::Cast(Box::new(left_of(this()))), Type::class(NODE));
        prints(&left_of(cast), "((Node) this.left).left");
    }

    #[test]
    fn implication_associates_to_the_right() {
        let truth = || expr(ExprKind::Constant(Constant::Boolean(true)), Type::BOOLEAN);
        let implies = |left, right| {
            let kind = ExprKind::Logical { op: LogicalOp::Implies, left: Box::new(left), right: Box::new(right) };
            expr(kind, Type::BOOLEAN)
        };
        prints(&implies(truth(), implies(truth(), truth())), "true ==> true ==> true");
        prints(&implies(implies(truth(), truth()), truth()), "(true ==> true) ==> true");
    }

    #[test]
    fn formulas_look_like_jml() {
        let n = || expr(ExprKind::Local(LocalId(1)), Type::class(NODE));
        let reach = Reach { root: left_of(this()), class: Some(NODE), fields: Some(vec![FieldId(0), FieldId(1)]) };
        let reach = expr(ExprKind::Reach(Box::new(reach)), Type::OBJECT_SET);
        let has = ExprKind::Contains { set: Box::new(reach), element: Box::new(n()) };
        let has = expr(has, Type::BOOLEAN);
        prints(&has, "\\reach(this.left, Node, left + right).has(n)");
        let compare = Call { dispatch: Dispatch::Virtual, method: MethodId(0), args: vec![n(), this()] };
        let compare = expr(ExprKind::Call(compare), Type::INT);
        let body = binary(BinaryOp::Less, compare, int(0));
        let quantified = Quantified { quantifier: Quantifier::Forall, binders: vec![LocalId(1)], range: has, body };
        let forall = expr(ExprKind::Quantified(Box::new(quantified)), Type::BOOLEAN);
        prints(&forall, "(\\forall Node n; \\reach(this.left, Node, left + right).has(n); n.compareTo(this) < 0)");
    }

    #[test]
    fn constants_are_literals_of_their_type() {
        prints(&expr(ExprKind::Constant(Constant::Int(39)), Type::CHAR), "'\\''");
        prints(&expr(ExprKind::Constant(Constant::Int(0xd800)), Type::CHAR), "'\\ud800'");
        prints(&expr(ExprKind::Constant(Constant::Long(-1)), Type::LONG), "-1L");
        let text = Constant::String("a\n\"b\"".into());
        prints(&expr(ExprKind::Constant(text), Type::class(NODE)), "\"a\\n\\\"b\\\"\"");
    }
}
