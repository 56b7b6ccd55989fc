//! Gives an answer: the slot gets its value, a new object is made, and what is assumed of it waits
//! to be evaluated.

use crate::choices::Choice;
use crate::force::is_not_null;
use crate::node::{Ask, Node, Pending, Phase};
use crate::setup::Setup;
use crate::space::{Content, Fresh};
use tightrope_machine::formula::Change;
use tightrope_machine::{Acceleration, Question, SlotRef, Word, object_of};
use tightrope_program::Type;

impl Setup<'_> {
    /// Carries out a choice. `false`: it contradicts what is known.
    pub(crate) fn choose(&self, node: &mut Node, ask: &Ask, choice: Choice) -> bool {
        node.note_change(match (choice, ask) {
            (Choice::Among(..) | Choice::Identical(..) | Choice::Equal(..), _) => Change::Symbols,
            (Choice::NewOpaque | Choice::AnotherOpaque, _) => Change::Anything,
            (Choice::Word(word), Ask::Machine(Question::Slot(request))) => change_of(request, word),
            // A new object can only be met through this slot.
            (_, Ask::Machine(Question::Slot(request))) => Change::Slot { object: request.object, slot: request.slot },
            _ => Change::Anything,
        });
        match choice {
            Choice::Among(left, orderings, right) => node.state.assume_among(left, orderings, right),
            Choice::Identical(left, right, same) => node.state.assume_identical(left, right, same),
            Choice::Equal(left, right, same) => node.state.assume_equal(left, right, same),
            Choice::Holds(among, holds) => {
                if let Ask::Machine(Question::Holds { request, .. }) = ask {
                    node.state.assume_holds(request, among, holds);
                }
                true
            }
            Choice::Word(word) => {
                node.chose_number |= self.is_number(node, ask);
                self.give(node, ask, word);
                true
            }
            Choice::OrderedVar(least, greatest) => {
                let point = node.state.new_point_between(least, greatest);
                self.give(node, ask, point);
                true
            }
            Choice::NewOpaque | Choice::AnotherOpaque => {
                let value = node.state.new_opaque();
                let is_possible = choice == Choice::NewOpaque || tell_apart(node, value);
                let is_possible = is_possible && self.is_not_null(node, ask, value);
                self.give(node, ask, value);
                is_possible
            }
            Choice::Fresh(fresh, length) => match self.make(node, fresh, length) {
                Some(object) => {
                    note_stranger(node, ask, object);
                    self.give(node, ask, object);
                    true
                }
                None => false,
            },
        }
    }

    /// An opaque value in a place that is never null is not null.
    fn is_not_null(&self, node: &mut Node, ask: &Ask, value: Word) -> bool {
        let Ask::Machine(Question::Slot(request)) = ask else { return true };
        let content = self.content_of(node, request).map(|content| self.space.content(content));
        is_not_null(node, content, value)
    }

    /// Is a number asked for?
    fn is_number(&self, node: &Node, ask: &Ask) -> bool {
        let content = match ask {
            Ask::Machine(Question::Slot(request)) => self.content_of(node, request),
            Ask::Parameter(index) => self.params.get(*index as usize).copied(),
            Ask::Receiver | Ask::Observer | Ask::Machine(_) => None,
            Ask::Element { .. } | Ask::Number(_) => return true,
        };
        let content = content.map(|content| self.space.content(content));
        matches!(content, Some(Content::Words { .. }))
    }

    fn give(&self, node: &mut Node, ask: &Ask, value: Word) {
        match ask {
            Ask::Machine(Question::Slot(request) | Question::Holds { request, .. }) => {
                self.executable.answer(&mut node.state, *request, value);
            }
            Ask::Machine(_) | Ask::Number(_) => {}
            Ask::Observer => node.run.iter_mut().for_each(|run| run.was_observed = true),
            Ask::Element { array, index } => {
                node.unfilled.pop();
                self.executable.set_initial_long(&mut node.state, *array as usize, *index as usize, value);
            }
            Ask::Receiver => {
                node.args.push(value);
                // What is said of all objects is said of those that parameters bring along, too.
                // Where the method runs first, they are known before anything is assumed.
                let comes_next = self.has_global_assumptions || node.is_part;
                node.phase = if comes_next { Phase::Parameter(0) } else { Phase::Assume };
                node.then = Phase::Parameter(0);
            }
            Ask::Parameter(index) => {
                node.args.push(value);
                node.phase = Phase::Parameter(index + 1);
            }
        }
    }

    /// Adds an initial object, whose invariant is then to be assumed.
    fn make(&self, node: &mut Node, fresh: Fresh, length: u32) -> Option<Word> {
        let number = node.initial.len() as u32;
        let object = node.state.object_count() as u32;
        node.counts[fresh.kind()] += 1;
        let word = match fresh {
            Fresh::Object { class, instance, .. } => {
                let word = self.executable.add_open_object(&mut node.state, class)?;
                node.instances.extend(instance.map(|instance| (object, instance)));
                self.fix_slots(node, object as usize);
                if self.layout_of(&fresh).is_none() {
                    self.fill_as_others(node, object as usize);
                }
                self.assume_invariants(node, number, object);
                word
            }
            Fresh::Array { ty, elements, length: exactly, .. } => {
                let length = exactly.unwrap_or(length);
                node.arrays.push((object, elements));
                if ty.element().is_some_and(Type::is_wide) {
                    node.unfilled.extend((0..length).rev().map(|index| (object, index)));
                }
                self.executable.add_open_array(&mut node.state, ty, length as usize)?
            }
            Fresh::Text { .. } => {
                let text = self.text_candidates(node).into_iter().nth(length as usize)?;
                self.executable.add_initial_text(&mut node.state, text)?
            }
        };
        node.initial.push(object);
        if let Some(layout) = self.layout_of(&fresh) {
            self.lay_out(node, layout, object as usize, length)?;
        }
        self.assume_again(node);
        Some(word)
    }

    /// Adds an object that nothing leads to. `false`: that cannot be.
    pub(crate) fn add_stranger(&self, node: &mut Node, fresh: Fresh) -> bool {
        let made = self.make(node, fresh, 0).and_then(object_of);
        node.strangers.extend(made.map(|object| object as u32));
        node.unreferenced.extend(made.map(|object| object as u32));
        made.is_some()
    }

    /// Where there is no choice, nobody has to ask.
    fn fix_slots(&self, node: &mut Node, object: usize) {
        for (slot, word) in self.space.fixed(self.executable.type_number(&node.state, object)) {
            let request = SlotRef { object, slot: *slot, is_long: false, before: false };
            self.executable.answer(&mut node.state, request, *word);
        }
    }

    /// Where another object of the class has got its ordered values, because an assumption has read
    /// them, the same assumption will read those of a new one: it need not ask.
    fn fill_as_others(&self, node: &mut Node, object: usize) {
        let number = self.executable.type_number(&node.state, object);
        let is_like_it = |other: &&u32| {
            let other = **other as usize;
            self.executable.type_number(&node.state, other) == number && node.instance(other) == node.instance(object)
        };
        let Some(other) = node.initial.iter().find(is_like_it).map(|other| *other as usize) else { return };
        if node.has_started() || !self.executable.has(Acceleration::EagerNumbers) {
            return;
        }
        for (slot, content) in self.space.slots(number).iter().enumerate() {
            let Some(is_long) = content.map(|content| content.is_long) else { continue };
            let request = |object: usize| SlotRef { object, slot: slot as u32, is_long, before: false };
            if node.state.known_slot(&request(other)).is_some() {
                self.fill_with_point(node, request(object));
            }
        }
    }

    /// The invariants of all initial objects are to be assumed, as if none were known to hold.
    pub(crate) fn assume_everything(&self, node: &mut Node) {
        node.pending.clear();
        for number in 0..node.initial.len() {
            self.assume_invariants(node, number as u32, node.initial[number]);
        }
    }

    fn assume_invariants(&self, node: &mut Node, number: u32, object: u32) {
        let clauses = self.invariants(node, object as usize).map_or(0, |invariants| invariants.assumed.len() as u32);
        node.pending.extend((0..clauses).map(|clause| Pending::new(number, clause)));
    }

    /// What is said of all objects of a type is to be said of one more.
    fn assume_again(&self, node: &mut Node) {
        if self.has_global_assumptions {
            self.assume_everything(node);
        }
        if node.has_started() && (node.phase == Phase::Run || node.phase == Phase::Judge) {
            node.then = if self.has_global_requires { Phase::Requires } else { node.phase };
            node.phase = Phase::Assume;
        }
    }
}

/// Is a new object one that nothing leads to, or that only such an object leads to?
fn note_stranger(node: &mut Node, ask: &Ask, new: Word) {
    let is_stranger = match ask {
        Ask::Observer => true,
        Ask::Machine(Question::Slot(request) | Question::Holds { request, .. }) => {
            node.strangers.contains(&(request.object as u32))
        }
        _ => false,
    };
    if is_stranger {
        node.strangers.extend(object_of(new).map(|object| object as u32));
    }
    if matches!(ask, Ask::Observer) {
        node.unreferenced.extend(object_of(new).map(|object| object as u32));
    }
}

/// `generate`: null is another choice, and values that differ, differ in every way.
fn tell_apart(node: &mut Node, value: Word) -> bool {
    let Node { state, opaques, .. } = node;
    let is_new =
        state.assume_identical(value, 0, false) && opaques.iter().all(|other| state.assume_equal(*other, value, false));
    opaques.push(value);
    is_new
}

pub(crate) fn change_of(request: &SlotRef, value: Word) -> Change {
    match value {
        0 => Change::Null { object: request.object, slot: request.slot },
        _ => Change::Slot { object: request.object, slot: request.slot },
    }
}
