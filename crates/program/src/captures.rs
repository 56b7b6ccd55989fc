//! Which lambdas, local and anonymous classes may have objects before a call.
//!
//! Such an object holds what the code around it had in its variables when it was made. A variable
//! that is a parameter of a method which anybody may call, with any argument, can be anything of
//! its type; and the enclosing instance can be any object. What any other variable can be is not
//! known: objects with whatever values would be objects that the code never makes. They are not
//! there before a call, and a place of their type holds what else fits, or an object of a class
//! that nobody knows.

use crate::body::{Body, Call, Expr, ExprKind, LocalKind, StmtKind};
use crate::contract::Origin;
use crate::effective::cases;
use crate::program::{ClassId, ClassOrigin, Code, FieldId, LocalId, MethodId, MethodKind, Program};
use crate::visit;
use std::collections::BTreeSet;

/// What is known of captured variables.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Captures {
    /// The user's classes with captured variables of which nobody knows what they can be.
    pub(crate) unknown: BTreeSet<ClassId>,
    /// Captured variables that may be null.
    pub(crate) nullable: BTreeSet<FieldId>,
}

pub(crate) fn captures(program: &Program) -> Captures {
    let captures = |class: &ClassId| {
        let declared = program.class(*class);
        declared.origin == ClassOrigin::User && !declared.captures.is_empty()
    };
    let capturing: BTreeSet<ClassId> = program.class_ids().filter(captures).collect();
    let mut found = Captures::default();
    if capturing.is_empty() {
        return found;
    }
    for maker in program.method_ids() {
        let Code::Body(body) = &program.method(maker).code else { continue };
        visit::for_each_stmt(&body.block, &mut |stmt| {
            let StmtKind::Call { call, .. } = &stmt.kind else { return };
            let called = program.method(call.method);
            if called.kind == MethodKind::Constructor && capturing.contains(&called.class) {
                see(program, maker, body, call, &mut found);
            }
        });
    }
    found
}

/// One place where an object of such a class is made.
fn see(program: &Program, maker: MethodId, body: &Body, call: &Call, found: &mut Captures) {
    let class = program.method(call.method).class;
    let fields = &program.class(class).captures;
    let values = &call.args[call.args.len().saturating_sub(fields.len())..];
    let is_param = |value: &Expr| matches!(value.kind, ExprKind::Local(id) if body.local(id).kind == LocalKind::Param);
    if !values.iter().all(is_param) || !is_open(program, maker) {
        found.unknown.insert(class);
    }
    let may_be_null = |value: &Expr| match value.kind {
        ExprKind::Local(id) if body.local(id).kind == LocalKind::Param => is_nullable(program, maker, id),
        ExprKind::Local(id) => !is_made(body, id),
        _ => true,
    };
    let nullable = fields.iter().zip(values).filter(|(_, value)| may_be_null(value));
    found.nullable.extend(nullable.map(|(field, _)| *field));
}

/// May anybody call the method with anything?
fn is_open(program: &Program, id: MethodId) -> bool {
    let method = program.method(id);
    let is_called = method.kind == MethodKind::Method && !method.is_private;
    let demands = |origin: &Origin| !matches!(origin, Origin::NonNull { .. });
    let cases = cases(program, id);
    is_called && !cases.iter().any(|case| case.requires.iter().any(|clause| demands(&clause.origin)))
}

fn is_nullable(program: &Program, id: MethodId, local: LocalId) -> bool {
    let method = program.method(id);
    let index = local.index().checked_sub(usize::from(!method.is_static));
    index.and_then(|index| method.params.get(index)).is_none_or(|param| param.nullity.allows_null())
}

/// Does the local only ever hold what was made for it?
fn is_made(body: &Body, local: LocalId) -> bool {
    let (mut is_made, mut is_assigned) = (false, false);
    visit::for_each_stmt(&body.block, &mut |stmt| match &stmt.kind {
        StmtKind::New { result, .. } | StmtKind::NewArray { result, .. } => is_made |= *result == local,
        StmtKind::Assign { local: to, value } if *to == local => match value.kind {
            ExprKind::Local(from) if from != local => is_made |= is_temporary_made(body, from),
            _ => is_assigned = true,
        },
        StmtKind::Call { result: Some(result), .. } => is_assigned |= *result == local,
        StmtKind::Try { handlers, .. } => is_assigned |= handlers.iter().any(|handler| handler.local == local),
        _ => {}
    });
    is_made && !is_assigned
}

/// A temporary that holds a new object, and nothing else.
fn is_temporary_made(body: &Body, local: LocalId) -> bool {
    body.local(local).kind == LocalKind::Temporary && is_made(body, local)
}
