//! What can be checked of each method, in words.

use crate::load::Loaded;
use std::collections::BTreeMap;
use tightrope_program::body::Unsupported;
use tightrope_program::names::call_form;
use tightrope_program::support::{Reason, SupportReport, support};
use tightrope_program::{Code, MethodId, Program};

/// What the reach analysis found, by method.
#[derive(Debug)]
pub struct Supported<'p> {
    program: &'p Program,
    report: SupportReport,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Status {
    Supported,
    /// No code of its own; overriders are judged by themselves.
    Abstract,
    Unsupported(Reason),
}

impl<'p> Supported<'p> {
    pub fn of(program: &'p Program) -> Supported<'p> {
        Supported { program, report: support(program) }
    }

    pub fn status(&self, id: MethodId) -> Status {
        match self.report.nearest_reason(id) {
            Some(reason) => Status::Unsupported(reason),
            None if self.program.method(id).code == Code::None => Status::Abstract,
            None => Status::Supported,
        }
    }
}

/// How the lowering names what it could not read or type.
const WITH_ERROR: &str = "with an error";

/// `floating point (double) at List.java:41 through a() -> b()`.
pub fn describe_reason(loaded: &Loaded, reason: &Reason) -> String {
    let mut text = format!("{} at {}", construct(&reason.unsupported), loaded.sources.place(reason.unsupported.span));
    // The chain starts with the method itself.
    if let [_, calls @ ..] = reason.chain.as_slice()
        && !calls.is_empty()
    {
        text.push_str(&format!(" through {}", describe_calls(loaded, calls)));
    }
    text
}

/// The first calls and the last one: a long chain helps nobody.
fn describe_calls(loaded: &Loaded, calls: &[MethodId]) -> String {
    let name = |id: &MethodId| call_form(&loaded.program, loaded.program.method(*id)).replace(", ", ",");
    match calls {
        [first, second, _, .., last] => format!("{} -> {} -> … -> {}", name(first), name(second), name(last)),
        short => short.iter().map(name).collect::<Vec<_>>().join(" -> "),
    }
}

/// `floating point (double)`.
pub fn construct(unsupported: &Unsupported) -> String {
    let title = unsupported.construct.title();
    let detail = &unsupported.detail;
    // What is wrong there has been reported as a diagnostic.
    if detail.ends_with(WITH_ERROR) {
        return detail.to_string();
    }
    if detail.is_empty() || title.contains(detail.as_str()) { title.to_owned() } else { format!("{title} ({detail})") }
}

/// A reason, how many methods have it, and where it first occurs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RankedReason {
    pub text: String,
    pub count: usize,
    pub place: String,
}

/// The most frequent reasons first; among equals in the order of their texts.
pub fn rank(loaded: &Loaded, reasons: &[Reason]) -> Vec<RankedReason> {
    let mut by_text: BTreeMap<String, RankedReason> = BTreeMap::new();
    for reason in reasons {
        let text = construct(&reason.unsupported);
        let ranked = by_text.entry(text.clone()).or_insert_with(|| RankedReason {
            text,
            count: 0,
            place: loaded.sources.place(reason.unsupported.span),
        });
        ranked.count += 1;
    }
    let mut ranked: Vec<RankedReason> = by_text.into_values().collect();
    ranked.sort_by_key(|reason| std::cmp::Reverse(reason.count));
    ranked
}
