//! What a run came to, as text: the result or the reason why there is none, and the heap after it.

use super::call::Call;
use super::statics::Fresh;
use crate::exit::Exit;
use crate::load::Loaded;
use crate::output::Output;
use std::io;
use tightrope_check::{CallJudgement, Input, judge_call};
use tightrope_engine::RunBudget;
use tightrope_heap::canonical::{Order, canonical};
use tightrope_heap::{Content, Heap, Layouts, Root, Value, text};
use tightrope_machine::{Broken, Budget, Executable, Limit, Outcome, Question, SlotRef, SpecKind, State, Thrown, Word};
use tightrope_program::Type;
use tightrope_source::{Name, Span};

/// A longer line is not shown.
const LINE_BYTES: usize = 200;

pub(super) struct Printer<'a> {
    pub(super) loaded: &'a Loaded,
    pub(super) layouts: &'a Layouts,
    pub(super) call: &'a Call,
}

/// A run that has ended.
pub(super) struct End<'a> {
    pub(super) executable: &'a Executable<'a>,
    pub(super) state: &'a State,
    /// What the roots of the call were when it started.
    pub(super) words: &'a [Word],
    pub(super) limits: Budget,
    /// What initialisers leave behind by themselves.
    pub(super) fresh: &'a Fresh<'a>,
}

impl Printer<'_> {
    pub(super) fn before(&self, output: &mut Output<'_>) -> io::Result<()> {
        let heap = canonical(&self.call.heap, Order::BreadthFirst);
        let text = text::write(&heap, &self.loaded.program, self.layouts);
        let heading = output.faint("before:");
        output.result(&format!("{heading}\n{text}\n"))
    }

    pub(super) fn after(&self, output: &mut Output<'_>, end: &End<'_>, outcome: &Outcome) -> io::Result<Exit> {
        match outcome {
            Outcome::Returned(value) => self.returned(output, end, *value),
            Outcome::Thrown(thrown) => self.thrown(output, end, thrown),
            Outcome::Broken(broken) => self.broken(output, end, broken),
            Outcome::Repeats(span) => self.repeats(output, end, *span),
            Outcome::Excluded(span) => {
                let place = self.loaded.sources.place(*span);
                self.unknown(output, &format!("an assumption does not hold, so the run does not count, at {place}"))
            }
            Outcome::Discarded => self.unknown(output, "the random numbers of the heap are not what the code can get"),
            Outcome::Asked(question) => {
                let open = match question {
                    Question::Slot(request) | Question::Holds { request, .. } => self.requested(end, request),
                    // A heap from a file holds no such values.
                    Question::Among { .. }
                    | Question::Order { .. }
                    | Question::Identical { .. }
                    | Question::Equal { .. } => "the comparison of two values".to_owned(),
                };
                let place = self.place(end);
                self.unknown(output, &format!("the run needs {open}, which the heap leaves open, at {place}"))
            }
            Outcome::Exhausted(limit) => self.unknown(output, &self.exhausted(end, *limit)),
            Outcome::Unsupported(what) => {
                let place = self.loaded.sources.place(what.span);
                self.unknown(output, &format!("the run reaches what is not modelled: {} at {place}", what.describe()))
            }
        }
    }

    /// What the contract says of the call; is it broken?
    pub(super) fn contract(&self, output: &mut Output<'_>, run: RunBudget) -> io::Result<bool> {
        let input = Input { program: &self.loaded.program, sources: &self.loaded.sources };
        let judgement = judge_call(input, self.call.method, self.call.judged_heap(&self.loaded.program), run);
        let (text, is_broken) = match judgement {
            CallJudgement::NoContract => return Ok(false),
            CallJudgement::Meets => ("met".to_owned(), false),
            CallJudgement::Breaks { title, clause } => {
                let clause = clause.map(|clause| {
                    let place = clause.place.map(|place| format!(" at {place}")).unwrap_or_default();
                    format!(": `{}`{place}", clause.text)
                });
                (format!("{} {title}{}", output.bad("broken:"), clause.unwrap_or_default()), true)
            }
            CallJudgement::NotOwed { reason, clause } => {
                let clause = clause.map(|(text, place)| format!(": `{text}` at {place}"));
                (format!("says nothing of this call, {reason}{}", clause.unwrap_or_default()), false)
            }
            CallJudgement::Unclear(why) => (format!("not judged: {why}"), false),
        };
        output.result(&format!("\ncontract: {text}\n"))?;
        Ok(is_broken)
    }

    pub(super) fn unknown(&self, output: &mut Output<'_>, reason: &str) -> io::Result<Exit> {
        let label = output.bad("unknown:");
        output.result(&format!("{label} {reason}\n"))?;
        Ok(Exit::Unknown)
    }

    fn returned(&self, output: &mut Output<'_>, end: &End<'_>, value: Option<Word>) -> io::Result<Exit> {
        let ty = self.loaded.program.method(self.call.method).return_type;
        let (Some(word), Some(ty)) = (value, ty) else {
            output.result("returns\n")?;
            self.heap_after(output, &self.save(end, None))?;
            return Ok(Exit::Success);
        };
        let heap = self.save(end, Some((word, ty)));
        let value = heap.root(RESULT).unwrap_or(Value::Unknown);
        let names = text::object_names(&heap, &self.loaded.program);
        let shown = match value.as_object().map(|id| &heap.object(id).content) {
            Some(Content::Text(string)) => text::quote(string),
            _ => text::write_value(value, ty, &names),
        };
        output.result(&format!("{RESULT} = {}\n", output.strong(&shown)))?;
        let is_shown_whole = value.as_object().is_none_or(|id| matches!(heap.object(id).content, Content::Text(_)));
        let heap = if is_shown_whole { self.save(end, None) } else { heap };
        self.heap_after(output, &heap)?;
        Ok(Exit::Success)
    }

    fn thrown(&self, output: &mut Output<'_>, end: &End<'_>, thrown: &Thrown) -> io::Result<Exit> {
        let class = &self.loaded.program.class(thrown.class).name;
        let (message, is_from_outside) = self.exception(end, thrown);
        let message = message.map_or_else(String::new, |message| format!("({})", text::quote(&message)));
        let label = output.bad("throws");
        if is_from_outside {
            output.result(&format!("{label} {class}{message}, an object of the heap before the run\n"))?;
        } else {
            let place = self.loaded.sources.place(thrown.span);
            output.result(&format!("{label} {class}{message} at {place}\n{}", self.excerpt(thrown.span)))?;
        }
        self.heap_after(output, &self.save(end, None))?;
        Ok(Exit::Violated)
    }

    /// The text of an exception, and whether it was there before the run, so that no place made it.
    fn exception(&self, end: &End<'_>, thrown: &Thrown) -> (Option<Name>, bool) {
        let root = (Name::new("thrown"), thrown.object, Type::class(thrown.class));
        let heap = end.executable.save(end.state, &[root]);
        let Some(id) = heap.root("thrown").and_then(Value::as_object) else { return (None, false) };
        let program = &self.loaded.program;
        let is_message = |name: &str, class| name == "message" && program.class(class).name == "java.lang.Throwable";
        let position = self.layouts.fields(thrown.class).iter().position(|field| {
            let field = program.field(*field);
            is_message(&field.name, field.class)
        });
        let value = position.and_then(|position| heap.object(id).values().get(position).copied());
        let message = match value.and_then(Value::as_object).map(|id| &heap.object(id).content) {
            Some(Content::Text(message)) => Some(message.clone()),
            _ => None,
        };
        (message, id.index() < self.call.heap.objects.len())
    }

    fn broken(&self, output: &mut Output<'_>, end: &End<'_>, broken: &Broken) -> io::Result<Exit> {
        let what = match broken.kind {
            SpecKind::Assert => "the JML assert",
            SpecKind::Precondition(_) => "what the called method requires",
            SpecKind::LoopInvariant => "the loop invariant",
            SpecKind::Decreases => "the measure of the loop (decreases)",
        };
        let label = output.bad("breaks");
        let place = self.loaded.sources.place(broken.span);
        output.result(&format!("{label} {what} at {place}\n{}", self.excerpt(broken.span)))?;
        self.heap_after(output, &self.save(end, None))?;
        Ok(Exit::Violated)
    }

    fn repeats(&self, output: &mut Output<'_>, end: &End<'_>, span: Span) -> io::Result<Exit> {
        let label = output.bad("never ends:");
        let place = self.loaded.sources.place(span);
        output.result(&format!("{label} the run repeats itself exactly at {place}\n{}", self.excerpt(span)))?;
        self.heap_after(output, &self.save(end, None))?;
        Ok(Exit::Violated)
    }

    /// `Node#0.next`, as the heap file calls it.
    fn requested(&self, end: &End<'_>, request: &SlotRef) -> String {
        let object = self.call.names.get(request.object).map_or("an object of the run", String::as_str);
        let before = if request.before { " (before the method)" } else { "" };
        match end.executable.requested_field(end.state, request) {
            Some(field) => format!("{object}.{}{before}", self.loaded.program.field(field).name),
            None => format!("{object}[{}]{before}", request.slot),
        }
    }

    fn exhausted(&self, end: &End<'_>, limit: Limit) -> String {
        let place = self.place(end);
        match limit {
            Limit::Steps => format!("after {} steps (--max-steps) the run is still at {place}", end.limits.steps),
            Limit::Depth => format!("{} calls are nested in each other (--max-depth) at {place}", end.limits.depth),
            Limit::Objects | Limit::ArrayLength => {
                format!("the run uses more memory than for {} objects (--max-objects) at {place}", end.limits.objects)
            }
        }
    }

    fn place(&self, end: &End<'_>) -> String {
        self.loaded.sources.place(end.executable.place(end.state))
    }

    /// The heap after the run, in canonical order: its roots are those of the call, then the
    /// result, then static fields that are not as their initialisers leave them.
    fn save(&self, end: &End<'_>, result: Option<(Word, Type)>) -> Heap {
        let mut roots = Vec::new();
        let statics = self.call.statics.iter().map(Some);
        let fields = std::iter::repeat_n(None, self.call.passed).chain(statics);
        let typed = self.call.heap.roots.iter().zip(end.words).zip(&self.call.types);
        for (((Root { name, .. }, word), ty), field) in typed.zip(fields) {
            let now = field.and_then(|field| end.executable.static_value(end.state, *field));
            roots.push((name.clone(), now.unwrap_or(*word), *ty));
        }
        roots.extend(result.map(|(word, ty)| (Name::new(RESULT), word, ty)));
        let changed = end.fresh.changed(end.executable, end.state, &roots);
        roots.extend(changed);
        canonical(&end.executable.save(end.state, &roots), Order::BreadthFirst)
    }

    /// Strings alone are no heap worth showing: they cannot change.
    fn heap_after(&self, output: &mut Output<'_>, heap: &Heap) -> io::Result<()> {
        let has_statics = heap.roots.iter().any(|root| root.name.contains('.'));
        if !has_statics && heap.objects.iter().all(|object| matches!(object.content, Content::Text(_))) {
            return Ok(());
        }
        let heading = output.faint("after:");
        let text = text::write(heap, &self.loaded.program, self.layouts);
        output.result(&format!("\n{heading}\n{text}"))
    }

    /// The first line of a place, with a mark below it.
    fn excerpt(&self, span: Span) -> String {
        let sources = &self.loaded.sources;
        let content = &sources.file(span.file).text;
        let position = sources.start(span);
        let line = content.lines().nth(position.line - 1).unwrap_or_default();
        if line.len() > LINE_BYTES {
            return String::new();
        }
        let number = position.line.to_string();
        let margin = " ".repeat(number.len());
        let before = line.chars().take(position.column - 1);
        let blanks: String = before.map(|character| if character == '\t' { '\t' } else { ' ' }).collect();
        let rest = line.chars().count().saturating_sub(position.column - 1);
        let marks = sources.text(span).lines().next().unwrap_or_default().chars().count().clamp(1, rest.max(1));
        format!("{margin} |\n{number} | {line}\n{margin} | {blanks}{}\n", "^".repeat(marks))
    }
}

/// The name of the root that a method's value gets.
const RESULT: &str = "result";
