//! From words to the tree: recursive descent for declarations, precedence climbing for formulas.
//!
//! Precedence is that of Alloy 4, weakest first: `||`, `<=>`, `=>` (to the right), `&&`, `!`,
//! comparisons, `no some one lone`, `+ -`, `#`, `&`, `.`, `~ ^ *`. There `a => b || c` is
//! `(a => b) || c`, which nobody means: here it needs parentheses, and is an error without.
//!
//! Formulas of a block follow each other without a sign in between, so a `(` or `[` makes a call
//! only on the line of the name before it.

use crate::Parsed;
use crate::lexer::{Token, TokenKind, tokens};
use crate::tree::{
    Assertion, BinaryOp, Check, Decl, Expr, ExprKind, Function, Ident, Module, Quantifier, ScopeBound, UnaryOp,
};
use tightrope_source::{Code, Diagnostic, FileId, Name, Span, most_similar};

/// How deeply formulas may be nested.
pub const MAX_NESTING: usize = 200;

type Result<T> = std::result::Result<T, Box<Diagnostic>>;

/// Parses one file.
pub fn parse(file: FileId, text: &str) -> Parsed {
    let (tokens, diagnostics) = tokens(file, text);
    let module = Module { file, functions: Vec::new(), assertions: Vec::new(), checks: Vec::new() };
    let mut parser = Parser { tokens, at: 0, depth: 0, diagnostics };
    let module = parser.module(module);
    let mut diagnostics = parser.diagnostics;
    diagnostics.sort_by_key(Diagnostic::primary);
    Parsed { module, diagnostics }
}

const DECLARATIONS: &[&str] = &["fun", "pred", "assert", "check"];

/// What Alloy has, and why it is not here.
const ABSENT: &[(&str, &str)] = &[
    ("sig", "classes and fields come from the Java program"),
    ("abstract", "classes and fields come from the Java program"),
    ("enum", "classes and fields come from the Java program"),
    ("fact", "put it into a predicate, and say where it is assumed: `Tree(t) && insert(t, i) => Tree'(t)`"),
    ("run", "`check` an assertion; `tightrope generate` shows structures"),
    ("module", "a file of assertions is not a module: leave the line out"),
    ("open", "a file of assertions reads no other: copy the predicates"),
    ("always", "there are two states, before and after: `F(x)` and `F'(x)`"),
    ("eventually", "there are two states, before and after: `F(x)` and `F'(x)`"),
];

/// No names of variables.
const KEYWORDS: &[&str] = &[
    "fun", "pred", "assert", "check", "all", "some", "no", "one", "lone", "let", "in", "not", "and", "or", "implies",
    "iff", "else", "for", "but", "disj",
];

struct Parser {
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
    diagnostics: Vec<Diagnostic>,
}

impl Parser {
    fn module(&mut self, mut module: Module) -> Module {
        while self.peek().kind != TokenKind::End {
            if let Err(diagnostic) = self.declaration(&mut module) {
                self.diagnostics.push(*diagnostic);
                self.skip_to_declaration();
            }
        }
        module
    }

    fn peek(&self) -> &Token {
        &self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    fn next(&mut self) -> Token {
        let token = self.peek().clone();
        self.at += 1;
        token
    }

    /// The end of what was read last.
    fn last(&self) -> Span {
        self.tokens[self.at.clamp(1, self.tokens.len()) - 1].span
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(&self.peek().kind, TokenKind::Word(name, false) if name == word)
    }

    fn is_sign(&self, sign: &str) -> bool {
        matches!(self.peek().kind, TokenKind::Sign(found) if found == sign)
    }

    fn take_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        self.at += usize::from(found);
        found
    }

    fn take_sign(&mut self, sign: &str) -> bool {
        let found = self.is_sign(sign);
        self.at += usize::from(found);
        found
    }

    fn expect_sign(&mut self, sign: &str, what: &str) -> Result<Span> {
        if self.take_sign(sign) { Ok(self.last()) } else { Err(self.expected(&format!("`{sign}` {what}"))) }
    }

    fn expected(&self, what: &str) -> Box<Diagnostic> {
        let token = self.peek();
        let found = match &token.kind {
            TokenKind::Word(name, primed) => format!("`{name}{}`", if *primed { "'" } else { "" }),
            TokenKind::Number(number) => format!("`{number}`"),
            TokenKind::Sign(sign) => format!("`{sign}`"),
            TokenKind::End => "the end of the file".to_owned(),
        };
        let diagnostic = Diagnostic::new(Code::AlloySyntax, token.span, format!("expected {what}, found {found}"));
        Box::new(match absent_sign(&token.kind) {
            Some(hint) => diagnostic.hint(hint),
            None => diagnostic,
        })
    }

    fn skip_to_declaration(&mut self) {
        self.at += 1;
        let starts =
            |word: &Name| DECLARATIONS.contains(&word.as_str()) || ABSENT.iter().any(|(absent, _)| word == *absent);
        // A word behind a `}` may be a declaration that is misspelt.
        let is_start = |parser: &Parser| match &parser.peek().kind {
            TokenKind::End => true,
            TokenKind::Word(word, false) if parser.peek().starts_line => {
                starts(word) || parser.at > 0 && parser.tokens[parser.at - 1].kind == TokenKind::Sign("}")
            }
            _ => false,
        };
        while !is_start(self) {
            self.at += 1;
        }
    }

    fn declaration(&mut self, module: &mut Module) -> Result<()> {
        let token = self.peek().clone();
        let TokenKind::Word(word, false) = &token.kind else {
            return Err(self.expected("`fun`, `pred`, `assert` or `check`"));
        };
        match word.as_str() {
            "fun" | "pred" => module.functions.push(self.function()?),
            "assert" => module.assertions.push(self.assertion()?),
            "check" => module.checks.push(self.check()?),
            word => return Err(no_declaration(word, token.span)),
        }
        Ok(())
    }

    fn function(&mut self) -> Result<Function> {
        let start = self.next().span;
        let name = self.unprimed_name("the name of a predicate")?;
        let mut params = Vec::new();
        if self.is_sign("(") || self.is_sign("[") {
            let close = if self.take_sign("(") {
                ")"
            } else {
                self.at += 1;
                "]"
            };
            while !self.is_sign(close) {
                params.push(self.decl()?);
                if !self.take_sign(",") {
                    break;
                }
            }
            self.expect_sign(close, "after the parameters")?;
        }
        let has_result = self.take_sign(":");
        if has_result {
            self.skip_multiplicity();
            self.expr_above(SUM)?;
        }
        let body = self.block("the body of a predicate")?;
        Ok(Function { span: start.to(self.last()), name, params, has_result, body })
    }

    fn assertion(&mut self) -> Result<Assertion> {
        let start = self.next().span;
        let name = self.unprimed_name("the name of an assertion")?;
        let body = self.block("what is asserted")?;
        Ok(Assertion { span: start.to(self.last()), name, body })
    }

    fn check(&mut self) -> Result<Check> {
        let start = self.next().span;
        if self.is_sign("{") {
            let message = "`check` names an assertion";
            let diagnostic = Diagnostic::new(Code::AlloySyntax, self.peek().span, message);
            return Err(Box::new(diagnostic.hint("name it: `assert A { … }`, then `check A for 4`")));
        }
        let assertion = self.unprimed_name("the name of an assertion")?;
        let (mut objects, mut bounds) = (None, Vec::new());
        if self.take_word("for") {
            let count = self.count()?;
            match self.peek().kind.clone() {
                TokenKind::Word(word, false) if word == "but" => {
                    self.at += 1;
                    objects = Some(count);
                    let count = self.count()?;
                    bounds.push(self.bound(count)?);
                }
                TokenKind::Word(word, false) if !DECLARATIONS.contains(&word.as_str()) => {
                    bounds.push(self.bound(count)?);
                }
                _ => objects = Some(count),
            }
            while self.take_sign(",") {
                let count = self.count()?;
                bounds.push(self.bound(count)?);
            }
        }
        Ok(Check { span: start.to(self.last()), assertion, objects, bounds })
    }

    fn count(&mut self) -> Result<usize> {
        if self.is_word("exactly") {
            let diagnostic =
                Diagnostic::new(Code::AlloySyntax, self.peek().span, "a scope cannot ask for exactly so many objects");
            return Err(Box::new(diagnostic.hint("every number up to the bound is checked: leave `exactly` out")));
        }
        match self.peek().kind {
            TokenKind::Number(count) if count <= 1_000_000 => {
                self.at += 1;
                Ok(count)
            }
            TokenKind::Number(_) => {
                let diagnostic = Diagnostic::new(Code::AlloySyntax, self.peek().span, "this number is too large");
                Err(Box::new(diagnostic.hint("a scope of more than ten objects is already a large one")))
            }
            _ => Err(self.expected("a number of objects")),
        }
    }

    fn bound(&mut self, count: usize) -> Result<ScopeBound> {
        let name = self.unprimed_name("the name of a class, or `iteration`")?;
        Ok(ScopeBound { count, name })
    }

    fn unprimed_name(&mut self, what: &str) -> Result<Ident> {
        let TokenKind::Word(name, is_primed) = self.peek().kind.clone() else { return Err(self.expected(what)) };
        if KEYWORDS.contains(&name.as_str()) {
            return Err(self.expected(what));
        }
        let span = self.next().span;
        if is_primed {
            let diagnostic = Diagnostic::new(Code::AlloySyntax, span, "a declaration has no prime");
            return Err(Box::new(
                diagnostic.hint("it holds for both states; the prime stands where it is used: `F'(x)`"),
            ));
        }
        Ok(Ident { name, is_primed, span })
    }

    fn block(&mut self, what: &str) -> Result<Expr> {
        let start = self.expect_sign("{", &format!("before {what}"))?;
        let mut parts = Vec::new();
        while !self.take_sign("}") {
            if self.peek().kind == TokenKind::End {
                let diagnostic = self.expected("`}`");
                return Err(Box::new((*diagnostic).label(start, "this is not closed")));
            }
            parts.push(self.expr()?);
        }
        Ok(Expr { kind: ExprKind::Block(parts), span: start.to(self.last()) })
    }

    fn expr(&mut self) -> Result<Expr> {
        self.expr_above(0)
    }

    fn nested<T>(&mut self, read: impl FnOnce(&mut Parser) -> Result<T>) -> Result<T> {
        if self.depth >= MAX_NESTING {
            let diagnostic =
                Diagnostic::new(Code::NestedTooDeep, self.peek().span, "this formula is nested too deeply");
            return Err(Box::new(diagnostic.hint("give parts of it names: `pred P(x: T) { … }`")));
        }
        self.depth += 1;
        let read = read(self);
        self.depth -= 1;
        read
    }

    /// An expression of operators that bind tighter than `least`.
    fn expr_above(&mut self, least: u8) -> Result<Expr> {
        self.nested(|parser| parser.climb(least))
    }

    fn climb(&mut self, least: u8) -> Result<Expr> {
        let start = self.at;
        let mut left = self.prefix()?;
        let mut is_closed = self.is_closed(start);
        let mut height = 0;
        while let Some((op, level, length)) = self.operator().filter(|(_, level, _)| *level > least) {
            let sign = self.peek().span;
            self.at += length;
            height += 1;
            if height > 10 * MAX_NESTING {
                return Err(Box::new(Diagnostic::new(Code::NestedTooDeep, sign, "this formula is too long")));
            }
            // `=>` groups to the right.
            let start = self.at;
            let right = self.expr_above(if op == BinaryOp::Implies { level - 1 } else { level })?;
            if op == BinaryOp::Or {
                either_is_clear(&left, is_closed, sign)?;
                either_is_clear(&right, self.is_closed(start), sign)?;
            }
            is_closed = false;
            left = self.joined(op, left, right)?;
        }
        Ok(left)
    }

    /// Does what was read since then stand in parentheses?
    fn is_closed(&self, start: usize) -> bool {
        matches!(self.tokens[start].kind, TokenKind::Sign("(" | "{"))
    }

    fn joined(&mut self, op: BinaryOp, left: Expr, right: Expr) -> Result<Expr> {
        let span = left.span.to(right.span);
        if op == BinaryOp::Implies && self.take_word("else") {
            let otherwise = self.expr_above(level_of(BinaryOp::Implies) - 1)?;
            let span = left.span.to(otherwise.span);
            let [cond, then, otherwise] = [left, right, otherwise].map(Box::new);
            return Ok(Expr { kind: ExprKind::Conditional { cond, then, otherwise }, span });
        }
        let [left, right] = [left, right].map(Box::new);
        Ok(Expr { kind: ExprKind::Binary { op, left, right }, span })
    }

    /// The operator that follows, how tightly it binds, and how many tokens it has.
    fn operator(&self) -> Option<(BinaryOp, u8, usize)> {
        let is_in = |at: usize| matches!(&self.tokens.get(at).map(|token| &token.kind), Some(TokenKind::Word(word, false)) if word == "in");
        let (op, length) = match &self.peek().kind {
            TokenKind::Sign("!") if is_in(self.at + 1) => (BinaryOp::NotIn, 2),
            TokenKind::Word(word, false) if word == "not" && is_in(self.at + 1) => (BinaryOp::NotIn, 2),
            TokenKind::Sign(sign) => (operator_of(sign)?, 1),
            TokenKind::Word(word, false) => (operator_of(word)?, 1),
            _ => return None,
        };
        Some((op, level_of(op), length))
    }

    fn prefix(&mut self) -> Result<Expr> {
        let token = self.peek().clone();
        match &token.kind {
            TokenKind::Number(number) => {
                self.at += 1;
                self.number(*number, token.span)
            }
            TokenKind::Sign("-")
                if matches!(self.tokens.get(self.at + 1).map(|it| &it.kind), Some(TokenKind::Number(_))) =>
            {
                self.at += 1;
                let TokenKind::Number(number) = self.next().kind else { return Err(self.expected("a number")) };
                let read = self.number(number, token.span.to(self.last()))?;
                let ExprKind::Number(number) = read.kind else { return Ok(read) };
                Ok(Expr { kind: ExprKind::Number(-number), span: read.span })
            }
            TokenKind::Sign("(") => {
                self.at += 1;
                let inner = self.expr()?;
                self.expect_sign(")", "after this")?;
                Ok(inner)
            }
            TokenKind::Sign("{") => self.braces(),
            TokenKind::Sign(sign) => {
                let Some((op, level)) = prefix_of(sign) else {
                    return Err(self.expected("a formula or an expression"));
                };
                self.unary(op, level)
            }
            TokenKind::Word(word, false) if word == "let" => self.let_in(),
            TokenKind::Word(word, false) if quantifier_of(word).is_some() && self.starts_quantified() => {
                self.quantified()
            }
            TokenKind::Word(word, false) if prefix_of(word).is_some() => {
                let (op, level) = prefix_of(word).unwrap_or((UnaryOp::Not, 0));
                self.unary(op, level)
            }
            TokenKind::Word(word, false) if KEYWORDS.contains(&word.as_str()) => {
                Err(self.expected("a formula or an expression"))
            }
            TokenKind::Word(name, is_primed) => {
                self.at += 1;
                let name = Ident { name: name.clone(), is_primed: *is_primed, span: token.span };
                self.name_or_call(name)
            }
            TokenKind::End => Err(self.expected("a formula or an expression")),
        }
    }

    fn number(&self, number: usize, span: Span) -> Result<Expr> {
        match i32::try_from(number) {
            Ok(number) => Ok(Expr { kind: ExprKind::Number(number), span }),
            Err(_) => {
                let diagnostic = Diagnostic::new(Code::BadLiteral, span, "this number is too large for an `int`");
                Err(Box::new(diagnostic.hint("the largest one is 2147483647")))
            }
        }
    }

    fn unary(&mut self, op: UnaryOp, level: u8) -> Result<Expr> {
        let start = self.next().span;
        let operand = Box::new(self.expr_above(level)?);
        Ok(Expr { span: start.to(operand.span), kind: ExprKind::Unary { op, operand } })
    }

    fn name_or_call(&mut self, name: Ident) -> Result<Expr> {
        let next = self.peek();
        let is_call = !next.starts_line && matches!(next.kind, TokenKind::Sign("(" | "["));
        if !is_call {
            return Ok(Expr { span: name.span, kind: ExprKind::Name(name) });
        }
        let close = if self.next().kind == TokenKind::Sign("(") { ")" } else { "]" };
        let mut args = Vec::new();
        while !self.is_sign(close) {
            args.push(self.expr()?);
            if !self.take_sign(",") {
                break;
            }
        }
        self.expect_sign(close, "after the arguments")?;
        Ok(Expr { span: name.span.to(self.last()), kind: ExprKind::Call { name, args } })
    }

    /// `all x: e | f`, but not `some e`.
    fn starts_quantified(&self) -> bool {
        let kind = |at: usize| self.tokens.get(self.at + at).map(|token| &token.kind);
        let is_name = |at: usize| matches!(kind(at), Some(TokenKind::Word(word, _)) if word == "disj" || !KEYWORDS.contains(&word.as_str()));
        let is_disjoint = matches!(kind(1), Some(TokenKind::Word(word, false)) if word == "disj");
        let first = if is_disjoint { 2 } else { 1 };
        let follows = |sign: &'static str| kind(first + 1) == Some(&TokenKind::Sign(sign));
        self.is_word("all") || is_name(first) && (follows(":") || follows(","))
    }

    fn quantified(&mut self) -> Result<Expr> {
        let token = self.next();
        let TokenKind::Word(word, _) = &token.kind else { return Err(self.expected("a quantifier")) };
        let Some(quantifier) = quantifier_of(word) else { return Err(self.expected("a quantifier")) };
        let decls = self.decls()?;
        let body = Box::new(self.body()?);
        Ok(Expr { span: token.span.to(body.span), kind: ExprKind::Quantified { quantifier, decls, body } })
    }

    /// `| f` or `{ f g }`
    fn body(&mut self) -> Result<Expr> {
        if self.take_sign("|") {
            return self.expr();
        }
        if self.is_sign("{") { self.block("what is said of it") } else { Err(self.expected("`|` or `{`")) }
    }

    fn let_in(&mut self) -> Result<Expr> {
        let start = self.next().span;
        let name = self.unprimed_name("a name")?;
        self.expect_sign("=", "after the name")?;
        let value = Box::new(self.expr_above(level_of(BinaryOp::Equal))?);
        let body = Box::new(self.body()?);
        Ok(Expr { span: start.to(body.span), kind: ExprKind::Let { name, value, body } })
    }

    /// `{ x: T | f }`, or a block.
    fn braces(&mut self) -> Result<Expr> {
        let kind = |at: usize| self.tokens.get(self.at + at).map(|token| &token.kind);
        let is_name = matches!(kind(1), Some(TokenKind::Word(word, false)) if word == "disj" || !KEYWORDS.contains(&word.as_str()));
        if !is_name || !matches!(kind(2), Some(TokenKind::Sign(":" | ","))) {
            return self.block("a conjunction");
        }
        let start = self.next().span;
        let decls = self.decls()?;
        let body = match self.take_sign("|") {
            true => self.expr()?,
            false => Expr { kind: ExprKind::Block(Vec::new()), span: self.peek().span },
        };
        self.expect_sign("}", "after the comprehension")?;
        Ok(Expr { span: start.to(self.last()), kind: ExprKind::Comprehension { decls, body: Box::new(body) } })
    }

    fn decls(&mut self) -> Result<Vec<Decl>> {
        let mut decls = vec![self.decl()?];
        while self.take_sign(",") {
            decls.push(self.decl()?);
        }
        Ok(decls)
    }

    fn decl(&mut self) -> Result<Decl> {
        let is_disjoint = self.take_word("disj");
        let mut names = vec![self.unprimed_name("the name of a variable")?];
        while self.take_sign(",") {
            names.push(self.unprimed_name("the name of a variable")?);
        }
        self.expect_sign(":", "and what the variable ranges over")?;
        self.skip_multiplicity();
        let domain = self.expr_above(level_of(BinaryOp::Equal))?;
        Ok(Decl { is_disjoint, names, domain })
    }

    /// A variable stands for one atom: `one` says nothing, and `set` is caught by whoever uses it.
    fn skip_multiplicity(&mut self) {
        if self.is_word("one") || self.is_word("lone") || self.is_word("set") || self.is_word("some") {
            self.at += 1;
        }
    }
}

/// `+` and `-` bind weaker than `.`, and tighter than comparisons.
const SUM: u8 = 7;

fn level_of(op: BinaryOp) -> u8 {
    match op {
        BinaryOp::Or => 1,
        BinaryOp::Iff => 2,
        BinaryOp::Implies => 3,
        BinaryOp::And => 4,
        BinaryOp::In
        | BinaryOp::NotIn
        | BinaryOp::Equal
        | BinaryOp::NotEqual
        | BinaryOp::Less
        | BinaryOp::LessEqual
        | BinaryOp::Greater
        | BinaryOp::GreaterEqual => 6,
        BinaryOp::Union | BinaryOp::Difference => 8,
        BinaryOp::Intersection => 10,
        BinaryOp::Join => 12,
    }
}

fn operator_of(text: &str) -> Option<BinaryOp> {
    Some(match text {
        "||" | "or" => BinaryOp::Or,
        "<=>" | "iff" => BinaryOp::Iff,
        "=>" | "implies" => BinaryOp::Implies,
        "&&" | "and" => BinaryOp::And,
        "in" => BinaryOp::In,
        "=" => BinaryOp::Equal,
        "!=" => BinaryOp::NotEqual,
        "<" => BinaryOp::Less,
        "=<" | "<=" => BinaryOp::LessEqual,
        ">" => BinaryOp::Greater,
        ">=" => BinaryOp::GreaterEqual,
        "+" => BinaryOp::Union,
        "-" => BinaryOp::Difference,
        "&" => BinaryOp::Intersection,
        "." => BinaryOp::Join,
        _ => return None,
    })
}

/// A prefix operator, and what its operand binds tighter than.
fn prefix_of(text: &str) -> Option<(UnaryOp, u8)> {
    Some(match text {
        "!" | "not" => (UnaryOp::Not, 4),
        "no" => (UnaryOp::No, SUM),
        "some" => (UnaryOp::Some, SUM),
        "one" => (UnaryOp::One, SUM),
        "lone" => (UnaryOp::Lone, SUM),
        "#" => (UnaryOp::Cardinality, 9),
        "~" => (UnaryOp::Transpose, 13),
        "^" => (UnaryOp::Closure, 13),
        "*" => (UnaryOp::ReflexiveClosure, 13),
        _ => return None,
    })
}

fn quantifier_of(word: &str) -> Option<Quantifier> {
    Some(match word {
        "all" => Quantifier::All,
        "some" => Quantifier::Some,
        "no" => Quantifier::No,
        "one" => Quantifier::One,
        "lone" => Quantifier::Lone,
        _ => return None,
    })
}

fn either_is_clear(operand: &Expr, is_closed: bool, sign: Span) -> Result<()> {
    let is_arrow = matches!(operand.kind, ExprKind::Binary { op: BinaryOp::Implies | BinaryOp::Iff, .. });
    if !is_arrow || is_closed {
        return Ok(());
    }
    let message = "`||` beside `=>` needs parentheses";
    let diagnostic = Diagnostic::new(Code::AlloySyntax, sign, message)
        .saying("in Alloy this binds weaker than the arrow")
        .hint("write `a => (b || c)`, or `(a => b) || c`");
    Err(Box::new(diagnostic))
}

fn no_declaration(word: &str, span: Span) -> Box<Diagnostic> {
    if let Some((_, reason)) = ABSENT.iter().find(|(absent, _)| *absent == word) {
        let diagnostic = Diagnostic::new(Code::AlloySyntax, span, format!("`{word}` is not part of this language"));
        return Box::new(diagnostic.hint(*reason));
    }
    let message = format!("expected `fun`, `pred`, `assert` or `check`, found `{word}`");
    let diagnostic = Diagnostic::new(Code::AlloySyntax, span, message);
    Box::new(match most_similar(word, DECLARATIONS.iter().copied()) {
        Some(near) => diagnostic.hint(format!("did you mean `{near}`?")),
        None => diagnostic,
    })
}

fn absent_sign(kind: &TokenKind) -> Option<&'static str> {
    Some(match kind {
        TokenKind::Sign("->" | "++" | "<:" | ":>") => {
            "relations are the fields of the program: say what holds of each object, as in `all x: T | x.next' = x.next`"
        }
        TokenKind::Sign("@" | "/") => "names of classes and fields are simple ones",
        TokenKind::Sign(";") => "formulas of a block follow each other without a sign",
        TokenKind::Word(word, _) if word == "set" => "a variable stands for one atom here",
        _ => return None,
    })
}
