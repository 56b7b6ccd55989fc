//! The result of `tightrope doctor` as text.

use super::style::{Style, TextOptions, counted, duration, grouped, hanging, pad};
use crate::{ConjunctFinding, ConjunctReport, DoctorReport, DrawnHeap};

/// The whole report. Ends with a newline.
pub fn doctor_as_text(report: &DoctorReport, options: TextOptions) -> String {
    let mut lines = vec![options.paint(Style::Strong, &format!("{}, up to scope {}", report.class, report.scope))];
    lines.extend(sizes(report));
    for advice in &report.advice {
        let place = advice.place.as_ref().map(|place| format!("{place}: ")).unwrap_or_default();
        let head = format!("  {} ", options.paint(Style::Doubtful, "advice:"));
        lines.extend(hanging(&head, &format!("{place}{}", advice.message), 10, options.width));
    }
    for (index, conjunct) in report.conjuncts.iter().enumerate() {
        lines.push(String::new());
        lines.extend(of_conjunct(index + 1, conjunct, options));
    }
    lines.extend(clients(report, options));
    for trouble in &report.rep_ok {
        lines.push(String::new());
        let on_which = if trouble.heap.is_some() { ", on this heap" } else { "" };
        lines.push(format!("{}: {}{on_which}", options.paint(Style::Bad, "repOk"), trouble.title));
        trouble.heap.iter().for_each(|heap| lines.extend(drawn(heap)));
    }
    lines.push(String::new());
    lines.extend(report.notes.iter().map(|note| format!("note: {note}")));
    lines.push(summary(report, options));
    lines.into_iter().map(|line| line.trim_end().to_owned() + "\n").collect()
}

fn sizes(report: &DoctorReport) -> Vec<String> {
    if report.sizes.is_empty() {
        return Vec::new();
    }
    let mut lines = vec![format!("  {}  structures   new", pad("scope", 12))];
    for size in &report.sizes {
        let (all, new) = (grouped(size.structures), grouped(size.new));
        lines.push(format!("  {}  {all:>10}  {new:>4}", pad(&size.scope, 12)));
    }
    if report.sizes.iter().all(|size| size.structures == 0) {
        lines.push("  no heap satisfies the invariant: nothing can be checked with it".to_owned());
    }
    lines
}

fn of_conjunct(number: usize, conjunct: &ConjunctReport, options: TextOptions) -> Vec<String> {
    let head = options.paint(Style::Strong, &format!("{number}. "));
    let mut lines = hanging(&head, &conjunct.text, 3, options.width);
    let place = options.paint(Style::Faint, &format!("   --> {}", conjunct.place));
    lines.push(place);
    match &conjunct.finding {
        ConjunctFinding::Needed { scope, heap } => {
            lines.push(format!("   it alone rejects this heap, the smallest one (scope {scope}):"));
            lines.extend(drawn(heap));
        }
        ConjunctFinding::Redundant { not_all_numbers } => {
            let redundant = options.paint(Style::Doubtful, "redundant within the scope");
            let drawn = if *not_all_numbers { " (not all numbers were tried)" } else { "" };
            lines.push(format!("   {redundant}: the others reject whatever it rejects{drawn}"));
        }
        ConjunctFinding::Unknown { reason } => {
            lines.extend(hanging(
                &format!("   {}: ", options.paint(Style::Doubtful, "unknown")),
                reason,
                3,
                options.width,
            ));
        }
    }
    lines
}

fn drawn(heap: &DrawnHeap) -> Vec<String> {
    let calls = heap.calls.iter().map(|call| format!("     {call}"));
    let gap = (!heap.calls.is_empty()).then(String::new);
    calls.chain(gap).chain(heap.drawing.iter().map(|line| format!("     {line}"))).collect()
}

/// The invariant against the API.
fn clients(report: &DoctorReport, options: TextOptions) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(heap) = &report.rejected {
        lines.push(String::new());
        let what = options.paint(Style::Bad, "too strong, or a bug");
        lines.push(format!("{what}: these calls build a heap that the invariant rejects"));
        lines.extend(drawn(heap));
    }
    if let Some(heap) = &report.unbuilt {
        lines.push(String::new());
        let what = options.paint(Style::Doubtful, "perhaps too weak");
        lines.push(format!("{what}: the invariant admits this heap, and no short sequence of public calls builds it"));
        lines.extend(drawn(heap));
    }
    lines
}

fn summary(report: &DoctorReport, options: TextOptions) -> String {
    let of = |wanted: fn(&ConjunctFinding) -> bool| {
        report.conjuncts.iter().filter(|conjunct| wanted(&conjunct.finding)).count()
    };
    let needed = of(|finding| matches!(finding, ConjunctFinding::Needed { .. }));
    let redundant = of(|finding| matches!(finding, ConjunctFinding::Redundant { .. }));
    let unknown = of(|finding| matches!(finding, ConjunctFinding::Unknown { .. }));
    let all = counted(report.conjuncts.len() as u64, "conjunct", "conjuncts");
    let time = if options.times { format!("; {}", duration(report.seconds)) } else { String::new() };
    format!("{}: {all}: {needed} needed, {redundant} redundant, {unknown} unknown{time}", report.class)
}
