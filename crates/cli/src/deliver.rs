//! A report in the formats that were asked for: one on stdout, others in files.

use crate::arguments::{FileArguments, ReportFormat};
use crate::load::Loaded;
use std::collections::BTreeSet;
use std::path::Path;
use tightrope_heap::Layouts;
use tightrope_program::MethodId;
use tightrope_report::{
    JavaTest, Place, Problem, RunReport, TextOptions, junit_test, run_as_github, run_as_html, run_as_json,
    run_as_junit, run_as_markdown, run_as_sarif, run_as_text,
};
use tightrope_source::{Code, Diagnostic, Severity};

pub(crate) fn rendered(
    format: ReportFormat,
    report: &RunReport,
    loaded: &Loaded,
    layouts: &Layouts,
    options: TextOptions,
) -> String {
    match format {
        ReportFormat::Text => run_as_text(report, &loaded.program, layouts, options),
        ReportFormat::Json => run_as_json(report, &loaded.program, layouts),
        ReportFormat::Sarif => run_as_sarif(report),
        ReportFormat::Junit => run_as_junit(report),
        ReportFormat::Github => run_as_github(report),
        ReportFormat::Markdown => run_as_markdown(report, &loaded.program, layouts),
    }
}

/// What is to be said about the input, as part of a report.
pub(crate) fn problems(loaded: &Loaded) -> Vec<Problem> {
    let problem = |diagnostic: &Diagnostic| Problem {
        code: diagnostic.code.number().to_owned(),
        severity: match diagnostic.severity() {
            Severity::Error => "error".to_owned(),
            Severity::Warning => "warning".to_owned(),
        },
        message: diagnostic.message.clone(),
        place: diagnostic
            .primary()
            .map(|span| Place::new(loaded.sources.path(span).display().to_string(), loaded.sources.start(span).line)),
        hints: diagnostic.hints.clone(),
    };
    loaded.diagnostics.iter().map(problem).collect()
}

/// Writes what was asked for; says which file could not be written.
pub(crate) fn write_files(
    files: &FileArguments,
    report: &RunReport,
    loaded: &Loaded,
    layouts: &Layouts,
) -> Result<(), Box<Diagnostic>> {
    let wanted = [
        (&files.json, ReportFormat::Json),
        (&files.sarif, ReportFormat::Sarif),
        (&files.junit, ReportFormat::Junit),
        (&files.markdown, ReportFormat::Markdown),
    ];
    for (path, format) in wanted {
        if let Some(path) = path {
            write(path, &rendered(format, report, loaded, layouts, TextOptions::default()))?;
        }
    }
    match &files.html {
        Some(path) => write(path, &run_as_html(report, &loaded.program, layouts)),
        None => Ok(()),
    }
}

/// Writes a JUnit test for each finding; says how many, and of which there is none.
pub(crate) fn write_tests(
    folder: &Path,
    report: &RunReport,
    loaded: &Loaded,
    methods: &[MethodId],
) -> Result<Vec<String>, Box<Diagnostic>> {
    let layouts = Layouts::new(&loaded.program);
    let mut notes = Vec::new();
    // Overloaded methods share a name, and some file systems do not tell `add` from `Add`.
    let mut taken = BTreeSet::new();
    for (method, found) in methods.iter().zip(&report.methods) {
        if loaded.commands.iter().any(|command| command.method == *method) {
            notes.push(format!("no JUnit test for {}: Java cannot say what a `.als` file asserts", found.name()));
            continue;
        }
        for counterexample in &found.counterexamples {
            let numbered =
                |number: usize| junit_test(&loaded.program, &layouts, *method, found, counterexample, number);
            let mut tests = (1..).map(numbered);
            let is_free = |test: &Result<JavaTest, String>| match test {
                Ok(test) => taken.insert(test.path.to_lowercase()),
                Err(_) => true,
            };
            match tests.find(is_free).unwrap_or_else(|| Err("there are too many".to_owned())) {
                Ok(test) => {
                    let path = folder.join(&test.path);
                    let parent = path.parent().unwrap_or(folder);
                    std::fs::create_dir_all(parent).map_err(|error| unwritable(parent, &error))?;
                    write(&path, &test.text)?;
                }
                Err(reason) => notes.push(format!("no JUnit test for {}: {reason}", found.name())),
            }
        }
    }
    let count = taken.len();
    let plural = if count == 1 { "test" } else { "tests" };
    notes.push(format!("{count} JUnit {plural} written to {}", folder.display()));
    Ok(notes)
}

fn unwritable(path: &Path, error: &std::io::Error) -> Box<Diagnostic> {
    let message = format!("`{}` cannot be written: {error}", path.display());
    Box::new(Diagnostic::without_place(Code::BadArgument, message))
}

/// Whole or not at all: whoever looks at a report while a new one is written sees the old one.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), Box<Diagnostic>> {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.part", std::process::id()));
    let part = path.with_file_name(name);
    std::fs::write(&part, text).and_then(|()| std::fs::rename(&part, path)).map_err(|error| {
        // Nothing is lost if it was never there.
        let _ = std::fs::remove_file(&part);
        unwritable(path, &error)
    })
}
