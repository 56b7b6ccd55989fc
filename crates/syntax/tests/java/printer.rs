//! Trees as short texts with every parenthesis, so that tests can be read.

use tightrope_syntax::jml::StatementKind;
use tightrope_syntax::tree::{
    ConstructorTarget, Declarator, Expr, ExprKind, FieldDecl, InstanceOfTarget, LambdaBody, Literal, Member,
    MethodTarget, Param, Pattern, PatternKind, QualifiedName, Receiver, Resource, Stmt, StmtKind, Switch, SwitchBody,
    SwitchLabel, TypeArg, TypeDecl, TypeRef, TypeRefKind, WildcardBound,
};

fn joined<T>(items: &[T], between: &str, show: impl Fn(&T) -> String) -> String {
    items.iter().map(show).collect::<Vec<_>>().join(between)
}

pub(crate) fn path(name: &QualifiedName) -> String {
    joined(&name.parts, ".", |part| part.name.to_string())
}

pub(crate) fn ty(ty: &TypeRef) -> String {
    match &ty.kind {
        TypeRefKind::Primitive(primitive) => format!("{primitive:?}").to_lowercase(),
        TypeRefKind::Void => "void".into(),
        TypeRefKind::Inferred => "var".into(),
        TypeRefKind::Named(segments) => joined(segments, ".", |segment| match &segment.args {
            None => segment.name.name.to_string(),
            Some(args) => format!("{}<{}>", segment.name.name, joined(args, ", ", type_arg)),
        }),
        TypeRefKind::Array(element) => format!("{}[]", self::ty(element)),
        TypeRefKind::Jml(name) => format!("\\{name}"),
        TypeRefKind::Error => "ERROR".into(),
    }
}

fn type_arg(arg: &TypeArg) -> String {
    match arg {
        TypeArg::Type(inner) => ty(inner),
        TypeArg::Wildcard { bound: None, .. } => "?".into(),
        TypeArg::Wildcard { bound: Some((WildcardBound::Extends, bound)), .. } => format!("? extends {}", ty(bound)),
        TypeArg::Wildcard { bound: Some((WildcardBound::Super, bound)), .. } => format!("? super {}", ty(bound)),
    }
}

pub(crate) fn param(param: &Param) -> String {
    let dots = if param.varargs { "..." } else { "" };
    format!("{}{dots} {}", ty(&param.ty), param.name.name)
}

fn exprs(items: &[Expr]) -> String {
    joined(items, ", ", expr)
}

fn body_mark(body: Option<&TypeDecl>) -> String {
    body.map_or_else(String::new, |body| format!(" {{{} members}}", body.members.len()))
}

fn literal(literal: &Literal) -> String {
    match literal {
        Literal::Int(value) => value.to_string(),
        Literal::Long(value) => format!("{value}L"),
        Literal::Floating { text, .. } => text.to_string(),
        Literal::Char(unit) => format!("'{unit}'"),
        Literal::String(text) => format!("{text:?}"),
        Literal::Boolean(value) => value.to_string(),
        Literal::Null => "null".into(),
    }
}

pub(crate) fn expr(e: &Expr) -> String {
    match &e.kind {
        ExprKind::Literal(value) => literal(value),
        ExprKind::Name(name) => name.name.to_string(),
        ExprKind::Field { target, name } => format!("{}.{}", expr(target), name.name),
        ExprKind::SuperField { qualifier, name } => format!("{}super.{}", dotted(qualifier.as_ref()), name.name),
        ExprKind::This { qualifier } => format!("{}this", dotted(qualifier.as_ref())),
        ExprKind::Call(call) => {
            let receiver = match &call.receiver {
                Receiver::Implicit => String::new(),
                Receiver::Expr(receiver) => format!("{}.", expr(receiver)),
                Receiver::Super { qualifier } => format!("{}super.", dotted(qualifier.as_ref())),
            };
            let type_args = joined(&call.type_args, ", ", type_arg);
            let type_args = if type_args.is_empty() { type_args } else { format!("<{type_args}>") };
            format!("{receiver}{type_args}{}({})", call.name.name, exprs(&call.args))
        }
        ExprKind::New(new) => {
            let outer = new.outer.as_ref().map_or_else(String::new, |outer| format!("{}.", expr(outer)));
            format!("{outer}new {}({}){}", ty(&new.ty), exprs(&new.args), body_mark(new.body.as_deref()))
        }
        ExprKind::NewArray { element, lengths, open_dims, init } => {
            let lengths = joined(lengths, "", |length| format!("[{}]", expr(length)));
            let init = init.as_ref().map_or_else(String::new, |init| format!(" {{{}}}", exprs(init)));
            format!("new {}{lengths}{}{init}", ty(element), "[]".repeat(*open_dims))
        }
        ExprKind::ArrayInit(items) => format!("{{{}}}", exprs(items)),
        ExprKind::Index { array, index } => format!("{}[{}]", expr(array), expr(index)),
        ExprKind::Unary { op, operand } => format!("({op:?} {})", expr(operand)),
        ExprKind::Update { op, operand } => format!("({op:?} {})", expr(operand)),
        ExprKind::Binary { op, left, right } => format!("({} {op:?} {})", expr(left), expr(right)),
        ExprKind::Assign { op: None, target, value } => format!("({} = {})", expr(target), expr(value)),
        ExprKind::Assign { op: Some(op), target, value } => format!("({} {op:?}= {})", expr(target), expr(value)),
        ExprKind::Conditional { cond, then, otherwise } => {
            format!("({} ? {} : {})", expr(cond), expr(then), expr(otherwise))
        }
        ExprKind::InstanceOf { operand, pattern } => match &**pattern {
            InstanceOfTarget::Type(target) => format!("({} instanceof {})", expr(operand), ty(target)),
            InstanceOfTarget::Pattern(target) => format!("({} instanceof {})", expr(operand), self::pattern(target)),
        },
        ExprKind::Cast { types, operand } => format!("(({}) {})", joined(types, " & ", ty), expr(operand)),
        ExprKind::Lambda(lambda) => {
            let params = joined(&lambda.params, ", ", |param| param.name.to_string());
            match &lambda.body {
                LambdaBody::Expr(body) => format!("({params} -> {})", expr(body)),
                LambdaBody::Block(body) => format!("({params} -> {{{}}})", stmts(&body.stmts)),
            }
        }
        ExprKind::MethodReference { target, name } => {
            let target = match &**target {
                MethodTarget::Expr(target) => expr(target),
                MethodTarget::Type(target) => ty(target),
                MethodTarget::Super { qualifier } => format!("{}super", dotted(qualifier.as_ref())),
            };
            format!("{target}::{}", name.name)
        }
        ExprKind::Switch(inner) => switch(inner),
        ExprKind::ClassLiteral(target) => format!("{}.class", ty(target)),
        ExprKind::Template => "TEMPLATE".into(),
        ExprKind::Jml(_) => "JML".into(),
        ExprKind::Error => "ERROR".into(),
    }
}

fn dotted(qualifier: Option<&QualifiedName>) -> String {
    qualifier.map_or_else(String::new, |qualifier| format!("{}.", path(qualifier)))
}

pub(crate) fn pattern(p: &Pattern) -> String {
    match &p.kind {
        PatternKind::Type { ty: target, name } => {
            format!("{} {}", ty(target), name.as_ref().map_or("_", |name| name.name.as_str()))
        }
        PatternKind::Record { ty: target, components } => {
            format!("{}({})", ty(target), joined(components, ", ", pattern))
        }
        PatternKind::Any => "_".into(),
        PatternKind::Error => "ERROR".into(),
    }
}

pub(crate) fn switch(switch: &Switch) -> String {
    let arms = joined(&switch.arms, " ", |arm| {
        let labels = joined(&arm.labels, ", ", |label| match label {
            SwitchLabel::Expr(label) => expr(label),
            SwitchLabel::Pattern(label) => pattern(label),
            SwitchLabel::Default(_) => "default".into(),
        });
        let guard = arm.guard.as_ref().map_or_else(String::new, |guard| format!(" when {}", expr(guard)));
        match &arm.body {
            SwitchBody::Statements(body) => format!("[{labels}{guard}: {}]", stmts(body)),
            SwitchBody::Expr(body) => format!("[{labels}{guard} -> {}]", expr(body)),
            SwitchBody::Block(body) => format!("[{labels}{guard} -> {}]", stmt(body)),
        }
    });
    format!("switch {} {arms}", expr(&switch.selector))
}

pub(crate) fn stmts(items: &[Stmt]) -> String {
    joined(items, " ", stmt)
}

fn declarator(item: &Declarator) -> String {
    let init = item.init.as_ref().map_or_else(String::new, |init| format!(" = {}", expr(init)));
    format!("{}{}{init}", item.name.name, "[]".repeat(item.dims))
}

/// `int a, b[] = {1}` with its JML modifiers before it.
pub(crate) fn variables(field: &FieldDecl) -> String {
    let jml = joined(&field.modifiers.jml, "", |(modifier, _)| format!("@{modifier:?} "));
    format!("{jml}{} {}", ty(&field.ty), joined(&field.declarators, ", ", declarator))
}

pub(crate) fn stmt(s: &Stmt) -> String {
    match &s.kind {
        StmtKind::Empty => ";".into(),
        StmtKind::Block(block) => format!("{{{}}}", stmts(&block.stmts)),
        StmtKind::Local(local) => format!("{};", variables(local)),
        StmtKind::LocalType(decl) => format!("{:?} {};", decl.kind, decl.name.name),
        StmtKind::Expr(inner) => format!("{};", expr(inner)),
        StmtKind::If { cond, then, otherwise } => {
            let otherwise = otherwise.as_ref().map_or_else(String::new, |other| format!(" else {}", stmt(other)));
            format!("if {} {}{otherwise}", expr(cond), stmt(then))
        }
        StmtKind::While { spec, cond, body } => format!("{}while {} {}", clauses(spec.len()), expr(cond), stmt(body)),
        StmtKind::DoWhile { spec, body, cond } => {
            format!("{}do {} while {};", clauses(spec.len()), stmt(body), expr(cond))
        }
        StmtKind::For { spec, init, cond, update, body } => {
            let cond = cond.as_ref().map_or_else(String::new, expr);
            format!("{}for ({} {cond}; {}) {}", clauses(spec.len()), stmts(init), exprs(update), stmt(body))
        }
        StmtKind::ForEach { spec, param: variable, iterated, body } => {
            format!("{}for ({} : {}) {}", clauses(spec.len()), param(variable), expr(iterated), stmt(body))
        }
        StmtKind::Labeled { label, body } => format!("{}: {}", label.name, stmt(body)),
        StmtKind::Switch(inner) => switch(inner),
        StmtKind::Return(value) => {
            format!("return{};", value.as_ref().map_or_else(String::new, |v| format!(" {}", expr(v))))
        }
        StmtKind::Break(label) => {
            format!("break{};", label.as_ref().map_or_else(String::new, |l| format!(" {}", l.name)))
        }
        StmtKind::Continue(label) => {
            format!("continue{};", label.as_ref().map_or_else(String::new, |l| format!(" {}", l.name)))
        }
        StmtKind::Yield(value) => format!("yield {};", expr(value)),
        StmtKind::Throw(value) => format!("throw {};", expr(value)),
        StmtKind::Try(inner) => {
            let resources = joined(&inner.resources, "; ", |resource| match resource {
                Resource::Declared(variable, value) => format!("{} = {}", param(variable), expr(value)),
                Resource::Variable(variable) => expr(variable),
            });
            let catches = joined(&inner.catches, "", |catch| {
                format!(
                    " catch ({} {}) {{{}}}",
                    joined(&catch.types, " | ", ty),
                    catch.name.name,
                    stmts(&catch.body.stmts)
                )
            });
            let finally = inner.finally.as_ref();
            let finally = finally.map_or_else(String::new, |block| format!(" finally {{{}}}", stmts(&block.stmts)));
            format!("try ({resources}) {{{}}}{catches}{finally}", stmts(&inner.body.stmts))
        }
        StmtKind::Synchronized { lock, body } => format!("synchronized {} {{{}}}", expr(lock), stmts(&body.stmts)),
        StmtKind::Assert { cond, message } => {
            format!(
                "assert {}{};",
                expr(cond),
                message.as_ref().map_or_else(String::new, |m| format!(" : {}", expr(m)))
            )
        }
        StmtKind::ConstructorCall { target, outer, args } => {
            let outer = outer.as_ref().map_or_else(String::new, |outer| format!("{}.", expr(outer)));
            let word = if *target == ConstructorTarget::This { "this" } else { "super" };
            format!("{outer}{word}({});", exprs(args))
        }
        StmtKind::Jml(inner) => match &inner.kind {
            StatementKind::Assert(predicate) => format!("@assert {};", expr(predicate)),
            StatementKind::Assume(predicate) => format!("@assume {};", expr(predicate)),
            StatementKind::Set(action) => format!("@set {};", expr(action)),
            StatementKind::Unreachable => "@unreachable;".into(),
            StatementKind::Unchecked { keyword } => format!("@{};", keyword.name),
        },
        StmtKind::Error => "ERROR".into(),
    }
}

/// The number of clauses of a loop.
fn clauses(count: usize) -> String {
    if count == 0 { String::new() } else { format!("@{count} ") }
}

/// Each member in a few words.
pub(crate) fn members(decl: &TypeDecl) -> Vec<String> {
    let show = |member: &Member| match member {
        Member::Field(field) => variables(field),
        Member::Method(method) => {
            let result = method.return_type.as_ref().map_or_else(String::new, |result| format!("{} ", ty(result)));
            let spec = method.spec.as_ref().map_or_else(String::new, |spec| format!("@spec{} ", spec.cases.len()));
            let jml = joined(&method.modifiers.jml, "", |(modifier, _)| format!("@{modifier:?} "));
            format!("{spec}{jml}{result}{}({})", method.name.name, joined(&method.params, ", ", param))
        }
        Member::Initializer(initializer) => (if initializer.is_static { "static {}" } else { "{}" }).to_owned(),
        Member::Type(inner) => format!("{:?} {}", inner.kind, inner.name.name),
    };
    decl.members.iter().map(show).collect()
}
