//! Initial collections: their nodes and arrays are made at once, with the elements left open.

use crate::choices::Choice;
use crate::node::{Ask, Node};
use crate::setup::Setup;
use crate::space::{Content, Fresh};
use tightrope_machine::{Question, SlotRef, Word, object_of, reference_to};
use tightrope_problem::collections::{Layout, Links};
use tightrope_program::{FieldId, Type};

impl Setup<'_> {
    /// How the elements of a new object lie in the heap, if it is a collection.
    pub(crate) fn layout_of(&self, fresh: &Fresh) -> Option<&Layout> {
        match fresh {
            Fresh::Object { kind, .. } => self.layouts.get(*kind)?.as_ref(),
            Fresh::Array { .. } | Fresh::Text { .. } => None,
        }
    }

    /// Gives a new collection so many elements, which are open. `None`: that cannot be.
    pub(crate) fn lay_out(&self, node: &mut Node, layout: &Layout, object: usize, count: u32) -> Option<()> {
        // How many there are depends on the scope.
        node.chose_number = true;
        match layout {
            Layout::Array { elements, size, zeros } => {
                self.fill(node, object, zeros, *size, count)?;
                self.lay_out_array(node, object, *elements, count)
            }
            Layout::Linked { links, size, zeros } => {
                self.fill(node, object, zeros, *size, count)?;
                self.lay_out_nodes(node, object, links, count)
            }
            Layout::Keys { map, of } => {
                let made = |fresh: &Fresh| matches!(fresh, Fresh::Object { class, .. } if class == of);
                let map_object = self.add_hidden(node, object, *map, made, count)?;
                // Whatever the keys of a set are mapped to, it is not null.
                let Some(Layout::Linked { links, .. }) = tightrope_problem::collections::layout(self.program, *of)
                else {
                    return None;
                };
                let mut next = self.known(node, map_object, links.first)?;
                while let Some(entry) = object_of(next) {
                    self.set(node, entry, links.value?, reference_to(map_object))?;
                    next = self.known(node, entry, links.next)?;
                }
                Some(())
            }
        }
    }

    fn fill(&self, node: &mut Node, object: usize, zeros: &[FieldId], size: FieldId, count: u32) -> Option<()> {
        zeros.iter().try_for_each(|zero| self.set(node, object, *zero, 0))?;
        self.set(node, object, size, Word::from(count))
    }

    /// An array with a place to spare, so that it is never of length 0.
    fn lay_out_array(&self, node: &mut Node, object: usize, elements: FieldId, count: u32) -> Option<()> {
        let array = self.add_hidden(node, object, elements, |fresh| matches!(fresh, Fresh::Array { .. }), count + 1)?;
        let spare = SlotRef { object: array, slot: count, is_long: false, before: false };
        self.executable.answer(&mut node.state, spare, 0);
        Some(())
    }

    fn lay_out_nodes(&self, node: &mut Node, object: usize, links: &Links, count: u32) -> Option<()> {
        let is_node = |fresh: &Fresh| matches!(fresh, Fresh::Object { class, .. } if *class == links.node);
        let (mut last, mut from) = (None, (object, links.first));
        for _ in 0..count {
            let next = self.add_hidden(node, from.0, from.1, is_node, 0)?;
            self.set(node, next, links.previous, last.map_or(0, reference_to))?;
            (last, from) = (Some(next), (next, links.next));
        }
        self.set(node, from.0, from.1, 0)?;
        self.set(node, object, links.last, last.map_or(0, reference_to))
    }

    /// Makes the object that a slot of a collection holds, which nobody else holds. It counts
    /// against no bound.
    fn add_hidden(
        &self,
        node: &mut Node,
        owner: usize,
        field: FieldId,
        is_it: impl Fn(&Fresh) -> bool,
        length: u32,
    ) -> Option<usize> {
        let request = self.slot_of(node, owner, field)?;
        let content = self.space.content(self.content_of(node, &request)?);
        let Content::Reference(reference) = content else { return None };
        let fresh = *reference.fresh.iter().find(|fresh| is_it(fresh))?;
        let hidden = node.state.object_count() as u32;
        node.hidden.push(hidden);
        let made = self.choose(node, &Ask::Machine(Question::Slot(request)), Choice::Fresh(fresh, length));
        node.counts[fresh.kind()] -= 1;
        made.then_some(hidden as usize)
    }

    fn slot_of(&self, node: &Node, object: usize, field: FieldId) -> Option<SlotRef> {
        let class = self.executable.object_type(&node.state, object).and_then(Type::as_class)?;
        let (_, slot) = self.executable.slots_of_class(class).find(|(known, _)| *known == field)?;
        Some(SlotRef { object, slot, is_long: false, before: false })
    }

    fn set(&self, node: &mut Node, object: usize, field: FieldId, value: Word) -> Option<()> {
        let request = self.slot_of(node, object, field)?;
        self.executable.answer(&mut node.state, request, value);
        Some(())
    }

    fn known(&self, node: &Node, object: usize, field: FieldId) -> Option<Word> {
        node.state.known_slot(&self.slot_of(node, object, field)?)
    }
}
