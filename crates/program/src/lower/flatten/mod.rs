//! From a typed body to the body language: every step of Java explicit, in Java's order (JLS 15.7
//! and the sections named at each function).
//!
//! An expression is lowered to an effect-free [`Expr`]; whatever it does on the way becomes
//! statements. Operands are lowered into separate pieces of [`Code`]; when a later one has
//! statements, the values of the earlier ones are kept in temporaries ([`operands`]). What follows
//! a statement that never completes (`return`, `throw`, `Unsupported`, …) cannot run and is left
//! out.
//!
//! Code is never copied, not even that of `finally` ([`exceptions`]): the size of a body is linear
//! in the size of its source.

mod assigned;
mod assignments;
mod calls;
mod exceptions;
mod expressions;
mod finish;
mod jumps;
mod loops;
mod operands;
mod statements;
mod switches;
#[cfg(test)]
mod tests;

use super::declarations::{Captured, Declarations};
use super::formulas;
use super::typed::{TypedBody, TypedExpr};
use crate::body::{Body, Expr, ExprKind, Local, LocalKind, LoopInfo, Stmt, StmtKind, Unsupported};
use crate::constructs::Construct;
use crate::program::{ClassId, Constant, LabelId, LocalId, MethodId, MethodKind, Program, Type};
use jumps::{Frame, LabelState};
use tightrope_source::{Diagnostic, Name, Span};

/// Makes every step of a typed body explicit. `diagnostics` takes what is wrong with the formulas
/// inside it.
pub(crate) fn flatten_body(
    declarations: &Declarations<'_>,
    method: MethodId,
    body: TypedBody,
    diagnostics: &mut Vec<Diagnostic>,
) -> Body {
    let surroundings = Surroundings {
        program: &declarations.program,
        throwable: declarations.well_known.throwable,
        null_pointer_exception: declarations.well_known.null_pointer_exception,
        captured: &|class| declarations.classes.get(class.index()).map_or(&[], |class| &class.captured),
    };
    let mut formula = |expr: TypedExpr| formulas::formula_expr(declarations, expr, diagnostics);
    flatten_with(surroundings, method, body, &mut formula)
}

/// What flattening needs to know of the rest of the program.
#[derive(Clone, Copy)]
struct Surroundings<'p> {
    program: &'p Program,
    throwable: ClassId,
    null_pointer_exception: ClassId,
    /// The variables that a local class has captured.
    captured: &'p dyn Fn(ClassId) -> &'p [Captured],
}

fn flatten_with(
    surroundings: Surroundings<'_>,
    method: MethodId,
    body: TypedBody,
    formula: &mut dyn FnMut(TypedExpr) -> Expr,
) -> Body {
    let reassigned = assigned::reassigned_locals(&body);
    let labels = (0..body.labels).map(|_| LabelState::default()).collect();
    let mut flattener = Flattener {
        surroundings,
        method,
        locals: body.variables,
        reassigned,
        labels,
        loops: Vec::new(),
        frames: Vec::new(),
        initialized: Vec::new(),
        code: Code::new(),
        formula,
    };
    match surroundings.program.method(method).kind {
        MethodKind::StaticInitializer => flattener.static_initializer(&body.block),
        _ => flattener.statements(&body.block),
    }
    flattener.end_of_body();
    finish::finish(flattener)
}

/// Statements in the making, and whether control can get to their end.
#[derive(Debug)]
struct Code {
    stmts: Vec<Stmt>,
    completes: bool,
}

impl Code {
    fn new() -> Code {
        Code { stmts: Vec::new(), completes: true }
    }

    fn is_empty(&self) -> bool {
        self.stmts.is_empty()
    }
}

struct Flattener<'p, 'f> {
    surroundings: Surroundings<'p>,
    method: MethodId,
    locals: Vec<Local>,
    /// By local: is it assigned anywhere but where it is declared?
    reassigned: Vec<bool>,
    labels: Vec<LabelState>,
    loops: Vec<LoopInfo>,
    /// The `finally` clauses around the current place, outermost first.
    frames: Vec<Frame>,
    /// Classes that have certainly been initialised at the current place.
    initialized: Vec<ClassId>,
    /// Where statements go.
    code: Code,
    formula: &'f mut dyn FnMut(TypedExpr) -> Expr,
}

impl<'p> Flattener<'p, '_> {
    fn program(&self) -> &'p Program {
        self.surroundings.program
    }

    /// Adds a statement after which control goes on.
    fn push(&mut self, span: Span, kind: StmtKind) {
        if self.code.completes {
            self.code.stmts.push(Stmt { span, kind });
        }
    }

    /// Adds a statement that control does not get past, or only if `completes`.
    fn push_ending(&mut self, span: Span, kind: StmtKind, completes: bool) {
        self.push(span, kind);
        self.code.completes &= completes;
    }

    fn append(&mut self, code: Code) {
        if self.code.completes {
            self.code.stmts.extend(code.stmts);
            self.code.completes = code.completes;
        }
    }

    /// Code that runs exactly when the current place is reached.
    fn aside<R>(&mut self, make: impl FnOnce(&mut Self) -> R) -> (R, Code) {
        let code = Code { stmts: Vec::new(), completes: self.code.completes };
        self.resume(code, make)
    }

    /// Code that runs under a condition, or can be left early: what it initialises does not count
    /// afterwards.
    fn branch<R>(&mut self, make: impl FnOnce(&mut Self) -> R) -> (R, Code) {
        let initialized = self.initialized.len();
        let made = self.aside(make);
        self.initialized.truncate(initialized);
        made
    }

    /// Goes on with code made before.
    fn resume<R>(&mut self, code: Code, make: impl FnOnce(&mut Self) -> R) -> (R, Code) {
        let around = std::mem::replace(&mut self.code, code);
        let result = make(self);
        let code = std::mem::replace(&mut self.code, around);
        (result, code)
    }

    fn temporary(&mut self, ty: Type, span: Span) -> LocalId {
        let id = LocalId(self.locals.len() as u32);
        // Temporaries get their names when it is known which of them are used.
        self.locals.push(Local { name: Name::new("t"), ty, kind: LocalKind::Temporary, span });
        id
    }

    fn local(&self, local: LocalId, span: Span) -> Expr {
        let ty = self.locals.get(local.index()).map_or(Type::UNKNOWN, |local| local.ty);
        Expr { kind: ExprKind::Local(local), ty, span }
    }

    fn new_label(&mut self) -> LabelId {
        let label = LabelId(self.labels.len() as u32);
        self.labels.push(LabelState { depth: self.frames.len(), ..LabelState::default() });
        label
    }

    fn unsupported(&mut self, unsupported: Unsupported) {
        self.push_ending(unsupported.span, StmtKind::Unsupported(unsupported), false);
    }

    /// A value for code that cannot run. It never gets into the body.
    fn no_value(&self, ty: Option<Type>, span: Span) -> Expr {
        let ty = ty.unwrap_or(Type::UNKNOWN);
        let constant = match ty {
            Type::BOOLEAN => Constant::Boolean(false),
            Type::LONG => Constant::Long(0),
            Type::FLOAT => Constant::Float(0),
            Type::DOUBLE => Constant::Double(0),
            _ if ty.is_integral() => Constant::Int(0),
            _ => Constant::Null,
        };
        Expr { kind: ExprKind::Constant(constant), ty, span }
    }

    /// A `void` method may reach its end; another one only if an error in it has been reported.
    fn end_of_body(&mut self) {
        if !self.code.completes {
            return;
        }
        let method = self.program().method(self.method);
        let span = method.span.after();
        if method.return_type.is_none() {
            self.push_ending(span, StmtKind::Return(None), false);
        } else {
            let detail = Name::new("end of the method without `return`");
            self.unsupported(Unsupported { construct: Construct::Untyped, detail, span: method.name_span });
        }
    }
}

fn int(value: i32, span: Span) -> Expr {
    Expr { kind: ExprKind::Constant(Constant::Int(value)), ty: Type::INT, span }
}

fn boolean(value: bool, span: Span) -> Expr {
    Expr { kind: ExprKind::Constant(Constant::Boolean(value)), ty: Type::BOOLEAN, span }
}
