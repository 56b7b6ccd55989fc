//! What a newcomer may not know about a verdict: JML's nullity default, exceptions that have to be declared, and the option that lifts a limit.

use crate::Input;
use tightrope_engine::Cut;
use tightrope_machine::Limit;
use tightrope_machine::contract::{Violation, ViolationKind};
use tightrope_program::contract::{Clause, Origin};
use tightrope_program::effective::{Invariant, InvariantKind, class_invariants, effective_contract};
use tightrope_program::names::simple_name;
use tightrope_program::{MethodId, Program};
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
    /// What the violation breaks, if it is such a clause. One whose evaluation throws is none: they are too simple.
    pub(crate) fn of(program: &Program, method: MethodId, violation: &Violation) -> Option<BrokenNonNull> {
        let of_clause = |clause: &Clause, field: Option<String>| match clause.origin {
            Origin::NonNull { by_default, .. } if clause.span == violation.span => {
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
        match violation.kind {
            ViolationKind::Ensures => {
                let contract = effective_contract(program, method);
                contract.cases.iter().flat_map(|case| &case.ensures).find_map(|clause| of_clause(clause, None))
            }
            ViolationKind::Invariant { class, rep_ok: None } => {
                class_invariants(program, class).iter().find_map(of_invariant)
            }
            ViolationKind::StaticInvariant => {
                effective_contract(program, method).invariants_after.iter().find_map(of_invariant)
            }
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

/// For an exception that a `throw` of the method itself throws, when nobody has said what the method may throw.
pub(crate) fn deliberate_exception(input: Input<'_>, method: MethodId, violation: &Violation) -> Option<String> {
    let ViolationKind::Exception(class) = violation.kind else { return None };
    let is_written = effective_contract(input.program, method).cases.iter().any(|case| case.written.is_some());
    let declared = input.program.method(method).span;
    (!is_written && is_inside(violation.span, declared) && is_thrown(input, violation.span)).then(|| {
        let name = simple_name(input.program, class);
        format!("if it is meant: declare `throws {name}`, or say when with a `signals` clause")
    })
}

fn is_inside(inner: Span, outer: Span) -> bool {
    inner.file == outer.file && outer.start <= inner.start && inner.end <= outer.end
}

/// Is the exception made in a `throw` statement? What is written before it in its statement tells.
fn is_thrown(input: Input<'_>, made: Span) -> bool {
    let before = input.sources.file(made.file).text.get(..made.start as usize).unwrap_or_default();
    let statement = before.rsplit([';', '{', '}', ')', ':']).next().unwrap_or_default().trim();
    statement == "throw" || statement == "else throw" || input.sources.text(made).starts_with("throw ")
}

/// The option that may turn an unknown verdict into another one; `None`: time.
pub(crate) fn option_for(cut: &Cut) -> Option<&'static str> {
    match cut {
        Cut::Memory => Some("give it more memory (--memory 4G), or a smaller scope (--scope 3)"),
        Cut::Budget(Limit::Steps) => Some("allow longer runs (--max-steps 10000000), or a smaller scope (--scope 3)"),
        Cut::Budget(Limit::Objects | Limit::ArrayLength) => {
            Some("give ints a smaller range, so that arrays and loops stay small (--scope int=0..5)")
        }
        Cut::CannotBuild { .. } => {
            Some("check a static method that makes the object with `new` and calls others on it")
        }
        _ => None,
    }
}
