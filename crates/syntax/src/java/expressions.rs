//! Expressions and patterns (JLS 15, 14.30).
//!
//! `a + b + c`, `a.b().c()` and `a[i][j]` nest to the left and may be thousands of links long in
//! honest code. Such a spine is walked in a loop: down to its first operand, then up again,
//! building one node per link. Parentheses are links that build nothing.

use super::Converter;
use super::concrete::{Field, Kind, Node};
use super::literals;
use super::types::is_type;
use crate::tree::{
    BinaryOp, Call, Expr, ExprKind, Ident, InstanceOfTarget, Lambda, LambdaBody, Literal, MethodTarget, New, Pattern,
    PatternKind, Receiver, TypeRef, UnaryOp, UpdateOp,
};
use tightrope_source::{Code, Name};

impl<'t> Converter<'t> {
    pub(super) fn expression(&mut self, node: Node<'t>) -> Expr {
        let span = self.span(node);
        let expr = self.nested(node, |this| this.spine(node));
        expr.unwrap_or(Expr { span, kind: ExprKind::Error })
    }

    /// The expression at its place in the grammar, or an error where the text is broken.
    pub(super) fn expression_at(&mut self, parent: Node<'t>, field: Field) -> Expr {
        let node = parent.at(field).filter(|node| is_expression(node.kind()));
        match node {
            Some(node) => self.expression(node),
            None => Expr { span: self.span(parent), kind: ExprKind::Error },
        }
    }

    pub(super) fn expressions_in(&mut self, node: Node<'t>) -> Vec<Expr> {
        node.children().filter(|child| is_expression(child.kind())).map(|child| self.expression(child)).collect()
    }

    /// The first expression among the children.
    pub(super) fn only_expression(&mut self, node: Node<'t>) -> Option<Expr> {
        node.children().find(|child| is_expression(child.kind())).map(|child| self.expression(child))
    }

    pub(super) fn required_expression(&mut self, node: Node<'t>) -> Expr {
        let broken = Expr { span: self.span(node), kind: ExprKind::Error };
        self.only_expression(node).unwrap_or(broken)
    }

    pub(super) fn arguments(&mut self, list: Node<'t>) -> Vec<Expr> {
        let arguments = list.children().filter(|child| is_expression(child.kind()) || child.is(Kind::Error));
        arguments.map(|argument| self.expression(argument)).collect()
    }

    /// Down the left spine, then up.
    fn spine(&mut self, node: Node<'t>) -> Expr {
        let mut links = Vec::new();
        let mut bottom = node;
        let mut height = 0;
        while let Some(left) = left_operand(bottom) {
            height += usize::from(!bottom.is(Kind::Parenthesized));
            links.push(bottom);
            bottom = left;
        }
        if !self.chain_fits(node, height) {
            return Expr { span: self.span(node), kind: ExprKind::Error };
        }
        self.below_chain(height, |this| {
            let mut expr = this.operand(bottom);
            for link in links.into_iter().rev() {
                expr = this.link(link, expr);
            }
            expr
        })
    }

    fn operand(&mut self, node: Node<'t>) -> Expr {
        let span = self.span(node);
        if node.is_missing() || node.has_broken_child() && !keeps_broken_children(node.kind()) {
            return Expr { span, kind: ExprKind::Error };
        }
        Expr { span, kind: self.operand_kind(node) }
    }

    fn operand_kind(&mut self, node: Node<'t>) -> ExprKind {
        match node.kind() {
            Kind::Identifier | Kind::Underscore => ExprKind::Name(self.ident(node)),
            Kind::This => ExprKind::This { qualifier: None },
            Kind::DecimalInteger | Kind::HexInteger | Kind::OctalInteger | Kind::BinaryInteger => {
                self.literal(node, |text| literals::integer(text, false))
            }
            Kind::Character => self.literal(node, literals::character),
            Kind::StringLiteral => self.literal(node, literals::string),
            Kind::DecimalFloat | Kind::HexFloat => self.floating(node),
            Kind::True => ExprKind::Literal(Literal::Boolean(true)),
            Kind::False => ExprKind::Literal(Literal::Boolean(false)),
            Kind::Null => ExprKind::Literal(Literal::Null),
            Kind::FieldAccess => self.super_or_outer(node),
            Kind::MethodInvocation => self.call_without_object(node),
            Kind::Cast => self.cast(node),
            Kind::Assignment => self.assignment(node),
            Kind::Lambda => self.lambda(node),
            Kind::Ternary => self.conditional(node),
            Kind::Unary => self.unary(node),
            Kind::Update => self.update(node),
            Kind::ArrayCreation => self.array_creation(node),
            Kind::ArrayInitializer => ExprKind::ArrayInit(self.expressions_in(node)),
            Kind::ClassLiteral => self.class_literal(node),
            Kind::ObjectCreation => self.object_creation(node),
            Kind::Template => ExprKind::Template,
            Kind::MethodReference => self.method_reference(node),
            Kind::SwitchExpression => ExprKind::Switch(Box::new(self.switch(node))),
            _ => ExprKind::Error,
        }
    }

    /// One step up the spine: `left` is what stands on the left of `node`.
    fn link(&mut self, node: Node<'t>, left: Expr) -> Expr {
        if node.is(Kind::Parenthesized) {
            return left;
        }
        let span = self.span(node);
        let kind = match node.kind() {
            _ if node.has_broken_child() => ExprKind::Error,
            Kind::Binary => self.binary(node, left),
            Kind::InstanceOf => self.instance_of(node, left),
            Kind::FieldAccess => {
                let name = self.ident_or_empty(node.at(Field::Selected), node);
                ExprKind::Field { target: Box::new(left), name }
            }
            Kind::ArrayAccess => {
                let index = self.expression_at(node, Field::Index);
                ExprKind::Index { array: Box::new(left), index: Box::new(index) }
            }
            Kind::MethodInvocation => self.call(node, Receiver::Expr(left)),
            _ => ExprKind::Error,
        };
        Expr { span, kind }
    }

    fn literal(&mut self, node: Node<'t>, read: impl FnOnce(&str) -> Result<Literal, String>) -> ExprKind {
        match read(self.text_of(node)) {
            Ok(literal) => ExprKind::Literal(literal),
            Err(reason) => {
                self.report(Code::BadLiteral, self.span(node), reason);
                ExprKind::Error
            }
        }
    }

    fn floating(&self, node: Node<'t>) -> ExprKind {
        let text = self.text_of(node);
        // In `0x1f` the `f` would be a digit, but a hexadecimal float has an exponent, in decimal.
        ExprKind::Literal(Literal::Floating { text: Name::new(text), single: text.ends_with(['f', 'F']) })
    }

    fn binary(&mut self, node: Node<'t>, left: Expr) -> ExprKind {
        let op = node.at(Field::Operator).and_then(|op| binary_op(self.text_of(op)));
        let right = self.expression_at(node, Field::Right);
        match op {
            Some(op) => ExprKind::Binary { op, left: Box::new(left), right: Box::new(right) },
            None => ExprKind::Error,
        }
    }

    fn assignment(&mut self, node: Node<'t>) -> ExprKind {
        let op = node.at(Field::Operator).and_then(|op| self.text_of(op).strip_suffix('=')).and_then(binary_op);
        let target = Box::new(self.expression_at(node, Field::Left));
        ExprKind::Assign { op, target, value: Box::new(self.expression_at(node, Field::Right)) }
    }

    fn conditional(&mut self, node: Node<'t>) -> ExprKind {
        ExprKind::Conditional {
            cond: Box::new(self.expression_at(node, Field::Condition)),
            then: Box::new(self.expression_at(node, Field::Consequence)),
            otherwise: Box::new(self.expression_at(node, Field::Alternative)),
        }
    }

    fn unary(&mut self, node: Node<'t>) -> ExprKind {
        let op = match node.at(Field::Operator).map(|op| self.text_of(op)) {
            Some("+") => UnaryOp::Plus,
            Some("-") => UnaryOp::Minus,
            Some("~") => UnaryOp::BitNot,
            Some("!") => UnaryOp::Not,
            _ => return ExprKind::Error,
        };
        if let Some(literal) = self.least_integer(op, node.at(Field::Operand)) {
            return ExprKind::Literal(literal);
        }
        ExprKind::Unary { op, operand: Box::new(self.expression_at(node, Field::Operand)) }
    }

    /// `-2147483648`: the one integer that is only legal with its minus (JLS 3.10.1).
    fn least_integer(&self, op: UnaryOp, operand: Option<Node<'t>>) -> Option<Literal> {
        let operand = operand.filter(|operand| op == UnaryOp::Minus && operand.is(Kind::DecimalInteger))?;
        let text = self.text_of(operand);
        match literals::integer(text, false) {
            Ok(_) => None,
            Err(_) => literals::integer(text, true).ok(),
        }
    }

    fn update(&mut self, node: Node<'t>) -> ExprKind {
        let mut parts = node.children();
        let op = match (parts.next().map(Node::kind), parts.next().map(Node::kind)) {
            (Some(Kind::Increment), _) => UpdateOp::PreIncrement,
            (Some(Kind::Decrement), _) => UpdateOp::PreDecrement,
            (_, Some(Kind::Increment)) => UpdateOp::PostIncrement,
            (_, Some(Kind::Decrement)) => UpdateOp::PostDecrement,
            _ => return ExprKind::Error,
        };
        ExprKind::Update { op, operand: Box::new(self.required_expression(node)) }
    }

    fn cast(&mut self, node: Node<'t>) -> ExprKind {
        let types = node.all_at(Field::Type).filter(|ty| is_type(ty.kind())).map(|ty| self.type_ref(ty)).collect();
        ExprKind::Cast { types, operand: Box::new(self.expression_at(node, Field::Value)) }
    }

    fn class_literal(&mut self, node: Node<'t>) -> ExprKind {
        let ty = node.children().find(|child| is_type(child.kind()));
        ExprKind::ClassLiteral(self.type_or_error(ty, node))
    }

    fn instance_of(&mut self, node: Node<'t>, operand: Expr) -> ExprKind {
        let target = match node.at(Field::Pattern) {
            Some(pattern) => InstanceOfTarget::Pattern(self.pattern(pattern)),
            None => self.type_or_binding(node),
        };
        ExprKind::InstanceOf { operand: Box::new(operand), pattern: Box::new(target) }
    }

    fn type_or_binding(&mut self, node: Node<'t>) -> InstanceOfTarget {
        let ty = self.type_or_error(node.at(Field::Right), node);
        match node.at(Field::Name) {
            None => InstanceOfTarget::Type(ty),
            Some(name) => {
                let span = self.span_between(ty.span.start as usize, name.end());
                InstanceOfTarget::Pattern(Pattern { span, kind: PatternKind::Type { ty, name: self.binding(name) } })
            }
        }
    }

    /// The name that a pattern binds; `_` binds none.
    fn binding(&self, node: Node<'t>) -> Option<Ident> {
        Some(self.ident(node)).filter(|ident| ident.name != "_")
    }

    pub(super) fn pattern(&mut self, node: Node<'t>) -> Pattern {
        let span = self.span(node);
        let kind = self.nested(node, |this| this.pattern_kind(node));
        Pattern { span, kind: kind.unwrap_or(PatternKind::Error) }
    }

    fn pattern_kind(&mut self, node: Node<'t>) -> PatternKind {
        match node.kind() {
            _ if node.has_broken_child() => PatternKind::Error,
            Kind::Pattern => {
                let inner =
                    node.children().find(|child| matches!(child.kind(), Kind::TypePattern | Kind::RecordPattern));
                inner.map_or(PatternKind::Error, |inner| self.pattern_kind(inner))
            }
            Kind::Underscore => PatternKind::Any,
            Kind::TypePattern => self.type_pattern(node),
            Kind::RecordPatternComponent if node.child(Kind::Underscore).is_some() => PatternKind::Any,
            Kind::RecordPatternComponent => self.type_pattern(node),
            Kind::RecordPattern => self.record_pattern(node),
            _ => PatternKind::Error,
        }
    }

    fn type_pattern(&mut self, node: Node<'t>) -> PatternKind {
        let ty = self.type_or_error(node.children().find(|child| is_type(child.kind())), node);
        match node.children().filter(|child| child.is(Kind::Identifier)).last() {
            Some(name) => PatternKind::Type { ty, name: self.binding(name) },
            None => PatternKind::Error,
        }
    }

    fn record_pattern(&mut self, node: Node<'t>) -> PatternKind {
        let ty = node.children().find(|child| child.is(Kind::Identifier) || is_type(child.kind()));
        let ty = self.type_or_error(ty, node);
        let Some(body) = node.child(Kind::RecordPatternBody) else { return PatternKind::Error };
        let components = body.children().map(|component| self.pattern(component)).collect();
        PatternKind::Record { ty, components }
    }

    /// `super.f`, `Outer.super.f`, `Outer.this`: what stands on the left is no expression.
    fn super_or_outer(&mut self, node: Node<'t>) -> ExprKind {
        let Some(object) = node.at(Field::Object) else { return ExprKind::Error };
        let Some(last) = node.at(Field::Selected) else { return ExprKind::Error };
        if object.is(Kind::Super) {
            return ExprKind::SuperField { qualifier: None, name: self.ident(last) };
        }
        if !is_dotted_name(object) {
            self.report(Code::JavaSyntax, self.span(object), "expected the name of a class here");
            return ExprKind::Error;
        }
        let qualifier = Some(self.qualified_name(object));
        if last.is(Kind::This) {
            ExprKind::This { qualifier }
        } else {
            ExprKind::SuperField { qualifier, name: self.ident(last) }
        }
    }

    /// `f(x)`, `super.f(x)`, `Interface.super.f(x)`
    fn call_without_object(&mut self, node: Node<'t>) -> ExprKind {
        let receiver = match node.at(Field::Object) {
            None => Receiver::Implicit,
            Some(object) if object.is(Kind::Super) => Receiver::Super { qualifier: None },
            Some(object) if is_dotted_name(object) => Receiver::Super { qualifier: Some(self.qualified_name(object)) },
            Some(object) => {
                self.report(Code::JavaSyntax, self.span(object), "expected the name of a class here");
                return ExprKind::Error;
            }
        };
        self.call(node, receiver)
    }

    fn call(&mut self, node: Node<'t>, receiver: Receiver) -> ExprKind {
        let name = self.ident_or_empty(node.at(Field::Name), node);
        let type_args = node.at(Field::TypeArguments).map_or_else(Vec::new, |list| self.type_arguments(list));
        let args = node.at(Field::Arguments).map_or_else(Vec::new, |list| self.arguments(list));
        ExprKind::Call(Box::new(Call { receiver, type_args, name, args }))
    }

    fn object_creation(&mut self, node: Node<'t>) -> ExprKind {
        let new = node.child(Kind::KeywordNew);
        let place = new.map_or(self.span(node), |new| self.span(new));
        let outer = node.children().next().filter(|first| is_expression(first.kind()));
        let outer = outer.map(|outer| self.expression(outer));
        let ty = self.type_or_error(node.at(Field::Type), node);
        let args = node.at(Field::Arguments).map_or_else(Vec::new, |list| self.arguments(list));
        let body = node.child(Kind::ClassBody).map(|body| Box::new(self.anonymous_class(body, place)));
        ExprKind::New(Box::new(New { outer, ty, args, body }))
    }

    fn array_creation(&mut self, node: Node<'t>) -> ExprKind {
        let element = self.type_or_error(node.at(Field::Type), node);
        let dimensions = node.children().filter(|child| child.is(Kind::DimensionsExpr));
        let lengths = dimensions.map(|dimension| self.required_expression(dimension)).collect();
        let open_dims = self.dimensions(node.child(Kind::Dimensions));
        let init = node.child(Kind::ArrayInitializer).map(|init| self.expressions_in(init));
        ExprKind::NewArray { element, lengths, open_dims, init }
    }

    fn lambda(&mut self, node: Node<'t>) -> ExprKind {
        let parameters = node.at(Field::Parameters);
        let (params, types) = parameters.map_or_else(Default::default, |params| self.lambda_parameters(params));
        let body = match node.at(Field::Body) {
            Some(body) if body.is(Kind::Block) => LambdaBody::Block(self.block(body)),
            _ => LambdaBody::Expr(self.expression_at(node, Field::Body)),
        };
        ExprKind::Lambda(Box::new(Lambda { params, types, body }))
    }

    /// The names, and the types if they are written.
    fn lambda_parameters(&mut self, node: Node<'t>) -> (Vec<Ident>, Vec<TypeRef>) {
        match node.kind() {
            Kind::FormalParameters => self.parameters(node).into_iter().map(|param| (param.name, param.ty)).unzip(),
            Kind::InferredParameters => {
                let names = node.children().filter(|child| child.is(Kind::Identifier));
                (names.map(|name| self.ident(name)).collect(), Vec::new())
            }
            _ => (vec![self.ident(node)], Vec::new()),
        }
    }

    fn method_reference(&mut self, node: Node<'t>) -> ExprKind {
        let last = node.children().filter(|child| child.is(Kind::Identifier) || child.is(Kind::KeywordNew)).last();
        let first = node.children().next();
        let target = match first {
            Some(first) if first.is(Kind::Super) => MethodTarget::Super { qualifier: None },
            Some(first) if is_expression(first.kind()) => MethodTarget::Expr(self.expression(first)),
            _ => MethodTarget::Type(self.type_or_error(first, node)),
        };
        ExprKind::MethodReference { target: Box::new(target), name: self.ident_or_empty(last, node) }
    }
}

/// What a link of a left spine hangs on; `None` where the spine ends.
fn left_operand(node: Node<'_>) -> Option<Node<'_>> {
    let left = match node.kind() {
        Kind::Parenthesized => node.children().find(|child| is_expression(child.kind())),
        Kind::Binary | Kind::InstanceOf => node.at(Field::Left),
        Kind::ArrayAccess => node.at(Field::Array),
        Kind::FieldAccess | Kind::MethodInvocation => {
            let is_special =
                node.child(Kind::Super).is_some() || node.at(Field::Selected).is_some_and(|f| f.is(Kind::This));
            node.at(Field::Object).filter(|_| !is_special)
        }
        _ => None,
    };
    left.filter(|left| is_expression(left.kind()))
}

/// Lists go on after what did not parse in them.
fn keeps_broken_children(kind: Kind) -> bool {
    matches!(kind, Kind::SwitchExpression | Kind::ArrayInitializer)
}

/// `a.b.c` as an expression.
fn is_dotted_name(node: Node<'_>) -> bool {
    node.descendants().all(|part| matches!(part.kind(), Kind::Identifier | Kind::FieldAccess))
}

pub(super) fn is_expression(kind: Kind) -> bool {
    let is_literal = matches!(
        kind,
        Kind::DecimalInteger
            | Kind::HexInteger
            | Kind::OctalInteger
            | Kind::BinaryInteger
            | Kind::DecimalFloat
            | Kind::HexFloat
            | Kind::True
            | Kind::False
            | Kind::Character
            | Kind::StringLiteral
            | Kind::Null
    );
    let is_primary = matches!(
        kind,
        Kind::ClassLiteral
            | Kind::This
            | Kind::Identifier
            | Kind::Underscore
            | Kind::Parenthesized
            | Kind::ObjectCreation
            | Kind::FieldAccess
            | Kind::ArrayAccess
            | Kind::MethodInvocation
            | Kind::MethodReference
            | Kind::ArrayCreation
            | Kind::ArrayInitializer
            | Kind::Template
    );
    let is_operation = matches!(
        kind,
        Kind::Assignment
            | Kind::Binary
            | Kind::InstanceOf
            | Kind::Lambda
            | Kind::Ternary
            | Kind::Update
            | Kind::Unary
            | Kind::Cast
            | Kind::SwitchExpression
    );
    is_literal || is_primary || is_operation
}

fn binary_op(text: &str) -> Option<BinaryOp> {
    let op = match text {
        "+" => BinaryOp::Add,
        "-" => BinaryOp::Subtract,
        "*" => BinaryOp::Multiply,
        "/" => BinaryOp::Divide,
        "%" => BinaryOp::Remainder,
        "<<" => BinaryOp::ShiftLeft,
        ">>" => BinaryOp::ShiftRight,
        ">>>" => BinaryOp::ShiftRightUnsigned,
        "<" => BinaryOp::Less,
        "<=" => BinaryOp::LessEqual,
        ">" => BinaryOp::Greater,
        ">=" => BinaryOp::GreaterEqual,
        "==" => BinaryOp::Equal,
        "!=" => BinaryOp::NotEqual,
        "&" => BinaryOp::BitAnd,
        "|" => BinaryOp::BitOr,
        "^" => BinaryOp::BitXor,
        "&&" => BinaryOp::And,
        "||" => BinaryOp::Or,
        _ => return None,
    };
    Some(op)
}
