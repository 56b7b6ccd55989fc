//! What can be checked of each method, in words.

use crate::load::Loaded;
use crate::names::call_form;
use std::collections::BTreeMap;
use tightrope_program::body::{Stmt, StmtKind, Unsupported};
use tightrope_program::{Code, MethodId, Program};

/// What the reach analysis found, by method.
#[derive(Debug)]
pub struct Supported {
    statuses: Vec<Status>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Status {
    Supported,
    /// No code of its own; overriders are judged by themselves.
    Abstract,
    Unsupported(Reason),
}

/// A construct that the method reaches and that is not modelled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    pub unsupported: Unsupported,
    /// The calls that lead there, without the method itself; empty if it is in the method's own code.
    pub calls: Vec<MethodId>,
}

impl Supported {
    pub fn of(program: &Program) -> Supported {
        Supported { statuses: program.method_ids().map(|id| status(program, id)).collect() }
    }

    pub fn status(&self, method: MethodId) -> &Status {
        self.statuses.get(method.index()).unwrap_or(&Status::Supported)
    }
}

fn status(program: &Program, id: MethodId) -> Status {
    match &program.method(id).code {
        Code::None => Status::Abstract,
        Code::Library => Status::Supported,
        Code::Body(body) => match first_unsupported(&body.block) {
            Some(unsupported) => Status::Unsupported(Reason { unsupported, calls: Vec::new() }),
            None => Status::Supported,
        },
    }
}

fn first_unsupported(block: &[Stmt]) -> Option<Unsupported> {
    block.iter().find_map(|stmt| match &stmt.kind {
        StmtKind::Unsupported(unsupported) => Some(unsupported.clone()),
        StmtKind::If { then, otherwise, .. } => first_unsupported(then).or_else(|| first_unsupported(otherwise)),
        StmtKind::Loop { body, .. } | StmtKind::Block { body, .. } => first_unsupported(body),
        StmtKind::Try { body, handlers } => {
            first_unsupported(body).or_else(|| handlers.iter().find_map(|handler| first_unsupported(&handler.body)))
        }
        _ => None,
    })
}

/// `floating point (double) at List.java:41 through a() -> b()`.
pub fn describe_reason(loaded: &Loaded, reason: &Reason) -> String {
    let mut text = format!("{} at {}", construct(reason), loaded.sources.place(reason.unsupported.span));
    if !reason.calls.is_empty() {
        text.push_str(&format!(" through {}", describe_calls(loaded, &reason.calls)));
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

fn construct(reason: &Reason) -> String {
    let title = reason.unsupported.construct.title();
    let detail = &reason.unsupported.detail;
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
pub fn rank(loaded: &Loaded, reasons: &[&Reason]) -> Vec<RankedReason> {
    let mut by_text: BTreeMap<String, RankedReason> = BTreeMap::new();
    for reason in reasons {
        let text = construct(reason);
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
