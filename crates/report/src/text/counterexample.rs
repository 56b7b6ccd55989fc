//! A counterexample as a block of text: what is broken, the call, the heap before and after, why,
//! and how the run got there.

use super::style::{Style, TextOptions, counted, grouped, hanging, pad, shortened, wrapped};
use crate::draw::draw_lines;
use crate::{AfterCall, Conjunct, Counterexample, MethodReport, PathLine, Place, Reachability, admitted_only};
use std::collections::BTreeSet;
use tightrope_heap::Layouts;
use tightrope_program::Program;

/// Longer paths are cut in the middle.
const MOST_PATH_LINES: usize = 20;
const PATH_LINES_AT_END: usize = 8;
/// So many other ways to the same failure are told.
const MOST_OTHER_WAYS: usize = 2;
/// The column at which what is said about a counterexample starts.
const MARGIN: usize = 10;

/// `number`: which of how many of the same method.
pub(super) fn lines(
    method: &MethodReport,
    found: &Counterexample,
    number: Option<(usize, usize)>,
    program: &Program,
    layouts: &Layouts,
    options: TextOptions,
) -> Vec<String> {
    let mut lines = title(method, found, number, options);
    lines.extend(happening(found, options));
    lines.push(String::new());
    let room = options.width.saturating_sub(2);
    let drawing = draw_lines(program, layouts, &found.before, found.after.as_ref(), &mentioned(found), room);
    lines.extend(drawing.iter().map(|line| format!("  {}", options.paint_marks(line))));
    lines.push(String::new());
    for conjunct in &found.failing {
        lines.extend(failing(found, conjunct, options));
    }
    if let Some(line) = &found.rep_ok_line {
        let value = line.value.as_ref().map(|value| format!(" {value}")).unwrap_or_default();
        lines.extend(said(&line.method, &format!("returned{value} at {}: {}", line.place, line.text), options));
    }
    lines.extend(path(&found.path, options));
    if found.other_heaps > 0 {
        let also = match method.coverage.as_ref().is_none_or(|coverage| coverage.calls.is_none()) {
            true => format!("on {} in scope", counted(found.other_heaps, "other heap", "other heaps")),
            false => format!("after {}", counted(found.other_heaps, "other sequence", "other sequences")),
        };
        lines.extend(said("also", &format!("fails in the same way {also}"), options));
    }
    lines.extend(other_ways(found, options));
    if let Some(hint) = &found.hint {
        lines.extend(said("hint", hint, options));
    }
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines
}

/// Other methods that make an object fail in this way which did not fail before: each may be a
/// mistake of its own.
fn other_ways(found: &Counterexample, options: TextOptions) -> Vec<String> {
    let shown = |calls: &[String]| calls.len() >= 2 && found.calls.ends_with(&calls[calls.len() - 2..]);
    let others: Vec<&AfterCall> = found.after_calls.iter().filter(|other| !shown(&other.calls)).collect();
    let mut lines = Vec::new();
    for other in others.iter().take(MOST_OTHER_WAYS) {
        lines.extend(said("also", &format!("fails after {}:", other.method), options));
        lines.extend(other.calls.iter().map(|statement| format!("{}{statement}", " ".repeat(MARGIN))));
    }
    lines
}

/// The test that builds the heap.
fn calls(found: &Counterexample, options: TextOptions) -> Vec<String> {
    let label = |index: usize| if index == 0 { "calls" } else { "" };
    let said = |(index, statement): (usize, &String)| {
        let label = options.paint(Style::Strong, &pad(label(index), MARGIN - 2));
        format!("  {label}{statement}")
    };
    found.calls.iter().enumerate().map(said).collect()
}

/// As rustc does it: what, where, and the text there.
fn title(
    method: &MethodReport,
    found: &Counterexample,
    number: Option<(usize, usize)>,
    options: TextOptions,
) -> Vec<String> {
    let number = number.map(|(index, count)| format!(" ({index} of {count})")).unwrap_or_default();
    let heading = format!("{}: {}", options.paint(Style::Bad, "violated"), options.paint(Style::Strong, &found.title));
    let mut lines = vec![format!("{heading}, in {}{number}", method.name())];
    let Some(clause) = &found.clause else {
        lines.push(options.paint(Style::Faint, &format!("  --> {}", method.place)));
        return lines;
    };
    let place = clause.place.as_ref();
    let line = place.map(|place| place.line.to_string()).unwrap_or_default();
    let gutter = " ".repeat(line.len());
    let shown = place.map_or_else(|| "implied by the contract".to_owned(), Place::to_string);
    lines.push(options.paint(Style::Faint, &format!("{gutter}  --> {shown}")));
    for (index, text) in wrapped(&clause.text, options.width.saturating_sub(line.len() + 4)).iter().enumerate() {
        let number = if index == 0 { &line } else { &gutter };
        lines.push(format!(" {} {text}", options.paint(Style::Faint, &format!("{number} |"))));
    }
    lines
}

/// `call      list.insert(5)`.
fn said(word: &str, text: &str, options: TextOptions) -> Vec<String> {
    // Names of methods may be longer than the margin.
    let head = options.paint(Style::Faint, &pad(&format!("  {word} "), MARGIN));
    hanging(&head, text, MARGIN, options.width)
}

fn happening(found: &Counterexample, options: TextOptions) -> Vec<String> {
    let mut lines = match found.calls.as_slice() {
        [] => said("call", &found.call, options),
        _ => calls(found, options),
    };
    if let Some(Reachability::AdmittedOnly { calls }) = found.reachability {
        lines.extend(said("heap", &admitted_only(calls), options));
    }
    if let Some(thrown) = &found.exception {
        let place = thrown.place.as_ref().map(|place| format!(" at {place}")).unwrap_or_default();
        lines.extend(said("throws", &format!("{}{place}", thrown.class), options));
    }
    if let Some(result) = &found.result {
        lines.extend(said("returns", result, options));
    }
    lines
}

/// The part of the clause that is false, and the values in it. If it is the whole clause, its text
/// is not said again.
fn failing(found: &Counterexample, conjunct: &Conjunct, options: TextOptions) -> Vec<String> {
    let clause = found.clause.as_ref();
    let is_whole = found.failing.len() == 1 && clause.is_some_and(|clause| clause.text.ends_with(&conjunct.text));
    let is_elsewhere = conjunct.place.is_some() && conjunct.place != clause.and_then(|clause| clause.place.clone());
    let place = conjunct.place.as_ref().filter(|_| is_elsewhere).map(|place| format!("  ({place})"));
    let bindings = conjunct.bindings.iter().map(|each| format!("for {} = {}", each.name, each.value));
    let values = conjunct.values.iter().map(|each| format!("{} is {}", each.name, each.value));
    let facts = bindings.chain(values);
    if is_whole {
        return facts
            .enumerate()
            .flat_map(|(at, fact)| said(if at == 0 { "where" } else { "" }, &fact, options))
            .collect();
    }
    let head = " ".repeat(MARGIN + 2);
    let mut lines = said("false", &format!("{}{}", conjunct.text, place.unwrap_or_default()), options);
    lines.extend(facts.flat_map(|fact| hanging(&head, &fact, MARGIN + 2, options.width)));
    lines
}

fn path(path: &[PathLine], options: TextOptions) -> Vec<String> {
    let mut lines = Vec::new();
    let left_out = if path.len() > MOST_PATH_LINES { path.len() - MOST_PATH_LINES + 1 } else { 0 };
    let cut = MOST_PATH_LINES - PATH_LINES_AT_END - 1;
    let mut file: Option<&str> = None;
    for (index, step) in path.iter().enumerate() {
        if left_out > 0 && index >= cut && index < cut + left_out {
            if index == cut {
                lines.push(format!("{}… {left_out} lines left out …", " ".repeat(MARGIN)));
            }
            continue;
        }
        let is_first = lines.is_empty();
        if file.is_some_and(|known| known != step.place.file)
            || is_first && path.iter().any(|it| it.place.file != step.place.file)
        {
            lines.push(format!("{}{}:", " ".repeat(MARGIN), step.place.file));
        }
        file = Some(&step.place.file);
        let times = if step.times > 1 { format!("  ×{}", grouped(step.times)) } else { String::new() };
        let number = options.paint(Style::Faint, &format!("{:>4} |", step.place.line));
        let room = options.width.saturating_sub(MARGIN + 7 + times.chars().count());
        lines.push(format!("{}{number} {}{times}", " ".repeat(MARGIN), shortened(&step.text, room)));
    }
    if let Some(first) = lines.first_mut() {
        let head = options.paint(Style::Faint, &pad("  path", MARGIN));
        *first = format!("{head}{}", first.get(MARGIN..).unwrap_or_default());
    }
    lines
}

/// The names of objects (`Node#2`) in what is said about a counterexample.
fn mentioned(found: &Counterexample) -> BTreeSet<String> {
    let values = found.failing.iter().flat_map(|conjunct| conjunct.bindings.iter().chain(&conjunct.values));
    let texts = values.map(|each| each.value.as_str()).chain([found.call.as_str(), found.title.as_str()]);
    texts.chain(found.result.as_deref()).flat_map(object_names).collect()
}

fn object_names(text: &str) -> Vec<String> {
    let is_part = |character: char| character.is_alphanumeric() || "_$.[]#".contains(character);
    let words = text.split(|character: char| !is_part(character));
    let trimmed = words.map(|word| word.trim_matches('.').trim_start_matches('['));
    let is_name = |word: &&str| {
        word.split_once('#').is_some_and(|(class, number)| !class.is_empty() && number.parse::<u32>().is_ok())
    };
    trimmed.map(|word| word.trim_end_matches(']')).filter(is_name).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::object_names;

    #[test]
    fn finds_objects_in_texts() {
        assert_eq!(object_names("n = Node#2, {Entry#0, int[]#13}."), ["Node#2", "Entry#0", "int[]#13"]);
        assert_eq!(object_names("a#b # Node#x 5"), [""; 0]);
    }
}
