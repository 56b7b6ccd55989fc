//! What cannot be checked of a method, in words.

use crate::load::Loaded;
use std::collections::BTreeMap;
use tightrope_check::Why;
use tightrope_program::MethodId;
use tightrope_program::names::call_form;

/// `floating point (double) at List.java:41 through a() -> b()`.
pub fn describe_reason(loaded: &Loaded, why: &Why) -> String {
    let mut text = why.what.clone();
    if let Some(place) = why.place {
        text.push_str(&format!(" at {}", loaded.sources.place(place)));
    }
    // The chain starts with the method itself.
    if let [_, calls @ ..] = why.chain.as_slice()
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

/// A reason, how many methods have it, and where it first occurs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RankedReason {
    pub text: String,
    pub count: usize,
    pub place: Option<String>,
}

/// The most frequent reasons first; among equals in the order of their texts.
pub fn rank(loaded: &Loaded, reasons: &[Why]) -> Vec<RankedReason> {
    let mut by_text: BTreeMap<String, RankedReason> = BTreeMap::new();
    for reason in reasons {
        let text = reason.what.clone();
        let ranked = by_text.entry(text.clone()).or_insert_with(|| RankedReason {
            text,
            count: 0,
            place: reason.place.map(|place| loaded.sources.place(place)),
        });
        ranked.count += 1;
    }
    let mut ranked: Vec<RankedReason> = by_text.into_values().collect();
    ranked.sort_by_key(|reason| std::cmp::Reverse(reason.count));
    ranked
}
