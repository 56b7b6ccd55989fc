//! A confirmed witness, in the user's words.

use crate::Input;
use crate::conjuncts::false_conjunct;
use crate::hint::BrokenNonNull;
use tightrope_confirm::{Replay, Shown, ShownExplanation, ShownScene};
use tightrope_engine::Witness;
use tightrope_heap::{Heap, Value, text};
use tightrope_machine::trace::{PathItem, Returned};
use tightrope_problem::{Breach, How, ObligationKind, Problem, StatementKind};
use tightrope_program::names::simple_name;
use tightrope_program::{FieldId, MethodKind, Program, Type};
use tightrope_report::{
    ClauseText, Conjunct, Counterexample, Frame, NamedValue, PathLine, ReturnLine, Rule, SourceLine, Thrown, grouped,
};
use tightrope_source::Span;

/// How many lines of the executed path are kept: as many as hosts show of a code flow.
const PATH_LINES: usize = 900;

pub(crate) fn counterexample(
    input: Input<'_>,
    problem: &Problem<'_>,
    witness: &Witness,
    replay: &Replay,
) -> Counterexample {
    let program = input.program;
    let names = text::object_names(replay.after.as_ref().unwrap_or(&replay.before), program);
    let exception = replay
        .exception
        .map(|(class, span)| Thrown { class: simple_name(program, class).to_owned(), place: Some(input.place(span)) });
    let explained = replay.explanation.as_ref();
    let non_null = BrokenNonNull::of(problem, &witness.breach);
    let is_said = non_null.as_ref().is_some_and(|broken| broken.field.is_none());
    Counterexample {
        rule: if non_null.is_some() { Rule::NonNull } else { rule(problem, &witness.breach) },
        span: Some(problem.place_of(&witness.breach)),
        title: non_null.as_ref().map_or_else(|| title(problem, &witness.breach), BrokenNonNull::title),
        clause: match non_null {
            // The span is only a name.
            Some(_) => Some(declaration(input, problem.place_of(&witness.breach))),
            None => clause(input, problem, &witness.breach),
        },
        hint: non_null.as_ref().and_then(BrokenNonNull::hint),
        call: call(problem, &replay.before),
        calls: Vec::new(),
        after_calls: Vec::new(),
        reachability: None,
        objects: witness.objects,
        before: replay.before.clone(),
        after: replay.after.clone(),
        result: replay.result.as_ref().map(|result| shown(result, &names)),
        exception,
        failing: explained.filter(|_| !is_said).map(|found| failing(input, found, &names)).into_iter().collect(),
        rep_ok_line: explained
            .and_then(|found| found.returned)
            .filter(|returned| !program.method(returned.method).is_synthetic)
            .map(|returned| return_line(input, returned)),
        path: path_of(input, replay),
        frames: frames(input, replay),
        frames_cut: replay.is_cut,
        breaks_at: breaks_at(replay),
        other_heaps: witness.runs.saturating_sub(1),
    }
}

pub(crate) fn rule(problem: &Problem<'_>, breach: &Breach) -> Rule {
    match problem.obligation(breach.obligation).kind {
        ObligationKind::Ensures => Rule::Ensures,
        ObligationKind::Invariant { .. } | ObligationKind::StaticInvariant => Rule::Invariant,
        ObligationKind::Constraint => Rule::Constraint,
        ObligationKind::Initially => Rule::Initially,
        ObligationKind::Signals(_) => Rule::Signals,
        ObligationKind::Exceptions => Rule::Exception,
        ObligationKind::MustThrow => Rule::Returns,
        ObligationKind::Frame => Rule::Assignable,
        ObligationKind::Statement(StatementKind::Assert) => Rule::Assertion,
        ObligationKind::Statement(StatementKind::Precondition(_)) => Rule::Precondition,
        ObligationKind::Statement(StatementKind::LoopInvariant) => Rule::LoopInvariant,
        ObligationKind::Statement(StatementKind::Decreases) => Rule::Decreases,
        ObligationKind::Terminates => Rule::NeverReturns,
        ObligationKind::StackFits => Rule::StackOverflow,
    }
}

pub(crate) fn title(problem: &Problem<'_>, breach: &Breach) -> String {
    let broken = &problem.obligation(breach.obligation).broken;
    match &breach.how {
        How::False | How::Repeats { .. } => broken.clone(),
        How::Undefined(throws) => {
            let name = throws.exception.rsplit('.').next().unwrap_or(&throws.exception);
            format!("{broken}: its evaluation throws {name}")
        }
        How::Exception { class, .. } => simple_name(problem.program, *class).to_owned(),
        How::Writes(field) => {
            format!("writes to {}, which assignable does not allow", place_name(problem.program, *field))
        }
    }
}

fn place_name(program: &Program, field: Option<FieldId>) -> String {
    match field {
        Some(field) => {
            let declared = program.field(field);
            format!("`{}.{}`", simple_name(program, declared.class), declared.name)
        }
        None => "an element of an array".to_owned(),
    }
}

pub(crate) fn clause(input: Input<'_>, problem: &Problem<'_>, breach: &Breach) -> Option<ClauseText> {
    let obligation = problem.obligation(breach.obligation);
    let place = Some(input.place(obligation.clause));
    match obligation.kind {
        ObligationKind::Exceptions | ObligationKind::Terminates | ObligationKind::StackFits => None,
        ObligationKind::Invariant { rep_ok: Some(method), .. } => {
            Some(ClauseText { text: format!("invariant {}()", input.program.method(method).name), place })
        }
        _ => Some(ClauseText { text: clause_text(input, obligation.clause), place }),
    }
}

/// The line that declares what has to be non-null.
pub(crate) fn declaration(input: Input<'_>, span: Span) -> ClauseText {
    let SourceLine { place, text } = source_line(input, span);
    ClauseText { text, place: Some(place) }
}

/// The text of a clause without the signs of the comment that it stands in.
fn clause_text(input: Input<'_>, span: Span) -> String {
    let lines = input.sources.text(span).lines().map(|line| line.trim().trim_start_matches('@').trim());
    lines.collect::<Vec<_>>().join(" ").trim_end_matches(';').to_owned()
}

/// `SortedList#0.insert(5)`
pub(crate) fn call(problem: &Problem<'_>, before: &Heap) -> String {
    let program = problem.program;
    let Some(method) = problem.method().map(|method| program.method(method)) else { return String::new() };
    let names = text::object_names(before, program);
    let value = |index: usize, ty: Type| {
        let value = before.roots.get(index).map_or(Value::Unknown, |root| root.value);
        text::write_value(value, ty, &names)
    };
    let first = usize::from(!method.is_static);
    let arguments = method.params.iter().enumerate().map(|(index, param)| value(index + first, param.ty));
    let arguments = arguments.collect::<Vec<_>>().join(", ");
    let class = simple_name(program, method.class);
    match (method.kind, method.is_static) {
        (MethodKind::Constructor, _) => format!("new {class}({arguments})"),
        (_, true) => format!("{class}.{}({arguments})", method.name),
        (_, false) => format!("{}.{}({arguments})", value(0, Type::class(method.class)), method.name),
    }
}

fn shown(value: &Shown, names: &[String]) -> String {
    match value {
        Shown::Value(ty, value) => text::write_value(*value, *ty, names),
        Shown::Set(objects) => {
            let objects = objects.iter().map(|object| text::write_value(*object, Type::UNKNOWN, names));
            format!("{{{}}}", objects.collect::<Vec<_>>().join(", "))
        }
    }
}

/// The part of the clause that is false; of a `repOk`, the conjunct of its `return`.
fn failing(input: Input<'_>, found: &ShownExplanation, names: &[String]) -> Conjunct {
    match found.returned.and_then(|returned| false_conjunct(input, returned)) {
        Some(part) => {
            Conjunct { text: input.text(part), place: Some(input.place(part)), ..conjunct(input, found, names) }
        }
        None => conjunct(input, found, names),
    }
}

fn conjunct(input: Input<'_>, found: &ShownExplanation, names: &[String]) -> Conjunct {
    let mut text = clause_text(input, found.part);
    if let Some((exception, _)) = &found.throws {
        text.push_str(&format!("   (throws {})", exception.rsplit('.').next().unwrap_or(exception)));
    } else if !found.must_be {
        text.push_str("   (must be false)");
    }
    if let Some(count) = found.none_of {
        text.push_str(&format!("   (none of {count})"));
    }
    let value = |(span, is_before, value): &(Span, bool, Shown)| {
        let expression = clause_text(input, *span);
        let is_wrapped = expression.starts_with("\\old") || expression.starts_with("\\pre");
        let name = if *is_before && !is_wrapped { format!("\\old({expression})") } else { expression };
        NamedValue::new(name, shown(value, names))
    };
    // What is only implied (the enclosing instance of `size`) is written like what it is part of.
    let mut told = std::collections::BTreeSet::new();
    let is_new = |value: &NamedValue| told.insert(value.name.clone());
    Conjunct {
        text,
        place: Some(input.place(found.part)),
        bindings: found
            .bindings
            .iter()
            .map(|(name, value)| NamedValue::new(name.as_str(), shown(value, names)))
            .collect(),
        values: found.values.iter().map(value).filter(is_new).collect(),
    }
}

fn source_line(input: Input<'_>, span: Span) -> SourceLine {
    let place = input.place(span);
    let file = &input.sources.file(span.file).text;
    let text = file.lines().nth(place.line.saturating_sub(1)).unwrap_or_default().trim().to_owned();
    SourceLine { place, text }
}

/// The `return` that decided a call in the clause. Only of `boolean`s the bits in the machine are
/// the value for sure.
fn return_line(input: Input<'_>, returned: Returned) -> ReturnLine {
    let method = input.program.method(returned.method);
    let is_boolean = method.return_type == Some(Type::BOOLEAN);
    let SourceLine { place, text } = source_line(input, returned.span);
    let value = is_boolean.then(|| (returned.value != 0).to_string());
    ReturnLine { method: method.name.to_string(), value, place, text }
}

pub(crate) fn frames(input: Input<'_>, replay: &Replay) -> Vec<Frame> {
    let frame = |scene: &ShownScene| {
        let SourceLine { place, text } = source_line(input, scene.step.span);
        Frame { place, text, heap: scene.heap.clone(), variables: scene.variables, clause_holds: scene.holds }
    };
    replay.scenes.iter().map(frame).collect()
}

/// After the last scene in which the clause is true. Of a run that is told in part only the end is
/// not known.
fn breaks_at(replay: &Replay) -> Option<usize> {
    let holds: Vec<Option<bool>> = replay.scenes.iter().map(|scene| scene.holds).collect();
    let last = holds.iter().rposition(|holds| *holds == Some(true));
    let first = match (last, replay.held_before) {
        (Some(last), _) => last + 1,
        (None, Some(true)) => 0,
        _ => return None,
    };
    let rest = holds.get(first..).unwrap_or_default();
    let is_known = !rest.is_empty() && rest.iter().all(|holds| *holds == Some(false));
    (is_known && !replay.is_cut).then_some(first)
}

/// The path of a replay. Where rounds of a loop were skipped, the last line says how many there
/// are.
fn path_of(input: Input<'_>, replay: &Replay) -> Vec<PathLine> {
    let mut lines = path(input, &replay.path);
    if let Some((span, iterations)) = replay.rest {
        let SourceLine { place, text } = source_line(input, span);
        let text = format!("{text}  … {} iterations in all", grouped(iterations));
        lines.push(PathLine { place, text, times: 1 });
    }
    lines
}

/// The executed lines of the user's files, repeated ones counted; if there are too many, the first
/// and the last ones.
pub(crate) fn path(input: Input<'_>, items: &[PathItem]) -> Vec<PathLine> {
    let mut lines = Vec::new();
    add_path(input, items, 1, &mut lines);
    let Some(skipped) = lines.len().checked_sub(PATH_LINES).filter(|skipped| *skipped > 0) else { return lines };
    let rest = lines.split_off(PATH_LINES / 2 + skipped);
    if let Some(gap) = lines.get_mut(PATH_LINES / 2) {
        gap.text = format!("… {} lines left out …", grouped(skipped as u64));
        gap.times = 1;
    }
    lines.truncate(PATH_LINES / 2 + 1);
    lines.into_iter().chain(rest).collect()
}

fn add_path(input: Input<'_>, items: &[PathItem], times: u64, lines: &mut Vec<PathLine>) {
    for item in items {
        match item {
            PathItem::Step(step) => {
                let class = input.program.class(input.program.method(step.method).class);
                if class.origin != tightrope_program::ClassOrigin::User {
                    continue;
                }
                let SourceLine { place, text } = source_line(input, step.span);
                match lines.last_mut() {
                    Some(last) if last.place == place => last.times = last.times.max(times),
                    _ => lines.push(PathLine { place, text, times }),
                }
            }
            PathItem::Repeat { times: again, items } => add_path(input, items, times.saturating_mul(*again), lines),
        }
    }
}
