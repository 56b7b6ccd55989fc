//! The bounds of a problem in the machine's numbers: for every slot of every type what it may hold.
//!
//! All decided once, before the search; the search only looks things up.

use tightrope_machine::{Executable, LazyReads, Word};
use tightrope_problem::{Bounds, FieldPlace, InstanceId, ObjectBound, Problem, References, Values, ValuesId};
use tightrope_program::generics::{Generic, TypeArgument};
use tightrope_program::names::type_name;
use tightrope_program::{ClassId, FieldId, Program, Type};
use tightrope_source::Name;

/// What the values of a place can be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct ContentId(u32);

impl ContentId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

impl From<ValuesId> for ContentId {
    fn from(id: ValuesId) -> ContentId {
        ContentId(id.0)
    }
}

#[derive(Clone, Debug)]
pub(crate) enum Content {
    /// An ordered value between these numbers. `place`: those of one number may meet. `is_ranged`:
    /// the user chose the numbers.
    OrderedVar {
        least: i64,
        greatest: i64,
        place: u32,
        is_ranged: bool,
    },
    /// A truth value.
    Boolean,
    /// One of these numbers. `is_chosen`: by the user, so that no other number will do, even where
    /// an invariant asks for it.
    Words {
        words: Vec<Word>,
        is_chosen: bool,
    },
    /// An opaque value, which may be null: that is decided when somebody asks.
    Opaque {
        may_be_null: bool,
    },
    /// The same in structures that are listed: null, one of the values that are there already, or
    /// another one. There are at most this many, if the user said so.
    ToldApart {
        limit: Option<usize>,
        may_be_null: bool,
    },
    Reference(ReferenceContent),
    /// Floating point: no code that is modelled ever reads it.
    Untouchable,
}

#[derive(Clone, Debug)]
pub(crate) struct ReferenceContent {
    pub(crate) may_be_null: bool,
    /// Arrays in this place have so many elements.
    pub(crate) length: Option<u32>,
    /// No other object holds in such a place what this one does.
    pub(crate) is_unique: bool,
    /// By type number: may an object of this type stand here?
    pub(crate) fits: Vec<bool>,
    /// What type arguments say of objects that the search has made. `None`: nothing.
    pub(crate) arguments: Option<ArgumentFits>,
    /// What new objects may stand here.
    pub(crate) fresh: Vec<Fresh>,
    /// Objects of a class that cannot be made might stand here too.
    pub(crate) unavailable: Option<Name>,
}

/// Which of the objects that the search has made may stand in a place with type arguments.
#[derive(Clone, Debug)]
pub(crate) struct ArgumentFits {
    /// By instance.
    instances: Vec<bool>,
    /// By type number: those of which no type arguments are known.
    plain: Vec<bool>,
    /// Arrays: what their elements are.
    elements: Vec<ContentId>,
}

impl ArgumentFits {
    /// May an object stand there that is of this type, of this instance if that is known, and that
    /// has these elements if it is an array?
    pub(crate) fn allow(&self, type_number: usize, instance: Option<InstanceId>, elements: Option<ContentId>) -> bool {
        match (instance, elements) {
            (Some(instance), _) => self.instances.get(instance.index()) == Some(&true),
            (None, Some(elements)) => self.elements.is_empty() || self.elements.contains(&elements),
            (None, None) => self.plain.get(type_number) == Some(&true),
        }
    }
}

/// A kind of object that the search can add to a heap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fresh {
    Object { class: ClassId, instance: Option<InstanceId>, kind: usize },
    Array { ty: Type, elements: ContentId, length: Option<u32>, kind: usize },
    Text { kind: usize },
}

impl Fresh {
    pub(crate) fn kind(self) -> usize {
        match self {
            Fresh::Object { kind, .. } | Fresh::Array { kind, .. } | Fresh::Text { kind } => kind,
        }
    }
}

/// Which texts new strings have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Texts {
    /// Their own, that of a literal or of another string, or none at all.
    #[default]
    OwnOrKnown,
    /// Their own: in structures that are listed, where a text says nothing.
    Own,
}

/// A slot of the objects of a class.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slot {
    pub(crate) content: ContentId,
    pub(crate) is_long: bool,
}

/// All of it.
#[derive(Debug, Default)]
pub(crate) struct Space {
    contents: Vec<Content>,
    /// By type number and slot.
    slots: Vec<Vec<Option<Slot>>>,
    /// By instance and slot: those of objects with type arguments.
    instance_slots: Vec<Vec<Option<Slot>>>,
    /// By type number: the slots for which the user chose a single number.
    fixed: Vec<Vec<(u32, Word)>>,
    pub(crate) texts: Texts,
    /// By type number: the slots that hold what no other object holds in such a slot.
    unique: Vec<Vec<u32>>,
    /// Some places hold ordered values.
    pub(crate) has_points: bool,
    /// The classes and array types of which the scope bounds the number of objects.
    pub(crate) kinds: Vec<ObjectBound>,
    pub(crate) array_length: usize,
    /// Longer ones that there are all the same.
    longer_arrays: Vec<(Type, u32)>,
}

impl Space {
    /// The bounds of a problem, for an executable that knows all its types.
    pub(crate) fn new(problem: &Problem<'_>, executable: &Executable<'_>, bounds: &Bounds) -> Space {
        let program = problem.program;
        let instances = problem.instances.as_deref().unwrap_or_default();
        let instance_slots = instances.iter().enumerate().map(|(number, instance)| {
            let id = InstanceId(number as u32);
            let values = |field: FieldId| bounds.instance_fields.get(&(id, field)).copied();
            slots_of(program, executable, instance.class, values)
        });
        let mut space = Space {
            contents: bounds.values.iter().map(|values| content_of(problem, executable, values)).collect(),
            instance_slots: instance_slots.collect(),
            slots: vec![Vec::new(); executable.types().count()],
            fixed: Vec::new(),
            texts: Texts::default(),
            unique: Vec::new(),
            has_points: false,
            kinds: bounds.objects.clone(),
            array_length: bounds.array_length,
            longer_arrays: bounds.longer_arrays.clone(),
        };
        for (number, ty) in executable.types().enumerate() {
            if let Some(class) = ty.as_class() {
                let values = |field: FieldId| bounds.fields.get(&FieldPlace { class, field }).copied();
                space.slots[number] = slots_of(program, executable, class, values);
            }
        }
        space.unique = space.slots.iter().map(|slots| space.unique_slots(slots)).collect();
        // In a check, what was not read stays open, and a counterexample says so. In structures
        // that are listed nobody has to ask where there is no choice.
        if problem.method().is_none() {
            space.fixed = space.slots.iter().map(|slots| space.fixed_slots(slots)).collect();
            space.texts = Texts::Own;
        }
        space.has_points = space.contents.iter().any(|content| matches!(content, Content::OrderedVar { .. }));
        space
    }

    /// All that places can hold, by id.
    pub(crate) fn contents(&self) -> impl Iterator<Item = &Content> {
        self.contents.iter()
    }

    pub(crate) fn content(&self, id: ContentId) -> &Content {
        &self.contents[id.index()]
    }

    /// By kind: may a field or an element refer to such objects?
    pub(crate) fn linked_kinds(&self) -> Vec<bool> {
        let mut linked = vec![false; self.kinds.len()];
        let slots = self.slots.iter().chain(&self.instance_slots).flatten().flatten();
        let mut pending: Vec<ContentId> = slots.map(|slot| slot.content).collect();
        while let Some(content) = pending.pop() {
            let Content::Reference(reference) = self.content(content) else { continue };
            for fresh in &reference.fresh {
                let is_new = !std::mem::replace(&mut linked[fresh.kind()], true);
                if let (Fresh::Array { elements, .. }, true) = (fresh, is_new) {
                    pending.push(*elements);
                }
            }
        }
        linked
    }

    /// Are there fields of type `long`?
    pub(crate) fn has_longs(&self) -> bool {
        self.slots.iter().flatten().flatten().any(|slot| slot.is_long)
    }

    /// May an initial string be made?
    pub(crate) fn has_texts(&self) -> bool {
        self.contents.iter().any(|content| match content {
            Content::Reference(reference) => reference.fresh.iter().any(|fresh| matches!(fresh, Fresh::Text { .. })),
            _ => false,
        })
    }

    /// What a slot of an object of a class can hold.
    pub(crate) fn slot(&self, type_number: usize, slot: usize) -> Option<ContentId> {
        self.slots.get(type_number)?.get(slot)?.map(|slot| slot.content)
    }

    /// What a slot of an object with type arguments can hold.
    pub(crate) fn instance_slot(&self, instance: InstanceId, slot: usize) -> Option<ContentId> {
        self.instance_slots.get(instance.index())?.get(slot)?.map(|slot| slot.content)
    }

    /// The slots of the objects with these type arguments.
    pub(crate) fn slots_of_instance(&self, instance: InstanceId) -> &[Option<Slot>] {
        self.instance_slots.get(instance.index()).map_or(&[], Vec::as_slice)
    }

    /// Are there objects with type arguments?
    pub(crate) fn has_instances(&self) -> bool {
        !self.instance_slots.is_empty()
    }

    /// Which slots a `repOk` may read without a look at their values: where there is much to choose
    /// from.
    pub(crate) fn deferring(&self, executable: &Executable<'_>) -> Vec<Vec<LazyReads>> {
        let mut deferring: Vec<Vec<LazyReads>> =
            self.slots.iter().map(|slots| vec![LazyReads::Never; slots.len()]).collect();
        for (number, ty) in executable.types().enumerate() {
            let Some((class, slots)) = ty.as_class().zip(deferring.get_mut(number)) else { continue };
            for (field, slot) in executable.slots_of_class(class) {
                let content = self.slot(number, slot as usize).map(|content| self.content(content));
                let has_choice = match content {
                    Some(Content::Reference(_)) => true,
                    Some(Content::Words { words, .. }) => words.len() > 1,
                    _ => false,
                };
                if let (true, Some(to)) = (has_choice, slots.get_mut(slot as usize)) {
                    *to = executable.deferring_of_field(field);
                }
            }
        }
        deferring
    }

    /// The slots of the objects of a class that get a number at once, since they can hold no other.
    pub(crate) fn fixed(&self, type_number: usize) -> &[(u32, Word)] {
        self.fixed.get(type_number).map_or(&[], Vec::as_slice)
    }

    /// The slots of a class that hold what no other object holds in such a slot.
    pub(crate) fn unique(&self, type_number: usize) -> &[u32] {
        self.unique.get(type_number).map_or(&[], Vec::as_slice)
    }

    fn unique_slots(&self, slots: &[Option<Slot>]) -> Vec<u32> {
        let is_unique = |slot: &Option<Slot>| {
            let content = slot.map(|slot| self.content(slot.content));
            matches!(content, Some(Content::Reference(ReferenceContent { is_unique: true, .. })))
        };
        let numbered = slots.iter().enumerate().filter(|(_, slot)| is_unique(slot));
        numbered.map(|(number, _)| number as u32).collect()
    }

    fn fixed_slots(&self, slots: &[Option<Slot>]) -> Vec<(u32, Word)> {
        let fixed = |(number, slot): (usize, &Option<Slot>)| match self.content((*slot)?.content) {
            Content::Words { words, is_chosen: true } if !(*slot)?.is_long => {
                <[Word; 1]>::try_from(words.as_slice()).ok().map(|[word]| (number as u32, word))
            }
            _ => None,
        };
        slots.iter().enumerate().filter_map(fixed).collect()
    }

    /// The lengths that arrays of a type may have.
    pub(crate) fn lengths(&self, ty: Type) -> impl Iterator<Item = u32> + '_ {
        let longer = self.longer_arrays.iter().filter(move |(longer, _)| *longer == ty).map(|(_, length)| *length);
        (0..=self.array_length as u32).chain(longer)
    }

    /// The slots of the objects of a class.
    pub(crate) fn slots(&self, type_number: usize) -> &[Option<Slot>] {
        self.slots.get(type_number).map_or(&[], Vec::as_slice)
    }
}

fn slots_of(
    program: &Program,
    executable: &Executable<'_>,
    class: ClassId,
    values: impl Fn(FieldId) -> Option<ValuesId>,
) -> Vec<Option<Slot>> {
    let mut slots = Vec::new();
    for (field, slot) in executable.slots_of_class(class) {
        let Some(values) = values(field) else { continue };
        if slots.len() <= slot as usize {
            slots.resize(slot as usize + 1, None);
        }
        let is_long = program.field(field).ty.is_wide();
        slots[slot as usize] = Some(Slot { content: ContentId::from(values), is_long });
    }
    slots
}

fn content_of(problem: &Problem<'_>, executable: &Executable<'_>, values: &Values) -> Content {
    let program = problem.program;
    match values {
        Values::Boolean => Content::Boolean,
        Values::All { least, greatest } | Values::Range { least, greatest } => {
            Content::Words { words: (*least..=*greatest).collect(), is_chosen: true }
        }
        Values::Among(numbers) | Values::Floating(numbers) => {
            Content::Words { words: numbers.clone(), is_chosen: false }
        }
        Values::AnyOrder { least, greatest, place, is_ranged } => {
            Content::OrderedVar { least: *least, greatest: *greatest, place: place.0, is_ranged: *is_ranged }
        }
        Values::AnyObject { limit, may_be_null } => match problem.method() {
            Some(_) => Content::Opaque { may_be_null: *may_be_null },
            None => Content::ToldApart { limit: *limit, may_be_null: *may_be_null },
        },
        Values::Unread => Content::Untouchable,
        Values::References(references) => {
            let References { fits, may_be_null, length, is_unique, fresh, unavailable } = references;
            let unknown = || fresh.iter().find_map(|fresh| unknown_type(program, executable, fresh));
            Content::Reference(ReferenceContent {
                may_be_null: *may_be_null,
                length: *length,
                is_unique: *is_unique,
                fits: executable.types().map(|ty| fits.allows(program, ty)).collect(),
                arguments: argument_fits(problem, executable, references),
                fresh: fresh.iter().map(|fresh| fresh_of(*fresh)).collect(),
                unavailable: unavailable.clone().or_else(unknown),
            })
        }
    }
}

/// The type of a new object, if the machine does not know it: it must not be left out unsaid.
fn unknown_type(program: &Program, executable: &Executable<'_>, fresh: &tightrope_problem::Fresh) -> Option<Name> {
    let ty = match fresh {
        tightrope_problem::Fresh::Object { class, .. } => Type::class(*class),
        tightrope_problem::Fresh::Array { ty, .. } => *ty,
        tightrope_problem::Fresh::Text { .. } => return None,
    };
    let is_known = executable.types().any(|known| known == ty);
    (!is_known).then(|| Name::from(type_name(program, ty)))
}

/// What type arguments say of a place, where they say anything.
fn argument_fits(
    problem: &Problem<'_>,
    executable: &Executable<'_>,
    References { fits, fresh, .. }: &References,
) -> Option<ArgumentFits> {
    let (program, instances) = (problem.program, problem.instances.as_ref()?);
    let is_telling = match &fits.generic {
        Generic::Class { args, .. } => args.iter().any(|arg| arg.is_telling(program)),
        Generic::Array(_) => fits.generic.element() != Generic::Unknown,
        Generic::Unknown | Generic::Variable(_) | Generic::Primitive(_) => false,
    };
    let is_admitted = |class: ClassId, args: &[TypeArgument]| program.admits(&fits.generic, class, args);
    let is_plain = |ty: Type| ty.as_class().is_none_or(|class| is_admitted(class, &[]));
    let elements = fresh.iter().filter_map(|fresh| match fresh_of(*fresh) {
        Fresh::Array { elements, .. } => Some(elements),
        _ => None,
    });
    is_telling.then(|| ArgumentFits {
        instances: instances.iter().map(|instance| is_admitted(instance.class, &instance.args)).collect(),
        plain: executable.types().map(is_plain).collect(),
        elements: elements.filter(|_| matches!(fits.generic, Generic::Array(_))).collect(),
    })
}

pub(crate) fn fresh_of(fresh: tightrope_problem::Fresh) -> Fresh {
    let kind = fresh.bound().index();
    match fresh {
        tightrope_problem::Fresh::Object { class, instance, .. } => Fresh::Object { class, instance, kind },
        tightrope_problem::Fresh::Array { ty, elements, length, .. } => {
            Fresh::Array { ty, elements: ContentId::from(elements), length, kind }
        }
        tightrope_problem::Fresh::Text { .. } => Fresh::Text { kind },
    }
}
