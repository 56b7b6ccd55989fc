//! From the answers of the rungs to the verdict, with everything that weakens it.

use crate::counterexample::counterexample;
use crate::hint::option_for;
use crate::{Climb, Input, Options, excerpt};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use tightrope_engine::{Answer, Cut};
use tightrope_explore::replay;
use tightrope_heap::Scope;
use tightrope_machine::Limit;
use tightrope_machine::contract::{Occasion, OccasionKind};
use tightrope_machine::trace::PathItem;
use tightrope_problem::Covered;
use tightrope_program::effective::effective_contract;
use tightrope_program::names::simple_name;
use tightrope_program::{ClassOrigin, MethodId, MethodKind};
use tightrope_report::{Bound, Coverage, LoopUse, MethodReport, ValueTreatment, Verdict, Warning, WarningKind};

/// Fills in everything that the climb has shown.
pub(crate) fn conclude(
    input: Input<'_>,
    method: MethodId,
    climb: &Climb<'_>,
    options: &Options,
    report: &mut MethodReport,
) {
    if let Some((scope, answer)) = &climb.complete {
        report.coverage = Some(coverage(input, climb, scope, answer));
    }
    let telling = climb.last.as_ref().map(|(_, answer)| answer).or(climb.complete.as_ref().map(|(_, answer)| answer));
    if let Some(answer) = telling {
        report.assumptions = assumptions(answer);
        report.assumptions.extend(axioms(input, method));
        report.assumptions.extend(without_parts(input, answer));
        report.warnings = exclusions(input, answer);
        if let (Some((scope, answer)), None, None) = (&climb.complete, &climb.last, &climb.meant) {
            report.warnings.extend(missed(input, method, scope, answer));
        }
    }
    let violated = violated(input, climb, options, report);
    report.verdict = match (violated, &climb.last) {
        (Some(verdict), _) => verdict,
        (None, Some((_, answer))) => {
            report.next = telling_cut(answer).and_then(option_for).map(str::to_owned);
            cut_verdict(input, climb, answer)
        }
        (None, None) => covered_verdict(input, climb),
    };
}

/// Why partial heaps do not stand for others, though they should.
fn without_parts(input: Input<'_>, answer: &Answer) -> Option<String> {
    let (reason, span) = answer.coverage.without_parts.as_ref()?;
    let place = span.map(|span| format!(": {}", input.place(span))).unwrap_or_default();
    Some(format!("glassbox: not used, each heap is run by itself: {reason}{place}"))
}

/// Runs every witness again; `None`: there is none.
fn violated(input: Input<'_>, climb: &Climb<'_>, options: &Options, report: &mut MethodReport) -> Option<Verdict> {
    let mut unconfirmed = None;
    for (task, witness) in climb.witnesses() {
        match replay(task, witness, options.run) {
            Some(replay) if replay.is_confirmed => {
                report.counterexamples.push(counterexample(input, task, witness, &replay));
                for method in methods_on(input, &replay.path) {
                    let source = excerpt(input, method);
                    if !report.source.contains(&source) {
                        report.source.push(source);
                    }
                }
            }
            _ => unconfirmed = Some(witness),
        }
    }
    match (report.counterexamples.is_empty(), unconfirmed) {
        (false, _) => Some(Verdict::Violated),
        (true, None) => None,
        (true, Some(witness)) => Some(Verdict::Unknown {
            reason: format!(
                "a violation of {} was found, but a run on numbers does not show it",
                input.place(witness.violation.span)
            ),
            last_complete_scope: last_scope(climb),
        }),
    }
}

/// The user's methods that a run came through.
fn methods_on(input: Input<'_>, path: &[PathItem]) -> BTreeSet<MethodId> {
    let mut methods = BTreeSet::new();
    for item in path {
        match item {
            PathItem::Step(step) => {
                let class = input.program.method(step.method).class;
                if input.program.class(class).origin == ClassOrigin::User {
                    methods.insert(step.method);
                }
            }
            PathItem::Repeat { items, .. } => methods.extend(methods_on(input, items)),
        }
    }
    methods
}

fn last_scope(climb: &Climb<'_>) -> Option<String> {
    climb.complete.as_ref().map(|(scope, _)| scope.to_string())
}

/// All heaps were covered, and nothing is broken.
fn covered_verdict(input: Input<'_>, climb: &Climb<'_>) -> Verdict {
    match &climb.complete {
        Some((_, answer)) if answer.coverage.heaps == 0 => Verdict::Vacuous { reason: empty_reason(input, answer) },
        Some((_, answer)) if answer.coverage.runs == 0 => {
            Verdict::Vacuous { reason: "every run meets an `assume` in the code that does not hold".to_owned() }
        }
        Some(_) => Verdict::Holds,
        None => Verdict::Unknown { reason: "nothing was covered".to_owned(), last_complete_scope: None },
    }
}

/// Why no heap satisfies the assumptions: the clause that cut off the most, and what nobody wrote.
fn empty_reason(input: Input<'_>, answer: &Answer) -> String {
    let pruned = &answer.coverage.pruned_by;
    let mut reason = "no heap satisfies the precondition".to_owned();
    let written = pruned.iter().filter(|(_, pruning)| pruning.non_null_by_default.is_none());
    if let Some((span, _)) = written.max_by_key(|(_, pruning)| pruning.branches) {
        let _ = write!(reason, "; `{}` at {} excludes the most", input.text(*span), input.place(*span));
    }
    let by_default = pruned.iter().find_map(|(span, pruning)| Some((span, pruning.non_null_by_default.as_ref()?)));
    if let Some((span, name)) = by_default {
        let place = input.place(*span);
        let _ = write!(
            reason,
            "; `{name}` ({place}) is non-null by JML's default: write `/*@ nullable @*/` if it may be null"
        );
    }
    if answer.coverage.chose_numbers {
        let _ = write!(reason, "; if it needs other numbers, give them: `--scope int=0..100`");
    }
    if answer.coverage.bounds.iter().any(|bound| bound.class.is_none()) {
        let _ = write!(reason, "; if it needs longer arrays, give them: `--scope array=8`");
    }
    reason
}

/// The reason that is given when there are several.
fn telling_cut(answer: &Answer) -> Option<&Cut> {
    answer.cuts.iter().min_by_key(|cut| rank(cut))
}

fn cut_verdict(input: Input<'_>, climb: &Climb<'_>, answer: &Answer) -> Verdict {
    let Some(cut) = telling_cut(answer) else {
        return Verdict::Holds;
    };
    let unknown = |reason: String| Verdict::Unknown { reason, last_complete_scope: last_scope(climb) };
    match cut {
        Cut::Unsupported(what) => {
            let title = what.construct.title();
            let shown = if what.detail.is_empty() { title.to_owned() } else { format!("{title} ({})", what.detail) };
            Verdict::Unsupported { what: shown, place: Some(input.place(what.span)), via: Vec::new() }
        }
        Cut::CannotBuild { class, .. } => Verdict::Unsupported {
            what: format!("initial objects of class `{class}`, whose invariant is not known"),
            place: None,
            via: Vec::new(),
        },
        Cut::NoReceiver => Verdict::Unsupported {
            what: "no class of the given files that could be instantiated runs this method".to_owned(),
            place: None,
            via: Vec::new(),
        },
        Cut::Initializer(what) => unknown(what.clone()),
        Cut::Timeout => unknown("out of time".to_owned()),
        Cut::Interrupted => unknown("interrupted".to_owned()),
        Cut::Memory => unknown("out of memory".to_owned()),
        Cut::Undecided(span) => unknown(format!("the assumption at {} could not be decided", input.place(*span))),
        Cut::Budget(Limit::Steps) => unknown("a run or a formula takes more steps than the budget allows".to_owned()),
        Cut::Budget(Limit::Depth) => unknown("calls are nested deeper than the budget allows".to_owned()),
        Cut::Budget(Limit::ArrayLength) => {
            unknown("every run allocates an array that is longer than the budget allows".to_owned())
        }
        Cut::Budget(Limit::Objects) => unknown("a run allocates more objects than the budget allows".to_owned()),
    }
}

/// What is said first when there are several reasons.
fn rank(cut: &Cut) -> u8 {
    match cut {
        Cut::Interrupted => 0,
        Cut::Unsupported(_) | Cut::CannotBuild { .. } | Cut::NoReceiver => 1,
        Cut::Initializer(_) | Cut::Undecided(_) => 2,
        Cut::Budget(_) => 3,
        Cut::Timeout | Cut::Memory => 4,
    }
}

fn coverage(input: Input<'_>, climb: &Climb<'_>, scope: &Scope, answer: &Answer) -> Coverage {
    let found = &answer.coverage;
    let values = found.values.iter().map(|value| {
        let treatment = value.covered.describe(input.program);
        ValueTreatment { place: value.place.clone(), treatment, reason: value.covered.reason() }
    });
    let bounds = found.bounds.iter().map(|bound| Bound {
        class: bound.name.to_string(),
        limit: bound.limit as u64,
        largest_used: bound.largest as u64,
        touched: bound.touched,
    });
    let bounds = bounds.chain(other_bounds(scope, answer));
    Coverage {
        scope: scope.to_string(),
        heaps: found.heaps,
        runs: found.runs,
        calls: None,
        partial_heaps: found.parts.map(|parts| parts.shown),
        values: values.collect(),
        loops: loops(input, answer),
        library: library(input, answer),
        bounds: bounds.collect(),
        longest_run_steps: found.longest_run,
        rungs: climb.rungs.clone(),
        forecast: climb.forecast(),
    }
}

/// The lengths of arrays and the ranges of numbers, where somebody depended on them: larger ones were not tried.
fn other_bounds(scope: &Scope, answer: &Answer) -> Vec<Bound> {
    let has_arrays = answer.coverage.bounds.iter().any(|bound| bound.class.is_none() && bound.largest > 0);
    let length = scope.array_length() as u64;
    let lengths = Bound { class: "array length".to_owned(), limit: length, largest_used: length, touched: true };
    let greatest = scope.int_range().greatest.unsigned_abs();
    let numbers = Bound { class: "range of ints".to_owned(), limit: greatest, largest_used: greatest, touched: true };
    let chosen = [(has_arrays, lengths), (answer.coverage.chose_numbers, numbers)];
    chosen.into_iter().filter_map(|(applies, bound)| applies.then_some(bound)).collect()
}

fn loops(input: Input<'_>, answer: &Answer) -> Vec<LoopUse> {
    let used = answer.coverage.loops.iter();
    used.map(|count| LoopUse { place: input.place(count.span), most_iterations: count.most }).collect()
}

/// The models of library methods that runs may use; what every object and every exception needs is not worth a line.
fn library(input: Input<'_>, answer: &Answer) -> Vec<String> {
    let program = input.program;
    let throwable = program.class_named("java.lang.Throwable");
    let is_telling = |method: &&MethodId| {
        let declared = program.method(**method);
        let is_exception = throwable.is_some_and(|throwable| program.is_subclass(declared.class, throwable));
        let is_plain =
            declared.kind == MethodKind::Constructor && program.class(declared.class).name == "java.lang.Object";
        let is_made = matches!(declared.kind, MethodKind::StaticInitializer | MethodKind::InstanceInitializer);
        !is_exception && !is_plain && !is_made
    };
    let name = |method: &MethodId| {
        let declared = program.method(*method);
        let method = if declared.kind == MethodKind::Constructor { "new" } else { declared.name.as_str() };
        format!("{}.{method}", simple_name(program, declared.class))
    };
    let mut names: Vec<String> = answer.coverage.library.iter().filter(is_telling).map(name).collect();
    names.sort();
    names.dedup();
    names
}

fn assumptions(answer: &Answer) -> Vec<String> {
    let mut all = answer.coverage.assumptions.clone();
    let has_opaque = answer.coverage.values.iter().any(|value| value.covered == Covered::AnyObject);
    if has_opaque {
        all.push("`equals` and `compareTo` of elements are consistent, change nothing and return".to_owned());
    }
    all
}

/// The axioms that were believed.
fn axioms(input: Input<'_>, method: MethodId) -> Vec<String> {
    let contract = effective_contract(input.program, method);
    let axioms = contract.axioms.iter().map(|axiom| axiom.clause.span);
    axioms.map(|span| format!("`{}` at {}", input.text(span), input.place(span))).collect()
}

fn counted(count: u64, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}

fn exclusions(input: Input<'_>, answer: &Answer) -> Vec<Warning> {
    let mut warnings = Vec::new();
    for (span, exclusion) in &answer.coverage.excluded {
        let exception = exclusion.exception.rsplit('.').next().unwrap_or(&exclusion.exception);
        let message = format!(
            "{} (the smallest with {}) left out because an assumption is undefined there: `{}` gives {exception}; guard it if that is not meant",
            counted(exclusion.heaps, "heap"),
            counted(exclusion.objects as u64, "object"),
            input.text(*span),
        );
        let kind = WarningKind::ExcludedHeaps;
        warnings.push(Warning { kind, message, place: Some(input.place(*span)) });
    }
    warnings
}

/// What a contract says that no run of the scope put to the test. Of a method that has no run at all the verdict speaks.
fn missed(input: Input<'_>, method: MethodId, scope: &Scope, answer: &Answer) -> Vec<Warning> {
    let coverage = &answer.coverage;
    if coverage.runs == 0 {
        return Vec::new();
    }
    let is_reached = |case: usize| coverage.cases.get(case).is_some_and(|heaps| *heaps > 0);
    let contract = effective_contract(input.program, method);
    let cases = contract.cases.iter().enumerate().filter(|(number, _)| !is_reached(*number));
    let cases = cases.filter_map(|(_, case)| case.written).map(|written| Warning {
        kind: WarningKind::UnreachedCase,
        message: format!(
            "in scope {scope} no heap satisfies the precondition of this case: nothing was checked for it"
        ),
        place: Some(input.place(written.span)),
    });
    let missed = coverage.missed.iter().filter(|occasion| is_reached(occasion.case));
    let mut warnings: Vec<Warning> =
        cases.chain(missed.map(|occasion| missed_warning(input, scope, occasion))).collect();
    warnings.sort_by(|left, right| left.place.cmp(&right.place));
    warnings.dedup();
    warnings
}

fn missed_warning(input: Input<'_>, scope: &Scope, occasion: &Occasion) -> Warning {
    let text = input.text(occasion.span);
    let (kind, what) = match occasion.kind {
        OccasionKind::Antecedent => (
            WarningKind::UnreachedAntecedent,
            format!("no run makes `{text}` true: what should follow from it was never checked"),
        ),
        OccasionKind::Otherwise => (
            WarningKind::UnreachedAntecedent,
            format!("no run makes `{text}` false: what should hold then was never checked"),
        ),
        OccasionKind::Range => (
            WarningKind::EmptyRange,
            format!("no run has anything in the range `{text}`: what should hold for all of it was never checked"),
        ),
        OccasionKind::Exception(class) => {
            let class = simple_name(input.program, class);
            (WarningKind::UnreachedException, format!("no run throws `{class}`: this clause was never checked"))
        }
        OccasionKind::Return => {
            (WarningKind::NeverReturns, "no run returns: this case's `ensures` was never checked".to_owned())
        }
    };
    Warning { kind, message: format!("in scope {scope} {what}"), place: Some(input.place(occasion.span)) }
}
