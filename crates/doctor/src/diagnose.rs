//! All questions about one class, each answered by a search.

use crate::conjuncts::{Conjunct, conjuncts};
use crate::variants::Subject;
use std::time::Instant;
use tightrope_blackbox::{Limits, as_java, reach, tell};
use tightrope_check::{Input, Options, ReachableHeaps, Signals, check_method, generate_structures};
use tightrope_heap::{Heap, Layouts, simplicity, text};
use tightrope_machine::contract::ViolationKind;
use tightrope_machine::{Budget, Executable, Outcome};
use tightrope_program::names::{simple_name, type_name};
use tightrope_program::{ClassId, ClassOrigin, FieldKind, MethodId, Nullity, Program, lower};
use tightrope_report::{
    Advice, ConjunctFinding, ConjunctReport, DoctorReport, DrawnHeap, RepOkTrouble, Rule, SizeCount, Verdict, draw,
};
use tightrope_source::{Severity, SourceMap, Span};
use tightrope_syntax::tree::CompilationUnit;

/// So long sequences of calls are tried.
const MOST_CALLS: usize = 5;
const MOST_STATES: usize = 2_000;

/// What is looked at, and how.
#[derive(Debug)]
pub struct Job<'a> {
    pub units: &'a [CompilationUnit],
    pub sources: &'a SourceMap,
    pub program: &'a Program,
    pub reading: &'a tightrope_program::Options,
    /// The scope is the largest that is looked at; the timeout is for each question.
    pub checking: &'a Options,
    pub signals: &'a Signals,
}

/// Looks at one class; `progress` is told what is being looked at.
pub fn diagnose(job: &Job<'_>, class: ClassId, progress: &dyn Fn(&str)) -> DoctorReport {
    let started = Instant::now();
    let mut report = DoctorReport {
        class: simple_name(job.program, class).to_owned(),
        scope: job.checking.scope.to_string(),
        ..DoctorReport::default()
    };
    progress("structures");
    let smallest = count(job, class, &mut report);
    report.advice = missing_nullable(job, class);
    progress("conjuncts");
    look_at_conjuncts(job, class, &mut report, progress);
    progress("public calls");
    report.unbuilt = unbuilt(job, class, &smallest, &mut report.notes);
    report.rejected = rejected(job, class, &mut report.notes);
    progress("repOk");
    report.rep_ok = rep_ok_troubles(job, class);
    report.interrupted = job.signals.cancel.stopped().is_some();
    report.seconds = started.elapsed().as_secs_f64();
    report
}

/// The structures by size; those of the last scope that was complete.
fn count(job: &Job<'_>, class: ClassId, report: &mut DoctorReport) -> Vec<Heap> {
    let input = Input { program: job.program, sources: job.sources };
    let mut structures: Vec<Heap> = Vec::new();
    let mut before = 0;
    for objects in 1..=job.checking.scope.largest() {
        let options = Options { scope: job.checking.scope.at_most(objects), ..job.checking.clone() };
        let found = generate_structures(input, class, &options, job.signals, true);
        if !found.complete {
            let why = found.notes.first().cloned().unwrap_or_default();
            report.notes.push(format!("structures of scope {}: {why}", options.scope));
            break;
        }
        report.sizes.push(SizeCount {
            scope: options.scope.to_string(),
            structures: found.count,
            new: found.count.saturating_sub(before),
        });
        before = found.count;
        structures = found.structures.unwrap_or_default();
    }
    structures
}

/// Fields that JML makes non-null without anybody having said so, in classes that link to
/// themselves: no such structure ever ends.
fn missing_nullable(job: &Job<'_>, class: ClassId) -> Vec<Advice> {
    let program = job.program;
    let mut advice = Vec::new();
    for id in related(program, class) {
        for field in &program.class(id).fields {
            let declared = program.field(*field);
            let target = declared.ty.as_class().filter(|_| declared.kind == FieldKind::Java && !declared.is_static);
            let links = target.is_some_and(|target| program.is_subclass(id, target) || program.is_subclass(target, id));
            if declared.nullity == Nullity::NonNullByDefault && links {
                let (class, ty) = (simple_name(program, id), type_name(program, declared.ty));
                let name = &declared.name;
                advice.push(Advice {
                    place: Some(place(job, declared.span)),
                    message: format!(
                        "`{class}.{name}` is non-null, since JML says so where nothing is written: every {class} \
                         leads to another one; write `/*@ nullable @*/ {ty} {name}` if it may end"
                    ),
                });
            }
        }
    }
    advice
}

/// The class, and the user's classes that its fields lead to.
fn related(program: &Program, class: ClassId) -> Vec<ClassId> {
    let mut found = vec![class];
    let mut next = 0;
    while let Some(id) = found.get(next).copied() {
        let targets = program.class(id).fields.iter().filter_map(|field| {
            let mut ty = program.field(*field).ty;
            while let Some(element) = ty.element() {
                ty = element;
            }
            ty.as_class()
        });
        let is_users = |id: &ClassId| program.class(*id).origin == ClassOrigin::User;
        let new: Vec<ClassId> = targets.filter(is_users).filter(|target| !found.contains(target)).collect();
        found.extend(new);
        next += 1;
    }
    found.dedup();
    found
}

fn place(job: &Job<'_>, span: Span) -> tightrope_report::Place {
    tightrope_report::Place::new(job.sources.path(span).display().to_string(), job.sources.start(span).line)
}

fn subject<'a>(job: &Job<'a>, class: ClassId) -> Subject<'a> {
    let declared = job.program.class(class);
    let rep_ok = declared.rep_ok.map(|method| job.program.method(method).name_span);
    let of_file = job.program.classes.iter().filter(|other| other.span.file == declared.span.file);
    let mut fields = of_file.flat_map(|other| &other.fields);
    let is_plain = fields.all(|field| job.program.field(*field).nullity.allows_null());
    Subject { units: job.units, class: declared.span, rep_ok, is_plain }
}

fn look_at_conjuncts(job: &Job<'_>, class: ClassId, report: &mut DoctorReport, progress: &dyn Fn(&str)) {
    let subject = subject(job, class);
    let Some(declaration) = subject.declaration() else { return };
    let all = conjuncts(declaration, subject.rep_ok_declaration());
    for (index, conjunct) in all.iter().enumerate() {
        if job.signals.cancel.stopped().is_some() {
            break;
        }
        progress(&format!("conjunct {} of {}", index + 1, all.len()));
        let finding = only_rejected_by(job, &subject, class, conjunct);
        report.conjuncts.push(ConjunctReport {
            text: text_of(job, conjunct),
            place: place(job, conjunct.span),
            finding,
        });
    }
}

/// `return false;` says little: what it stands under says why.
fn text_of(job: &Job<'_>, conjunct: &Conjunct) -> String {
    let written = |span: Span| {
        let words = job.sources.text(span).split_whitespace().filter(|word| *word != "@");
        words.collect::<Vec<_>>().join(" ")
    };
    match conjunct.kind {
        crate::ConjunctKind::SaysNo { condition: Some(condition) } => {
            let condition = written(condition);
            let bare = condition.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
            format!("if ({}) return false", bare.unwrap_or(&condition))
        }
        _ => written(conjunct.span),
    }
}

/// A smallest heap that this conjunct rejects and the rest of the invariant admits.
fn only_rejected_by(job: &Job<'_>, subject: &Subject<'_>, class: ClassId, conjunct: &Conjunct) -> ConjunctFinding {
    let unknown = |reason: &str| ConjunctFinding::Unknown { reason: reason.to_owned() };
    let Some(units) = subject.rejected_only_by(conjunct) else { return unknown("its class is not at hand") };
    let mut sources = job.sources.clone();
    let lowered = lower(&units, &mut sources, job.reading);
    let error = lowered.diagnostics.iter().find(|diagnostic| diagnostic.severity() == Severity::Error);
    if let Some(error) = error {
        return unknown(&format!("the rest of the invariant cannot be looked at alone: {}", error.message));
    }
    let program = &lowered.program;
    let span = job.program.class(class).span;
    let Some(class) = class_of(program, span) else { return unknown("its class is not at hand") };
    let input = Input { program, sources: &sources };
    let mut gap = None;
    let mut not_all_numbers = false;
    for objects in 1..=job.checking.scope.largest() {
        let options = Options { scope: job.checking.scope.at_most(objects), ..job.checking.clone() };
        let found = generate_structures(input, class, &options, job.signals, true);
        let smallest = found.structures.iter().flatten().min_by(|a, b| simplicity::compare(a, b));
        if let Some(heap) = smallest {
            let scope = options.scope.to_string();
            return ConjunctFinding::Needed { scope, heap: drawn(program, heap, Vec::new()) };
        }
        not_all_numbers |= found.draws_numbers;
        if !found.complete {
            // Without the conjunct the rest may not end on some heaps; larger ones may still tell.
            let why = found.notes.first().cloned().unwrap_or_else(|| "the search was stopped".to_owned());
            gap.get_or_insert(why);
        }
    }
    match gap {
        Some(why) => unknown(&format!("no heap was found, but not all were looked at: {why}")),
        None => ConjunctFinding::Redundant { not_all_numbers },
    }
}

fn drawn(program: &Program, heap: &Heap, calls: Vec<String>) -> DrawnHeap {
    let layouts = Layouts::new(program);
    DrawnHeap {
        drawing: draw(program, &layouts, heap, None).lines().map(str::to_owned).collect(),
        heap: text::write(heap, program, &layouts),
        calls,
    }
}

/// A smallest structure that no sequence of calls builds.
fn unbuilt(job: &Job<'_>, class: ClassId, structures: &[Heap], notes: &mut Vec<String>) -> Option<DrawnHeap> {
    let mut heaps: Vec<&Heap> = structures.iter().collect();
    heaps.sort_by(|a, b| (a.objects.len()).cmp(&b.objects.len()).then_with(|| simplicity::compare(a, b)));
    let mut reachable = ReachableHeaps::default();
    for heap in heaps {
        match reachable.builds(job.program, class, job.checking, heap) {
            Ok(true) => {}
            Ok(false) => return Some(drawn(job.program, heap, Vec::new())),
            Err(reason) => {
                notes.push(format!("what public calls build is not known: {reason}"));
                return None;
            }
        }
    }
    None
}

/// What calls build and the invariant rejects.
fn rejected(job: &Job<'_>, class: ClassId, notes: &mut Vec<String>) -> Option<DrawnHeap> {
    let budget = job.checking.run;
    let run = Budget { steps: budget.steps, depth: budget.depth, objects: budget.objects };
    let limits = Limits { calls: MOST_CALLS, states: MOST_STATES, run, ..Limits::default() };
    let deadline = job.checking.timeout.map(|timeout| Instant::now() + timeout);
    let goes_on =
        || job.signals.cancel.stopped().is_none() && deadline.is_none_or(|deadline| Instant::now() < deadline);
    let reached = match reach(job.program, class, &limits, &goes_on) {
        Ok(reached) => reached,
        Err(reason) => {
            notes.push(format!("what public calls build is not known: {reason}"));
            return None;
        }
    };
    let is_invariant = |kind: ViolationKind| matches!(kind, ViolationKind::Invariant { .. });
    let mut findings = reached.findings.iter().filter(|finding| is_invariant(finding.violation.kind));
    let finding = findings.next()?;
    let story = tell(job.program, class, &limits, finding)?;
    let heap = story.after.unwrap_or(story.before);
    Some(drawn(job.program, &heap, as_java(job.program, &finding.calls)))
}

/// Heaps on which `repOk` does not end, or throws.
fn rep_ok_troubles(job: &Job<'_>, class: ClassId) -> Vec<RepOkTrouble> {
    let subject = subject(job, class);
    let (Some(units), Some(name)) = (subject.without_invariant(), subject.rep_ok) else { return Vec::new() };
    let mut sources = job.sources.clone();
    let lowered = lower(&units, &mut sources, job.reading);
    if lowered.diagnostics.iter().any(|diagnostic| diagnostic.severity() == Severity::Error) {
        return Vec::new();
    }
    let program = &lowered.program;
    let Some(method) = program.method_ids().find(|id| program.method(*id).name_span == name) else {
        return Vec::new();
    };
    let input = Input { program, sources: &sources };
    let report = check_method(input, method, job.checking, job.signals, &mut |_| {});
    let mut troubles: Vec<RepOkTrouble> = report
        .counterexamples
        .iter()
        .filter(|found| matches!(found.rule, Rule::NeverReturns | Rule::Exception | Rule::StackOverflow))
        .map(|found| RepOkTrouble {
            rule: found.rule,
            title: found.title.clone(),
            heap: Some(drawn(program, &found.before, Vec::new())),
        })
        .collect();
    if let (Verdict::Unknown { reason, .. }, true) = (&report.verdict, troubles.is_empty()) {
        let long = too_long(job, input, class_of(program, job.program.class(class).span), method);
        let title = match &long {
            Some(_) => format!("it may not end: on this heap it takes more than {} steps", job.checking.run.steps),
            None => format!("it is not known whether it always ends: {reason}"),
        };
        let heap = long.map(|heap| drawn(program, &heap, Vec::new()));
        troubles.push(RepOkTrouble { rule: Rule::NeverReturns, title, heap });
    }
    troubles
}

fn class_of(program: &Program, span: Span) -> Option<ClassId> {
    program.class_ids().find(|id| program.class(*id).span == span)
}

/// A smallest heap on which a method uses up its budget.
fn too_long(job: &Job<'_>, input: Input<'_>, class: Option<ClassId>, method: MethodId) -> Option<Heap> {
    for objects in 1..=job.checking.scope.largest() {
        let options = Options { scope: job.checking.scope.at_most(objects), ..job.checking.clone() };
        let mut heaps = generate_structures(input, class?, &options, job.signals, true).structures.unwrap_or_default();
        heaps.sort_by(simplicity::compare);
        let is_long = |heap: &Heap| {
            let run = job.checking.run;
            let mut budget = Budget { steps: run.steps, depth: run.depth, objects: run.objects };
            let executable = Executable::for_heap(input.program, [method], heap);
            let Ok(mut inside) = executable.load(heap) else { return false };
            let this: Vec<_> = inside.roots.first().copied().into_iter().collect();
            executable.start(&mut inside.state, method, &this);
            matches!(executable.run_watched(&mut inside.state, &mut budget), Outcome::Exhausted(_))
        };
        if let Some(heap) = heaps.into_iter().find(is_long) {
            return Some(heap);
        }
    }
    None
}
