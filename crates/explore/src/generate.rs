//! `generate`: lists or counts the valid structures within a scope.
//!
//! It drives the same search as a check does, over a problem without a method: receiver, parameters
//! and assumptions come first. Then it gives a value to whatever a valid structure still leaves
//! open, so that each structure is counted once for each of its contents. Slots come first, then
//! ordered values: those with a range of their own get their numbers, the others are put in order
//! with all that they may meet.

use crate::choices::Choice;
use crate::drive::{Next, Stop};
use crate::frontier::LeftOff;
use crate::node::{Ask, Node};
use crate::results::Results;
use crate::search::{Found, Thread, search};
use crate::setup::Setup;
use crate::space::{Content, Fresh};
use crate::{Explore, answer_of, run_budget};
use std::cmp::Ordering;
use std::sync::Arc;
use tightrope_engine::{Answer, Enumerate, Limits, Structures};
use tightrope_machine::{Acceleration, Question, SlotRef, Word};
use tightrope_problem::{Bounds, Problem};

impl Enumerate for Explore {
    fn structures<'p>(
        &self,
        problem: Arc<Problem<'p>>,
        bounds: &Bounds,
        limits: &Limits<'_>,
        keeps_heaps: bool,
    ) -> Structures {
        let setup = match Setup::new(problem, bounds.clone(), run_budget(limits.run), self.accelerations) {
            Ok(setup) => setup,
            Err(cut) => return Structures { answer: Answer::cut_off(cut), ..Structures::default() },
        };
        let mut results = Results::new(&setup);
        results.structures = keeps_heaps.then(Vec::new);
        let known = Found { results, left_off: LeftOff::lost() };
        let mut results = search(&setup, setup.roots(), known, limits).results;
        let heaps = results.structures.take().unwrap_or_default();
        Structures { count: results.heaps, heaps, answer: answer_of(&setup, &results) }
    }
}

/// What a valid structure still leaves open.
enum Open {
    Nothing,
    /// This, and nothing else.
    One(Ask),
    /// This first.
    Many(Ask),
}

impl Setup<'_> {
    /// Asks for what is open, and counts structures where nothing is.
    pub(crate) fn complete(&self, node: &mut Node, thread: &mut Thread) -> Next {
        if self.assume_of_new_objects(node) {
            return Ok(());
        }
        let is_complete = |object: &u32| self.open_slots(node, *object as usize).next().is_none();
        let completed =
            node.initial.iter().skip(node.completed as usize).take_while(|object| is_complete(object)).count();
        node.completed += completed as u32;
        Err(match self.next_open(node) {
            Open::Nothing => self.count(node, 1, thread),
            Open::Many(ask) => Stop::Fork(ask),
            Open::One(ask) if thread.results.structures.is_some() => Stop::Fork(ask),
            Open::One(ask) => {
                let choices = self.choices(node, &ask, thread).choices;
                match self.count_last(node, &ask, &choices) {
                    Some(count) => self.count(node, count, thread),
                    None => Stop::ForkInto(ask, choices),
                }
            }
        })
    }

    /// So many structures come of this node.
    fn count(&self, node: &Node, structures: u64, thread: &mut Thread) -> Stop {
        thread.results.heaps += structures;
        thread.results.measure(node);
        if let Some(structures) = &mut thread.results.structures {
            structures.push(self.structure_of(node));
        }
        Stop::Dead
    }

    fn next_open(&self, node: &Node) -> Open {
        let objects = node.initial.iter().skip(node.completed as usize);
        let mut slots = objects.flat_map(|object| self.open_slots(node, *object as usize));
        if let Some(request) = slots.next() {
            let ask = Ask::Machine(Question::Slot(request));
            return if slots.next().is_none() { Open::One(ask) } else { Open::Many(ask) };
        }
        if !self.space.has_points {
            return Open::Nothing;
        }
        let points: Vec<(Word, u32, bool)> = self.points(node).collect();
        let is_open = |point: Word| node.state.point_range(point).is_some_and(|(least, greatest)| least < greatest);
        let mut open = points.iter().filter(|(point, _, _)| is_open(*point));
        match open.next() {
            None => Open::Nothing,
            Some((point, _, true)) if open.all(|(_, _, is_ranged)| *is_ranged) => Open::One(Ask::Number(*point)),
            Some((point, _, true)) => Open::Many(Ask::Number(*point)),
            _ => open_order(node, &points).map_or(Open::Nothing, Open::Many),
        }
    }

    fn open_slots<'n>(&'n self, node: &'n Node, object: usize) -> impl Iterator<Item = SlotRef> + 'n {
        let is_array = node.arrays.iter().any(|(array, _)| *array as usize == object);
        let elements = if is_array { node.state.object_length(object) } else { 0 };
        let fields = self.space.slots(self.executable.type_number(&node.state, object)).iter().enumerate();
        let fields = fields.filter_map(|(slot, field)| Some((slot, (*field)?.is_long)));
        let slots = (0..elements).map(|index| (index, false)).chain(fields);
        let open = slots.filter(move |(slot, is_long)| node.state.is_open(object, *slot, *is_long));
        open.map(move |(slot, is_long)| SlotRef { object, slot: slot as u32, is_long, before: false })
    }

    /// The ordered values of the initial objects, with the place that they belong to.
    fn points<'n>(&'n self, node: &'n Node) -> impl Iterator<Item = (Word, u32, bool)> + 'n {
        node.initial.iter().flat_map(move |object| {
            let object = *object as usize;
            (0..node.state.object_length(object)).filter_map(move |slot| {
                let request = SlotRef { object, slot: slot as u32, is_long: false, before: false };
                let content = self.content_of(node, &request)?;
                let Content::OrderedVar { place, is_ranged, .. } = self.space.content(content) else { return None };
                Some((node.state.slot_before(object, slot)?, *place, *is_ranged))
            })
        })
    }

    /// How many structures come of the answers to the last open question, if none of them opens
    /// another; of numbers, all are asked for at once.
    fn count_last(&self, node: &Node, ask: &Ask, choices: &[Choice]) -> Option<u64> {
        if !self.executable.has(Acceleration::Counting) {
            return None;
        }
        if let Ask::Number(_) = ask {
            return node.state.count_numbers();
        }
        let is_final = |choice: &Choice| match choice {
            Choice::Word(_) | Choice::NewOpaque | Choice::AnotherOpaque => true,
            Choice::Fresh(Fresh::Object { class, .. }, _) => {
                self.contract.invariants(*class).is_none() && self.executable.slots_of_class(*class).next().is_none()
            }
            _ => false,
        };
        let has_points = self.points(node).next().is_some();
        (!has_points && choices.iter().all(is_final)).then_some(choices.len() as u64)
    }
}

/// Two values that may meet, and that could stand in more than one order.
fn open_order(node: &Node, points: &[(Word, u32, bool)]) -> Option<Ask> {
    for (index, (point, place, _)) in points.iter().enumerate() {
        for (other, other_place, _) in &points[..index] {
            let ways = [Ordering::Less, Ordering::Equal, Ordering::Greater];
            let possible = ways.into_iter().filter(|way| node.state.can_order(*other, *way, *point)).count();
            if other_place == place && possible > 1 {
                return Some(Ask::Machine(Question::Order { left: *other, right: *point }));
            }
        }
    }
    None
}
