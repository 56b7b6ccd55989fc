//! A warning about invariants that admit next to nothing.
//!
//! A `repOk` that is too strict (`head == null` where `head != null` is meant) leaves the empty
//! structure and nothing else. Every method then holds, on one heap. Whoever reads `1 heap` may
//! notice; we say it.

use crate::{Input, Options, Signals, generate};
use tightrope_heap::Scope;
use tightrope_problem::Problem;
use tightrope_program::names::simple_name;
use tightrope_program::{MethodKind, Program};
use tightrope_report::{Coverage, MethodReport, Verdict, Warning, WarningKind};

/// Enough objects to see that there is no second structure.
const OBJECTS: usize = 3;

pub(crate) fn warning(
    input: Input<'_>,
    problem: &Problem<'_>,
    report: &MethodReport,
    options: &Options,
    signals: &Signals,
) -> Option<Warning> {
    let method = input.program.method(problem.method()?);
    let is_plain = !method.is_static && method.kind == MethodKind::Method;
    let coverage = report.coverage.as_ref().filter(|it| report.verdict == Verdict::Holds && is_suspicious(it))?;
    let owes = problem.invariants_of(method.class).is_some_and(|owed| !owed.invariants.is_empty());
    if !is_plain || !owes {
        return None;
    }
    let scope = options.scope.at_most(OBJECTS);
    let unused = unused_classes(input.program, coverage);
    let found =
        generate::search(input, method.class, &Options { scope: scope.clone(), ..options.clone() }, signals, false);
    let is_one = found.answer.is_complete() && found.count == 1 && !unused.is_empty();
    is_one.then(|| Warning {
        kind: WarningKind::OneStructure,
        message: message(simple_name(input.program, method.class), &unused, &scope),
        place: Some(report.place.clone()),
    })
}

/// One heap, and a class whose objects were allowed and never made.
fn is_suspicious(coverage: &Coverage) -> bool {
    coverage.heaps == 1 && coverage.bounds.iter().any(|bound| bound.largest_used == 0)
}

fn unused_classes(program: &Program, coverage: &Coverage) -> Vec<String> {
    let unused = coverage.bounds.iter().filter(|bound| bound.largest_used == 0).map(|bound| bound.class.clone());
    let is_users = |name: &String| program.class_ids().any(|class| simple_name(program, class) == name);
    unused.filter(is_users).collect()
}

fn message(class: &str, unused: &[String], scope: &Scope) -> String {
    format!(
        "only one `{class}` satisfies the invariant in scope {scope}, without any `{}`: is that meant? See it: \
         tightrope generate {class}",
        unused.join("`, `")
    )
}
