//! All objects of a type: what a variable ranges over whose range names no set.
//!
//! On a partial heap the objects at hand are not all: behind a slot without a value there may be
//! more. So whoever ranges over them has to know which slots may lead to an object of the type.
//! That follows from the declared types of fields: those of the closed world, by a fixed point.
//! Opaque values are not objects of the heap.

use super::evaluate::Evaluation;
use super::shortcuts::Shortcuts;
use super::watch::Watched;
use super::{AllObjects, Edges, compile::FormulaCompiler};
use crate::code::{Memory, RuntimeType, TypeTest};
use crate::outcome::{Question, SlotRef};
use crate::word::{self, UNKNOWN, Word};
use tightrope_program::sorts::Sort;
use tightrope_program::{FieldId, Type};

/// A slot that holds references, or all elements of an array: and what passes for them.
struct Link {
    slot: Option<u16>,
    test: TypeTest,
}

impl FormulaCompiler<'_, '_> {
    pub(super) fn all_objects(&mut self, ty: Option<Type>) -> AllObjects {
        self.is_global = true;
        let test = ty.map(|ty| self.test(ty));
        let types: Vec<Type> = self.executable.types.infos.iter().map(|info| info.ty).collect();
        let links: Vec<Vec<Link>> = types.into_iter().map(|ty| self.links(ty)).collect();
        let leading = self.leading(test, &links);
        AllObjects { memory: self.memory, test, leading }
    }

    fn links(&mut self, ty: Type) -> Vec<Link> {
        let Some(class) = ty.as_class() else {
            let element = ty.element().filter(|element| element.is_reference());
            return element.into_iter().map(|element| Link { slot: None, test: self.test(element) }).collect();
        };
        let program = self.executable.program;
        let fields: Vec<FieldId> = self.executable.layouts.fields(class).to_vec();
        let references = fields.into_iter().filter(|field| program.field(*field).ty.is_reference());
        let mut links = Vec::new();
        for field in references {
            let is_opaque = self.executable.sorts.as_ref().is_some_and(|sorts| {
                sorts.field_class(field).is_some_and(|class| matches!(sorts.of(class), Sort::Opaque { .. }))
            });
            let slot = self.executable.types.slot(field).filter(|_| !is_opaque);
            links.extend(slot.map(|slot| Link { slot: Some(slot), test: self.test(program.field(field).ty) }));
        }
        links
    }

    fn leading(&self, test: Option<TypeTest>, links: &[Vec<Link>]) -> Vec<Edges> {
        let types = &self.executable.types;
        let passes = |ty: usize, test: TypeTest| types.passes(RuntimeType(ty as u32), test);
        let mut leads: Vec<bool> = (0..links.len()).map(|ty| test.is_none_or(|test| passes(ty, test))).collect();
        let is_leading = |link: &Link, leads: &[bool]| (0..leads.len()).any(|ty| leads[ty] && passes(ty, link.test));
        loop {
            let is_new = |ty: &usize| !leads[*ty] && links[*ty].iter().any(|link| is_leading(link, &leads));
            let new: Vec<usize> = (0..links.len()).filter(is_new).collect();
            if new.is_empty() {
                break;
            }
            new.into_iter().for_each(|ty| leads[ty] = true);
        }
        let edges = |links: &Vec<Link>| {
            let followed: Vec<&Link> = links.iter().filter(|link| is_leading(link, &leads)).collect();
            match followed.as_slice() {
                [Link { slot: None, .. }] => Edges::Elements,
                slots => Edges::Slots(slots.iter().filter_map(|link| link.slot).collect()),
            }
        };
        links.iter().map(edges).collect()
    }
}

impl<S: Shortcuts> Evaluation<'_, '_, S> {
    /// The objects at hand; inside `\old` those that existed then.
    pub(super) fn objects_at_hand(&self, all: &AllObjects) -> Vec<Word> {
        let (state, executable) = (self.state(), self.executable());
        let objects = state.objects.iter().take(self.object_limit()).enumerate();
        let fitting = objects.filter(|(_, header)| {
            let existed = all.memory == Memory::Now || !header.is_new();
            existed && all.test.is_none_or(|test| executable.types.passes(header.ty, test))
        });
        fitting.map(|(object, _)| word::object(object)).collect()
    }

    /// A slot behind which there may be more. What was there before the method exists still, even
    /// if nothing leads to it any more.
    pub(super) fn more_objects(&self, all: &AllObjects) -> Option<Question> {
        let state = self.state();
        let initial = state.objects.iter().take(self.object_limit()).enumerate().filter(|(_, header)| !header.is_new());
        let mut slots = initial.flat_map(|(object, header)| {
            let slots: Vec<u32> = match all.leading.get(header.ty.0 as usize) {
                Some(Edges::Slots(slots)) => slots.iter().map(|slot| u32::from(*slot)).collect(),
                Some(Edges::Elements) => (0..header.length).collect(),
                None => Vec::new(),
            };
            slots.into_iter().map(move |slot| (object, slot))
        });
        let is_open = |(object, slot): &(usize, u32)| state.read(Memory::Before, *object, *slot as usize) == UNKNOWN;
        let (object, slot) = slots.find(is_open)?;
        let before = state.is_written(object, slot as usize) || all.memory == Memory::Before;
        self.workspace.met.add(Watched::ALL);
        Some(Question::Slot(SlotRef { object, slot, is_long: false, before }))
    }
}
