//! Static fields of a heap that somebody wrote: the classes that they belong to are initialised,
//! and what the heap says of their fields counts from then on.
//!
//! An initialiser makes objects of its own, such as the constants of an enum, and code compares
//! with these. So where the heap calls one of its objects what the initialiser has put into the
//! field, the two are one: everything that refers to the initialiser's object refers to that of the
//! heap.

use crate::compile::Executable;
use crate::heap_conversion::{LoadError, Loaded};
use crate::initial_heap::{Renumbering, object_of};
use crate::outcome::Budget;
use crate::state::{Initialization, State};
use crate::word::Word;
use std::collections::BTreeMap;
use tightrope_heap::Heap;
use tightrope_program::{ClassId, FieldId};

impl Executable<'_> {
    /// Initialises the classes of the static fields that the heap names, and gives these fields
    /// what it says. Requires: `loaded` is that heap, and nothing has run.
    pub fn adopt_statics(&mut self, loaded: &mut Loaded, heap: &Heap, budget: &mut Budget) -> Result<(), LoadError> {
        let named: Vec<(FieldId, Word)> = heap
            .roots
            .iter()
            .zip(&loaded.roots)
            .filter_map(|(root, value)| Some((self.static_field_named(&root.name)?, *value)))
            .collect();
        for (field, _) in &named {
            self.initialize_class(&mut loaded.state, self.program.field(*field).class, budget)?;
        }
        let twins = self.twins(&loaded.state, heap.objects.len(), &named);
        let count = loaded.state.object_count();
        let renumbering = Renumbering::new((0..count).map(|object| twins.get(&object).copied().unwrap_or(object)));
        self.rename(&mut loaded.state, &renumbering);
        for (field, value) in named {
            if let Some(slot) = self.static_slots.get(&field) {
                loaded.state.statics[*slot as usize] = value;
            }
        }
        Ok(())
    }

    fn initialize_class(&mut self, state: &mut State, class: ClassId, budget: &mut Budget) -> Result<(), LoadError> {
        for function in self.start_initializers(state, class) {
            self.run_initializer(state, function, budget).map_err(|_| {
                let name = &self.program.class(class).name;
                LoadError(format!("the static initialiser of `{name}` does not end normally"))
            })?;
        }
        state.frames.clear();
        state.registers.clear();
        Ok(())
    }

    /// By object of an initialiser: the object of the heap that stands for it. `given`: so many
    /// objects are those of the heap.
    fn twins(&self, state: &State, given: usize, named: &[(FieldId, Word)]) -> BTreeMap<usize, usize> {
        let is_reference = |field: FieldId| self.program.field(field).ty.is_reference();
        let pair = |(field, value): &(FieldId, Word)| {
            let made = self.static_value(state, *field).and_then(object_of)?;
            Some((made, object_of(*value)?)).filter(|_| is_reference(*field))
        };
        let mut pending: Vec<(usize, usize)> = named.iter().filter_map(pair).collect();
        let mut twins: BTreeMap<usize, usize> = BTreeMap::new();
        while let Some((made, written)) = pending.pop() {
            let (theirs, ours) = (state.objects[made], state.objects[written]);
            let is_free = !twins.contains_key(&made) && !twins.values().any(|taken| *taken == written);
            if made < given || !is_free || theirs.ty != ours.ty {
                continue;
            }
            twins.insert(made, written);
            for slot in self.reference_slots(self.types.info(theirs.ty).ty, &theirs) {
                let of = |start: u32, length: u32| {
                    let value = (slot < length as usize).then(|| state.slots[start as usize + slot]);
                    value.and_then(object_of)
                };
                pending.extend(of(theirs.start, theirs.length).zip(of(ours.start, ours.length)));
            }
        }
        twins
    }

    /// Has the class been initialised, or nothing to initialise? Requires: nothing is running.
    pub fn is_initialized(&self, state: &State, class: ClassId) -> bool {
        let has_begun = matches!(state.initialization(class), Initialization::Started | Initialization::Completed);
        self.initializer(class).is_none() || has_begun
    }
}
