//! Field bounds as text: a matrix for each field that holds references, a list for the others.

use super::style::{TextOptions, duration};
use crate::{BoundedField, BoundsReport};

/// The whole report. Ends with a newline.
pub fn bounds_as_text(report: &BoundsReport, options: TextOptions) -> String {
    let mut lines = Vec::new();
    if let Some(predicate) = &report.predicate {
        lines.extend(predicate.lines().map(str::to_owned));
        lines.push(String::new());
    }
    for field in &report.fields {
        let is_matrix = field.objects.iter().all(|object| object.columns.len() == object.values.len());
        lines.push(heading(field));
        lines.extend(if is_matrix { matrix(field) } else { list(field) });
        lines.push(String::new());
    }
    lines.extend(report.notes.iter().map(|note| format!("note: {note}")));
    let time = if options.times { format!("; {}", duration(report.seconds)) } else { String::new() };
    let (size, by_type) = totals(report);
    let of = if by_type > 0 { format!(", {by_type} by types alone") } else { String::new() };
    let from = match report.from {
        "shape" => "its shape predicate",
        "derived" => "a shape predicate derived from its invariant",
        "invariant" => "its invariant",
        other => other,
    };
    let certified = match report.certified {
        Some(proved) => format!("; certified, {proved} values refuted by checked proofs"),
        None => String::new(),
    };
    let stopped = if report.complete { "" } else { "; not complete, do not use them" };
    lines.push(format!(
        "{}: {size} field values in scope {}{of}; from {from}, {} labels{stopped}{certified}{time}",
        report.class, report.scope, report.labels
    ));
    lines.into_iter().map(|line| line.trim_end().to_owned() + "\n").collect()
}

/// Fields with numbers have no size by type, and do not count.
fn totals(report: &BoundsReport) -> (usize, usize) {
    let counted = report.fields.iter().filter_map(|field| Some((field.size, field.size_by_type?)));
    counted.fold((0, 0), |(size, by_type), (more, more_by_type)| (size + more, by_type + more_by_type))
}

fn heading(field: &BoundedField) -> String {
    match field.size_by_type {
        Some(by_type) => format!("{}: {} of {by_type} values", field.field, field.size),
        None => format!("{}: {} values", field.field, field.size),
    }
}

/// A row for each object; the columns are null and the objects by number.
fn matrix(field: &BoundedField) -> Vec<String> {
    let width = field.objects.iter().map(|object| object.object.len()).max().unwrap_or(0);
    let last = field.objects.iter().flat_map(|object| &object.columns).max().copied().unwrap_or(0);
    let numbers: Vec<String> = (0..last).map(|number| format!("{number:>3}")).collect();
    let mut lines = vec![format!("  {:width$}  null{}", "", numbers.concat())];
    for object in &field.objects {
        let mark = |column: usize| if object.columns.contains(&column) { 'x' } else { '.' };
        let marks: Vec<String> = (1..=last).map(|column| format!("{:>3}", mark(column))).collect();
        lines.push(format!("  {:width$}  {:>4}{}", object.object, mark(0), marks.concat()));
    }
    lines
}

fn list(field: &BoundedField) -> Vec<String> {
    let width = field.objects.iter().map(|object| object.object.len()).max().unwrap_or(0);
    field.objects.iter().map(|object| format!("  {:width$}  {}", object.object, object.values.join(", "))).collect()
}
