//! What a search did, line by line: `tightrope check --log search`.
//!
//! Each line is one step of one node: how many objects its heap has, how far the check has come,
//! and what stopped it there: a question with its answers, a run that is over, a dead end.

use crate::choices::Choice;
use crate::drive::Stop;
use crate::node::{Ask, Node, Phase};
use crate::results::Results;
use crate::setup::Setup;
use crate::space::Fresh;
use tightrope_machine::{Question, SlotRef, Word, object_of};
use tightrope_program::Type;
use tightrope_program::names::{simple_name, type_name};

/// What was counted before a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Before {
    heaps: u64,
    runs: u64,
    violations: u64,
}

impl Before {
    pub(crate) fn of(results: &Results) -> Before {
        Before { heaps: results.heaps, runs: results.runs, violations: violations(results) }
    }
}

/// How many runs broke something. A known violation is counted, not kept.
fn violations(results: &Results) -> u64 {
    results.witnesses.iter().map(|witness| witness.runs).sum()
}

impl Setup<'_> {
    /// One step of a node.
    pub(crate) fn told(&self, node: &Node, stop: &Stop, before: Before, results: &Results) -> String {
        let what = match stop {
            Stop::Fork(ask) => format!("{}?", self.asked(node, ask)),
            Stop::ForkInto(ask, choices) => {
                let answers: Vec<String> = choices.iter().map(|choice| self.answered(node, choice)).collect();
                format!("{}: {}", self.asked(node, ask), answers.join(" | "))
            }
            Stop::Dead if violations(results) > before.violations => "a violation".to_owned(),
            Stop::Dead if results.runs > before.runs => "the run meets its contract".to_owned(),
            Stop::Dead if results.heaps > before.heaps => "nothing is open any more".to_owned(),
            Stop::Dead => "a dead end".to_owned(),
        };
        let begun = if results.heaps > before.heaps { "a valid heap, " } else { "" };
        let indent = "  ".repeat(node.made());
        format!("{indent}{} objects, {}: {begun}{what}", node.made(), phase(node.phase))
    }

    fn asked(&self, node: &Node, ask: &Ask) -> String {
        match ask {
            Ask::Receiver => "the receiver".to_owned(),
            Ask::Parameter(index) => {
                let first = self.arg_names.len().saturating_sub(self.params.len());
                self.arg_names.get(first + *index as usize).map_or_else(String::new, |name| name.to_string())
            }
            Ask::Observer => "an object that nothing leads to".to_owned(),
            Ask::Number(_) => "the number of an ordered value".to_owned(),
            Ask::Element { array, index } => format!("{}[{index}]", self.object_name(node, *array as usize)),
            Ask::Machine(Question::Slot(request)) => self.slot_name(node, request),
            Ask::Machine(Question::Holds { request, .. }) => format!("{} one of some", self.slot_name(node, request)),
            Ask::Machine(Question::Order { left, right } | Question::Among { left, right, .. }) => {
                format!("{} compared with {}", self.word(node, *left), self.word(node, *right))
            }
            Ask::Machine(Question::Identical { left, right }) => {
                format!("{} == {}", self.word(node, *left), self.word(node, *right))
            }
            Ask::Machine(Question::Equal { left, right }) => {
                format!("{} equals {}", self.word(node, *left), self.word(node, *right))
            }
        }
    }

    fn answered(&self, node: &Node, choice: &Choice) -> String {
        match choice {
            Choice::Word(0) => "null, false or 0".to_owned(),
            Choice::Word(word) => self.word(node, *word),
            Choice::OrderedVar(..) => "an ordered value".to_owned(),
            Choice::NewOpaque | Choice::AnotherOpaque => "an opaque value".to_owned(),
            Choice::Fresh(Fresh::Object { class, .. }, _) => format!("a new {}", simple_name(self.program, *class)),
            Choice::Fresh(Fresh::Array { ty, .. }, length) => {
                format!("a new {} of length {length}", type_name(self.program, *ty))
            }
            Choice::Fresh(Fresh::Text { .. }, _) => "a new String".to_owned(),
            Choice::Among(_, orderings, _) => format!("{orderings:?}"),
            Choice::Identical(_, _, same) | Choice::Equal(_, _, same) | Choice::Holds(_, same) => same.to_string(),
        }
    }

    fn slot_name(&self, node: &Node, request: &SlotRef) -> String {
        let object = self.object_name(node, request.object);
        let class = self.executable.object_type(&node.state, request.object).and_then(Type::as_class);
        let mut slots = class.into_iter().flat_map(|class| self.executable.slots_of_class(class));
        match slots.find(|(_, slot)| *slot == request.slot) {
            Some((field, _)) => format!("{object}.{}", self.program.field(field).name),
            None => format!("{object}[{}]", request.slot),
        }
    }

    fn object_name(&self, node: &Node, object: usize) -> String {
        let ty = self.executable.object_type(&node.state, object).unwrap_or(Type::UNKNOWN);
        format!("{}#{object}", type_name(self.program, ty))
    }

    fn word(&self, node: &Node, word: Word) -> String {
        match object_of(word) {
            Some(object) if object < node.state.object_count() => self.object_name(node, object),
            _ => format!("value {word}"),
        }
    }
}

fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Receiver | Phase::Parameter(_) => "arguments",
        Phase::Assume => "invariants",
        Phase::RepOk { .. } | Phase::RepOkHeld { .. } => "repOk",
        Phase::Requires => "requires",
        Phase::Complete => "what is left",
        Phase::Run => "run",
        Phase::Judge => "judgement",
        Phase::Part => "run on a part",
    }
}
