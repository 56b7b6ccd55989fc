//! What to do next, as a command that can be pasted: with the paths and options of this one, so
//! that it looks at the same thing.

use crate::{MethodReport, RunReport, Totals, Verdict, WarningKind};
use serde::{Deserialize, Serialize};

/// How the user asked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Asked {
    /// Files and folders, as they were written.
    pub paths: Vec<String>,
    /// Those that decide what is covered: `--scope` with `4`, `--non-null` with nothing.
    pub options: Vec<(String, String)>,
}

/// What may turn a verdict into another one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NextStep {
    /// What it is good for: `allow longer runs`.
    pub goal: String,
    /// The options that do it. Empty: no option does.
    pub options: Vec<(String, String)>,
}

/// The command that a line names.
enum Command {
    Check,
    Spec,
    List,
    Generate,
}

impl Asked {
    /// `tightrope check Tree.insert src --scope 4`, with some options changed.
    fn line(&self, command: &Command, target: Option<&str>, changes: &[(String, String)]) -> String {
        let (words, reads): (&[&str], fn(&str) -> bool) = match command {
            Command::Check => (&["tightrope", "check"], |_| true),
            Command::Spec => (&["tightrope", "spec"], is_about_reading),
            Command::Generate => (&["tightrope", "generate"], |option| option == "--scope" || is_about_reading(option)),
            Command::List => (&["tightrope", "list", "--summary"], is_about_reading),
        };
        let mut all: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        all.extend(target.map(quoted));
        all.extend(self.paths.iter().map(|path| quoted(path)));
        let is_changed = |option: &str| changes.iter().any(|(changed, _)| changed == option);
        let kept = self.options.iter().filter(|(option, _)| !is_changed(option));
        for (option, value) in kept.chain(changes).filter(|(option, _)| reads(option)) {
            all.push(option.clone());
            all.extend((!value.is_empty()).then(|| quoted(value)));
        }
        all.join(" ")
    }
}

/// Does it say how the files are read? That, every command may be told.
fn is_about_reading(option: &str) -> bool {
    matches!(option, "--invariant-method" | "--class-path")
}

/// As a shell takes it.
fn quoted(word: &str) -> String {
    let is_plain = |character: char| character.is_alphanumeric() || "._-/\\:=,@+#".contains(character);
    if word.chars().all(is_plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}

/// One step: that for the worst verdict.
pub(crate) fn next(report: &RunReport, totals: Totals) -> Option<String> {
    let first = |is_it: fn(&MethodReport) -> bool| report.methods.iter().find(|it| is_it(it));
    let check = |method: &MethodReport, changes: &[(String, String)]| {
        report.asked.line(&Command::Check, Some(&target(report, method)), changes)
    };
    if let Some(method) = first(|it| it.verdict == Verdict::Violated && !it.counterexamples.is_empty()) {
        return Some(format!("fix it, then: {}", check(method, &[])));
    }
    if let Some(method) = first(|it| matches!(it.verdict, Verdict::Vacuous { .. })) {
        let spec = report.asked.line(&Command::Spec, Some(&target(report, method)), &[]);
        return Some(format!("see what is assumed before the call: {spec}"));
    }
    if let Some(method) = first(|it| matches!(it.verdict, Verdict::Unknown { .. })) {
        return Some(match method.next.clone().unwrap_or_else(|| more_time(report, method)) {
            NextStep { goal, options } if options.is_empty() => goal,
            NextStep { goal, options } => format!("{goal}: {}", check(method, &options)),
        });
    }
    if let Some(method) = first(|it| matches!(it.verdict, Verdict::Unsupported { .. })) {
        let list = || format!("see what stands in the way: {}", report.asked.line(&Command::List, None, &[]));
        return Some(method.next.as_ref().map_or_else(list, |step| step.goal.clone()));
    }
    // First the errors, which say themselves what to do.
    if report.diagnostics.iter().any(|problem| problem.severity == "error") {
        return None;
    }
    let whole = |changes: &[(String, String)]| {
        let only = report.methods.first().filter(|_| report.methods.len() == 1).map(|it| target(report, it));
        report.asked.line(&Command::Check, only.as_deref(), changes)
    };
    if let Some(calls) = report.methods.iter().filter_map(|method| method.coverage.as_ref()?.calls).max() {
        let longer = whole(&[option("--from", &format!("api={}", calls + 2))]);
        return Some(format!("write a repOk() to have every heap tried, or try longer sequences: {longer}"));
    }
    let is_strict: fn(&MethodReport) -> bool =
        |it| it.warnings.iter().any(|warning| warning.kind == WarningKind::OneStructure);
    if let Some(method) = first(is_strict) {
        let generate = report.asked.line(&Command::Generate, Some(&method.class), &[option("--scope", "3")]);
        return Some(format!("see what the invariant admits: {generate}"));
    }
    let mut bounds = report.methods.iter().filter_map(|it| it.coverage.as_ref()).flat_map(|it| &it.bounds);
    // Where no bound was reached, larger scopes have no other heaps.
    if totals.holds > 0 && bounds.any(|bound| bound.touched) {
        let larger = report.scope.larger_by(2).to_string();
        return Some(format!("try larger heaps: {}", whole(&[option("--scope", &larger)])));
    }
    None
}

/// After a summary: the finding that it names first, in full.
pub(crate) fn look(report: &RunReport, method: &MethodReport) -> String {
    format!("look at the first: {}", report.asked.line(&Command::Check, Some(&target(report, method)), &[]))
}

/// `Stack.push`; with its parameters where there are several of the name.
fn target(report: &RunReport, method: &MethodReport) -> String {
    let same = report.methods.iter().filter(|other| other.name() == method.name()).count();
    let params = method.signature.find('(').and_then(|start| method.signature.get(start..));
    match params.filter(|_| same > 1) {
        Some(params) => format!("{}{}", method.name(), params.replace(' ', "")),
        None => method.name(),
    }
}

/// The time that was not enough, five times.
fn more_time(report: &RunReport, method: &MethodReport) -> NextStep {
    match method.verdict.smaller_scope() {
        Some(_) => {
            let seconds = (method.seconds * 5.0).max(300.0).ceil();
            let goal = "give it more time".to_owned();
            NextStep { goal, options: vec![option("--timeout", &format!("{seconds:.0}s"))] }
        }
        None => {
            let smaller = report.scope.at_most(report.scope.largest().saturating_sub(1).max(1)).to_string();
            NextStep { goal: "try smaller heaps".to_owned(), options: vec![option("--scope", &smaller)] }
        }
    }
}

fn option(name: &str, value: &str) -> (String, String) {
    (name.to_owned(), value.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{Asked, Command, option, quoted};

    #[test]
    fn commands_keep_what_was_asked() {
        let asked = Asked { paths: vec!["my src".to_owned()], options: vec![option("--scope", "3")] };
        let line = asked.line(&Command::Check, Some("A.f(int)"), &[option("--scope", "5")]);
        assert_eq!(line, "tightrope check 'A.f(int)' 'my src' --scope 5");
        assert_eq!(asked.line(&Command::Spec, Some("A.f"), &[]), "tightrope spec A.f 'my src'");
        assert_eq!(quoted("it's"), "'it'\\''s'");
    }
}
