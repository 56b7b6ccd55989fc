//! Bodies of model methods: the Java statements that may stand in one (JLS 14), with JML statements
//! among them.
//!
//! What defines a model method is short, so `switch`, `try`, `synchronized` and local classes are
//! not supported here. One error makes the whole body an `Error`.

use super::keywords;
use super::parser::{Failed, Parsed, Parser};
use crate::jml::{LoopClause, Modifier};
use crate::tree::{Block, ConstructorTarget, Expr, ExprKind, Stmt, StmtKind};
use tightrope_source::{Code, Diagnostic};

impl Parser<'_> {
    pub(super) fn block(&mut self) -> Parsed<Block> {
        self.open_blocks += 1;
        let block = self.nested(Self::block_contents);
        self.open_blocks -= 1;
        block
    }

    fn block_contents(&mut self) -> Parsed<Block> {
        let opening = self.expect("{")?;
        let mut stmts = Vec::new();
        while !self.at("}") && !self.at_end() {
            stmts.push(self.statement()?);
        }
        self.close(opening, "}")?;
        Ok(Block { span: self.since(opening), stmts })
    }

    pub(super) fn statement(&mut self) -> Parsed<Stmt> {
        let start = self.span();
        let kind = self.nested(Self::statement_kind)?;
        Ok(Stmt { span: self.since(start), kind })
    }

    fn statement_kind(&mut self) -> Parsed<StmtKind> {
        if self.at("{") {
            return Ok(StmtKind::Block(self.block()?));
        }
        if self.eat(";") {
            return Ok(StmtKind::Empty);
        }
        match self.word() {
            Some("if") => self.if_statement(),
            Some("while" | "do" | "for") => self.loop_statement(Vec::new()),
            Some("return") => self.return_statement(),
            Some("break") => Ok(StmtKind::Break(self.jump()?)),
            Some("continue") => Ok(StmtKind::Continue(self.jump()?)),
            Some("throw") => self.throw_statement(),
            Some("this" | "super") if self.nth_is(1, "(") => self.constructor_call(),
            Some("switch" | "try" | "synchronized" | "class" | "interface" | "enum") => {
                Err(self.unsupported_statement())
            }
            Some(word) if self.at_jml_statement(word) => Ok(self.jml_statement(word).kind),
            Some(word) if keywords::is_loop_clause(word) && !self.nth_is(1, "=") && !self.nth_is(1, ".") => {
                self.specified_loop()
            }
            Some(_) if self.nth_is(1, ":") => self.labelled_statement(),
            _ => self.local_or_expression(),
        }
    }

    /// `assert` always; the other words only where they cannot be names.
    fn at_jml_statement(&self, word: &str) -> bool {
        let is_name_use = ["=", ".", "(", "[", "++", "--", "+=", "-="].iter().any(|symbol| self.nth_is(1, symbol));
        word == "assert" || matches!(word, "assume" | "set" | "unreachable") && !is_name_use
    }

    fn unsupported_statement(&mut self) -> Failed {
        let message = format!("{} is not supported in the body of a model method", self.describe_current());
        let diagnostic = Diagnostic::new(Code::JmlSyntax, self.span(), message);
        self.report(diagnostic.hint("write it with `if` and loops, or as an ordinary Java method"))
    }

    fn parenthesised_condition(&mut self) -> Parsed<Expr> {
        let opening = self.expect("(")?;
        let condition = self.expression()?;
        self.close(opening, ")")?;
        Ok(condition)
    }

    fn if_statement(&mut self) -> Parsed<StmtKind> {
        self.bump();
        let cond = self.parenthesised_condition()?;
        let then = Box::new(self.statement()?);
        let otherwise = if self.eat_word("else") { Some(Box::new(self.statement()?)) } else { None };
        Ok(StmtKind::If { cond, then, otherwise })
    }

    /// Loop clauses, then their loop.
    fn specified_loop(&mut self) -> Parsed<StmtKind> {
        let mut spec = Vec::new();
        while self.word().is_some_and(keywords::is_loop_clause) {
            spec.push(self.loop_clause());
        }
        self.loop_statement(spec)
    }

    fn loop_statement(&mut self, spec: Vec<LoopClause>) -> Parsed<StmtKind> {
        if self.eat_word("while") {
            let cond = self.parenthesised_condition()?;
            return Ok(StmtKind::While { spec, cond, body: Box::new(self.statement()?) });
        }
        if self.eat_word("do") {
            let body = Box::new(self.statement()?);
            if !self.eat_word("while") {
                return self.expected("`while`");
            }
            let cond = self.parenthesised_condition()?;
            self.expect(";")?;
            return Ok(StmtKind::DoWhile { spec, body, cond });
        }
        if !self.eat_word("for") {
            return self.expected("a loop after the loop clauses");
        }
        self.for_statement(spec)
    }

    fn for_statement(&mut self, spec: Vec<LoopClause>) -> Parsed<StmtKind> {
        let opening = self.expect("(")?;
        if self.at_for_each() {
            let param = self.parameter()?;
            self.expect(":")?;
            let iterated = self.expression()?;
            self.close(opening, ")")?;
            return Ok(StmtKind::ForEach { spec, param, iterated, body: Box::new(self.statement()?) });
        }
        let init = self.for_initializers()?;
        let cond = if self.at(";") { None } else { Some(self.expression()?) };
        self.expect(";")?;
        let update = if self.at(")") { Vec::new() } else { self.expressions()? };
        self.close(opening, ")")?;
        Ok(StmtKind::For { spec, init, cond, update, body: Box::new(self.statement()?) })
    }

    /// Modifiers, a type, a name and a colon.
    fn at_for_each(&self) -> bool {
        let mut at = self.position();
        while keywords::is_modifier(self.text_of(self.token_at(at))) {
            at += 1;
        }
        let is_colon = |at: usize| self.text_of(self.token_at(at)) == ":";
        self.scan_type(at).is_some_and(|behind| is_colon(behind + 1))
    }

    /// With the `;` behind them.
    fn for_initializers(&mut self) -> Parsed<Vec<Stmt>> {
        if self.eat(";") {
            return Ok(Vec::new());
        }
        if self.at_local() {
            return Ok(vec![self.local()?]);
        }
        let updates = self.expressions()?;
        self.expect(";")?;
        Ok(updates.into_iter().map(|expr| Stmt { span: expr.span, kind: StmtKind::Expr(expr) }).collect())
    }

    fn return_statement(&mut self) -> Parsed<StmtKind> {
        self.bump();
        let value = if self.at(";") { None } else { Some(self.expression()?) };
        self.expect(";")?;
        Ok(StmtKind::Return(value))
    }

    fn jump(&mut self) -> Parsed<Option<crate::tree::Ident>> {
        self.bump();
        let label = if self.at(";") { None } else { Some(self.identifier("a label")?) };
        self.expect(";")?;
        Ok(label)
    }

    fn throw_statement(&mut self) -> Parsed<StmtKind> {
        self.bump();
        let thrown = self.expression()?;
        self.expect(";")?;
        Ok(StmtKind::Throw(thrown))
    }

    fn constructor_call(&mut self) -> Parsed<StmtKind> {
        let target = if self.at_word("this") { ConstructorTarget::This } else { ConstructorTarget::Super };
        self.bump();
        let args = self.arguments()?;
        self.expect(";")?;
        Ok(StmtKind::ConstructorCall { target, outer: None, args })
    }

    fn labelled_statement(&mut self) -> Parsed<StmtKind> {
        let label = self.identifier("a label")?;
        self.expect(":")?;
        Ok(StmtKind::Labeled { label, body: Box::new(self.statement()?) })
    }

    /// Modifiers or a type, then a name.
    fn at_local(&self) -> bool {
        let is_modified =
            self.word().is_some_and(keywords::is_modifier) && !self.nth_is(1, "=") && !self.nth_is(1, ".");
        is_modified
            || self.scan_type(self.position()).is_some_and(|behind| {
                let name = self.token_at(behind);
                name.kind == super::lexer::TokenKind::Word && !keywords::is_java_reserved(self.text_of(name))
            })
    }

    /// With its `;`.
    fn local(&mut self) -> Parsed<Stmt> {
        let (first, start) = (self.position(), self.span());
        let modifiers = self.modifiers()?;
        if modifiers.has(Modifier::Model) {
            return Err(self.syntax_error(start, "a local variable cannot be `model`"));
        }
        let mut variables = self.variables(first, start, modifiers)?;
        self.expect(";")?;
        variables.span = self.since(start);
        Ok(Stmt { span: variables.span, kind: StmtKind::Local(variables) })
    }

    fn local_or_expression(&mut self) -> Parsed<StmtKind> {
        if self.at_local() {
            return Ok(self.local()?.kind);
        }
        let expr = self.expression()?;
        let is_statement = matches!(
            expr.kind,
            ExprKind::Assign { .. } | ExprKind::Update { .. } | ExprKind::Call(_) | ExprKind::New(_)
        );
        if !is_statement {
            return Err(self.syntax_error(expr.span, "this expression is not a statement"));
        }
        self.expect(";")?;
        Ok(StmtKind::Expr(expr))
    }
}
