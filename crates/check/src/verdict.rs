//! From the answers of the rungs to the verdict, with everything that weakens it.

use crate::counterexample::{call, counterexample};
use crate::hint::step_for;
use crate::note::note;
use crate::{Climb, Input, Options, excerpt};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use tightrope_confirm::{Confirmation, Judge};
use tightrope_engine::{
    Answer, Blame, BoundKind, BoundUse, Cut, Gap, PartCoverage, Precondition, Proof, Untested, UntestedKind, Work,
};
use tightrope_heap::Scope;
use tightrope_machine::trace::PathItem;
use tightrope_problem::{Because, Bounds, Covered, Problem};
use tightrope_program::names::simple_name;
use tightrope_program::{ClassOrigin, MethodId, MethodKind};
use tightrope_report::{Bound, Coverage, LoopUse, MethodReport, Solved, ValueTreatment, Verdict, Warning, WarningKind};

/// Fills in everything that the climb has shown.
pub(crate) fn conclude(
    input: Input<'_>,
    problem: &Problem<'_>,
    climb: &Climb,
    options: &Options,
    report: &mut MethodReport,
) {
    if let Some((bounds, answer)) = &climb.complete {
        report.coverage = Some(coverage(input, problem, climb, bounds, answer));
        let proofs = answer.certificate.iter().flat_map(|certificate| &certificate.proofs);
        report.proofs = proofs.map(|Proof { problem, proof }| (problem.clone(), proof.clone())).collect();
    }
    let telling = climb.last.as_ref().or(climb.complete.as_ref().map(|(_, answer)| answer));
    if let Some(answer) = telling {
        report.assumptions = assumptions(problem, answer, options);
        report.assumptions.extend(axioms(input, problem));
        report.assumptions.extend(covered_parts(input, answer));
        report.warnings = exclusions(input, answer);
        if let (Some((bounds, answer)), None, true) = (&climb.complete, &climb.last, climb.found.is_empty()) {
            report.warnings.extend(untested(input, problem, &bounds.scope, answer));
        }
    }
    let violated = violated(input, problem, climb, options, report);
    report.verdict = match (violated, &climb.last) {
        (Some(verdict), _) => verdict,
        (None, Some(answer)) => {
            report.next = telling_cut(answer).and_then(|cut| step_for(cut, &options.scope));
            cut_verdict(input, climb, answer)
        }
        (None, None) => covered_verdict(input, climb),
    };
}

/// More would hide what else there is to say.
const MOST_PARTS_NAMED: usize = 8;

/// Which paths are covered, where some are and some are not.
fn covered_parts(input: Input<'_>, answer: &Answer) -> Option<String> {
    let parts = &answer.coverage.parts;
    let covered: Vec<&PartCoverage> = parts.iter().filter(|part| part.is_covered).collect();
    if covered.len() == parts.len() {
        return None;
    }
    let choice = |(span, goes_through): &(tightrope_source::Span, bool)| {
        let side = if *goes_through { "through" } else { "around" };
        format!("{side} {}", input.place(*span))
    };
    let paths = |part: &&PartCoverage| part.choices.iter().map(choice).collect::<Vec<_>>().join(" and ");
    let which = match covered.is_empty() {
        true => String::new(),
        false => {
            let named: Vec<String> = covered.iter().take(MOST_PARTS_NAMED).map(paths).collect();
            let more = covered.len() - named.len();
            let more = if more > 0 { format!("; and {more} more") } else { String::new() };
            format!(": paths {}{more}", named.join("; "))
        }
    };
    Some(format!("{} of {} parts of the paths are covered{which}", covered.len(), parts.len()))
}

/// Why no partial heap stands for others, though it should.
fn one_by_one(input: Input<'_>, problem: &Problem<'_>, answer: &Answer) -> Option<String> {
    let (reason, span) = answer.coverage.fallback.as_ref()?;
    let class = problem.method().map(|method| input.program.method(method).class)?;
    let place = span.map(|span| format!(": {}", input.place(span))).unwrap_or_default();
    Some(format!("glassbox: not used for {}: {reason}{place}", simple_name(input.program, class)))
}

/// Do partial heaps stand for all heaps there are? Nothing was left to the search of a scope, and
/// no bound was used up.
fn has_every_size(answer: &Answer) -> bool {
    let is_shown = matches!(answer.work, Work::Parts { left: 0, shown, .. } if shown > 0);
    is_shown && answer.is_complete() && answer.witnesses.is_empty() && answer.bounds.iter().all(|used| !used.reached)
}

/// Judges every witness again; `None`: there is none.
fn violated(
    input: Input<'_>,
    problem: &Problem<'_>,
    climb: &Climb,
    options: &Options,
    report: &mut MethodReport,
) -> Option<Verdict> {
    // What engines or the judge doubt is known in no scope.
    let unknown = |reason: String| Some(Verdict::Unknown { reason, last_complete_scope: None });
    if let Some(disagreement) = climb.last.iter().flat_map(|answer| &answer.cuts).find_map(disagreement) {
        return unknown(format!("engines disagree: {disagreement}"));
    }
    let mut doubt = None;
    for witness in &climb.found {
        let Some(judge) = Judge::new(problem, witness, options.run) else {
            doubt = Some((witness, "the classes cannot be initialised".to_owned()));
            continue;
        };
        match (judge.confirm(), judge.replay()) {
            (Confirmation::Confirmed, Some(replay)) => {
                if let Some(note) = note(input, problem, witness, &call(problem, &replay.before)) {
                    report.warnings.push(note);
                    continue;
                }
                report.counterexamples.push(counterexample(input, problem, witness, &replay));
                for method in methods_on(input, &replay.path) {
                    let source = excerpt(input, method);
                    if !report.source.contains(&source) {
                        report.source.push(source);
                    }
                }
            }
            (Confirmation::Refuted(why) | Confirmation::Unclear(why), _) => doubt = Some((witness, why)),
            (Confirmation::Confirmed, None) => doubt = Some((witness, "it cannot be run again".to_owned())),
        }
    }
    match (report.counterexamples.is_empty(), doubt) {
        (false, _) => Some(Verdict::Violated),
        (true, None) => None,
        (true, Some((witness, why))) => {
            let place = input.place(problem.place_of(&witness.breach));
            unknown(format!(
                "a violation of {place} was found, but the judge does not confirm it: {why}; please report this"
            ))
        }
    }
}

fn disagreement(cut: &Cut) -> Option<&String> {
    match cut {
        Cut::Disagreement(what) => Some(what),
        _ => None,
    }
}

/// No engine that was chosen can decide the problem.
pub(crate) fn unsupported(input: Input<'_>, gap: &Gap) -> Verdict {
    Verdict::Unsupported { what: gap.what.clone(), place: gap.place.map(|span| input.place(span)), via: Vec::new() }
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

fn last_scope(climb: &Climb) -> Option<String> {
    climb.complete.as_ref().map(|(bounds, _)| bounds.scope.to_string())
}

/// All heaps were covered, and nothing is broken.
fn covered_verdict(input: Input<'_>, climb: &Climb) -> Verdict {
    let Some((_, answer)) = &climb.complete else {
        return Verdict::Unknown { reason: "nothing was covered".to_owned(), last_complete_scope: None };
    };
    match &answer.precondition {
        Precondition::Met => Verdict::Holds,
        Precondition::Empty(blames) => Verdict::Vacuous { reason: empty_reason(input, answer, blames) },
        Precondition::AssumedAway => {
            Verdict::Vacuous { reason: "no run comes to its end: an `assume` excludes it, or it needs more random numbers than the scope allows".to_owned() }
        }
        Precondition::Unknown => Verdict::Unknown {
            reason: "it is not known whether any heap satisfies the precondition".to_owned(),
            last_complete_scope: None,
        },
    }
}

/// Why no heap satisfies the assumptions: the clause that cut off the most, and what nobody wrote.
fn empty_reason(input: Input<'_>, answer: &Answer, blames: &[Blame]) -> String {
    let mut reason = "no heap satisfies the precondition".to_owned();
    let written = blames.iter().filter(|blame| blame.non_null_by_default.is_none());
    if let Some(Blame { clause, .. }) = written.max_by_key(|blame| blame.weight) {
        let _ = write!(reason, "; `{}` at {} excludes the most", input.text(*clause), input.place(*clause));
    }
    let by_default = blames.iter().find_map(|blame| Some((blame.clause, blame.non_null_by_default.as_ref()?)));
    if let Some((span, name)) = by_default {
        let place = input.place(span);
        let _ = write!(
            reason,
            "; `{name}` ({place}) is non-null by JML's default: write `/*@ nullable @*/` if it may be null"
        );
    }
    if answer.bounds.iter().any(|used| used.bound == BoundKind::Ints) {
        let _ = write!(reason, "; if it needs other numbers, give them: `--scope int=0..100`");
    }
    if answer.bounds.iter().any(|used| matches!(used.bound, BoundKind::Objects { class: None, .. })) {
        let _ = write!(reason, "; if it needs longer arrays, give them: `--scope array=8`");
    }
    reason
}

/// The reason that is given when there are several.
fn telling_cut(answer: &Answer) -> Option<&Cut> {
    answer.cuts.iter().min_by_key(|cut| rank(cut))
}

fn cut_verdict(input: Input<'_>, climb: &Climb, answer: &Answer) -> Verdict {
    let Some(cut) = telling_cut(answer) else {
        return Verdict::Holds;
    };
    let unknown = |reason: String| Verdict::Unknown { reason, last_complete_scope: last_scope(climb) };
    match cut {
        Cut::Unsupported(what) => {
            Verdict::Unsupported { what: what.describe(), place: Some(input.place(what.span)), via: Vec::new() }
        }
        Cut::CannotBuild { class, .. } => Verdict::Unsupported {
            what: format!("initial objects of class `{class}`, whose invariant is not known"),
            place: None,
            via: Vec::new(),
        },
        Cut::NoReceiver => Verdict::Unsupported {
            what: "no instantiable class in the given files inherits this method".to_owned(),
            place: None,
            via: Vec::new(),
        },
        Cut::Initializer(what) => unknown(what.clone()),
        Cut::Timeout => unknown("out of time".to_owned()),
        Cut::Interrupted => unknown("interrupted".to_owned()),
        Cut::Memory => unknown("out of memory".to_owned()),
        Cut::Undecided(span) => unknown(format!("the assumption at {} could not be decided", input.place(*span))),
        Cut::Budget(limit) => unknown(limit.describe().to_owned()),
        Cut::Gap(gap) => unsupported(input, gap),
        Cut::Queue(what) => unknown(format!("the queue failed: {what}")),
        Cut::Superseded => unknown("another engine was faster".to_owned()),
        Cut::Disagreement(what) => unknown(format!("engines disagree: {what}")),
        Cut::Unlisted(span) => unknown(format!(
            "something at {} is broken that is not listed as an obligation; please report this",
            input.place(*span)
        )),
    }
}

/// What is said first when there are several reasons.
fn rank(cut: &Cut) -> u8 {
    match cut {
        Cut::Interrupted => 0,
        Cut::Disagreement(_) | Cut::Unlisted(_) => 0,
        Cut::Unsupported(_) | Cut::Gap(_) | Cut::CannotBuild { .. } | Cut::NoReceiver => 1,
        Cut::Initializer(_) | Cut::Undecided(_) => 2,
        Cut::Budget(_) => 3,
        Cut::Timeout | Cut::Memory | Cut::Superseded | Cut::Queue(_) => 4,
    }
}

fn coverage(input: Input<'_>, problem: &Problem<'_>, climb: &Climb, bounds: &Bounds, answer: &Answer) -> Coverage {
    let work = climb.all_numbers.as_ref().unwrap_or(&answer.work);
    let is_solved = matches!(work, Work::Solved { .. } | Work::Followed { .. });
    let has_drawn = is_solved || answer.bounds.iter().any(|used| used.bound == BoundKind::Ints);
    let values = bounds.coverage.iter().map(|value| {
        let (treatment, reason) = match &value.covered {
            // A formula covers all numbers where nobody has said otherwise.
            Covered::Numbers { because, .. } if is_solved && *because != Because::Scope => {
                ("any value".to_owned(), "all bits are variables".to_owned())
            }
            // No heap was left out for its number.
            Covered::Numbers { because, .. } if !has_drawn && *because != Because::Scope => {
                ("any value".to_owned(), "none had to be chosen".to_owned())
            }
            covered => (covered.describe(input.program), covered.reason()),
        };
        ValueTreatment { place: value.place.clone(), treatment, reason }
    });
    let (heaps, runs) = answer.work.counts();
    Coverage {
        scope: bounds.scope.to_string(),
        heaps,
        runs,
        calls: None,
        partial_heaps: match answer.work {
            Work::Parts { shown, .. } => Some(shown),
            _ => None,
        },
        stand_for: match answer.work {
            Work::Parts { stands_for, .. } => stands_for.map(|heaps| heaps.to_string()),
            _ => None,
        },
        states: match answer.work {
            Work::States { states, .. } => Some(states.to_string()),
            _ => None,
        },
        diagram_nodes: match answer.work {
            Work::States { diagram, .. } => Some(diagram),
            _ => None,
        },
        by_induction: match answer.work {
            Work::Parts { by_induction, .. } => Some(by_induction).filter(|count| *count > 0),
            _ => None,
        },
        solved: match *work {
            Work::Solved { variables, clauses, conflicts } => {
                Some(Solved { variables, clauses, conflicts, paths: None })
            }
            // How large formulas are depends on who follows which paths.
            Work::Followed { paths } => Some(Solved { paths: Some(paths), ..Solved::default() }),
            _ => None,
        },
        certified: answer.certificate.as_ref().map(|certificate| certificate.refutations),
        every_size: has_every_size(answer),
        all_numbers_up_to: climb.all_numbers_up_to.as_ref().map(Scope::to_string),
        one_by_one: one_by_one(input, problem, answer),
        values: values.collect(),
        loops: loops(input, answer),
        library: library(input, answer),
        bounds: answer.bounds.iter().map(|used| bound(input, used)).collect(),
        longest_run_steps: answer.work.longest_run(),
        rungs: climb.rungs.clone(),
        forecast: climb.forecast(),
    }
}

fn bound(input: Input<'_>, used: &BoundUse) -> Bound {
    let class = match &used.bound {
        BoundKind::Objects { name, .. } => name.to_string(),
        BoundKind::ArrayLength => "array length".to_owned(),
        BoundKind::Ints => "range of ints".to_owned(),
        BoundKind::Loop(span) => format!("iterations of the loop at {}", input.place(*span)),
        BoundKind::Depth => "nesting of calls".to_owned(),
    };
    Bound { class, limit: used.limit, largest_used: used.largest, touched: used.reached }
}

fn loops(input: Input<'_>, answer: &Answer) -> Vec<LoopUse> {
    let used = answer.coverage.loops.iter();
    used.map(|count| LoopUse { place: input.place(count.span), most_iterations: count.most }).collect()
}

/// The models of library methods that runs may use; what every object and every exception needs is
/// not worth a line.
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

fn assumptions(problem: &Problem<'_>, answer: &Answer, options: &Options) -> Vec<String> {
    let mut all = answer.coverage.assumptions.clone();
    let tightrope_engine::Coverage { excluded_runs, oversized_runs, .. } = answer.coverage;
    if excluded_runs > 0 {
        let what = match problem.program.has_unknown_classes() {
            true => "`assume`, `System.exit` or contracts of calls on unknown classes",
            false => "`assume` or `System.exit` in the code",
        };
        all.push(format!("{what} excluded {excluded_runs} runs"));
    }
    if oversized_runs > 0 {
        let most = options.run.longest_array();
        all.push(format!("runs that allocate an array of more than {most} elements were left out ({oversized_runs})"));
    }
    let coverage = Bounds::resolve(problem, &options.scope).coverage;
    let has_opaque = coverage.iter().any(|value| value.covered == Covered::AnyObject);
    if has_opaque {
        all.push("`equals` and `compareTo` of elements are consistent, change nothing and return".to_owned());
    }
    all
}

/// The axioms that were believed.
fn axioms(input: Input<'_>, problem: &Problem<'_>) -> Vec<String> {
    let axioms = problem.contract.iter().flat_map(|contract| &contract.axioms).map(|axiom| axiom.clause.span);
    axioms.map(|span| format!("`{}` at {}", input.text(span), input.place(span))).collect()
}

fn counted(count: u64, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}

/// How engines call a `repOk` that never answers.
const ENDLESS: &str = "an endless loop";
const NO_ANSWER: &str = "no answer within the budget of steps";

fn exclusions(input: Input<'_>, answer: &Answer) -> Vec<Warning> {
    let mut warnings = Vec::new();
    for (span, exclusion) in &answer.coverage.excluded {
        let exception = exclusion.exception.rsplit('.').next().unwrap_or(&exclusion.exception);
        let smallest = counted(exclusion.objects as u64, "object");
        let skipped = format!("{} skipped because", counted(exclusion.heaps, "heap"));
        let is_endless = matches!(exclusion.exception.as_str(), ENDLESS | NO_ANSWER);
        let message = match is_endless {
            true => format!(
                "{skipped} `{}` does not end there: guard it against cycles; count the steps, or keep the visited \
                 nodes in a set (smallest such heap: {smallest})",
                input.text(*span)
            ),
            false => format!(
                "{skipped} what is assumed has no value there: `{}` gives {exception}; if that is not intended, \
                 add a guard (smallest such heap: {smallest})",
                input.text(*span)
            ),
        };
        let kind = WarningKind::ExcludedHeaps;
        warnings.push(Warning { kind, message, place: Some(input.place(*span)) });
    }
    warnings
}

/// What a contract says that no run of the scope put to the test. Of a method that has no run at
/// all the verdict speaks.
fn untested(input: Input<'_>, problem: &Problem<'_>, scope: &Scope, answer: &Answer) -> Vec<Warning> {
    let (coverage, Some(contract)) = (&answer.coverage, &problem.contract) else { return Vec::new() };
    if answer.precondition != Precondition::Met {
        return Vec::new();
    }
    let is_reached = |case: usize| coverage.cases.get(case).copied().unwrap_or(true);
    let cases = contract.cases.iter().enumerate().filter(|(number, _)| !is_reached(*number));
    let cases = cases.filter_map(|(_, case)| case.written).map(|written| Warning {
        kind: WarningKind::UnreachedCase,
        message: format!(
            "in scope {scope} no heap satisfies the precondition of this case: nothing was checked for it"
        ),
        place: Some(input.place(written.span)),
    });
    let untested = coverage.untested().into_iter().filter(|part| is_reached(part.case));
    let mut warnings: Vec<Warning> = cases.chain(untested.map(|part| untested_warning(input, scope, &part))).collect();
    warnings.sort_by(|left, right| left.place.cmp(&right.place));
    warnings.dedup();
    warnings
}

fn untested_warning(input: Input<'_>, scope: &Scope, part: &Untested) -> Warning {
    let text = input.text(part.span);
    let (kind, what) = match part.kind {
        UntestedKind::Antecedent => (
            WarningKind::UnreachedAntecedent,
            format!("no run makes `{text}` true: what should follow from it was never checked"),
        ),
        UntestedKind::Otherwise => (
            WarningKind::UnreachedAntecedent,
            format!("no run makes `{text}` false: what should hold then was never checked"),
        ),
        UntestedKind::Range => (
            WarningKind::EmptyRange,
            format!("no run has anything in the range `{text}`: what should hold for all of it was never checked"),
        ),
        UntestedKind::Exception(class) => {
            let class = simple_name(input.program, class);
            (WarningKind::UnreachedException, format!("no run throws `{class}`: this clause was never checked"))
        }
        UntestedKind::Return => {
            (WarningKind::NeverReturns, "no run returns: this case's `ensures` was never checked".to_owned())
        }
    };
    Warning { kind, message: format!("in scope {scope} {what}"), place: Some(input.place(part.span)) }
}
