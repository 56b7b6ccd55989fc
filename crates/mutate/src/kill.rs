//! Which scope kills which mutant (TACO, section 5.5.1).
//!
//! The ladder of a check is TACO's procedure: every mutant at scope 1, those that survive at scope
//! 2, and so on. Each mutant is lowered and checked like a program that somebody wrote, by one
//! thread; several mutants are checked at once, here or by whoever takes them from a queue.

use crate::sites::{Mutant, Part, find_method, mutants_of};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tightrope_check::{Input, Options, Remote, Signals, check_method};
use tightrope_program::{MethodId, Program, lower};
use tightrope_report::{
    Fate, INTERRUPTED, MethodReport, MutantReport, MutatedMethod, MutationRung, Place, Rule, Verdict,
};
use tightrope_source::{Severity, SourceMap, Span};
use tightrope_syntax::STACK_SIZE;
use tightrope_syntax::tree::{CompilationUnit, Expr, ExprKind, Member, MethodDecl, Receiver, Stmt, TypeDecl};
use tightrope_syntax::walk::{Role, Visitor, walk_block};
use tightrope_work::{Digest, Done, QueueError, Task};

/// What mutants are made of, and how they are checked.
#[derive(Debug)]
pub struct Job<'a> {
    pub units: &'a [CompilationUnit],
    /// The user's files, without those of the library.
    pub sources: &'a SourceMap,
    pub reading: &'a tightrope_program::Options,
    pub checking: &'a Options,
    pub signals: &'a Signals,
    pub selected: &'a Selected,
    /// Others check the mutants.
    pub remote: Option<Remote<'a>>,
}

/// Which mutants are wanted.
#[derive(Clone, Debug)]
pub struct Selected {
    pub code: bool,
    pub contract: bool,
    /// By their names; none: all of them.
    pub operators: Vec<String>,
}

impl Default for Selected {
    fn default() -> Selected {
        Selected { code: true, contract: true, operators: Vec::new() }
    }
}

impl Selected {
    fn wants(&self, mutant: &Mutant) -> bool {
        let is_listed = |name: &String| mutant.operator.eq_ignore_ascii_case(name);
        self.operators.is_empty() || self.operators.iter().any(is_listed)
    }
}

/// Makes and checks all mutants of a method of `program`, which the units were lowered to.
pub fn mutate_method(
    job: &Job<'_>,
    program: &Program,
    method: MethodId,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> MutatedMethod {
    let name = program.method(method).name_span;
    let mut report = MutatedMethod { place: place(job.sources, name), ..MutatedMethod::default() };
    let Some(original) = check(job.units, name, job) else {
        return refused(report, "the program does not compile");
    };
    (report.class, report.method) = (original.class.clone(), original.method.clone());
    if original.ending != Ending::Holds {
        let verdict = original.ending.word();
        return refused(report, &format!("it is {verdict} itself; mutants say something when it holds"));
    }
    let mutants = candidates(job, name);
    let checked = match job.remote {
        None => check_all(job, &mutants, progress),
        Some(remote) => match check_all_remotely(job, method, mutants.len(), remote, progress) {
            Ok(checked) => checked,
            Err(QueueError(what)) => return refused(report, &what),
        },
    };
    report.stillborn = checked.iter().filter(|checked| matches!(checked, Outcome::Stillborn)).count();
    report.scopes = rungs(&checked);
    report.mutants = Numbers::default().reports(job.sources, &mutants, checked);
    report
}

fn refused(mut report: MutatedMethod, reason: &str) -> MutatedMethod {
    report.refused = Some(reason.to_owned());
    report
}

fn place(sources: &SourceMap, span: Span) -> Place {
    Place::new(sources.path(span).display().to_string(), sources.start(span).line)
}

/// A candidate, and the unit that it belongs to.
struct Candidate {
    mutant: Mutant,
    unit: usize,
    /// The checked method.
    method: Span,
    helper: Option<String>,
}

/// Mutants of the method, of the private helpers without a contract that it calls, and of its
/// contract.
fn candidates(job: &Job<'_>, name: Span) -> Vec<Candidate> {
    let found = job.units.iter().enumerate().find_map(|(at, unit)| Some((at, unit, find_method(unit, name)?)));
    let Some((at, unit, method)) = found else { return Vec::new() };
    let text: &str = &job.sources.file(unit.file).text;
    let mut all = Vec::new();
    if job.selected.code {
        let of_method = mutants_of(method, Part::Code, job.units, text);
        all.extend(of_method.into_iter().map(|mutant| (mutant, None)));
        for helper in helpers(unit, method) {
            let of_helper = mutants_of(helper, Part::Code, job.units, text);
            all.extend(of_helper.into_iter().map(|mutant| (mutant, Some(helper.name.name.to_string()))));
        }
    }
    if job.selected.contract {
        let of_contract = mutants_of(method, Part::Contract, job.units, text);
        all.extend(of_contract.into_iter().map(|mutant| (mutant, None)));
    }
    let wanted = all.into_iter().filter(|(mutant, _)| job.selected.wants(mutant));
    wanted.map(|(mutant, helper)| Candidate { mutant, unit: at, method: name, helper }).collect()
}

/// The private methods without a contract that a method calls on `this`, directly or not. They are
/// checked where they are called, so their code is code of the method.
fn helpers<'u>(unit: &'u CompilationUnit, method: &MethodDecl) -> Vec<&'u MethodDecl> {
    let Some(class) = class_of(&unit.types, method.name.span) else { return Vec::new() };
    let of_class = class.members.iter().filter_map(|member| match member {
        Member::Method(declared) => Some(&**declared),
        _ => None,
    });
    let private: Vec<&MethodDecl> =
        of_class.filter(|declared| declared.modifiers.private && declared.spec.is_none()).collect();
    let mut found: Vec<&MethodDecl> = Vec::new();
    let mut pending = called(method);
    while let Some(name) = pending.pop() {
        for helper in private.iter().filter(|helper| helper.name.name.as_str() == name) {
            let is_new =
                helper.name.span != method.name.span && found.iter().all(|known| known.name.span != helper.name.span);
            if is_new {
                found.push(helper);
                pending.extend(called(helper));
            }
        }
    }
    found.sort_by_key(|helper| helper.span.start);
    found
}

fn class_of(types: &[TypeDecl], name: Span) -> Option<&TypeDecl> {
    types.iter().find_map(|class| {
        let is_here = class.members.iter().any(|member| match member {
            Member::Method(method) => method.name.span == name,
            _ => false,
        });
        let inner = || {
            class.members.iter().find_map(|member| match member {
                Member::Type(inner) => class_of(std::slice::from_ref(inner), name),
                _ => None,
            })
        };
        if is_here { Some(class) } else { inner() }
    })
}

/// The names of the methods that a body calls on `this`.
fn called(method: &MethodDecl) -> Vec<String> {
    struct Calls(Vec<String>);
    impl Visitor for Calls {
        fn expr(&mut self, expr: &mut Expr, _: Role) {
            let ExprKind::Call(call) = &expr.kind else { return };
            let is_own = match &call.receiver {
                Receiver::Implicit => true,
                Receiver::Expr(receiver) => matches!(receiver.kind, ExprKind::This { .. }),
                Receiver::Super { .. } => false,
            };
            if is_own {
                self.0.push(call.name.name.to_string());
            }
        }

        fn stmt(&mut self, _: &mut Stmt) {}
    }
    let mut calls = Calls(Vec::new());
    let mut body = method.body.clone();
    body.iter_mut().for_each(|body| walk_block(body, &mut calls));
    calls.0
}

/// What the check of one mutant gave.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Checked {
    class: String,
    method: String,
    ending: Ending,
    seconds: f64,
    /// The scopes that were begun, and what each took.
    rungs: Vec<(String, f64)>,
}

/// A verdict, with as much as the report of a mutant says of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
enum Ending {
    Holds,
    /// The first counterexample: what it breaks, in words, and by which call.
    Violated(Option<(Rule, String, String)>),
    Vacuous(String),
    Unknown(String),
    Unsupported(String),
}

impl Ending {
    fn of(report: &MethodReport) -> Ending {
        let found = report.counterexamples.first();
        match &report.verdict {
            Verdict::Holds => Ending::Holds,
            Verdict::Violated => {
                Ending::Violated(found.map(|found| (found.rule, found.title.clone(), found.call.clone())))
            }
            Verdict::Vacuous { reason } => Ending::Vacuous(reason.clone()),
            Verdict::Unknown { reason, .. } => Ending::Unknown(reason.clone()),
            Verdict::Unsupported { what, .. } => Ending::Unsupported(what.clone()),
        }
    }

    fn word(&self) -> &'static str {
        match self {
            Ending::Holds => "holds",
            Ending::Violated(_) => "violated",
            Ending::Vacuous(_) => "vacuous",
            Ending::Unknown(_) => "unknown",
            Ending::Unsupported(_) => "unsupported",
        }
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
enum Outcome {
    /// It does not type-check, or cannot be evaluated.
    Stillborn,
    Checked(Box<Checked>),
    /// Somebody stopped the run before.
    Skipped,
}

fn check_all(job: &Job<'_>, mutants: &[Candidate], progress: &(dyn Fn(usize, usize) + Sync)) -> Vec<Outcome> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut units = job.units.to_vec();
        let mut done = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(candidate) = mutants.get(index) else { break };
            progress(index, mutants.len());
            done.push((index, outcome(job, &mut units, candidate)));
        }
        done
    };
    let threads = job.checking.threads.clamp(1, mutants.len().max(1));
    let mut done = std::thread::scope(|scope| {
        let builders = (1..threads).map(|_| std::thread::Builder::new().stack_size(STACK_SIZE));
        // Fewer threads than wanted is no reason to fail: this one does the rest.
        let others: Vec<_> = builders.filter_map(|builder| builder.spawn_scoped(scope, work).ok()).collect();
        let mut done = work();
        for thread in others {
            done.extend(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        done
    });
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, outcome)| outcome).collect()
}

/// How the queue calls the check of a mutant.
pub const MUTANT: &str = "mutant";

/// How long to wait for a result before looking whether somebody says stop.
const POLL: Duration = Duration::from_millis(100);

/// Lets others check the mutants of a method.
fn check_all_remotely(
    job: &Job<'_>,
    method: MethodId,
    count: usize,
    remote: Remote<'_>,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<Vec<Outcome>, QueueError> {
    let mut outcomes: Vec<Outcome> = (0..count).map(|_| Outcome::Skipped).collect();
    let mut asked: BTreeMap<Digest, usize> = BTreeMap::new();
    for index in 0..count {
        let part = postcard::to_allocvec(&(method.0, index as u32)).unwrap_or_default();
        // The time is that of each mutant, which whoever checks it knows; more is no use.
        let limit = job.checking.timeout.map(|timeout| timeout * 2);
        let task = Task { job: remote.job, kind: MUTANT.to_owned(), part, limit };
        remote.queue.submit(&task)?;
        asked.insert(task.digest(), index);
    }
    while !asked.is_empty() && job.signals.cancel.stopped().is_none() {
        progress(count - asked.len(), count);
        let tasks: Vec<Digest> = asked.keys().copied().collect();
        for (task, bytes) in remote.queue.results(&tasks, POLL)? {
            let garbled = |error: postcard::Error| QueueError(format!("a result cannot be read: {error}"));
            if let Some(index) = asked.remove(&task) {
                outcomes[index] = postcard::from_bytes(&bytes).map_err(garbled)?;
            }
        }
    }
    Ok(outcomes)
}

/// Checks a mutant for somebody else: the part of a task of kind [`MUTANT`].
pub fn check_mutant(job: &Job<'_>, program: &Program, part: &[u8]) -> Result<Done, String> {
    let unread = |error: postcard::Error| format!("the task cannot be read: {error}");
    let (method, index): (u32, u32) = postcard::from_bytes(part).map_err(unread)?;
    if method as usize >= program.methods.len() {
        return Err("the task speaks of a method that is not there".to_owned());
    }
    let mutants = candidates(job, program.method(MethodId(method)).name_span);
    let Some(candidate) = mutants.get(index as usize) else {
        return Err("the task speaks of a mutant that is not there".to_owned());
    };
    let outcome = outcome(job, &mut job.units.to_vec(), candidate);
    // Whoever asks again may have more time.
    let is_unknown = |checked: &Checked| matches!(checked.ending, Ending::Unknown(_));
    let is_final = match &outcome {
        Outcome::Checked(checked) => !is_unknown(checked),
        Outcome::Skipped => false,
        Outcome::Stillborn => true,
    };
    let written = postcard::to_allocvec(&outcome);
    written.map(|result| Done { result, is_final }).map_err(|error| format!("the result cannot be written: {error}"))
}

/// Checks a mutant in the place of the unit that it belongs to.
fn outcome(job: &Job<'_>, units: &mut [CompilationUnit], candidate: &Candidate) -> Outcome {
    if job.signals.cancel.stopped().is_some() {
        return Outcome::Skipped;
    }
    let original = &job.units[candidate.unit];
    units[candidate.unit] = candidate.mutant.unit(original);
    let checked = check(units, candidate.method, job);
    units[candidate.unit] = original.clone();
    // `0 <= i || i < n` is no range that anybody can evaluate.
    let is_evaluated = |checked: &Checked| !matches!(checked.ending, Ending::Unsupported(_));
    checked.filter(is_evaluated).map_or(Outcome::Stillborn, |checked| Outcome::Checked(Box::new(checked)))
}

/// Lowers and checks; `None` if the program has errors.
fn check(units: &[CompilationUnit], method: Span, job: &Job<'_>) -> Option<Checked> {
    let mut sources = job.sources.clone();
    let lowered = lower(units, &mut sources, job.reading);
    if lowered.diagnostics.iter().any(|diagnostic| diagnostic.severity() == Severity::Error) {
        return None;
    }
    let program = &lowered.program;
    let method = program.method_ids().find(|id| program.method(*id).name_span == method)?;
    let options = Options { threads: 1, ..job.checking.clone() };
    let mut begun: Vec<(String, Instant)> = Vec::new();
    let input = Input { program, sources: &sources };
    let report = check_method(input, method, &options, job.signals, &mut |progress| {
        // Who is killed stays so: what larger scopes show is of no interest here.
        if !progress.is_violated {
            begun.push((progress.scope.to_string(), Instant::now()));
        }
    });
    let ends = begun.iter().skip(1).map(|(_, begin)| *begin).chain([Instant::now()]);
    let seconds: Vec<f64> = begun.iter().zip(ends).map(|((_, from), to)| (to - *from).as_secs_f64()).collect();
    let rungs = begun.into_iter().map(|(scope, _)| scope).zip(seconds).collect();
    let (ending, seconds) = (Ending::of(&report), report.seconds);
    Some(Checked { class: report.class, method: report.method, ending, seconds, rungs })
}

fn rungs(outcomes: &[Outcome]) -> Vec<MutationRung> {
    let mut rungs: Vec<MutationRung> = Vec::new();
    for outcome in outcomes {
        let Outcome::Checked(checked) = outcome else { continue };
        for (index, (scope, seconds)) in checked.rungs.iter().enumerate() {
            if index == rungs.len() {
                rungs.push(MutationRung { scope: scope.clone(), ..MutationRung::default() });
            }
            rungs[index].tried += 1;
            rungs[index].seconds += seconds;
        }
        let is_killed = matches!(checked.ending, Ending::Violated(_));
        if let Some(last) = checked.rungs.len().checked_sub(1).filter(|_| is_killed) {
            rungs[last].killed += 1;
        }
    }
    rungs
}

fn fate(checked: &Checked) -> Fate {
    match &checked.ending {
        Ending::Holds => Fate::Survived,
        Ending::Violated(Some((rule, title, call))) => Fate::Killed {
            objects: checked.rungs.len(),
            scope: checked.rungs.last().map(|(scope, _)| scope.clone()).unwrap_or_default(),
            rule: *rule,
            title: title.clone(),
            call: call.clone(),
        },
        Ending::Violated(None) => undecided("it is violated, and no counterexample was confirmed"),
        Ending::Vacuous(reason) => undecided(&format!("vacuous: {reason}")),
        Ending::Unknown(reason) => undecided(reason),
        Ending::Unsupported(what) => undecided(&format!("unsupported: {what}")),
    }
}

fn undecided(reason: &str) -> Fate {
    Fate::Undecided { reason: reason.to_owned() }
}

/// Those that do not compile leave no gap in the numbers.
#[derive(Default)]
struct Numbers {
    last: BTreeMap<&'static str, usize>,
}

impl Numbers {
    fn reports(mut self, sources: &SourceMap, mutants: &[Candidate], outcomes: Vec<Outcome>) -> Vec<MutantReport> {
        let alive = mutants.iter().zip(outcomes).filter(|(_, outcome)| !matches!(outcome, Outcome::Stillborn));
        alive.map(|(candidate, outcome)| self.report(sources, candidate, &outcome)).collect()
    }

    fn report(&mut self, sources: &SourceMap, candidate: &Candidate, outcome: &Outcome) -> MutantReport {
        let mutant = &candidate.mutant;
        let number = self.last.entry(mutant.operator).or_insert(0);
        *number += 1;
        let (fate, seconds) = match outcome {
            Outcome::Checked(checked) => (fate(checked), checked.seconds),
            Outcome::Stillborn | Outcome::Skipped => (undecided(INTERRUPTED), 0.0),
        };
        MutantReport {
            id: format!("{}_{number}", mutant.operator),
            operator: mutant.operator.to_owned(),
            part: if mutant.part == Part::Code { "code" } else { "contract" }.to_owned(),
            helper: candidate.helper.clone(),
            place: place(sources, mutant.span),
            diff: mutant.diff(&sources.file(mutant.span.file).text),
            fate,
            seconds,
        }
    }
}
