//! Checks without a contract: on the states that public calls build.
//!
//! A class without an invariant says nothing about its heaps. To try them all would report what no
//! program can build: a `final` field that is null, a list whose tail is nowhere. So its objects
//! are made by its own API (crate `blackbox`), and every finding comes with the calls that lead
//! there.
//!
//! What the code throws on purpose, and what it throws because it was given null, are notes: nobody
//! has promised anything else.

use crate::counterexample::{clause, declaration, frames, path, rule, title};
use crate::hint::BrokenNonNull;
use crate::note::{because, is_about_arguments, is_deliberate, is_refused_by_other};
use crate::{Input, Options, Signals, new_report};
use std::collections::BTreeMap;
use std::time::Instant;
use tightrope_blackbox::{
    Call, Fault, Finding, Gap, INPUTS_IN_CALLS, LeftOut, Limits, Reached, Stop, Story, Suspect, Values, api_of,
    as_java, host_of, is_called_on_handle, reach, takes_collections, tell,
};
use tightrope_confirm::{Confirmation, Judge};
use tightrope_engine::{RunBudget, Witness};
use tightrope_heap::text;
use tightrope_machine::Budget;
use tightrope_machine::Limit;
use tightrope_machine::contract::ViolationKind;
use tightrope_problem::{Breach, Problem, has_contract};
use tightrope_program::body::Unsupported;
use tightrope_program::names::{simple_name, type_name};
use tightrope_program::natives::Native;
use tightrope_program::{ClassId, ClassOrigin, MethodId, MethodKind, Program};
use tightrope_report::{
    AfterCall, Counterexample, Coverage, Frame, MethodReport, NextStep, Reachability, Rule, Thrown, Verdict, Warning,
    WarningKind,
};

/// Of collections that are arguments. Others, with three elements, say, are not tried.
const COLLECTIONS_PASSED: &str = "collections that public calls pass are new, with at most two of the first elements \
                                  that are tried; lists also in descending order, and with one element twice";

/// Which heaps a method starts from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InitialHeaps {
    /// All that the contract admits; those of the API where there is no contract.
    Auto,
    /// All that the contract admits.
    Any,
    /// Those that at most so many public calls build.
    Api { calls: usize },
}

/// So many calls, the one that makes the object included.
pub const DEFAULT_CALLS: usize = 5;

/// Where nobody has asked for a number of calls, sequences grow up to so many calls, or until there
/// are so many states.
const MOST_CALLS: usize = 8;
const MOST_STATES: usize = 5_000;
/// The same for sequences with few values.
const DEEP_STATES: usize = 6_000;

/// What was found out about classes, each looked at once.
#[derive(Debug, Default)]
pub struct ApiChecks {
    classes: BTreeMap<ClassId, Looked>,
}

/// Calls on objects of a class, and calls on what these hand out.
#[derive(Debug)]
struct Looked {
    objects: Result<Reached, String>,
    handles: Option<Reached>,
}

impl ApiChecks {
    /// Checks a method on what public calls build, if that is what is wanted; `None`: it is checked
    /// on heaps of the scope.
    pub fn check(
        &mut self,
        input: Input<'_>,
        method: MethodId,
        heaps: InitialHeaps,
        options: &Options,
        signals: &Signals,
    ) -> Option<MethodReport> {
        let program = input.program;
        let class = called_class(program, method);
        let run = Budget { steps: options.run.steps, depth: options.run.depth, objects: options.run.objects };
        let limits = Limits { run, values: Values::of(program), ..Limits::default() };
        let limits = match heaps {
            _ if !is_on_calls(program, method, heaps) => return None,
            InitialHeaps::Any => return None,
            InitialHeaps::Auto => Limits { calls: MOST_CALLS, states: MOST_STATES, ..limits },
            InitialHeaps::Api { calls } => Limits { calls, ..limits },
        };
        let problem = Problem::of_method(program, method);
        let takes_input = problem.natives.iter().any(|(_, native)| *native == Native::OpenInput);
        if takes_input && !has_state(program, class) {
            return None;
        }
        let started = Instant::now();
        let deadline = options.timeout.map(|timeout| started + timeout);
        let goes_on =
            || signals.cancel.stopped().is_none() && deadline.is_none_or(|deadline| Instant::now() < deadline);
        let half = options.timeout.map(|timeout| started + timeout / 2);
        let goes_on_deep = || goes_on() && half.is_none_or(|half| Instant::now() < half);
        let looked = self.classes.entry(class).or_insert_with(|| {
            let objects = match heaps {
                InitialHeaps::Auto => {
                    let deep = reach(program, class, &deep_limits(&limits), &goes_on_deep);
                    reach(program, class, &limits, &goes_on).map(|wide| joined(program, wide, deep))
                }
                _ => reach(program, class, &limits, &goes_on),
            };
            let limits = Limits { handles: true, ..deep_limits(&limits) };
            let handles = hands_out(program, class).then(|| reach(program, class, &limits, &goes_on));
            match handles {
                Some(handles) => Looked {
                    objects: objects.map(|wide| joined(program, wide, handles.clone())),
                    handles: handles.ok(),
                },
                None => Looked { objects, handles: None },
            }
        });
        let mut report = new_report(input, &problem, method);
        let is_handle = program.method(method).class != class;
        let reached = match looked.handles.as_ref().filter(|_| is_handle).map_or(looked.objects.as_ref(), Ok) {
            Ok(reached) => reached,
            // On all heaps it would fail where no program gets.
            Err(why) => {
                let reason = format!("{why}, and nothing else says which objects there are");
                report.verdict = Verdict::Unknown { reason, last_complete_scope: None };
                let goal = "write a repOk() that says which objects there are".to_owned();
                report.next = Some(NextStep { goal, options: Vec::new() });
                return Some(report);
            }
        };
        conclude(input, (class, &problem), &limits, reached, &mut report);
        if heaps == InitialHeaps::Auto && is_cut_by_states(reached, &report) {
            // Nobody has asked for more calls than these.
            report.verdict = Verdict::Holds;
        }
        report.seconds = started.elapsed().as_secs_f64();
        Some(report)
    }
}

/// Is the method checked on what public calls build?
pub(crate) fn is_on_calls(program: &Program, method: MethodId, heaps: InitialHeaps) -> bool {
    !program.method(method).is_static && has_calls(program, called_class(program, method), heaps)
}

/// The class whose API is called to check a method: the one that hands out its object, where nobody
/// else can make one.
pub(crate) fn called_class(program: &Program, method: MethodId) -> ClassId {
    let class = program.method(method).class;
    let host = Some(method).filter(|method| is_called_on_handle(program, *method));
    host.and_then(|_| host_of(program, class)).unwrap_or(class)
}

fn hands_out(program: &Program, class: ClassId) -> bool {
    program.class_ids().any(|other| host_of(program, other) == Some(class))
}

/// Are methods of objects of the class checked on what public calls build?
pub(crate) fn has_calls(program: &Program, class: ClassId, heaps: InitialHeaps) -> bool {
    let is_wanted = match heaps {
        InitialHeaps::Any => false,
        InitialHeaps::Auto => !has_contract(program, class),
        InitialHeaps::Api { .. } => true,
    };
    is_wanted && api_of(program, class).is_some_and(|api| !api.makers.is_empty())
}

/// Is nothing known of the objects that the method runs on?
pub(crate) fn is_doubtful(program: &Program, method: MethodId, heaps: InitialHeaps) -> bool {
    let declared = program.method(method);
    let class = program.class(declared.class);
    let is_inner = class.outer_instance.is_some() || !class.captures.is_empty();
    let outer = class.outer_instance.and_then(|field| program.field(field).ty.as_class());
    // Asked last: it looks at all methods of the class.
    let is_described = || [Some(declared.class), outer].into_iter().flatten().any(|class| has_contract(program, class));
    let is_call = !declared.is_static && declared.kind != MethodKind::Constructor;
    heaps == InitialHeaps::Auto && is_inner && is_call && !is_on_calls(program, method, heaps) && !is_described()
}

/// Takes back alarms about objects of which nothing is known: those of an inner or a local class
/// that nobody has written a contract for. Public calls do not make them by themselves, so they
/// were looked at in every state, and some of these no program can build.
pub fn without_doubtful_alarms(
    input: Input<'_>,
    method: MethodId,
    heaps: InitialHeaps,
    report: MethodReport,
) -> MethodReport {
    if !is_doubtful(input.program, method, heaps) || report.verdict != Verdict::Violated {
        return report;
    }
    let what = "objects of an inner class without a contract: nothing says which there are, and some fail; write a \
                `repOk`, or see them with `--from any`";
    let verdict = Verdict::Unsupported { what: what.to_owned(), place: Some(report.place.clone()), via: Vec::new() };
    MethodReport { verdict, counterexamples: Vec::new(), ..report }
}

/// Does an object of the class hold anything? If not, all heaps are what public calls make.
pub(crate) fn has_state(program: &Program, class: ClassId) -> bool {
    let mut next = Some(class);
    while let Some(class) = next {
        let declared = program.class(class);
        if declared.fields.iter().any(|field| !program.field(*field).is_static) {
            return true;
        }
        next = declared.superclass;
    }
    false
}

/// Few values and the plainest way to make an object, so that sequences can be long: a mistake that
/// needs four insertions is found behind a wide API too.
fn deep_limits(limits: &Limits) -> Limits {
    Limits { values: limits.values.fewer(), plain_makers: true, states: DEEP_STATES, ..limits.clone() }
}

/// What either has found; of one finding, the shorter sequence, unless its object was made from
/// parts: a constructor that takes over what it is given trusts whoever calls it. What was covered
/// is what the wide search has covered.
fn joined(program: &Program, mut wide: Reached, deep: Result<Reached, String>) -> Reached {
    for finding in deep.map(|deep| deep.findings).unwrap_or_default() {
        match wide.findings.iter_mut().find(|known| known.is_same(&finding)) {
            Some(known) => {
                if is_made_from_parts(program, &known.calls) || finding.calls.len() < known.calls.len() {
                    known.calls = finding.calls;
                }
                let new = finding.after.into_iter();
                let new = new.filter(|suspect| !known.after.iter().any(|other| other.method == suspect.method));
                let new: Vec<Suspect> = new.collect();
                known.after.extend(new);
            }
            None => wide.findings.push(finding),
        }
    }
    for finding in wide.findings.iter_mut().filter(|finding| is_made_from_parts(program, &finding.calls)) {
        let plain =
            finding.after.iter().min_by_key(|suspect| (takes_objects(program, suspect.method), suspect.calls.len()));
        finding.calls = plain.map_or(finding.calls.clone(), |suspect| suspect.calls.clone());
    }
    wide
}

/// Was the object made by a constructor that takes objects of the user?
fn is_made_from_parts(program: &Program, calls: &[Call]) -> bool {
    calls.len() > 1 && calls.first().is_some_and(|call| takes_objects(program, call.method))
}

fn takes_objects(program: &Program, method: MethodId) -> bool {
    let is_users = |class: ClassId| program.class(class).origin == ClassOrigin::User;
    program.method(method).params.iter().any(|param| param.ty.as_class().is_some_and(is_users))
}

/// Were all sequences of some length tried before there were too many states?
fn is_cut_by_states(reached: &Reached, report: &MethodReport) -> bool {
    let is_unknown = matches!(report.verdict, Verdict::Unknown { .. });
    is_unknown && reached.stop == Some(Stop::States) && reached.complete_calls > 1
}

fn conclude(
    input: Input<'_>,
    (class, problem): (ClassId, &Problem<'_>),
    limits: &Limits,
    reached: &Reached,
    report: &mut MethodReport,
) {
    let Some(method) = problem.method() else { return };
    let made = reached.calls_made.iter().find(|(known, _)| *known == method).map_or(0, |(_, calls)| *calls);
    let own = || reached.findings.iter().filter(|finding| finding.method() == Some(method));
    // What needs no excuse says all that one with an excuse says.
    let excuses = |fault: Fault| match fault {
        Fault::Class => 0,
        Fault::Refused => 1,
        Fault::RefusedWhenNew => 2,
        Fault::Number | Fault::MadeWithNumber => 3,
        Fault::Null => 4,
    };
    let fails_anyway = |finding: &Finding| {
        own().any(|other| other.violation == finding.violation && excuses(other.fault) < excuses(finding.fault))
    };
    // Who refuses some arguments should refuse them all.
    let refuses = own().any(|finding| refuses_argument(problem, finding));
    for finding in own().filter(|finding| !fails_anyway(finding)) {
        let is_excused = finding.fault != Fault::Number || !refuses;
        match note(input, problem, finding).filter(|note| note.kind != WarningKind::NumberArgument || is_excused) {
            Some(note) => report.warnings.push(note),
            None => {
                let story = tell(input.program, class, limits, finding);
                report.counterexamples.extend(story.map(|story| shown(input, problem, limits, finding, story)));
            }
        }
    }
    let is_complete = reached.stop.is_none();
    if reached.complete_calls > 0 {
        report.coverage = Some(covered(limits, reached, made));
    }
    report.assumptions.push(assumption(limits));
    let api = api_of(input.program, class).unwrap_or_default();
    if api.makers.iter().chain(&api.methods).any(|method| takes_collections(input.program, *method)) {
        report.assumptions.push(COLLECTIONS_PASSED.to_owned());
    }
    // Other arguments that public calls make were passed.
    let unmade = reached.unmade.iter().find(|(known, _)| *known == method).map(|(_, what)| what);
    let is_given = reached.given.contains(&method);
    report.assumptions.extend(
        unmade
            .filter(|_| is_given)
            .map(|what| format!("public calls pass no object that cannot be made here ({})", what.describe())),
    );
    let not_passed = unmade.filter(|_| !is_given);
    report.verdict = match (left_out(reached, method), not_passed) {
        _ if !report.counterexamples.is_empty() => Verdict::Violated,
        (Some(why), _) => not_called(input, why),
        (None, Some(what)) => not_modelled(input, what),
        _ if made == 0 => Verdict::Vacuous { reason: "no sequence of public calls may call it".to_owned() },
        _ if is_complete => Verdict::Holds,
        _ => Verdict::Unknown {
            reason: match reached.stop {
                Some(Stop::States) => format!("more than {} states", limits.states),
                _ => "out of time".to_owned(),
            },
            last_complete_scope: (reached.complete_calls > 0)
                .then(|| format!("{} of {} calls", reached.complete_calls, limits.calls)),
        },
    };
}

fn left_out(reached: &Reached, method: MethodId) -> Option<&LeftOut> {
    reached.left_out.iter().find(|why| match why {
        LeftOut::NoArgument { method: known, .. } | LeftOut::Gap { method: known, .. } => *known == method,
    })
}

fn not_called(input: Input<'_>, why: &LeftOut) -> Verdict {
    match why {
        LeftOut::NoArgument { ty, .. } => Verdict::Unsupported {
            what: format!("no public call makes an argument of type `{}`", type_name(input.program, *ty)),
            place: None,
            via: Vec::new(),
        },
        LeftOut::Gap { gap: Gap::Unsupported(what), .. } => not_modelled(input, what),
        LeftOut::Gap { gap, .. } => {
            let reason = match gap {
                Gap::Budget(Limit::Objects) => "a call allocates more objects than the budget allows",
                _ => "a call takes more steps than the budget allows",
            };
            Verdict::Unknown { reason: reason.to_owned(), last_complete_scope: None }
        }
    }
}

fn not_modelled(input: Input<'_>, what: &Unsupported) -> Verdict {
    let is_input = what.detail == INPUTS_IN_CALLS;
    let shown = if is_input { INPUTS_IN_CALLS.to_owned() } else { what.describe() };
    Verdict::Unsupported { what: shown, place: Some(input.place(what.span)), via: Vec::new() }
}

fn covered(limits: &Limits, reached: &Reached, made: u64) -> Coverage {
    Coverage {
        scope: format!("{} calls", reached.complete_calls.min(limits.calls)),
        heaps: reached.states as u64,
        calls: Some(reached.complete_calls.min(limits.calls)),
        runs: made,
        ..Coverage::default()
    }
}

/// What a verdict about calls rests on: the same text for all classes, which is shown once.
fn assumption(limits: &Limits) -> String {
    let list = |numbers: &[i32]| numbers.iter().map(i32::to_string).collect::<Vec<_>>().join(", ");
    let texts: Vec<String> = limits.values.texts.iter().map(|text| format!("\"{text}\"")).collect();
    // Strings are named where the code looks into them.
    let is_looked_into = limits.values.texts != Values::default().texts;
    let texts = if is_looked_into { format!("; strings {}", texts.join(", ")) } else { String::new() };
    format!(
        "without an invariant, objects are those that public calls make (ints {}; elements {}{texts}); write \
         `boolean repOk()` to have every heap tried",
        list(&limits.values.ints),
        list(&limits.values.elements),
    )
}

/// Does the method throw on purpose because it does not want an argument?
fn refuses_argument(problem: &Problem<'_>, finding: &Finding) -> bool {
    let ViolationKind::Exception(exception) = finding.violation.kind else { return false };
    let is_purpose = finding.violation.breach(problem).is_some_and(|breach| is_deliberate(problem, &breach));
    is_purpose && is_about_arguments(problem.program, exception)
}

/// A finding that is no alarm.
fn note(input: Input<'_>, problem: &Problem<'_>, finding: &Finding) -> Option<Warning> {
    let ViolationKind::Exception(exception) = finding.violation.kind else { return None };
    let is_purpose = finding.violation.breach(problem).is_some_and(|breach| {
        let is_refused = match finding.fault {
            Fault::Refused => is_refused_by_other(problem, &breach, false),
            Fault::RefusedWhenNew => is_refused_by_other(problem, &breach, true),
            _ => false,
        };
        is_deliberate(problem, &breach) || is_refused
    });
    let kind = match is_purpose {
        true => WarningKind::DeliberateException,
        false => match finding.fault {
            Fault::Null => WarningKind::NullArgument,
            Fault::Number | Fault::MadeWithNumber => WarningKind::NumberArgument,
            Fault::Class | Fault::Refused | Fault::RefusedWhenNew => return None,
        },
    };
    let exception = simple_name(input.program, exception);
    let calls = as_java(input.program, &finding.calls);
    let is_passed = finding.calls.last().is_some_and(|call| call.passes_null(input.program));
    let is_made_from_null = kind == WarningKind::NullArgument && !is_passed;
    let is_made_with_number = kind == WarningKind::NumberArgument && finding.fault == Fault::MadeWithNumber;
    let message = match (is_made_from_null, calls.first(), calls.last()) {
        (true, Some(maker), _) => format!("throws {exception} on an object that was made from null: `{maker}`"),
        (_, Some(maker), Some(call)) if is_made_with_number => {
            format!("throws {exception} on an object that was made with a number out of range: `{maker} {call}`")
        }
        (_, _, Some(call)) => format!("throws {exception} {}: `{call}`", because(kind)),
        _ => format!("throws {exception} {}", because(kind)),
    };
    Some(Warning { kind, message, place: Some(input.place(finding.violation.span)) })
}

/// The methods that made an object fail which did not fail before: first those that were given no
/// object of the user, which may be at fault itself. Whoever needs another suspect's help to do so
/// is none.
fn after(program: &Program, finding: &Finding) -> Vec<AfterCall> {
    let is_helped = |suspect: &Suspect| {
        let helps = |other: &Suspect| other.method != suspect.method && comes_before(other.method, suspect);
        finding.after.iter().any(|other| helps(other) && !comes_before(suspect.method, other))
    };
    let is_suspect = |it: &&Suspect| program.method(it.method).kind == MethodKind::Method && !is_helped(it);
    let mut suspects: Vec<&Suspect> = finding.after.iter().filter(is_suspect).collect();
    suspects.sort_by_key(|suspect| (takes_objects(program, suspect.method), suspect.calls.len()));
    let told = |suspect: &Suspect| AfterCall {
        method: program.method(suspect.method).name.to_string(),
        calls: as_java(program, &suspect.calls),
    };
    suspects.into_iter().map(told).collect()
}

/// Is the method called before the suspect's own call?
fn comes_before(method: MethodId, suspect: &Suspect) -> bool {
    let before = suspect.calls.len().saturating_sub(2);
    suspect.calls.iter().take(before).any(|call| call.method == method)
}

/// The steps of the last call that changed the heap, by the reference evaluation. Nothing is told
/// where that does not see the same run: what static fields hold, say, is not in the heap.
fn steps(
    input: Input<'_>,
    problem: &Problem<'_>,
    limits: &Limits,
    breach: &Breach,
    story: &Story,
) -> Option<(Vec<Frame>, bool)> {
    let method = problem.method().filter(|method| input.program.method(*method).kind == MethodKind::Method);
    method?;
    let (heap, objects) = (story.before.clone(), story.before.objects.len());
    let (breach, excuse, ranks, uninitialized) = (breach.clone(), None, Vec::new(), Vec::new());
    let witness = Witness { breach, excuse, heap, ranks, uninitialized, objects, runs: 1 };
    let Budget { steps, depth, objects } = limits.run;
    let judge = Judge::new(problem, &witness, RunBudget { steps, depth, objects, iterations: None })?;
    let is_confirmed = judge.confirm() == Confirmation::Confirmed;
    let replay = judge.replay().filter(|_| is_confirmed)?;
    let is_same = replay.before == story.before && replay.after == story.after;
    is_same.then(|| (frames(input, &replay), replay.is_cut))
}

fn shown(input: Input<'_>, problem: &Problem<'_>, limits: &Limits, finding: &Finding, story: Story) -> Counterexample {
    let program = input.program;
    let names = text::object_names(story.after.as_ref().unwrap_or(&story.before), program);
    let calls = as_java(program, &finding.calls);
    let breach = finding.violation.breach(problem);
    // What is not listed is broken all the same.
    let told = breach.as_ref().and_then(|breach| steps(input, problem, limits, breach, &story));
    let (frames, frames_cut) = told.unwrap_or_default();
    let unlisted = || "something is broken that is not listed as an obligation".to_owned();
    let non_null = breach.as_ref().and_then(|breach| BrokenNonNull::of(problem, breach));
    let broken = breach.as_ref().map_or(Rule::Exception, |breach| rule(problem, breach));
    let plain_title = || breach.as_ref().map_or_else(unlisted, |breach| title(problem, breach));
    Counterexample {
        rule: if non_null.is_some() { Rule::NonNull } else { broken },
        span: Some(finding.violation.span),
        title: non_null.as_ref().map_or_else(plain_title, BrokenNonNull::title),
        clause: match non_null {
            // The span is only a name.
            Some(_) => Some(declaration(input, finding.violation.span)),
            None => breach.as_ref().and_then(|breach| clause(input, problem, breach)),
        },
        hint: non_null.as_ref().and_then(BrokenNonNull::hint),
        call: calls.last().cloned().unwrap_or_default(),
        after_calls: after(program, finding),
        reachability: Some(Reachability::Reachable { calls: calls.clone() }),
        calls,
        objects: story.before.objects.len(),
        result: story.result.map(|(ty, value)| text::write_value(value, ty, &names)),
        exception: story.exception.map(|(class, span)| Thrown {
            class: simple_name(program, class).to_owned(),
            place: Some(input.place(span)),
        }),
        path: path(input, &story.path),
        before: story.before,
        after: story.after,
        failing: Vec::new(),
        rep_ok_line: None,
        frames,
        frames_cut,
        breaks_at: None,
        other_heaps: finding.runs.saturating_sub(1),
    }
}
