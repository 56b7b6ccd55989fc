//! Which methods meet something unsupported on every run, before anything else can happen.
//!
//! The first statements of a method are followed, through calls that are known, as long as nothing
//! can branch, throw or end: what stands there is met by every call, on every heap.

use crate::body::{Body, Dispatch, Expr, ExprKind, Stmt, StmtKind, Unsupported};
use crate::program::{ClassOrigin, Code, LocalId, MethodId, Program};
use crate::support::Reason;
use crate::visit;

/// Calls are followed so deep.
const DEPTH: usize = 6;

/// How a run gets through a piece of code.
enum Pass {
    /// It always comes to something that is not modelled; through these calls, the last one first.
    Meets(Unsupported, Vec<MethodId>),
    /// It goes on behind it.
    GoesOn,
    /// It may branch, throw or end.
    Open,
}

/// What every run of the method meets first.
pub fn always_meets(program: &Program, method: MethodId) -> Option<Reason> {
    match through_method(program, method, DEPTH) {
        Pass::Meets(unsupported, mut chain) => {
            chain.reverse();
            Some(Reason { place: unsupported.span, unsupported, chain })
        }
        Pass::GoesOn | Pass::Open => None,
    }
}

fn through_method(program: &Program, method: MethodId, depth: usize) -> Pass {
    let declared = program.method(method);
    match &declared.code {
        Code::Body(body) if depth > 0 => {
            let this = (!declared.is_static).then_some(LocalId(0));
            match (Walk { program, this, depth }).through_body(body) {
                Pass::Meets(unsupported, mut chain) => {
                    chain.push(method);
                    Pass::Meets(unsupported, chain)
                }
                other => other,
            }
        }
        _ => Pass::Open,
    }
}

/// A walk through the first statements of one method.
struct Walk<'p> {
    program: &'p Program,
    /// The receiver, which is not null.
    this: Option<LocalId>,
    depth: usize,
}

impl Walk<'_> {
    fn through_body(&self, body: &Body) -> Pass {
        for stmt in &body.block {
            match self.through_statement(stmt) {
                Pass::GoesOn if matches!(stmt.kind, StmtKind::Return(_)) => return Pass::GoesOn,
                Pass::GoesOn => {}
                other => return other,
            }
        }
        Pass::GoesOn
    }

    fn through_statement(&self, stmt: &Stmt) -> Pass {
        for expr in visit::exprs(stmt) {
            match self.through_expression(expr) {
                Pass::GoesOn => {}
                other => return other,
            }
        }
        let program = self.program;
        match &stmt.kind {
            StmtKind::Unsupported(unsupported) => Pass::Meets(unsupported.clone(), Vec::new()),
            StmtKind::Assign { .. } | StmtKind::New { .. } | StmtKind::Return(_) => Pass::GoesOn,
            StmtKind::SetField { object, .. } if self.is_this(object) => Pass::GoesOn,
            StmtKind::InitializeClass(class) => {
                let order = program.initialization_order(*class);
                let is_plain = order.iter().all(|class| program.class(*class).static_initializer.is_none());
                if is_plain { Pass::GoesOn } else { Pass::Open }
            }
            StmtKind::Call { call, .. } if call.dispatch == Dispatch::Static => self.through_call(call.method),
            StmtKind::Call { call, .. } if call.args.first().is_some_and(|object| self.is_this(object)) => {
                match call.dispatch {
                    Dispatch::Exact => self.through_call(call.method),
                    _ => Pass::Open,
                }
            }
            _ => Pass::Open,
        }
    }

    fn through_call(&self, method: MethodId) -> Pass {
        let class = self.program.class(self.program.method(method).class);
        let is_object = class.origin == ClassOrigin::Library && class.superclass.is_none();
        if is_object { Pass::GoesOn } else { through_method(self.program, method, self.depth - 1) }
    }

    fn is_this(&self, expr: &Expr) -> bool {
        matches!(expr.kind, ExprKind::Local(local) if Some(local) == self.this)
    }

    fn through_expression(&self, expr: &Expr) -> Pass {
        match &expr.kind {
            ExprKind::Unsupported(unsupported) => Pass::Meets(unsupported.clone(), Vec::new()),
            ExprKind::Constant(_) | ExprKind::Local(_) => Pass::GoesOn,
            ExprKind::Field { object, .. } if self.is_this(object) => Pass::GoesOn,
            ExprKind::Unary { operand, .. } | ExprKind::Convert(operand) => self.through_expression(operand),
            _ => Pass::Open,
        }
    }
}
