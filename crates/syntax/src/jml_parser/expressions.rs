//! Expressions: Java's with Java's precedence (JLS 15), and JML's operators between `||` and `?:`.
//!
//! Follows the JML Reference Manual, section 12.6: `<==>` and `<=!=>` bind weaker than `==>` and
//! `<==`, which bind weaker than `||`; `==>` associates to the right, `<==` to the left, and the
//! two do not mix. `<:` stands among the comparisons. Assignments are read, because `set` needs
//! them and because a contract that assigns deserves a better message than a syntax error. Lambdas,
//! method references, switch expressions and anonymous classes are not read in JML.

use super::keywords;
use super::lexer::TokenKind;
use super::parser::{Failed, Parsed, Parser};
use crate::tree::{
    BinaryOp, Call, Expr, ExprKind, InstanceOfTarget, Literal, New, Pattern, PatternKind, QualifiedName, Receiver,
    TypeArg, UnaryOp, UpdateOp,
};
use tightrope_source::{Code, Diagnostic, Span};

/// What may stand between two operands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Operator {
    Binary(BinaryOp),
    InstanceOf,
    /// `<#`, `<#=`: the order of locks.
    LockOrder,
}

/// An operator at the current place: how strongly it binds, and of how many tokens it consists.
#[derive(Clone, Copy)]
struct Infix {
    operator: Operator,
    level: u8,
    tokens: usize,
}

const EQUIVALENCE: u8 = 1;
const IMPLICATION: u8 = 2;
const DISJUNCTION: u8 = 3;
const COMPARISON: u8 = 9;

/// Chains of `&&` and `||` longer than this become balanced trees: generated contracts join
/// thousands of conditions, and a tree that leans to the left would be as high as the chain is
/// long. Grouping changes neither what such a chain means nor in which order it is evaluated.
const LONG_CHAIN: usize = 64;

impl<'a> Parser<'a> {
    /// Any expression, assignments included.
    pub(super) fn expression(&mut self) -> Parsed<Expr> {
        self.measured(|parser| parser.nested(Self::assignment))
    }

    /// Runs `parse` with a height of its own, so that only what stands above one another adds up.
    pub(super) fn measured<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        let outside = std::mem::take(&mut self.height);
        let result = parse(self);
        self.height = self.height.max(outside);
        result
    }

    fn assignment(&mut self) -> Parsed<Expr> {
        let target = self.conditional()?;
        let Some((op, tokens)) = self.assignment_operator() else { return Ok(target) };
        self.bump_times(tokens);
        let value = self.nested(Self::assignment)?;
        self.grow()?;
        let span = target.span.to(value.span);
        Ok(Expr { span, kind: ExprKind::Assign { op, target: Box::new(target), value: Box::new(value) } })
    }

    fn conditional(&mut self) -> Parsed<Expr> {
        let condition = self.binary(EQUIVALENCE)?;
        if !self.eat("?") {
            return Ok(condition);
        }
        let then = self.expression()?;
        self.expect(":")?;
        let otherwise = self.nested(Self::conditional)?;
        self.grow()?;
        let span = condition.span.to(otherwise.span);
        let (cond, then, otherwise) = (Box::new(condition), Box::new(then), Box::new(otherwise));
        Ok(Expr { span, kind: ExprKind::Conditional { cond, then, otherwise } })
    }

    /// Operators that bind at least as strongly as `minimum`.
    fn binary(&mut self, minimum: u8) -> Parsed<Expr> {
        self.measured(|parser| parser.binary_chain(minimum))
    }

    fn binary_chain(&mut self, minimum: u8) -> Parsed<Expr> {
        let mut left = self.unary()?;
        let mut previous: Option<Infix> = None;
        while let Some(infix) = self.infix().filter(|infix| infix.level >= minimum) {
            self.check_neighbours(previous, infix)?;
            left = match infix.operator {
                Operator::Binary(op @ (BinaryOp::And | BinaryOp::Or)) => self.logical_chain(left, op, infix)?,
                _ => self.operation(left, infix)?,
            };
            previous = Some(infix);
        }
        Ok(left)
    }

    fn operation(&mut self, left: Expr, infix: Infix) -> Parsed<Expr> {
        self.bump_times(infix.tokens);
        let expr = match infix.operator {
            Operator::InstanceOf => self.instance_of(left)?,
            Operator::LockOrder => self.lock_order(left, infix.level)?,
            Operator::Binary(op) if is_ascending(op).is_some() => self.comparison(left, op)?,
            Operator::Binary(op) => {
                let right = match op {
                    BinaryOp::Implies => self.nested(Self::implication_right)?,
                    _ => self.binary(infix.level + 1)?,
                };
                binary_expression(op, left, right)
            }
        };
        self.grow()?;
        Ok(expr)
    }

    /// `a < b`, and the chain `a < b <= c` (JML Reference Manual, 2nd edition), which is read as `a
    /// < b && b <= c`.
    fn comparison(&mut self, left: Expr, op: BinaryOp) -> Parsed<Expr> {
        let mut chained = self.chained;
        let mut right = self.binary(COMPARISON + 1)?;
        let mut links = Vec::new();
        let (mut left, mut op) = (left, op);
        while let Some((next, tokens)) = self.next_in_chain(op) {
            if self.chained > chained {
                let message = "an operand in the middle of a chain of comparisons is a chain itself";
                let diagnostic = Diagnostic::new(Code::JmlSyntax, self.span(), message);
                return Err(self.report(diagnostic.hint("write `a < b && b < c`")));
            }
            self.bump_times(tokens);
            self.grow()?;
            links.push(binary_expression(op, left, right.clone()));
            (left, op, chained) = (right, next, self.chained);
            right = self.binary(COMPARISON + 1)?;
        }
        self.chained += links.len();
        let last = binary_expression(op, left, right);
        let join = |left, right| binary_expression(BinaryOp::And, left, right);
        links.into_iter().chain([last]).reduce(join).ok_or(Failed)
    }

    /// The next comparison, if it goes in the same direction.
    fn next_in_chain(&self, op: BinaryOp) -> Option<(BinaryOp, usize)> {
        match self.infix()? {
            Infix { operator: Operator::Binary(next), tokens, .. } => {
                (is_ascending(next).is_some() && is_ascending(next) == is_ascending(op)).then_some((next, tokens))
            }
            _ => None,
        }
    }

    /// `a && b && c && …`, or the same with `||`.
    fn logical_chain(&mut self, left: Expr, op: BinaryOp, infix: Infix) -> Parsed<Expr> {
        let mut operands = vec![left];
        while self.infix().is_some_and(|next| next.operator == infix.operator) {
            self.bump_times(infix.tokens);
            operands.push(self.binary(infix.level + 1)?);
        }
        let is_long = operands.len() > LONG_CHAIN;
        let levels = if is_long { operands.len().ilog2() as usize + 1 } else { operands.len() };
        for _ in 0..levels {
            self.grow()?;
        }
        let join = |left, right| binary_expression(op, left, right);
        let whole = if is_long { join_balanced(operands, join) } else { operands.into_iter().reduce(join) };
        whole.ok_or(Failed)
    }

    /// What follows `==>`: again an implication, to the right.
    fn implication_right(&mut self) -> Parsed<Expr> {
        let left = self.binary(DISJUNCTION)?;
        if !self.eat("==>") {
            return Ok(left);
        }
        let right = self.nested(Self::implication_right)?;
        self.grow()?;
        Ok(binary_expression(BinaryOp::Implies, left, right))
    }

    fn lock_order(&mut self, left: Expr, level: u8) -> Parsed<Expr> {
        let keyword = "<#".into();
        let right = self.binary(level + 1)?;
        let kind = ExprKind::Jml(Box::new(crate::jml::JmlExpr::Unchecked { keyword }));
        Ok(Expr { span: left.span.to(right.span), kind })
    }

    /// Comparisons chain only in one direction, and the two arrows do not mix.
    fn check_neighbours(&mut self, previous: Option<Infix>, next: Infix) -> Parsed<()> {
        let Some(previous) = previous.filter(|previous| previous.level == next.level) else { return Ok(()) };
        if next.level == COMPARISON {
            let diagnostic =
                Diagnostic::new(Code::JmlSyntax, self.span(), "only `<` and `<=`, or `>` and `>=`, can be chained");
            return Err(self.report(diagnostic.hint("write `a < b && b < c`")));
        }
        if next.level == IMPLICATION && previous.operator != next.operator {
            let diagnostic =
                Diagnostic::new(Code::JmlSyntax, self.span(), "`==>` and `<==` cannot be mixed without parentheses");
            return Err(self.report(diagnostic.hint("put one of them in parentheses")));
        }
        Ok(())
    }

    fn infix(&self) -> Option<Infix> {
        let (operator, level, tokens) = match self.kind() {
            TokenKind::Word if self.at_word("instanceof") => (Operator::InstanceOf, COMPARISON, 1),
            TokenKind::Symbol(">") => return self.greater(),
            TokenKind::Symbol("<#" | "<#=") => (Operator::LockOrder, COMPARISON, 1),
            TokenKind::Symbol(symbol) => {
                let (op, level) = binary_operator(symbol)?;
                (Operator::Binary(op), level, 1)
            }
            _ => return None,
        };
        Some(Infix { operator, level, tokens })
    }

    /// `>`, `>=`, `>>`, `>>>`, of tokens without space between them.
    fn greater(&self) -> Option<Infix> {
        let joined = |distance: usize, symbol: &str| self.is_joined(distance - 1) && self.nth_is(distance, symbol);
        let (op, level, tokens) = if joined(1, "=") {
            (BinaryOp::GreaterEqual, COMPARISON, 2)
        } else if !joined(1, ">") {
            (BinaryOp::Greater, COMPARISON, 1)
        } else if joined(2, "=") {
            return None;
        } else if !joined(2, ">") {
            (BinaryOp::ShiftRight, COMPARISON + 1, 2)
        } else if joined(3, "=") {
            return None;
        } else {
            (BinaryOp::ShiftRightUnsigned, COMPARISON + 1, 3)
        };
        Some(Infix { operator: Operator::Binary(op), level, tokens })
    }

    fn assignment_operator(&self) -> Option<(Option<BinaryOp>, usize)> {
        let TokenKind::Symbol(symbol) = self.kind() else { return None };
        let op = match symbol {
            "=" => return Some((None, 1)),
            ">" => return self.shift_assignment(),
            "+=" => BinaryOp::Add,
            "-=" => BinaryOp::Subtract,
            "*=" => BinaryOp::Multiply,
            "/=" => BinaryOp::Divide,
            "%=" => BinaryOp::Remainder,
            "&=" => BinaryOp::BitAnd,
            "|=" => BinaryOp::BitOr,
            "^=" => BinaryOp::BitXor,
            "<<=" => BinaryOp::ShiftLeft,
            _ => return None,
        };
        Some((Some(op), 1))
    }

    /// `>>=` and `>>>=`: the only assignments that start with `>`.
    fn shift_assignment(&self) -> Option<(Option<BinaryOp>, usize)> {
        if self.nth_is(1, ">") && self.nth_is(2, "=") {
            Some((Some(BinaryOp::ShiftRight), 3))
        } else if self.nth_is(1, ">") && self.nth_is(2, ">") && self.nth_is(3, "=") {
            Some((Some(BinaryOp::ShiftRightUnsigned), 4))
        } else {
            None
        }
    }

    fn bump_times(&mut self, tokens: usize) {
        for _ in 0..tokens {
            self.bump();
        }
    }

    fn instance_of(&mut self, operand: Expr) -> Parsed<Expr> {
        self.eat_word("final");
        let ty = self.type_reference()?;
        let has_name = self.nth_is_identifier(0) && !self.word().is_some_and(keywords::is_unmistakable);
        let target = if has_name || self.at("(") {
            InstanceOfTarget::Pattern(self.pattern_of_type(ty)?)
        } else {
            InstanceOfTarget::Type(ty)
        };
        let span = self.since(operand.span);
        Ok(Expr { span, kind: ExprKind::InstanceOf { operand: Box::new(operand), pattern: Box::new(target) } })
    }

    fn pattern_of_type(&mut self, ty: crate::tree::TypeRef) -> Parsed<Pattern> {
        let start = ty.span;
        let kind = if self.at("(") {
            PatternKind::Record { ty, components: self.nested(Self::pattern_components)? }
        } else {
            let name = self.identifier("a name for the pattern")?;
            PatternKind::Type { ty, name: (&name.name != "_").then_some(name) }
        };
        Ok(Pattern { span: self.since(start), kind })
    }

    fn pattern_components(&mut self) -> Parsed<Vec<Pattern>> {
        self.expect("(")?;
        let mut components = Vec::new();
        while !self.at(")") {
            if self.at_word("_") {
                let token = self.bump();
                components.push(Pattern { span: self.span_of(token), kind: PatternKind::Any });
            } else {
                let ty = self.type_reference()?;
                components.push(self.pattern_of_type(ty)?);
            }
            if !self.eat(",") {
                break;
            }
        }
        self.expect(")")?;
        Ok(components)
    }

    fn unary(&mut self) -> Parsed<Expr> {
        let start = self.span();
        let TokenKind::Symbol(symbol) = self.kind() else { return self.postfix() };
        match symbol {
            "-" if self.is_least_integer() => self.negative_literal(),
            "+" | "-" | "!" | "~" | "++" | "--" => {
                self.bump();
                let operand = Box::new(self.nested(Self::unary)?);
                self.grow()?;
                Ok(Expr { span: self.since(start), kind: prefix_kind(symbol, operand) })
            }
            "(" if self.is_cast() => self.cast(start),
            _ => self.postfix(),
        }
    }

    /// `2147483648` and `9223372036854775808L` are legal only behind a minus.
    fn is_least_integer(&self) -> bool {
        let number = self.nth(1);
        number.kind == TokenKind::Number && super::literals::is_only_legal_negated(self.text_of(number))
    }

    fn negative_literal(&mut self) -> Parsed<Expr> {
        let start = self.span();
        self.bump();
        let number = self.bump();
        let is_long = self.text_of(number).ends_with(['l', 'L']);
        let literal = if is_long { Literal::Long(i64::MIN) } else { Literal::Int(i32::MIN) };
        Ok(Expr { span: self.since(start), kind: ExprKind::Literal(literal) })
    }

    /// `(T) x` and not `(x) + y`: by what follows the parenthesis (JLS 15.16).
    fn is_cast(&self) -> bool {
        let first = self.position() + 1;
        let Some(mut at) = self.scan_type(first) else { return false };
        while matches!(self.token_at(at).kind, TokenKind::Symbol("&")) {
            let Some(next) = self.scan_type(at + 1) else { return false };
            at = next;
        }
        if self.token_at(at).kind != TokenKind::Symbol(")") {
            return false;
        }
        let follower = self.token_at(at + 1);
        let is_primitive = at == first + 1 && super::types::primitive(self.text_of(self.token_at(first))).is_some();
        match follower.kind {
            TokenKind::Symbol("(" | "!" | "~") => true,
            TokenKind::Symbol("+" | "-" | "++" | "--") => {
                is_primitive || self.token_at(first).kind == TokenKind::Backslash
            }
            TokenKind::Word => {
                let word = self.text_of(follower);
                word != "instanceof" && !keywords::is_unmistakable(word)
            }
            TokenKind::Number | TokenKind::Char | TokenKind::Text | TokenKind::Backslash | TokenKind::Informal => true,
            _ => false,
        }
    }

    fn cast(&mut self, start: Span) -> Parsed<Expr> {
        self.expect("(")?;
        let mut types = vec![self.type_reference()?];
        while self.eat("&") {
            types.push(self.type_reference()?);
        }
        self.expect(")")?;
        let operand = Box::new(self.nested(Self::unary)?);
        self.grow()?;
        Ok(Expr { span: self.since(start), kind: ExprKind::Cast { types, operand } })
    }

    // Primaries

    fn postfix(&mut self) -> Parsed<Expr> {
        let mut expr = self.primary()?;
        while let Some(longer) = self.postfix_step(&mut expr)? {
            expr = longer;
        }
        Ok(expr)
    }

    /// One `.name`, `[index]` or `++` behind `target`, which is taken; `None` if no such thing
    /// follows.
    pub(super) fn postfix_step(&mut self, target: &mut Expr) -> Parsed<Option<Expr>> {
        let TokenKind::Symbol(symbol) = self.kind() else { return Ok(None) };
        if !matches!(symbol, "." | "[" | "++" | "--" | "::" | "->") {
            return Ok(None);
        }
        let span = target.span;
        let target = std::mem::replace(target, Expr { span, kind: ExprKind::Error });
        let expr = match symbol {
            "." => self.selection(target)?,
            "[" => self.index(target)?,
            "++" | "--" => self.post_update(target, symbol),
            "::" => return Err(self.unsupported("method references")),
            _ => return Err(self.unsupported("lambda expressions")),
        };
        self.grow()?;
        Ok(Some(expr))
    }

    fn unsupported(&mut self, what: &str) -> Failed {
        let span = self.span();
        let diagnostic = Diagnostic::new(Code::JmlSyntax, span, format!("{what} are not supported in JML"));
        self.report(diagnostic.hint("move this into a pure method and call it"))
    }

    fn post_update(&mut self, target: Expr, symbol: &str) -> Expr {
        self.bump();
        let op = if symbol == "++" { UpdateOp::PostIncrement } else { UpdateOp::PostDecrement };
        Expr { span: self.since(target.span), kind: ExprKind::Update { op, operand: Box::new(target) } }
    }

    fn index(&mut self, array: Expr) -> Parsed<Expr> {
        if self.nth_is(1, "]") {
            return self.array_class_literal(array);
        }
        self.expect("[")?;
        let index = Box::new(self.expression()?);
        self.expect("]")?;
        Ok(Expr { span: self.since(array.span), kind: ExprKind::Index { array: Box::new(array), index } })
    }

    /// `a.Node[].class`
    fn array_class_literal(&mut self, element: Expr) -> Parsed<Expr> {
        let start = element.span;
        let name = self.as_qualified_name(&element, "class")?;
        let ty = self.with_dimensions(super::types::named(name))?;
        self.expect(".")?;
        if !self.eat_word("class") {
            return self.expected("`class`");
        }
        Ok(Expr { span: self.since(start), kind: ExprKind::ClassLiteral(ty) })
    }

    /// What follows a dot.
    fn selection(&mut self, target: Expr) -> Parsed<Expr> {
        self.expect(".")?;
        let start = target.span;
        let kind = match self.word() {
            Some("this") => self.qualified_this(target)?,
            Some("super") => self.qualified_super(target)?,
            Some("class") => self.class_literal(target)?,
            Some("new") => return self.inner_creation(target),
            _ => self.member(target)?,
        };
        Ok(Expr { span: self.since(start), kind })
    }

    fn qualified_this(&mut self, target: Expr) -> Parsed<ExprKind> {
        let qualifier = self.as_qualified_name(&target, "this")?;
        self.bump();
        Ok(ExprKind::This { qualifier: Some(qualifier) })
    }

    fn qualified_super(&mut self, target: Expr) -> Parsed<ExprKind> {
        let qualifier = self.as_qualified_name(&target, "super")?;
        self.bump();
        self.super_member(Some(qualifier))
    }

    fn class_literal(&mut self, target: Expr) -> Parsed<ExprKind> {
        let name = self.as_qualified_name(&target, "class")?;
        self.bump();
        Ok(ExprKind::ClassLiteral(super::types::named(name)))
    }

    fn member(&mut self, target: Expr) -> Parsed<ExprKind> {
        if self.at("*") {
            let diagnostic =
                Diagnostic::new(Code::JmlSyntax, self.span(), "`.*` is only allowed in an `assignable` clause");
            return Err(self.report(diagnostic));
        }
        let type_args = self.optional_type_arguments()?;
        let name = self.identifier("a field or method name after `.`")?;
        if !self.at("(") {
            return Ok(ExprKind::Field { target: Box::new(target), name });
        }
        let args = self.arguments()?;
        Ok(ExprKind::Call(Box::new(Call { receiver: Receiver::Expr(target), type_args, name, args })))
    }

    /// `a.b.c` as a name, before `.this` and the like.
    fn as_qualified_name(&mut self, expr: &Expr, what: &str) -> Parsed<QualifiedName> {
        let mut parts = Vec::new();
        let mut rest = expr;
        loop {
            match &rest.kind {
                ExprKind::Field { target, name } => {
                    parts.push(name.clone());
                    rest = target;
                }
                ExprKind::Name(name) => {
                    parts.push(name.clone());
                    break;
                }
                _ => return Err(self.syntax_error(expr.span, format!("only a class name can stand before `.{what}`"))),
            }
        }
        parts.reverse();
        Ok(QualifiedName { parts, span: expr.span })
    }

    pub(super) fn primary(&mut self) -> Parsed<Expr> {
        let start = self.span();
        let expr = match self.kind() {
            TokenKind::Number => self.number()?,
            TokenKind::Char => self.character()?,
            TokenKind::Text => self.string()?,
            TokenKind::Informal => self.informal(),
            TokenKind::Backslash => self.backslash_expression()?,
            TokenKind::Word => self.word_expression()?,
            TokenKind::Symbol("(") => return self.parenthesised(),
            _ => return self.expected("an expression"),
        };
        self.grow()?;
        Ok(Expr { span: self.since(start), kind: expr })
    }

    /// The parentheses leave no node, but belong to the place of what they hold.
    fn parenthesised(&mut self) -> Parsed<Expr> {
        let start = self.span();
        if let Some(expr) = self.parenthesised_jml()? {
            self.grow()?;
            return Ok(expr);
        }
        self.expect("(")?;
        let inner = self.expression()?;
        self.close(start, ")")?;
        self.grow()?;
        Ok(Expr { span: self.since(start), kind: inner.kind })
    }

    /// The bracket that closes the one at `opening`.
    pub(super) fn close(&mut self, opening: Span, bracket: &str) -> Parsed<()> {
        if self.eat(bracket) {
            return Ok(());
        }
        if self.kind() == TokenKind::Unclosed {
            return Err(Failed);
        }
        let found = self.describe_current();
        let here = if self.at_end() { self.previous_span().after() } else { self.span() };
        let diagnostic = Diagnostic::new(Code::JmlSyntax, here, format!("expected `{bracket}`, found {found}"));
        Err(self.report(diagnostic.label(opening, "to close what opens here")))
    }

    fn word_expression(&mut self) -> Parsed<ExprKind> {
        let Some(word) = self.word() else { return self.expected("an expression") };
        match word {
            "true" | "false" => {
                self.bump();
                Ok(ExprKind::Literal(Literal::Boolean(word == "true")))
            }
            "null" => {
                self.bump();
                Ok(ExprKind::Literal(Literal::Null))
            }
            "this" => self.this_expression(),
            "super" => {
                self.bump();
                self.super_member(None)
            }
            "new" => self.creation(None),
            "switch" => Err(self.unsupported("switch expressions")),
            _ if super::types::primitive(word).is_some() || word == "void" => self.class_literal_of_type(),
            _ if keywords::is_java_reserved(word) => self.expected("an expression"),
            _ => self.name_or_call(word),
        }
    }

    fn this_expression(&mut self) -> Parsed<ExprKind> {
        self.bump();
        if self.at("(") {
            let span = self.previous_span();
            return Err(self.syntax_error(span, "a constructor call is not allowed in an expression"));
        }
        Ok(ExprKind::This { qualifier: None })
    }

    fn name_or_call(&mut self, word: &str) -> Parsed<ExprKind> {
        if keywords::is_unmistakable(word) && self.nth(0).first_on_line && !self.is_used_as_name() {
            return self.expected("an expression");
        }
        if self.nth_is(1, "[") && self.nth_is(2, "]") {
            return self.class_literal_of_type();
        }
        let name = self.bump_ident();
        if !self.at("(") {
            return Ok(ExprKind::Name(name));
        }
        let args = self.arguments()?;
        Ok(ExprKind::Call(Box::new(Call { receiver: Receiver::Implicit, type_args: Vec::new(), name, args })))
    }

    /// A variable may be called like a clause: then what follows is an operator and no operand.
    fn is_used_as_name(&self) -> bool {
        matches!(self.nth(1).kind, TokenKind::Symbol(symbol) if !matches!(symbol, "(" | "!" | "~" | "-" | "+" | "{" | "@"))
    }

    /// `int.class`, `Node[].class`
    fn class_literal_of_type(&mut self) -> Parsed<ExprKind> {
        let ty = if self.at_word("void") { self.void_type() } else { self.type_reference()? };
        self.expect(".")?;
        if !self.eat_word("class") {
            return self.expected("`class`");
        }
        Ok(ExprKind::ClassLiteral(ty))
    }

    /// After `super`: `.name`, `.name(…)`.
    fn super_member(&mut self, qualifier: Option<QualifiedName>) -> Parsed<ExprKind> {
        self.expect(".")?;
        let type_args = self.optional_type_arguments()?;
        let name = self.identifier("a field or method name after `super.`")?;
        if !self.at("(") {
            return Ok(ExprKind::SuperField { qualifier, name });
        }
        let args = self.arguments()?;
        Ok(ExprKind::Call(Box::new(Call { receiver: Receiver::Super { qualifier }, type_args, name, args })))
    }

    fn optional_type_arguments(&mut self) -> Parsed<Vec<TypeArg>> {
        if self.at("<") { self.type_arguments() } else { Ok(Vec::new()) }
    }

    pub(super) fn arguments(&mut self) -> Parsed<Vec<Expr>> {
        let opening = self.expect("(")?;
        let args = if self.at(")") { Vec::new() } else { self.expressions()? };
        self.close(opening, ")")?;
        Ok(args)
    }

    /// At least one, separated by commas.
    pub(super) fn expressions(&mut self) -> Parsed<Vec<Expr>> {
        let mut found = vec![self.expression()?];
        while self.eat(",") {
            found.push(self.expression()?);
        }
        Ok(found)
    }

    fn inner_creation(&mut self, outer: Expr) -> Parsed<Expr> {
        let start = outer.span;
        let kind = self.creation(Some(outer))?;
        Ok(Expr { span: self.since(start), kind })
    }

    /// `new T(…)`, `new T[…]`, `new T { … }` (a set comprehension).
    fn creation(&mut self, outer: Option<Expr>) -> Parsed<ExprKind> {
        self.bump();
        let ty = self.type_without_dimensions()?;
        if self.at("[") {
            return self.array_creation(ty);
        }
        if self.at("{") {
            return self.set_comprehension();
        }
        let args = self.arguments()?;
        if self.at("{") {
            return Err(self.unsupported("anonymous classes"));
        }
        Ok(ExprKind::New(Box::new(New { outer, ty, args, body: None })))
    }

    fn array_creation(&mut self, element: crate::tree::TypeRef) -> Parsed<ExprKind> {
        let (mut lengths, mut open_dims) = (Vec::new(), 0);
        while self.at("[") {
            if self.nth_is(1, "]") {
                self.bump_times(2);
                open_dims += 1;
            } else if open_dims > 0 {
                break;
            } else {
                self.bump();
                lengths.push(self.expression()?);
                self.expect("]")?;
            }
        }
        let init = if lengths.is_empty() { Some(self.nested(Self::array_elements)?) } else { None };
        Ok(ExprKind::NewArray { element, lengths, open_dims, init })
    }

    /// `{1, 2, {3}}`
    pub(super) fn array_elements(&mut self) -> Parsed<Vec<Expr>> {
        let opening = self.expect("{")?;
        let mut elements = Vec::new();
        while !self.at("}") {
            elements.push(self.initializer()?);
            if !self.eat(",") {
                break;
            }
        }
        self.close(opening, "}")?;
        Ok(elements)
    }

    /// The value of a declared variable: an expression, or the elements of an array.
    pub(super) fn initializer(&mut self) -> Parsed<Expr> {
        if !self.at("{") {
            return self.expression();
        }
        let start = self.span();
        let elements = self.nested(Self::array_elements)?;
        Ok(Expr { span: self.since(start), kind: ExprKind::ArrayInit(elements) })
    }
}

/// Neighbours by pairs, until one is left.
fn join_balanced(mut operands: Vec<Expr>, join: impl Fn(Expr, Expr) -> Expr) -> Option<Expr> {
    while operands.len() > 1 {
        let mut joined = Vec::with_capacity(operands.len().div_ceil(2));
        let mut rest = operands.into_iter();
        while let Some(left) = rest.next() {
            joined.push(match rest.next() {
                Some(right) => join(left, right),
                None => left,
            });
        }
        operands = joined;
    }
    operands.pop()
}

/// Of the comparisons that can be chained: `<` and `<=` are, `>` and `>=` are not.
fn is_ascending(op: BinaryOp) -> Option<bool> {
    match op {
        BinaryOp::Less | BinaryOp::LessEqual => Some(true),
        BinaryOp::Greater | BinaryOp::GreaterEqual => Some(false),
        _ => None,
    }
}

fn binary_expression(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    let span = left.span.to(right.span);
    Expr { span, kind: ExprKind::Binary { op, left: Box::new(left), right: Box::new(right) } }
}

fn prefix_kind(symbol: &str, operand: Box<Expr>) -> ExprKind {
    match symbol {
        "+" => ExprKind::Unary { op: UnaryOp::Plus, operand },
        "-" => ExprKind::Unary { op: UnaryOp::Minus, operand },
        "!" => ExprKind::Unary { op: UnaryOp::Not, operand },
        "~" => ExprKind::Unary { op: UnaryOp::BitNot, operand },
        "++" => ExprKind::Update { op: UpdateOp::PreIncrement, operand },
        _ => ExprKind::Update { op: UpdateOp::PreDecrement, operand },
    }
}

fn binary_operator(symbol: &str) -> Option<(BinaryOp, u8)> {
    Some(match symbol {
        "<==>" => (BinaryOp::Equivalent, EQUIVALENCE),
        "<=!=>" => (BinaryOp::NotEquivalent, EQUIVALENCE),
        "==>" => (BinaryOp::Implies, IMPLICATION),
        "<==" => (BinaryOp::ImpliedBy, IMPLICATION),
        "||" => (BinaryOp::Or, DISJUNCTION),
        "&&" => (BinaryOp::And, 4),
        "|" => (BinaryOp::BitOr, 5),
        "^" => (BinaryOp::BitXor, 6),
        "&" => (BinaryOp::BitAnd, 7),
        "==" => (BinaryOp::Equal, 8),
        "!=" => (BinaryOp::NotEqual, 8),
        "<" => (BinaryOp::Less, COMPARISON),
        "<=" => (BinaryOp::LessEqual, COMPARISON),
        "<:" => (BinaryOp::Subtype, COMPARISON),
        "<<" => (BinaryOp::ShiftLeft, COMPARISON + 1),
        "+" => (BinaryOp::Add, 11),
        "-" => (BinaryOp::Subtract, 11),
        "*" => (BinaryOp::Multiply, 12),
        "/" => (BinaryOp::Divide, 12),
        "%" => (BinaryOp::Remainder, 12),
        _ => return None,
    })
}
