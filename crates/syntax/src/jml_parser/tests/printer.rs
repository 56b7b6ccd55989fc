//! Trees as short text, for tests only.

use crate::jml::{
    JmlExpr, LoopClauseKind, MethodClauseKind, MethodSpec, Predicate, SpecCase, StatementKind, StoreRef, StoreRefKind,
    TypeClauseKind,
};
use crate::tree::{
    Expr, ExprKind, InstanceOfTarget, Literal, Member, PatternKind, QualifiedName, Receiver, Stmt, StmtKind, TypeArg,
    TypeRef, TypeRefKind,
};

fn list<T>(items: &[T], print: impl Fn(&T) -> String) -> String {
    items.iter().map(print).collect::<Vec<_>>().join(" ")
}

fn path(name: &QualifiedName) -> String {
    name.parts.iter().map(|part| part.name.to_string()).collect::<Vec<_>>().join(".")
}

fn optional(name: Option<&QualifiedName>) -> String {
    name.map(|name| format!("{}.", path(name))).unwrap_or_default()
}

pub(super) fn ty(found: &TypeRef) -> String {
    match &found.kind {
        TypeRefKind::Primitive(primitive) => format!("{primitive:?}").to_lowercase(),
        TypeRefKind::Void => "void".to_owned(),
        TypeRefKind::Inferred => "var".to_owned(),
        TypeRefKind::Array(element) => format!("{}[]", ty(element)),
        TypeRefKind::Jml(name) => format!("\\{name}"),
        TypeRefKind::Error => "<error>".to_owned(),
        TypeRefKind::Named(segments) => {
            let segment = |segment: &crate::tree::TypeSegment| {
                let args = segment.args.as_ref().map(|args| format!("<{}>", list(args, argument))).unwrap_or_default();
                format!("{}{args}", segment.name.name)
            };
            segments.iter().map(segment).collect::<Vec<_>>().join(".")
        }
    }
}

fn argument(found: &TypeArg) -> String {
    match found {
        TypeArg::Type(found) => ty(found),
        TypeArg::Wildcard { bound: None, .. } => "?".to_owned(),
        TypeArg::Wildcard { bound: Some((bound, limit)), .. } => format!("?{bound:?}:{}", ty(limit)),
    }
}

pub(super) fn expr(found: &Expr) -> String {
    match &found.kind {
        ExprKind::Literal(literal) => self::literal(literal),
        ExprKind::Name(name) => name.name.to_string(),
        ExprKind::Field { target, name } => format!("{}.{}", expr(target), name.name),
        ExprKind::SuperField { qualifier, name } => format!("{}super.{}", optional(qualifier.as_ref()), name.name),
        ExprKind::This { qualifier } => format!("{}this", optional(qualifier.as_ref())),
        ExprKind::Call(call) => {
            let receiver = match &call.receiver {
                Receiver::Implicit => String::new(),
                Receiver::Expr(target) => format!("{}.", expr(target)),
                Receiver::Super { qualifier } => format!("{}super.", optional(qualifier.as_ref())),
            };
            format!("{receiver}{}({})", call.name.name, list(&call.args, expr))
        }
        ExprKind::New(new) => format!("(new {} {})", ty(&new.ty), list(&new.args, expr)),
        ExprKind::NewArray { element, lengths, open_dims, init } => {
            let init = init.as_ref().map(|init| format!(" {{{}}}", list(init, expr))).unwrap_or_default();
            format!("(new {} [{}] {open_dims}{init})", ty(element), list(lengths, expr))
        }
        ExprKind::ArrayInit(elements) => format!("{{{}}}", list(elements, expr)),
        ExprKind::Index { array, index } => format!("{}[{}]", expr(array), expr(index)),
        ExprKind::Unary { op, operand } => format!("({op:?} {})", expr(operand)),
        ExprKind::Update { op, operand } => format!("({op:?} {})", expr(operand)),
        ExprKind::Binary { op, left, right } => format!("({op:?} {} {})", expr(left), expr(right)),
        ExprKind::Assign { op, target, value } => format!("(Assign {op:?} {} {})", expr(target), expr(value)),
        ExprKind::Conditional { cond, then, otherwise } => {
            format!("(? {} {} {})", expr(cond), expr(then), expr(otherwise))
        }
        ExprKind::InstanceOf { operand, pattern } => format!("(is {} {})", expr(operand), target(pattern)),
        ExprKind::Cast { types, operand } => format!("(cast {} {})", list(types, ty), expr(operand)),
        ExprKind::ClassLiteral(found) => format!("{}.class", ty(found)),
        ExprKind::Jml(found) => jml(found),
        ExprKind::Error => "<error>".to_owned(),
        other => format!("{other:?}"),
    }
}

fn target(found: &InstanceOfTarget) -> String {
    match found {
        InstanceOfTarget::Type(found) => ty(found),
        InstanceOfTarget::Pattern(pattern) => match &pattern.kind {
            PatternKind::Type { ty: found, name } => {
                format!("{}:{}", ty(found), name.as_ref().map_or("_".to_owned(), |name| name.name.to_string()))
            }
            other => format!("{other:?}"),
        },
    }
}

fn literal(found: &Literal) -> String {
    match found {
        Literal::Int(value) => value.to_string(),
        Literal::Long(value) => format!("{value}L"),
        Literal::Floating { text, single } => format!("{text}:{single}"),
        Literal::Char(unit) => format!("'{unit}'"),
        Literal::String(text) => format!("{text:?}"),
        Literal::Boolean(value) => value.to_string(),
        Literal::Null => "null".to_owned(),
    }
}

fn jml(found: &JmlExpr) -> String {
    match found {
        JmlExpr::Result => "\\result".to_owned(),
        JmlExpr::Old { expr: old, label } => {
            let label = label.as_ref().map(|label| format!(" @{}", label.name)).unwrap_or_default();
            format!("(old {}{label})", expr(old))
        }
        JmlExpr::Pre(old) => format!("(pre {})", expr(old)),
        JmlExpr::Fresh(args) => format!("(fresh {})", list(args, expr)),
        JmlExpr::NonNullElements(arg) => format!("(nonnullelements {})", expr(arg)),
        JmlExpr::TypeOf(arg) => format!("(typeof {})", expr(arg)),
        JmlExpr::ElementType(arg) => format!("(elemtype {})", expr(arg)),
        JmlExpr::TypeLiteral(arg) => format!("(type {})", ty(arg)),
        JmlExpr::InvariantFor(args) => format!("(invariant_for {})", list(args, expr)),
        JmlExpr::Quantified { quantifier, binders, range, body } => {
            let binder = |binder: &crate::tree::Param| {
                let marks = list(&binder.modifiers.jml, |(modifier, _)| format!("{modifier:?}"));
                format!("{marks}{}:{}", binder.name.name, ty(&binder.ty))
            };
            let range = range.as_ref().map_or("-".to_owned(), expr);
            format!("({quantifier:?} {} {range} {})", list(binders, binder), expr(body))
        }
        JmlExpr::SetComprehension { binder, predicate } => {
            format!("(set {}:{} {})", binder.name.name, ty(&binder.ty), expr(predicate))
        }
        JmlExpr::Reach { root, ty: found, fields } => {
            let class = found.as_ref().map(|found| format!(" {}", ty(found))).unwrap_or_default();
            let fields = fields.as_ref().map(|fields| {
                let field = |field: &crate::jml::FieldName| {
                    let class = field.class.as_ref().map(|class| format!("{}.", ty(class))).unwrap_or_default();
                    format!("{class}{}", field.name.name)
                };
                format!(" {{{}}}", list(fields, field))
            });
            format!("(reach {}{class}{})", expr(root), fields.unwrap_or_default())
        }
        JmlExpr::Informal(text) => format!("(* {text} *)"),
        JmlExpr::Labelled { name, expr: inner } => format!("(lbl {} {})", name.name, expr(inner)),
        JmlExpr::Unchecked { keyword } => format!("(unchecked {keyword})"),
    }
}

pub(super) fn store_ref(found: &StoreRef) -> String {
    match &found.kind {
        StoreRefKind::Location(location) => expr(location),
        StoreRefKind::AllFields(target) => format!("{}.*", expr(target)),
        StoreRefKind::AllElements(array) => format!("{}[*]", expr(array)),
        StoreRefKind::Range { array, from, to } => format!("{}[{}..{}]", expr(array), expr(from), expr(to)),
        other => format!("{other:?}"),
    }
}

fn predicate(found: &Predicate) -> String {
    match found {
        Predicate::Expr(found) => expr(found),
        other => format!("{other:?}"),
    }
}

pub(super) fn type_clause(found: &TypeClauseKind) -> String {
    match found {
        TypeClauseKind::Invariant(found) => format!("(invariant {})", expr(found)),
        TypeClauseKind::Constraint(found) => format!("(constraint {})", expr(found)),
        TypeClauseKind::Initially(found) => format!("(initially {})", expr(found)),
        TypeClauseKind::Axiom(found) => format!("(axiom {})", expr(found)),
        TypeClauseKind::Represents { target, value } => format!("(represents {} {})", expr(target), expr(value)),
        TypeClauseKind::RepresentsSuchThat { target, predicate } => {
            format!("(such_that {} {})", expr(target), expr(predicate))
        }
        TypeClauseKind::Unchecked { keyword } => format!("(unchecked {})", keyword.name),
    }
}

pub(super) fn spec(found: &MethodSpec) -> String {
    let also = if found.extends { "also " } else { "" };
    format!("{also}{}", list(&found.cases, case))
}

fn case(found: &SpecCase) -> String {
    let clauses = list(&found.clauses, |clause| method_clause(&clause.keyword.name, &clause.kind));
    let nested = if found.nested.is_empty() { String::new() } else { format!(" nested {}", list(&found.nested, case)) };
    format!("[{:?} {clauses}{nested}]", found.behavior)
}

fn method_clause(keyword: &str, found: &MethodClauseKind) -> String {
    match found {
        MethodClauseKind::Requires(found) => format!("(requires {})", predicate(found)),
        MethodClauseKind::Ensures(found) => format!("(ensures {})", predicate(found)),
        MethodClauseKind::Diverges(found) => format!("(diverges {})", predicate(found)),
        MethodClauseKind::Signals { exception, name, predicate: found } => {
            let name = name.as_ref().map_or("-".to_owned(), |name| name.name.to_string());
            format!("(signals {} {name} {})", ty(exception), found.as_ref().map_or("-".to_owned(), predicate))
        }
        MethodClauseKind::SignalsOnly(types) => format!("(signals_only {})", list(types, ty)),
        MethodClauseKind::Assignable(refs) => format!("(assignable {})", list(refs, store_ref)),
        MethodClauseKind::OldVariable(field) => format!("(old {})", variables(field)),
        MethodClauseKind::Unchecked => format!("(unchecked {keyword})"),
    }
}

fn variables(field: &crate::tree::FieldDecl) -> String {
    let declarator = |found: &crate::tree::Declarator| {
        let init = found.init.as_ref().map(|init| format!("={}", expr(init))).unwrap_or_default();
        format!("{}{}{init}", found.name.name, "[]".repeat(found.dims))
    };
    let marks = list(&field.modifiers.jml, |(modifier, _)| format!("{modifier:?}"));
    format!("{marks} {} {}", ty(&field.ty), list(&field.declarators, declarator)).trim().to_owned()
}

pub(super) fn member(found: &Member) -> String {
    match found {
        Member::Field(field) => format!("(field {})", variables(field)),
        Member::Method(method) => {
            let params = list(&method.params, |param| format!("{}:{}", param.name.name, ty(&param.ty)));
            let result = method.return_type.as_ref().map_or("-".to_owned(), ty);
            let body = method.body.as_ref().map_or(";".to_owned(), |body| format!("{{{}}}", list(&body.stmts, stmt)));
            let contract = method.spec.as_ref().map(|found| format!(" {}", spec(found))).unwrap_or_default();
            format!("({:?} {result} {} ({params}) {body}{contract})", method.kind, method.name.name)
        }
        other => format!("{other:?}"),
    }
}

pub(super) fn stmt(found: &Stmt) -> String {
    match &found.kind {
        StmtKind::Local(field) => format!("(local {})", variables(field)),
        StmtKind::Expr(found) => format!("(do {})", expr(found)),
        StmtKind::Return(value) => format!("(return {})", value.as_ref().map_or(String::new(), expr)),
        StmtKind::Block(block) => format!("{{{}}}", list(&block.stmts, stmt)),
        StmtKind::If { cond, then, otherwise } => {
            let otherwise = otherwise.as_ref().map(|found| format!(" {}", stmt(found))).unwrap_or_default();
            format!("(if {} {}{otherwise})", expr(cond), stmt(then))
        }
        StmtKind::While { spec, cond, body } => {
            let clauses = list(spec, |clause| loop_clause(&clause.kind));
            format!("(while [{clauses}] {} {})", expr(cond), stmt(body))
        }
        StmtKind::For { init, cond, update, body, .. } => {
            let cond = cond.as_ref().map_or("-".to_owned(), expr);
            format!("(for {} {cond} {} {})", list(init, stmt), list(update, expr), stmt(body))
        }
        StmtKind::ForEach { param, iterated, body, .. } => {
            format!("(each {}:{} {} {})", param.name.name, ty(&param.ty), expr(iterated), stmt(body))
        }
        StmtKind::Jml(found) => match &found.kind {
            StatementKind::Assert(claim) => format!("(assert {})", expr(claim)),
            StatementKind::Assume(claim) => format!("(assume {})", expr(claim)),
            StatementKind::Set(update) => format!("(set {})", expr(update)),
            StatementKind::Unreachable => "(unreachable)".to_owned(),
            StatementKind::Unchecked { keyword } => format!("(unchecked {})", keyword.name),
        },
        StmtKind::Error => "<error>".to_owned(),
        other => format!("{other:?}"),
    }
}

pub(super) fn loop_clause(found: &LoopClauseKind) -> String {
    match found {
        LoopClauseKind::Invariant(found) => format!("(loop_invariant {})", expr(found)),
        LoopClauseKind::Decreases(found) => format!("(decreases {})", expr(found)),
        LoopClauseKind::Unchecked { keyword } => format!("(unchecked {})", keyword.name),
    }
}
