//! Objects that no run and no contract has looked at, and whose invariants may speak of what a run
//! has changed.
//!
//! When a run has met its contract on all objects at hand, two kinds of objects are left. Some lie
//! behind a slot that is still open: if one of them may depend on what was changed, the slot is
//! asked for. Others nothing leads to: one of these joins the heap, if it may observe what was
//! changed. (One is enough: if the invariant of such an object breaks, it breaks as well on the
//! heap that has this object, what it leads to, and nothing else besides.) Their invariants are
//! assumed as of before the run, like those of every object that is met late; then the run is
//! judged again.
//!
//! What an invariant may depend on is known beforehand (`tightrope_problem::Reads`). Where it is
//! nothing that any run changes, no question is asked here, and no search pays for this.

use crate::choices::{Choice, Offer, ScopeUse};
use crate::node::{Ask, Node};
use crate::setup::Setup;
use crate::space::{Content, Fresh, Space};
use std::collections::HashMap;
use tightrope_machine::{Executable, Question, SlotRef};
use tightrope_problem::{Problem, Reads, is_observed};
use tightrope_program::{FieldId, Type};

/// What has to be known of such objects.
#[derive(Debug, Default)]
pub(crate) struct Unseen {
    /// By kind: what the invariants of its objects read of others.
    reads: Vec<Option<Reads>>,
    /// By content: to which kinds of objects with such invariants it may lead.
    leads: Vec<Vec<usize>>,
    /// Nothing leads to these.
    observers: Vec<Fresh>,
    is_possible: bool,
}

/// What a run has changed.
#[derive(Debug, Default)]
struct Changes {
    fields: Vec<FieldId>,
    has_elements: bool,
}

impl Unseen {
    pub(crate) fn new(
        problem: &Problem<'_>,
        executable: &Executable<'_>,
        space: &Space,
        observers: Vec<Fresh>,
    ) -> Unseen {
        let reads_of = |class| problem.invariants_of(class).map(|owed| owed.reads.clone());
        let reads: Vec<Option<Reads>> = space
            .kinds
            .iter()
            .map(|kind| kind.class.and_then(reads_of).filter(|reads| !reads.is_own_alone()))
            .collect();
        let leads = leads(executable, space, &reads);
        let is_possible = !observers.is_empty() || leads.iter().any(|kinds| !kinds.is_empty());
        Unseen { reads, leads, observers, is_possible }
    }
}

/// By content: the kinds that may be met behind it and have reads.
fn leads(executable: &Executable<'_>, space: &Space, reads: &[Option<Reads>]) -> Vec<Vec<usize>> {
    if reads.iter().all(Option::is_none) {
        return vec![Vec::new(); space.contents().count()];
    }
    let number_of: HashMap<Type, usize> = executable.types().enumerate().map(|(number, ty)| (ty, number)).collect();
    let next = |fresh: &Fresh| match fresh {
        Fresh::Object { class, instance, .. } => {
            let plain = || number_of.get(&Type::class(*class)).map_or(&[][..], |number| space.slots(*number));
            let slots = instance.map_or_else(plain, |instance| space.slots_of_instance(instance));
            slots.iter().flatten().map(|slot| slot.content).collect()
        }
        Fresh::Array { elements, .. } => vec![*elements],
        Fresh::Text { .. } => Vec::new(),
    };
    let from = |first: &Content| {
        let (mut kinds, mut pending) = (vec![false; reads.len()], vec![first]);
        while let Some(content) = pending.pop() {
            let Content::Reference(reference) = content else { continue };
            for fresh in &reference.fresh {
                if !std::mem::replace(&mut kinds[fresh.kind()], true) {
                    pending.extend(next(fresh).into_iter().map(|content| space.content(content)));
                }
            }
        }
        (0..reads.len()).filter(|kind| kinds[*kind] && reads[*kind].is_some()).collect()
    };
    space.contents().map(from).collect()
}

impl Setup<'_> {
    /// A question about an object that may have an invariant about what the run has changed, and
    /// that nobody has looked at. Requires: the run has met its contract on all others.
    pub(crate) fn unseen(&self, node: &Node) -> Option<Ask> {
        if !self.unseen.is_possible || node.state.is_as_before() {
            return None;
        }
        let changes = self.changes(node);
        let behind_slot = self.unseen_slot(node, &changes).map(|request| Ask::Machine(Question::Slot(request)));
        behind_slot.or_else(|| {
            let was_observed = node.run.as_ref().is_some_and(|run| run.was_observed);
            let is_asked = !was_observed && !self.observers(&changes).is_empty();
            is_asked.then_some(Ask::Observer)
        })
    }

    /// No object that nothing leads to, or one of each kind.
    pub(crate) fn observer_choices(&self, node: &Node) -> Offer {
        // Whether there is one depends on the scope, and the heap without it is the same.
        let mut scope = ScopeUse { has_others: true, ..ScopeUse::default() };
        let mut choices = vec![Choice::Word(0)];
        for fresh in self.observers(&self.changes(node)) {
            match usize::from(node.counts[fresh.kind()]) < self.space.kinds[fresh.kind()].limit {
                true => choices.push(Choice::Fresh(fresh, 0)),
                false => scope.refused.push(fresh),
            }
        }
        Offer { choices, scope }
    }

    fn changes(&self, node: &Node) -> Changes {
        let state = &node.state;
        let mut changes = Changes::default();
        for change in self.executable.changed_slots(state, 0..state.object_count()) {
            match self.executable.object_type(state, change.object).and_then(Type::as_class) {
                Some(class) => {
                    let mut slots = self.executable.slots_of_class(class);
                    changes.fields.extend(slots.find(|(_, slot)| *slot == change.slot).map(|(field, _)| field));
                }
                None => changes.has_elements = true,
            }
        }
        changes.fields.extend(self.executable.changed_statics(state).into_iter().map(|(field, _, _)| field));
        changes
    }

    /// A slot without a value behind which there may be an object that depends on what was changed.
    fn unseen_slot(&self, node: &Node, changes: &Changes) -> Option<SlotRef> {
        let is_at_risk = |reads: &Reads| {
            let is_read = |field: &FieldId| reads.fields.contains(field);
            reads.has_all_objects || reads.has_elements && changes.has_elements || changes.fields.iter().any(is_read)
        };
        let at_risk: Vec<bool> = self.unseen.reads.iter().map(|reads| reads.as_ref().is_some_and(is_at_risk)).collect();
        let leads_there = |object: usize, slot: usize| {
            let request = SlotRef { object, slot: slot as u32, is_long: false, before: false };
            let content = self.content_of(node, &request);
            content.is_some_and(|content| self.unseen.leads[content.index()].iter().any(|kind| at_risk[*kind]))
        };
        let mut objects = node.initial.iter().map(|object| *object as usize);
        objects.find_map(|object| {
            let mut open = self.executable.open_slots(&node.state, object);
            let slot = open.find(|slot| leads_there(object, *slot))? as u32;
            let before = node.state.is_written(object, slot as usize);
            Some(SlotRef { object, slot, is_long: false, before })
        })
    }

    /// The kinds of objects that may observe a change though nothing leads to them.
    fn observers(&self, changes: &Changes) -> Vec<Fresh> {
        let observes = |fresh: &&Fresh| {
            let Fresh::Object { class, kind, .. } = **fresh else { return false };
            let Some(reads) = &self.unseen.reads[kind] else { return false };
            changes.fields.iter().any(|field| is_observed(self.program, class, reads, *field))
        };
        self.unseen.observers.iter().filter(observes).copied().collect()
    }
}
