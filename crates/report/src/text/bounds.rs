//! Field bounds as text: a matrix for each field that holds references, a list for the others, and
//! a matrix of pairs for numbers of which only the order matters.

use super::style::{TextOptions, duration};
use crate::{BoundedField, BoundedOrder, BoundedPair, BoundsReport};

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
    for order in &report.orders {
        lines.push(order_heading(order));
        lines.extend(pairs(order));
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
        Some(proved) => format!("; certified, {proved} refuted by checked proofs"),
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

fn order_heading(order: &BoundedOrder) -> String {
    let BoundedOrder { first_field, second_field, size, size_by_type, .. } = order;
    match first_field == second_field {
        true => format!("order of {first_field}: {size} of {size_by_type}"),
        false => format!("order of {first_field} and {second_field}: {size} of {size_by_type}"),
    }
}

/// A row for each first object, a column for each second one.
fn pairs(order: &BoundedOrder) -> Vec<String> {
    let width = order.pairs.iter().map(|pair| pair.first.len()).max().unwrap_or(0);
    let columns = order.pairs.iter().map(|pair| pair.column);
    let (first, last) = (columns.clone().min().unwrap_or(0), columns.max().unwrap_or(0));
    let numbers: Vec<String> = (first..=last).map(|number| format!("{number:>5}")).collect();
    let mut lines = vec![format!("  {:width$}{}", "", numbers.concat())];
    for row in order.pairs.chunk_by(|one, other| one.first == other.first) {
        let cell = |column: usize| row.iter().find(|pair| pair.column == column).map_or_else(String::new, signs);
        let cells: Vec<String> = (first..=last).map(|column| format!("{:>5}", cell(column))).collect();
        lines.push(format!("  {:width$}{}", row[0].first, cells.concat()));
    }
    lines
}

/// `<.>`: less or greater, never equal.
fn signs(pair: &BoundedPair) -> String {
    ["<", "=", ">"].map(|sign| if pair.orderings.contains(&sign) { sign } else { "." }).concat()
}
