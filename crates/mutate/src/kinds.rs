//! What a variable may be, as far as its declaration says it without any typing.
//!
//! This only saves work: candidates that cannot type-check are not even made. The lowering has the
//! last word on every one that is.

use std::collections::BTreeMap;
use tightrope_syntax::tree::{
    Block, CompilationUnit, Expr, ExprKind, Literal, Member, MethodDecl, Primitive, Stmt, StmtKind, TypeDecl, TypeRef,
    TypeRefKind, UnaryOp,
};

use crate::operators::{is_arithmetic, is_relational};
use tightrope_syntax::walk::is_logical;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Number,
    Boolean,
    Reference,
    Unknown,
}

/// The variables that a method may name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Kinds {
    locals: BTreeMap<String, Kind>,
    /// Of all classes that were read; a name that means different things is unknown.
    fields: BTreeMap<String, Kind>,
    /// Declared without a value: whoever deletes an assignment to one of them may leave it without
    /// any.
    unset: Vec<String>,
}

impl Kinds {
    pub(crate) fn of_units(units: &[CompilationUnit]) -> Kinds {
        let mut kinds = Kinds::default();
        units.iter().flat_map(|unit| &unit.types).for_each(|class| kinds.add_class(class));
        kinds
    }

    /// With the variables of a method.
    pub(crate) fn of_method(&self, method: &MethodDecl) -> Kinds {
        let mut kinds = self.clone();
        for param in &method.params {
            add(&mut kinds.locals, &param.name.name, kind_of_type(&param.ty));
        }
        method.body.iter().for_each(|body| kinds.add_block(body));
        kinds
    }

    pub(crate) fn is_unset(&self, name: &str) -> bool {
        self.unset.iter().any(|unset| unset == name)
    }

    fn add_class(&mut self, class: &TypeDecl) {
        for param in &class.record_components {
            add(&mut self.fields, &param.name.name, kind_of_type(&param.ty));
        }
        for member in &class.members {
            match member {
                Member::Field(field) => {
                    for declarator in &field.declarators {
                        let kind = if declarator.dims > 0 { Kind::Reference } else { kind_of_type(&field.ty) };
                        add(&mut self.fields, &declarator.name.name, kind);
                    }
                }
                Member::Type(inner) => self.add_class(inner),
                Member::Method(_) | Member::Initializer(_) => {}
            }
        }
    }

    fn add_block(&mut self, block: &Block) {
        block.stmts.iter().for_each(|stmt| self.add_stmt(stmt));
    }

    fn add_stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Local(local) => {
                for declarator in &local.declarators {
                    let kind = if declarator.dims > 0 { Kind::Reference } else { kind_of_type(&local.ty) };
                    add(&mut self.locals, &declarator.name.name, kind);
                    if declarator.init.is_none() {
                        self.unset.push(declarator.name.name.to_string());
                    }
                }
            }
            StmtKind::Block(block) | StmtKind::Synchronized { body: block, .. } => self.add_block(block),
            StmtKind::If { then, otherwise, .. } => {
                self.add_stmt(then);
                otherwise.iter().for_each(|stmt| self.add_stmt(stmt));
            }
            StmtKind::For { init, body, .. } => {
                init.iter().for_each(|stmt| self.add_stmt(stmt));
                self.add_stmt(body);
            }
            StmtKind::ForEach { param, body, .. } => {
                add(&mut self.locals, &param.name.name, kind_of_type(&param.ty));
                self.add_stmt(body);
            }
            StmtKind::While { body, .. } | StmtKind::DoWhile { body, .. } | StmtKind::Labeled { body, .. } => {
                self.add_stmt(body);
            }
            StmtKind::Try(written) => {
                self.add_block(&written.body);
                written.catches.iter().for_each(|catch| self.add_block(&catch.body));
                written.finally.iter().for_each(|block| self.add_block(block));
            }
            _ => {}
        }
    }

    pub(crate) fn of(&self, expr: &Expr) -> Kind {
        match &expr.kind {
            ExprKind::Literal(literal) => match literal {
                Literal::Int(_) | Literal::Long(_) | Literal::Char(_) | Literal::Floating { .. } => Kind::Number,
                Literal::Boolean(_) => Kind::Boolean,
                Literal::String(_) | Literal::Null => Kind::Reference,
            },
            ExprKind::Name(name) => self.named(name.name.as_str()),
            ExprKind::Field { name, .. } if name.name.as_str() == "length" => Kind::Number,
            ExprKind::Field { name, .. } => self.fields.get(name.name.as_str()).copied().unwrap_or(Kind::Unknown),
            ExprKind::This { .. } | ExprKind::New(_) | ExprKind::NewArray { .. } => Kind::Reference,
            ExprKind::Update { .. } => Kind::Number,
            ExprKind::Unary { op: UnaryOp::Not, .. } | ExprKind::InstanceOf { .. } => Kind::Boolean,
            ExprKind::Unary { .. } => Kind::Number,
            ExprKind::Binary { op, .. } if is_logical(*op) || is_relational(*op) => Kind::Boolean,
            // `+` may join strings.
            ExprKind::Binary { op, left, right } if is_arithmetic(*op) => {
                let kinds = [self.of(left), self.of(right)];
                if kinds.contains(&Kind::Reference) || kinds.contains(&Kind::Unknown) {
                    Kind::Unknown
                } else {
                    Kind::Number
                }
            }
            _ => Kind::Unknown,
        }
    }

    fn named(&self, name: &str) -> Kind {
        self.locals.get(name).or_else(|| self.fields.get(name)).copied().unwrap_or(Kind::Unknown)
    }
}

fn add(kinds: &mut BTreeMap<String, Kind>, name: &str, kind: Kind) {
    let known = kinds.entry(name.to_owned()).or_insert(kind);
    if *known != kind {
        *known = Kind::Unknown;
    }
}

fn kind_of_type(ty: &TypeRef) -> Kind {
    match &ty.kind {
        TypeRefKind::Primitive(Primitive::Boolean) => Kind::Boolean,
        TypeRefKind::Primitive(_) => Kind::Number,
        // Boxes count as numbers in arithmetic.
        TypeRefKind::Named(segments) => {
            let name = segments.last().map(|segment| segment.name.name.as_str());
            match name {
                Some("Integer" | "Long" | "Short" | "Byte" | "Character" | "Boolean" | "String") => Kind::Unknown,
                _ => Kind::Reference,
            }
        }
        TypeRefKind::Array(_) => Kind::Reference,
        TypeRefKind::Inferred | TypeRefKind::Void | TypeRefKind::Jml(_) | TypeRefKind::Error => Kind::Unknown,
    }
}
