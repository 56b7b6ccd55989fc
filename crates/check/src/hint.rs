//! What a newcomer may not know about a verdict: JML's nullity default, exceptions that have to be declared, and the option that lifts a limit.

use crate::Input;
use tightrope_engine::{Cut, RunLimit};
use tightrope_problem::{Breach, How, ObligationKind, Problem};
use tightrope_program::body::{Stmt, StmtKind};
use tightrope_program::contract::{Clause, Origin};
use tightrope_program::effective::{Invariant, InvariantKind};
use tightrope_program::names::simple_name;
use tightrope_program::{ClassId, Code, MethodId, Program, visit};
use tightrope_source::Span;

/// A clause that nobody wrote, and that is broken: a field or a result has to be non-null.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct BrokenNonNull {
    /// `Node.next`; `None`: the result.
    pub(crate) field: Option<String>,
    /// Not even `non_null` was written.
    pub(crate) by_default: bool,
}

impl BrokenNonNull {
    /// What the breach breaks, if it is such a clause.
    pub(crate) fn of(problem: &Problem<'_>, breach: &Breach) -> Option<BrokenNonNull> {
        let (program, contract) = (problem.program, problem.contract.as_ref()?);
        let obligation = problem.obligation(breach.obligation);
        let of_clause = |clause: &Clause, field: Option<String>| match clause.origin {
            Origin::NonNull { by_default, .. } if clause.span == obligation.clause => {
                Some(BrokenNonNull { field, by_default })
            }
            _ => None,
        };
        let of_invariant = |invariant: &Invariant<'_>| match (invariant.kind, non_null_name(invariant.kind)) {
            (InvariantKind::Clause(clause), Some(name)) => {
                of_clause(clause, Some(format!("{}.{name}", simple_name(program, invariant.class))))
            }
            _ => None,
        };
        match obligation.kind {
            ObligationKind::Ensures => {
                contract.cases.iter().flat_map(|case| &case.ensures).find_map(|clause| of_clause(clause, None))
            }
            ObligationKind::Invariant { class, rep_ok: None } => {
                problem.invariants_of(class)?.invariants.iter().find_map(of_invariant)
            }
            ObligationKind::StaticInvariant => contract.invariants_after.iter().find_map(of_invariant),
            _ => None,
        }
    }

    pub(crate) fn title(&self) -> String {
        let what = self.field.as_ref().map_or("returns null".to_owned(), |field| format!("`{field}` is null"));
        let why = if self.by_default { "non-null is JML's default" } else { "it is declared `non_null`" };
        format!("{what}, but {why}")
    }

    pub(crate) fn hint(&self) -> Option<String> {
        let place = if self.field.is_some() { "before the type of the field" } else { "before the type of the result" };
        self.by_default.then(|| format!("write `/*@ nullable @*/` {place} if it may be null"))
    }
}

fn non_null_name(kind: InvariantKind<'_>) -> Option<&str> {
    match kind {
        InvariantKind::Clause(Clause { origin: Origin::NonNull { name, .. }, .. }) => Some(name.as_str()),
        _ => None,
    }
}

/// For an exception that a `throw` of the method itself throws, when nobody has said what the method may
/// throw.
pub(crate) fn deliberate_exception(input: Input<'_>, problem: &Problem<'_>, breach: &Breach) -> Option<String> {
    let How::Exception { class, made } = breach.how else { return None };
    let contract = problem.contract.as_ref()?;
    let is_written = contract.cases.iter().any(|case| case.written.is_some());
    (!is_written && is_thrown(input.program, contract.method, class, made)).then(|| {
        let name = simple_name(input.program, class);
        format!("if it is meant: declare `throws {name}`, or say when with a `signals` clause")
    })
}

fn is_inside(inner: Span, outer: Span) -> bool {
    inner.file == outer.file && outer.start <= inner.start && inner.end <= outer.end
}

/// Does a `throw` statement of the method make the exception?
fn is_thrown(program: &Program, method: MethodId, class: ClassId, made: Span) -> bool {
    let Code::Body(body) = &program.method(method).code else { return false };
    let (mut is_in_throw, mut is_throw, mut is_new) = (false, false, false);
    visit::for_each_stmt(&body.block, &mut |stmt: &Stmt| match &stmt.kind {
        StmtKind::Throw(_) if made == stmt.span => is_throw = true,
        StmtKind::Throw(_) => is_in_throw |= is_inside(made, stmt.span),
        StmtKind::New { class: new, .. } => is_new |= *new == class && is_inside(stmt.span, made),
        _ => {}
    });
    // A statement that makes and throws its exception by itself is an `assert`.
    is_in_throw && is_new || is_throw && !is_new
}

/// The option that may turn an unknown verdict into another one; `None`: time.
pub(crate) fn option_for(cut: &Cut) -> Option<&'static str> {
    match cut {
        Cut::Memory => Some("give it more memory (--memory 4G), or a smaller scope (--scope 3)"),
        Cut::Budget(RunLimit::Steps) => {
            Some("allow longer runs (--max-steps 10000000), or a smaller scope (--scope 3)")
        }
        Cut::Budget(RunLimit::Objects | RunLimit::ArrayLength) => {
            Some("give ints a smaller range, so that arrays and loops stay small (--scope int=0..5)")
        }
        Cut::CannotBuild { .. } => {
            Some("check a static method that makes the object with `new` and calls others on it")
        }
        _ => None,
    }
}
