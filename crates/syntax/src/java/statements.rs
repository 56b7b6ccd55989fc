//! Blocks and statements (JLS 14), with the JML between them.
//!
//! The comments before a statement are read as one group: JML statements come before it in the
//! block, the clauses of a loop go to it (through its label), modifiers to the local variable that
//! it declares. Where a lone statement stands without braces (`if (x) …`), only the clauses of a
//! loop can be meant; anything else there is left unclaimed and reported.

use super::Converter;
use super::concrete::{Field, Kind, Node};
use super::declarations::is_type_declaration;
use crate::jml::LoopClause;
use crate::tree::{
    Block, Catch, ConstructorTarget, Expr, ExprKind, Modifiers, Param, Resource, Stmt, StmtKind, Switch, SwitchArm,
    SwitchBody, SwitchLabel, Try,
};
use tightrope_source::Code;

/// What JML gives to the statement that follows it.
#[derive(Default)]
struct Annotations {
    loop_clauses: Vec<LoopClause>,
    modifiers: Modifiers,
}

impl<'t> Converter<'t> {
    pub(super) fn block(&mut self, node: Node<'t>) -> Block {
        let span = self.span(node);
        let start = node.start() + 1;
        let stmts = self.nested(node, |this| this.statement_list(node.children(), start, node.end()));
        let stmts = stmts.unwrap_or_else(|| vec![Stmt { span, kind: StmtKind::Error }]);
        Block { span, stmts }
    }

    /// Statements between two places in the text, with all JML there.
    fn statement_list(&mut self, nodes: impl Iterator<Item = Node<'t>>, start: usize, end: usize) -> Vec<Stmt> {
        let mut stmts = Vec::new();
        let mut previous_end = start;
        for node in nodes {
            let mut jml = self.jml_statements(previous_end..node.start());
            previous_end = node.end();
            stmts.append(&mut jml.stmts);
            let annotations = Annotations { loop_clauses: jml.loop_clauses, modifiers: jml.modifiers };
            stmts.push(self.statement_with(node, annotations));
        }
        let mut jml = self.jml_statements(previous_end..end);
        stmts.append(&mut jml.stmts);
        self.report_leftover_loop_clauses(&jml.loop_clauses);
        self.report_leftover_modifiers(&jml.modifiers);
        stmts
    }

    /// A statement in a place where only one may stand: after `if (…)`, `else`, `while (…)`, a
    /// label.
    fn lone_statement(&mut self, node: Option<Node<'t>>, parent: Node<'t>) -> Box<Stmt> {
        let Some(node) = node else {
            return Box::new(Stmt { span: self.span(parent), kind: StmtKind::Error });
        };
        let previous_end = parent.children().take_while(|child| child.start() < node.start()).last();
        let annotations = match previous_end {
            Some(previous) if is_loop(node) => self.annotations_of_lone(previous.end()..node.start()),
            _ => Annotations::default(),
        };
        Box::new(self.statement_with(node, annotations))
    }

    fn annotations_of_lone(&mut self, range: std::ops::Range<usize>) -> Annotations {
        let jml = self.jml_statements(range);
        for stmt in &jml.stmts {
            self.report(
                Code::JmlMisplaced,
                stmt.span,
                "this JML statement is ignored: put braces around it and the loop",
            );
        }
        Annotations { loop_clauses: jml.loop_clauses, modifiers: jml.modifiers }
    }

    /// Gives the annotations to the statement, or reports those that it cannot have.
    fn statement_with(&mut self, node: Node<'t>, annotations: Annotations) -> Stmt {
        let Annotations { loop_clauses, modifiers } = annotations;
        let takes_modifiers = node.is(Kind::LocalVariable) || is_type_declaration(node.kind());
        if !takes_modifiers {
            self.report_leftover_modifiers(&modifiers);
        }
        if !is_loop(node) {
            self.report_leftover_loop_clauses(&loop_clauses);
        }
        let span = self.span(node);
        let kind = self.nested(node, |this| this.statement_kind(node, loop_clauses, modifiers));
        Stmt { span, kind: kind.unwrap_or(StmtKind::Error) }
    }

    fn statement_kind(&mut self, node: Node<'t>, spec: Vec<LoopClause>, modifiers: Modifiers) -> StmtKind {
        match node.kind() {
            Kind::Semicolon => StmtKind::Empty,
            Kind::Block => StmtKind::Block(self.block(node)),
            Kind::LocalVariable => StmtKind::Local(self.variables(node, modifiers)),
            Kind::ExpressionStatement => self.expression_statement(node),
            Kind::IfStatement => self.if_statement(node),
            Kind::WhileStatement => self.while_statement(node, spec),
            Kind::DoStatement => self.do_statement(node, spec),
            Kind::ForStatement => self.for_statement(node, spec),
            Kind::EnhancedFor => self.for_each_statement(node, spec),
            Kind::LabeledStatement => self.labeled_statement(node, spec),
            Kind::SwitchExpression => StmtKind::Switch(Box::new(self.switch(node))),
            Kind::ReturnStatement => StmtKind::Return(self.only_expression(node)),
            Kind::BreakStatement => StmtKind::Break(node.child(Kind::Identifier).map(|label| self.ident(label))),
            Kind::ContinueStatement => StmtKind::Continue(node.child(Kind::Identifier).map(|label| self.ident(label))),
            Kind::YieldStatement => StmtKind::Yield(self.required_expression(node)),
            Kind::ThrowStatement => StmtKind::Throw(self.required_expression(node)),
            Kind::TryStatement | Kind::TryWithResources => self.try_statement(node),
            Kind::SynchronizedStatement => self.synchronized_statement(node),
            Kind::AssertStatement => self.assert_statement(node),
            Kind::ConstructorInvocation => self.constructor_call(node),
            kind if is_type_declaration(kind) => StmtKind::LocalType(Box::new(self.type_decl(node, modifiers))),
            Kind::Error => StmtKind::Error,
            _ => self.not_a_statement(node),
        }
    }

    fn not_a_statement(&mut self, node: Node<'t>) -> StmtKind {
        self.report(Code::JavaSyntax, self.span(node), "this cannot stand inside of a method");
        StmtKind::Error
    }

    /// A `switch` before a semicolon is still a statement.
    fn expression_statement(&mut self, node: Node<'t>) -> StmtKind {
        // What is left of a statement that did not parse is not what the user wrote.
        if node.children().any(|child| child.is(Kind::Error)) {
            return StmtKind::Error;
        }
        match self.required_expression(node) {
            Expr { kind: ExprKind::Switch(switch), .. } => StmtKind::Switch(switch),
            expr => StmtKind::Expr(expr),
        }
    }

    /// `if … else if … else if …`: a chain, not a nesting.
    fn if_statement(&mut self, node: Node<'t>) -> StmtKind {
        let mut chain = vec![node];
        let mut last = node;
        while let Some(next) = last.at(Field::Alternative).filter(|next| next.is(Kind::IfStatement)) {
            chain.push(next);
            last = next;
        }
        if !self.chain_fits(node, chain.len()) {
            return StmtKind::Error;
        }
        let links = chain.len();
        self.below_chain(links, |this| this.if_chain(&chain)).unwrap_or(StmtKind::Error)
    }

    fn if_chain(&mut self, chain: &[Node<'t>]) -> Option<StmtKind> {
        let last = *chain.last()?;
        let mut otherwise = last.at(Field::Alternative).map(|alternative| self.lone_statement(Some(alternative), last));
        let mut result = None;
        for node in chain.iter().rev() {
            let cond = self.expression_at(*node, Field::Condition);
            let then = self.lone_statement(node.at(Field::Consequence), *node);
            let kind = StmtKind::If { cond, then, otherwise: otherwise.take() };
            if let Some(inner) = result.replace(Stmt { span: self.span(*node), kind }) {
                // Filled in here: the `else` of this link is the link converted before.
                set_otherwise(result.as_mut(), inner);
            }
        }
        result.map(|stmt| stmt.kind)
    }

    fn while_statement(&mut self, node: Node<'t>, spec: Vec<LoopClause>) -> StmtKind {
        let cond = self.expression_at(node, Field::Condition);
        StmtKind::While { spec, cond, body: self.lone_statement(node.at(Field::Body), node) }
    }

    fn do_statement(&mut self, node: Node<'t>, spec: Vec<LoopClause>) -> StmtKind {
        let body = self.lone_statement(node.at(Field::Body), node);
        StmtKind::DoWhile { spec, body, cond: self.expression_at(node, Field::Condition) }
    }

    fn for_statement(&mut self, node: Node<'t>, spec: Vec<LoopClause>) -> StmtKind {
        let init = node.all_at(Field::Init).map(|init| self.for_init(init, node.start())).collect();
        let cond = node.at(Field::Condition).filter(|cond| !cond.is(Kind::Semicolon)).map(|cond| self.expression(cond));
        let update = node.all_at(Field::Update).map(|update| self.expression(update)).collect();
        StmtKind::For { spec, init, cond, update, body: self.lone_statement(node.at(Field::Body), node) }
    }

    fn for_init(&mut self, node: Node<'t>, loop_start: usize) -> Stmt {
        let kind = if node.is(Kind::LocalVariable) {
            let before = self.jml_modifiers(loop_start..node.start());
            StmtKind::Local(self.variables(node, before))
        } else {
            StmtKind::Expr(self.expression(node))
        };
        Stmt { span: self.span(node), kind }
    }

    fn for_each_statement(&mut self, node: Node<'t>, spec: Vec<LoopClause>) -> StmtKind {
        let mut param = self.parameter(node, node.start());
        let name_end = param.name.span.end as usize;
        let start = node.child(Kind::Modifiers).or_else(|| node.at(Field::Type)).map_or(node.start(), Node::start);
        param.span = self.span_between(start, name_end);
        let iterated = self.expression_at(node, Field::Value);
        StmtKind::ForEach { spec, param, iterated, body: self.lone_statement(node.at(Field::Body), node) }
    }

    fn labeled_statement(&mut self, node: Node<'t>, spec: Vec<LoopClause>) -> StmtKind {
        let mut parts = node.children().filter(|child| child.is(Kind::Identifier) || is_statement(child.kind()));
        let label = self.ident_or_empty(parts.next(), node);
        let Some(body) = parts.next() else { return StmtKind::Error };
        let mut annotations = Annotations::default();
        if is_loop(body) {
            annotations = self.annotations_of_lone(label.span.end as usize..body.start());
            annotations.loop_clauses.splice(0..0, spec);
        }
        StmtKind::Labeled { label, body: Box::new(self.statement_with(body, annotations)) }
    }

    fn synchronized_statement(&mut self, node: Node<'t>) -> StmtKind {
        let lock = self.required_expression(node);
        StmtKind::Synchronized { lock, body: self.body_block(node) }
    }

    fn assert_statement(&mut self, node: Node<'t>) -> StmtKind {
        let mut parts = self.expressions_in(node).into_iter();
        match parts.next() {
            Some(cond) => StmtKind::Assert { cond, message: parts.next() },
            None => StmtKind::Error,
        }
    }

    fn constructor_call(&mut self, node: Node<'t>) -> StmtKind {
        let is_this = node.at(Field::Constructor).is_some_and(|word| word.is(Kind::This));
        let target = if is_this { ConstructorTarget::This } else { ConstructorTarget::Super };
        let outer = node.at(Field::Object).map(|outer| self.expression(outer));
        let args = node.at(Field::Arguments).map_or_else(Vec::new, |list| self.arguments(list));
        StmtKind::ConstructorCall { target, outer, args }
    }

    fn body_block(&mut self, node: Node<'t>) -> Block {
        self.block_or_error(node.at(Field::Body).or_else(|| node.child(Kind::Block)), node)
    }

    fn block_or_error(&mut self, block: Option<Node<'t>>, at: Node<'t>) -> Block {
        let span = self.span(at);
        let broken = Block { span, stmts: vec![Stmt { span, kind: StmtKind::Error }] };
        block.map_or(broken, |block| self.block(block))
    }

    fn try_statement(&mut self, node: Node<'t>) -> StmtKind {
        let resources = node.at(Field::Resources).map_or_else(Vec::new, |list| self.resources(list));
        let body = self.body_block(node);
        let catches =
            node.children().filter(|child| child.is(Kind::CatchClause)).map(|clause| self.catch(clause)).collect();
        let finally = node.child(Kind::FinallyClause).map(|clause| self.body_block(clause));
        StmtKind::Try(Box::new(Try { resources, body, catches, finally }))
    }

    fn resources(&mut self, list: Node<'t>) -> Vec<Resource> {
        let mut resources = Vec::new();
        let mut previous_end = list.start();
        for node in list.children().filter(|child| child.is(Kind::Resource)) {
            resources.push(self.resource(node, previous_end));
            previous_end = node.end();
        }
        resources
    }

    fn resource(&mut self, node: Node<'t>, previous_end: usize) -> Resource {
        if node.at(Field::Name).is_none() {
            return Resource::Variable(self.required_expression(node));
        }
        let mut param: Param = self.parameter(node, previous_end);
        param.span = self.span_between(node.start(), param.name.span.end as usize);
        Resource::Declared(param, self.expression_at(node, Field::Value))
    }

    fn catch(&mut self, node: Node<'t>) -> Catch {
        let parameter = node.child(Kind::CatchParameter);
        let name_node = parameter.and_then(|parameter| parameter.at(Field::Name));
        let name = self.ident_or_empty(name_node, node);
        let ty = parameter.and_then(|parameter| parameter.child(Kind::CatchType));
        let types = ty.map_or_else(Vec::new, |ty| self.types_in(ty));
        let mut modifiers = self.modifiers(parameter.and_then(|parameter| parameter.child(Kind::Modifiers)));
        if let Some(ty) = ty {
            let before = self.jml_modifiers(node.start()..ty.start());
            modifiers.add(before);
            let after = self.jml_modifiers(ty.end()..name.span.start as usize);
            modifiers.add(after);
        }
        Catch { span: self.span(node), modifiers, types, name, body: self.body_block(node) }
    }

    /// A switch, as a statement or as an expression.
    pub(super) fn switch(&mut self, node: Node<'t>) -> Switch {
        let selector = self.expression_at(node, Field::Condition);
        let mut arms = Vec::new();
        if let Some(block) = node.at(Field::Body) {
            let mut children = block.children().peekable();
            while let Some(child) = children.next() {
                let end = children.peek().map_or(block.end(), |next| next.start());
                match child.kind() {
                    Kind::SwitchGroup => self.switch_group(child, end, &mut arms),
                    Kind::SwitchRule => arms.push(self.switch_rule(child)),
                    _ => {}
                }
            }
        }
        Switch { span: self.span(node), selector, arms }
    }

    /// `case 1: case 2: stmts`: an arm for each label; the last has the statements, up to the next
    /// group.
    fn switch_group(&mut self, node: Node<'t>, end: usize, arms: &mut Vec<SwitchArm>) {
        let labels: Vec<Node<'t>> = node.children().filter(|child| child.is(Kind::SwitchLabel)).collect();
        let Some((last, others)) = labels.split_last() else { return };
        for label in others {
            let span = self.span(*label);
            arms.push(self.switch_arm(*label, span, SwitchBody::Statements(Vec::new())));
        }
        let stmts = node.children().filter(|child| is_statement(child.kind()) || child.is(Kind::Error));
        let stmts = stmts.filter(|stmt| stmt.start() >= last.end());
        let body = self.statement_list(stmts, last.end(), end);
        let span = self.span_between(last.start(), node.end());
        arms.push(self.switch_arm(*last, span, SwitchBody::Statements(body)));
    }

    fn switch_rule(&mut self, node: Node<'t>) -> SwitchArm {
        let span = self.span(node);
        let body = node.children().find(|child| is_statement(child.kind()));
        let body = match body {
            Some(body) if body.is(Kind::ExpressionStatement) => SwitchBody::Expr(self.required_expression(body)),
            other => SwitchBody::Block(self.lone_statement(other, node)),
        };
        match node.child(Kind::SwitchLabel) {
            Some(label) => self.switch_arm(label, span, body),
            None => SwitchArm { span, labels: Vec::new(), guard: None, body },
        }
    }

    fn switch_arm(&mut self, label: Node<'t>, span: tightrope_source::Span, body: SwitchBody) -> SwitchArm {
        let mut labels = Vec::new();
        let mut guard = None;
        for node in label.children() {
            match node.kind() {
                Kind::KeywordDefault => labels.push(SwitchLabel::Default(self.span(node))),
                Kind::Identifier if self.text_of(node) == "default" => {
                    labels.push(SwitchLabel::Default(self.span(node)));
                }
                Kind::Pattern => labels.push(SwitchLabel::Pattern(self.pattern(node))),
                Kind::Guard => guard = Some(self.required_expression(node)),
                kind if super::expressions::is_expression(kind) => {
                    labels.push(SwitchLabel::Expr(self.expression(node)))
                }
                _ => {}
            }
        }
        SwitchArm { span, labels, guard, body }
    }
}

fn set_otherwise(stmt: Option<&mut Stmt>, inner: Stmt) {
    if let Some(Stmt { kind: StmtKind::If { otherwise, .. }, .. }) = stmt {
        *otherwise = Some(Box::new(inner));
    }
}

/// A loop, perhaps with labels before it.
fn is_loop(node: Node<'_>) -> bool {
    let mut node = node;
    while node.is(Kind::LabeledStatement) {
        match node.children().filter(|child| is_statement(child.kind())).last() {
            Some(body) => node = body,
            None => return false,
        }
    }
    matches!(node.kind(), Kind::WhileStatement | Kind::DoStatement | Kind::ForStatement | Kind::EnhancedFor)
}

fn is_statement(kind: Kind) -> bool {
    let is_simple = matches!(
        kind,
        Kind::Semicolon
            | Kind::Block
            | Kind::LocalVariable
            | Kind::ExpressionStatement
            | Kind::AssertStatement
            | Kind::BreakStatement
            | Kind::ContinueStatement
            | Kind::ReturnStatement
            | Kind::YieldStatement
            | Kind::ThrowStatement
            | Kind::ConstructorInvocation
    );
    let is_compound = matches!(
        kind,
        Kind::IfStatement
            | Kind::WhileStatement
            | Kind::DoStatement
            | Kind::ForStatement
            | Kind::EnhancedFor
            | Kind::LabeledStatement
            | Kind::SwitchExpression
            | Kind::TryStatement
            | Kind::TryWithResources
            | Kind::SynchronizedStatement
    );
    is_simple || is_compound || is_type_declaration(kind)
}
