//! What a newcomer may not know about a verdict: JML's nullity default, and the option that lifts a
//! limit.

use tightrope_engine::{Cut, RunLimit};
use tightrope_heap::Scope;
use tightrope_problem::{Breach, ObligationKind, Problem};
use tightrope_program::contract::{Clause, Origin};
use tightrope_program::effective::{Invariant, InvariantKind};
use tightrope_program::names::simple_name;
use tightrope_report::NextStep;

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
        let why = if self.by_default { "non-null is JML's default" } else { "it is declared non-null" };
        format!("{what}, but {why}")
    }

    pub(crate) fn hint(&self) -> Option<String> {
        let place = if self.field.is_some() { "before the type of the field" } else { "before the type of the result" };
        self.by_default.then(|| format!("write `/*@ nullable @*/` or `@Nullable` {place} if it may be null"))
    }
}

fn non_null_name(kind: InvariantKind<'_>) -> Option<&str> {
    match kind {
        InvariantKind::Clause(Clause { origin: Origin::NonNull { name, .. }, .. }) => Some(name.as_str()),
        _ => None,
    }
}

/// What may turn an unknown verdict into another one; `None`: time.
pub(crate) fn step_for(cut: &Cut, scope: &Scope) -> Option<NextStep> {
    let step = |goal: &str, options: Vec<(&str, String)>| {
        let options = options.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        Some(NextStep { goal: goal.to_owned(), options })
    };
    match cut {
        Cut::Memory => step("give it more memory", vec![("--memory", "4G".to_owned())]),
        Cut::Budget(RunLimit::Steps) => step("allow longer runs", vec![("--max-steps", "10000000".to_owned())]),
        Cut::Budget(RunLimit::Objects | RunLimit::ArrayLength) => {
            let scope = scope.to_string();
            let is_small = scope.contains("int=");
            let options = if is_small { Vec::new() } else { vec![("--scope", format!("{scope},int=0..5"))] };
            step("give ints a smaller range, so that arrays and loops stay small", options)
        }
        Cut::CannotBuild { .. } => {
            step("check a static method that makes the object with `new` and calls others on it", Vec::new())
        }
        _ => None,
    }
}
