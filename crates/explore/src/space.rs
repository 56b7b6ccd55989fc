//! What an initial heap can look like: for every place what it may hold, and how many objects there may be.
//!
//! All decided once, before the search: by the scope, by the types, and by the sorts of values that the program's analysis found. The search only looks
//! things up.

use std::collections::HashMap;
use tightrope_engine::{Treatment, ValueTreatment};
use tightrope_heap::{IntRange, Scope};
use tightrope_machine::{Deferring, Executable, Word};
use tightrope_program::names::{simple_name, type_name};
use tightrope_program::sorts::{PlaceClass, Sort, Sorts};
use tightrope_program::{BaseType, ClassId, ClassKind, ClassOrigin, FieldKind, MethodId, Program, Type};
use tightrope_source::Name;

/// What the values of a place can be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct ContentId(u32);

#[derive(Clone, Debug)]
pub(crate) enum Content {
    /// An ordered value between these numbers. `place`: those of one number may meet. `is_ranged`: the user chose the numbers.
    Point {
        least: i64,
        greatest: i64,
        place: u32,
        is_ranged: bool,
    },
    /// A truth value.
    Boolean,
    /// One of these numbers. `is_chosen`: by the user, so that no other number will do, even where an invariant asks for it.
    Words {
        words: Vec<Word>,
        is_chosen: bool,
    },
    /// An opaque value, which may be null. In `generate` there are at most this many different ones, if the user said so.
    Opaque {
        limit: Option<usize>,
    },
    Reference(ReferenceContent),
    /// Floating point: no code that is modelled ever reads it.
    Untouchable,
}

#[derive(Clone, Debug)]
pub(crate) struct ReferenceContent {
    pub(crate) may_be_null: bool,
    /// By type number: may an object of this type stand here?
    pub(crate) fits: Vec<bool>,
    /// What new objects may stand here.
    pub(crate) fresh: Vec<Fresh>,
    /// Objects of a class that cannot be made might stand here too.
    pub(crate) unavailable: Option<Name>,
}

/// A kind of object that the search can add to a heap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fresh {
    Object { class: ClassId, kind: usize },
    Array { ty: Type, elements: ContentId, kind: usize },
    Text { kind: usize },
}

impl Fresh {
    pub(crate) fn kind(self) -> usize {
        match self {
            Fresh::Object { kind, .. } | Fresh::Array { kind, .. } | Fresh::Text { kind } => kind,
        }
    }
}

/// A class or array type of which the scope bounds the number of objects.
#[derive(Clone, Debug)]
pub(crate) struct Kind {
    pub(crate) name: Name,
    pub(crate) class: Option<ClassId>,
    pub(crate) limit: usize,
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
    /// By type number: the slots for which the user chose a single number.
    fixed: Vec<Vec<(u32, Word)>>,
    /// Some places hold ordered values.
    pub(crate) has_points: bool,
    pub(crate) kinds: Vec<Kind>,
    pub(crate) array_length: usize,
    pub(crate) treatments: Vec<ValueTreatment>,
    /// What was left out by choice.
    pub(crate) assumptions: Vec<String>,
}

impl Space {
    pub(crate) fn content(&self, id: ContentId) -> &Content {
        &self.contents[id.0 as usize]
    }

    /// By kind: may a field or an element refer to such objects?
    pub(crate) fn linked_kinds(&self) -> Vec<bool> {
        let mut linked = vec![false; self.kinds.len()];
        let mut pending: Vec<ContentId> = self.slots.iter().flatten().flatten().map(|slot| slot.content).collect();
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

    /// Which slots a `repOk` may read without a look at their values: where there is much to choose from.
    pub(crate) fn deferring(&self, executable: &Executable<'_>) -> Vec<Vec<Deferring>> {
        let mut deferring: Vec<Vec<Deferring>> =
            self.slots.iter().map(|slots| vec![Deferring::Never; slots.len()]).collect();
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

    /// The slots of the objects of a class that can hold but one number, and that number.
    pub(crate) fn fixed(&self, type_number: usize) -> &[(u32, Word)] {
        self.fixed.get(type_number).map_or(&[], Vec::as_slice)
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

    /// The slots of the objects of a class.
    pub(crate) fn slots(&self, type_number: usize) -> &[Option<Slot>] {
        self.slots.get(type_number).map_or(&[], Vec::as_slice)
    }
}

/// More classes of the library than these are not named one by one.
const MOST_NAMES: usize = 4;

/// An array type, the place of its elements, and the range of numbers that the user gave them.
type ArrayPlace = (Type, Option<PlaceClass>, Option<IntRange>);

/// Finds out what places can hold.
pub(crate) struct Planner<'a, 'p> {
    program: &'p Program,
    executable: &'a Executable<'p>,
    sorts: &'a Sorts,
    scope: &'a Scope,
    /// A range of all ints bounds ordered values as well: for `generate`.
    fixes_numbers: bool,
    space: Space,
    /// The types of the places that heaps and arguments have, and what the analysis calls these places.
    declared: Vec<(Type, Option<PlaceClass>)>,
    known: HashMap<(Type, Option<PlaceClass>, bool, Option<IntRange>), ContentId>,
    kind_of: HashMap<Type, usize>,
}

impl<'a, 'p> Planner<'a, 'p> {
    pub(crate) fn new(
        program: &'p Program,
        executable: &'a Executable<'p>,
        sorts: &'a Sorts,
        scope: &'a Scope,
        fixes_numbers: bool,
        declared: Vec<(Type, Option<PlaceClass>)>,
    ) -> Planner<'a, 'p> {
        let space = Space {
            contents: Vec::new(),
            slots: vec![Vec::new(); executable.types().count()],
            fixed: Vec::new(),
            has_points: false,
            kinds: Vec::new(),
            array_length: scope.array_length(),
            treatments: Vec::new(),
            assumptions: Vec::new(),
        };
        Planner {
            program,
            executable,
            sorts,
            scope,
            fixes_numbers,
            space,
            declared,
            known: HashMap::new(),
            kind_of: HashMap::new(),
        }
    }

    /// The fields of all classes, then nothing more is asked.
    pub(crate) fn finish(mut self, classes: &[ClassId]) -> Space {
        let numbers: HashMap<Type, usize> = self.executable.types().zip(0..).collect();
        let mut planned: Vec<ClassId> = Vec::new();
        // What a field can hold may add classes; those whose objects cannot be there have no fields to speak of.
        while let Some(class) = self.made_class(classes, &planned) {
            planned.push(class);
            let Some(number) = numbers.get(&Type::class(class)).copied() else { continue };
            let declared = self.program.class(class);
            // Not every content of a collection of the library is a valid one.
            if declared.origin == ClassOrigin::Library && !BUILT_FROM_LIBRARY.contains(&declared.name.as_str()) {
                continue;
            }
            let fields: Vec<_> = self.executable.slots_of_class(class).collect();
            for (field, slot) in fields {
                let content = self.field(class, field);
                let slots = &mut self.space.slots[number];
                if slots.len() <= slot as usize {
                    slots.resize(slot as usize + 1, None);
                }
                let is_long = self.program.field(field).ty == Type::LONG;
                slots[slot as usize] = Some(Slot { content, is_long });
            }
        }
        self.space.fixed = self.space.slots.iter().map(|slots| self.space.fixed_slots(slots)).collect();
        self.space.has_points = self.space.contents.iter().any(|content| matches!(content, Content::Point { .. }));
        self.space.treatments.sort();
        self.space.treatments.dedup();
        self.space.assumptions.sort();
        self.space.assumptions.dedup();
        self.space
    }

    /// A class whose objects an initial heap may have, and that is not planned yet.
    fn made_class(&self, classes: &[ClassId], planned: &[ClassId]) -> Option<ClassId> {
        let is_library = |class: ClassId| self.program.class(class).origin == ClassOrigin::Library;
        let is_made = |class: &ClassId| self.kind_of.contains_key(&Type::class(*class)) && !planned.contains(class);
        let mut all = self.program.class_ids().filter(|class| classes.contains(class) || is_library(*class));
        all.find(is_made)
    }

    fn field(&mut self, class: ClassId, field: tightrope_program::FieldId) -> ContentId {
        let declared = self.program.field(field);
        let owner = &self.program.class(declared.class);
        // The user may name the field by the class of the object, or by the one that declares it.
        let range = self.scope.field_range(&self.program.class(class).name, &declared.name);
        let range = range.or_else(|| self.scope.field_range(&owner.name, &declared.name));
        let place = self.sorts.field_class(field);
        // The enclosing instance and captured variables are set before anybody sees the object.
        let may_be_null = declared.kind != FieldKind::Synthetic || !declared.ty.is_reference();
        let name = format!("{}.{}", simple_name(self.program, declared.class), declared.name);
        self.treat_elements(&name, declared.ty, place, range);
        self.treat(name, declared.ty, place, range);
        self.content(declared.ty, place, may_be_null, range)
    }

    /// What a parameter can be.
    pub(crate) fn param(&mut self, method: MethodId, index: usize) -> ContentId {
        let param = &self.program.method(method).params[index];
        let place = self.sorts.param_class(method, index);
        let range = self.scope.field_range("", &param.name);
        self.treat(param.name.to_string(), param.ty, place, range);
        self.treat_elements(&param.name, param.ty, place, range);
        self.content(param.ty, place, true, range)
    }

    /// The receiver of an instance method: an object of one of these classes, also one that a static field holds. The constants of an enum are all that there are.
    pub(crate) fn receiver(&mut self, classes: &[ClassId]) -> ContentId {
        let made = classes.iter().filter(|class| !is_of_enum(self.program, **class));
        let fresh = made.map(|class| self.fresh_object(*class)).collect();
        let is_receiver = |ty: Type| !ty.is_array() && ty.as_class().is_some_and(|class| classes.contains(&class));
        let fits = self.executable.types().map(is_receiver).collect();
        let content = ReferenceContent { may_be_null: false, fits, fresh, unavailable: None };
        self.add(Content::Reference(content))
    }

    fn add(&mut self, content: Content) -> ContentId {
        self.space.contents.push(content);
        ContentId(self.space.contents.len() as u32 - 1)
    }

    fn content(
        &mut self,
        ty: Type,
        place: Option<PlaceClass>,
        may_be_null: bool,
        range: Option<IntRange>,
    ) -> ContentId {
        let key = (ty, place, may_be_null, range);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        if !ty.is_reference() {
            let content = self.primitive(ty, place, range);
            let id = self.add(content);
            self.known.insert(key, id);
            return id;
        }
        // Arrays of arrays of … come back to themselves only through `Object[]`: known before its parts are.
        let id = self.add(Content::Untouchable);
        self.known.insert(key, id);
        let content = self.reference(ty, place, may_be_null, range);
        self.space.contents[id.0 as usize] = content;
        id
    }

    fn is_ordered(&self, ty: Type, place: Option<PlaceClass>) -> bool {
        let Some(place) = place else { return false };
        let is_ordered = matches!(self.sorts.of(place), Sort::Ordered { .. });
        is_ordered && !self.sorts.has_long(place) && ty != Type::LONG
    }

    fn primitive(&mut self, ty: Type, place: Option<PlaceClass>, range: Option<IntRange>) -> Content {
        if ty == Type::BOOLEAN {
            return Content::Boolean;
        }
        if !ty.is_integral() {
            return Content::Untouchable;
        }
        if self.is_ordered(ty, place) {
            let is_ranged = self.takes_numbers(range);
            let chosen = range.or(self.scope.ints).filter(|_| is_ranged);
            let (least, greatest) = limits(ty);
            let (least, greatest) =
                chosen.map_or((least, greatest), |range| (range.least.max(least), range.greatest.min(greatest)));
            return match least <= greatest {
                true => Content::Point { least, greatest, place: place.map_or(0, |place| place.0), is_ranged },
                false => Content::Words { words: Vec::new(), is_chosen: true },
            };
        }
        Content::Words { words: self.numbers(ty, place, range), is_chosen: range.or(self.scope.ints).is_some() }
    }

    /// Where the user asked for a range, the result is about the numbers in it.
    fn takes_numbers(&self, range: Option<IntRange>) -> bool {
        range.is_some() || self.fixes_numbers && self.scope.ints.is_some()
    }

    fn numbers(&self, ty: Type, place: Option<PlaceClass>, range: Option<IntRange>) -> Vec<Word> {
        let (least, greatest) = limits(ty);
        let chosen = range.or(self.scope.ints);
        let IntRange { least: from, greatest: to } = chosen.unwrap_or_else(|| self.scope.int_range());
        let mut numbers: Vec<Word> = (from.max(least)..=to.min(greatest)).collect();
        // Where the user did not choose: small numbers first, then those that the code names, and the two at which arithmetic wraps around.
        if chosen.is_none() {
            numbers.sort_by_key(|number| (number.abs(), *number < 0));
            numbers.extend(self.named_numbers(ty, place));
            numbers.extend([least, greatest].into_iter().filter(|number| *number < from || *number > to));
        }
        numbers
    }

    /// The constants that the code compares the values of a place with, and their neighbours: beyond the range of the scope.
    fn named_numbers(&self, ty: Type, place: Option<PlaceClass>) -> Vec<Word> {
        if self.fixes_numbers {
            return Vec::new();
        }
        let (least, greatest) = limits(ty);
        let IntRange { least: from, greatest: to } = self.scope.int_range();
        let is_beyond = |number: &i64| (*number < from || *number > to) && least < *number && *number < greatest;
        let constants = place.map_or(&[][..], |place| self.sorts.constants(place));
        let near = constants.iter().flat_map(|constant| {
            [constant.checked_sub(1), Some(*constant), constant.checked_add(1)].into_iter().flatten()
        });
        let mut numbers: Vec<Word> = near.filter(is_beyond).collect();
        numbers.sort_by_key(|number| (number.abs(), *number < 0));
        numbers.dedup();
        numbers
    }

    fn reference(
        &mut self,
        ty: Type,
        place: Option<PlaceClass>,
        may_be_null: bool,
        range: Option<IntRange>,
    ) -> Content {
        let is_opaque = place.is_some_and(|place| matches!(self.sorts.of(place), Sort::Opaque { .. }));
        if is_opaque && may_be_null {
            let class = ty.as_class().filter(|_| !ty.is_array());
            return Content::Opaque {
                limit: class.and_then(|class| self.scope.named(&self.program.class(class).name)),
            };
        }
        let mut fresh = Vec::new();
        let mut unavailable = None;
        let mut fits = self.static_types(ty);
        let arrays = self.arrays_below(ty, place, range);
        if let (Some(class), false) = (ty.as_class(), ty.is_array()) {
            match self.classes_below(class, &arrays) {
                Ok(classes) => {
                    classes.iter().for_each(|class| fits.push(Type::class(*class)));
                    fresh.extend(classes.into_iter().map(|class| self.fresh_class(class)));
                }
                Err(name) => unavailable = Some(name),
            }
        }
        for (array, elements, range) in arrays {
            fits.push(array);
            fresh.push(self.fresh_array(array, elements, range));
        }
        let fits = self.executable.types().map(|object| fits.contains(&object)).collect();
        Content::Reference(ReferenceContent { may_be_null, fits, fresh, unavailable })
    }

    /// The user's types whose objects static initialisers may have put here. What is in the library's own static fields matters only where its class is tried.
    fn static_types(&self, ty: Type) -> Vec<Type> {
        let is_users = |class: ClassId| self.program.class(class).origin == ClassOrigin::User;
        let is_static = |object: &Type| {
            let is_users = object.as_class().is_some_and(is_users);
            is_users && tightrope_heap::validity::is_subtype(self.program, *object, ty)
        };
        self.executable.types().filter(is_static).collect()
    }

    /// The array types whose objects may stand in a place, with what their elements are: its own, and those of other places whose arrays may be meant here, too. An
    /// array of opaque elements has exactly the type of its place, since nobody could say what may be stored into it.
    fn arrays_below(&mut self, ty: Type, place: Option<PlaceClass>, range: Option<IntRange>) -> Vec<ArrayPlace> {
        let elements = |place: Option<PlaceClass>| place.and_then(|place| self.sorts.elements(place));
        let mut found = Vec::new();
        if ty.is_array() {
            found.push((ty, elements(place), range));
        }
        let is_opaque =
            |place: Option<PlaceClass>| place.is_some_and(|place| matches!(self.sorts.of(place), Sort::Opaque { .. }));
        if ty.is_array() && is_opaque(elements(place)) {
            return found;
        }
        for (other, place) in &self.declared {
            let is_below = *other != ty && tightrope_heap::validity::is_subtype(self.program, *other, ty);
            let entry = (*other, elements(*place), None);
            if other.is_array() && is_below && !is_opaque(entry.1) && !found.contains(&entry) {
                found.push(entry);
            }
        }
        found
    }

    /// The classes whose objects may stand in a place of this type; `Err`: one of the library whose objects cannot be made.
    fn classes_below(&mut self, class: ClassId, arrays: &[ArrayPlace]) -> Result<Vec<ClassId>, Name> {
        let program = self.program;
        let declared = program.class(class);
        if declared.origin == ClassOrigin::Missing {
            return Err(declared.name.clone());
        }
        let mut found: Vec<ClassId> = program.class_ids().filter(|id| self.is_tried(*id, class)).collect();
        if declared.origin == ClassOrigin::Library && self.wants_comparable(class, &found) {
            found.extend(program.class_named("java.lang.Integer").filter(|integer| !found.contains(integer)));
        }
        let is_abstract = declared.kind == ClassKind::Interface || declared.is_abstract;
        if found.is_empty() && !is_of_enum(program, class) {
            return match declared.origin {
                // The library has implementations, which cannot be made: do not act as if there were none.
                ClassOrigin::Library if arrays.is_empty() => Err(declared.name.clone()),
                ClassOrigin::Library => Ok(found),
                _ => Ok(self.unknown_class(class)),
            };
        }
        let is_general = declared.name == "java.lang.Object" || declared.origin == ClassOrigin::Library;
        if is_abstract && !is_of_enum(program, class) || is_general && found != [class] {
            let names = self.tried_names(&found, arrays);
            let ty = simple_name(program, class);
            self.space.assumptions.push(format!("initial objects of type `{ty}` are of these classes: {names}"));
        }
        Ok(found)
    }

    /// The library's classes are counted where they are many.
    fn tried_names(&self, classes: &[ClassId], arrays: &[ArrayPlace]) -> String {
        let program = self.program;
        let is_users = |id: &&ClassId| program.class(**id).origin == ClassOrigin::User;
        let (users, others): (Vec<&ClassId>, Vec<&ClassId>) = classes.iter().partition(is_users);
        let mut names: Vec<String> = users.iter().map(|id| simple_name(program, **id).to_owned()).collect();
        match others.len() {
            0..=MOST_NAMES => names.extend(others.iter().map(|id| simple_name(program, **id).to_owned())),
            many => names.push(format!("{many} classes of the library")),
        }
        for name in arrays.iter().map(|(array, _, _)| type_name(program, *array)) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names.join(", ")
    }

    /// Are objects of a class tried in places of this type? Those of the library where a place is declared to hold them, so that what two places may share does not
    /// depend on which is looked at first.
    fn is_tried(&self, id: ClassId, of: ClassId) -> bool {
        let program = self.program;
        let (candidate, general) = (program.class(id), program.class(of));
        let is_concrete = matches!(candidate.kind, ClassKind::Class | ClassKind::Record) && !candidate.is_abstract;
        if !is_concrete || is_of_enum(program, id) || !program.is_subclass(id, of) {
            return false;
        }
        let is_declared = |(ty, _): &(Type, Option<PlaceClass>)| {
            ty.as_class().is_some_and(|class| is_plain_library(program, class) && program.is_subclass(id, class))
        };
        match candidate.origin {
            ClassOrigin::User => true,
            ClassOrigin::Library => {
                id == of
                    || is_plain_library(program, of) && general.kind == ClassKind::Class
                    || self.declared.iter().any(is_declared)
            }
            ClassOrigin::Missing => false,
        }
    }

    /// A place of a general type has something that can be compared, if anything can.
    fn wants_comparable(&self, class: ClassId, found: &[ClassId]) -> bool {
        let program = self.program;
        let (Some(comparable), Some(integer)) =
            (program.class_named("java.lang.Comparable"), program.class_named("java.lang.Integer"))
        else {
            return false;
        };
        program.is_subclass(integer, class) && !found.iter().any(|id| program.is_subclass(*id, comparable))
    }

    /// An interface or an abstract class that nothing among the given files implements: an object of a class that nobody knows. A call on it is not modelled.
    fn unknown_class(&mut self, class: ClassId) -> Vec<ClassId> {
        let name = simple_name(self.program, class);
        self.space
            .assumptions
            .push(format!("initial objects of type `{name}` are of a class that is not among the given files"));
        vec![class]
    }

    fn fresh_class(&mut self, class: ClassId) -> Fresh {
        if self.program.class(class).name == "java.lang.String" {
            let limit = self.scope.objects_of("java.lang.String");
            self.space.assumptions.push(
                "of initial strings only these are tried: literals of the code, strings equal to them, the empty one, and others that differ from all"
                    .to_owned(),
            );
            return Fresh::Text { kind: self.kind(Type::class(class), Name::new("String"), Some(class), limit) };
        }
        self.fresh_object(class)
    }

    fn fresh_object(&mut self, class: ClassId) -> Fresh {
        let declared = self.program.class(class);
        let limit = self.scope.objects_of(&declared.name);
        let kind = self.kind(Type::class(class), Name::new(simple_name(self.program, class)), Some(class), limit);
        Fresh::Object { class, kind }
    }

    /// `place`: that of the elements. The range that the user gave to a field of array type is theirs.
    fn fresh_array(&mut self, ty: Type, place: Option<PlaceClass>, range: Option<IntRange>) -> Fresh {
        let element = ty.element().unwrap_or(Type::UNKNOWN);
        let elements = self.content(element, place, true, range);
        if self.has_subtypes(element) {
            let name = type_name(self.program, ty);
            self.space.assumptions.push(format!(
                "initial arrays of type `{name}` are of exactly this type, unless a place is declared to hold another"
            ));
        }
        let kind = self.kind(ty, Name::from(type_name(self.program, ty)), None, self.scope.objects);
        Fresh::Array { ty, elements, kind }
    }

    /// An array of such elements may be one of a smaller type, into which not everything can be stored.
    fn has_subtypes(&self, element: Type) -> bool {
        let Some(class) = element.as_class() else { return false };
        let program = self.program;
        let is_below = |other: ClassId| other != class && program.is_subclass(other, class);
        program.class_ids().any(is_below)
    }

    fn kind(&mut self, ty: Type, name: Name, class: Option<ClassId>, limit: usize) -> usize {
        if let Some(known) = self.kind_of.get(&ty) {
            return *known;
        }
        self.space.kinds.push(Kind { name, class, limit });
        self.kind_of.insert(ty, self.space.kinds.len() - 1);
        self.space.kinds.len() - 1
    }

    /// Elements of arrays are values like others.
    fn treat_elements(&mut self, name: &str, ty: Type, place: Option<PlaceClass>, range: Option<IntRange>) {
        let Some(element) = ty.element() else { return };
        let elements = place.and_then(|place| self.sorts.elements(place));
        let name = format!("{name}[…]");
        self.treat_elements(&name, element, elements, range);
        self.treat(name, element, elements, range);
    }

    /// Remembers for the verdict how a value was treated.
    fn treat(&mut self, place_name: String, ty: Type, place: Option<PlaceClass>, range: Option<IntRange>) {
        let sort = place.map(|place| self.sorts.of(place));
        let treatment = match sort {
            Some(Sort::Opaque { .. }) if ty.is_reference() => Treatment::AnyObject,
            _ if !ty.is_integral() => return,
            _ if self.is_ordered(ty, place) && !self.takes_numbers(range) => Treatment::AnyOrder,
            other => {
                let because = match other {
                    Some(Sort::Arithmetic(reason)) => reason.need.describe(),
                    _ if range.is_some() => "the scope says so",
                    _ => "a `long`",
                };
                let shown = match range.or(self.scope.ints) {
                    Some(range) => range.to_string(),
                    None => {
                        let named = self.named_numbers(ty, place);
                        let named: String = named.iter().map(|number| format!(", {number}")).collect();
                        format!(
                            "{}{named}, and the least and greatest {}",
                            self.scope.int_range(),
                            type_name(self.program, ty)
                        )
                    }
                };
                Treatment::Numbers { shown, because: because.to_owned() }
            }
        };
        self.space.treatments.push(ValueTreatment { place: place_name, treatment });
    }
}

/// Classes of the library whose objects have no hidden state: any content is a valid one.
const BUILT_FROM_LIBRARY: &[&str] = &[
    "java.lang.Object",
    "java.lang.String",
    "java.lang.Integer",
    "java.lang.Long",
    "java.lang.Short",
    "java.lang.Byte",
    "java.lang.Character",
    "java.lang.Boolean",
];

/// Is it an enum, or the body of one of its constants?
fn is_of_enum(program: &Program, class: ClassId) -> bool {
    let declared = program.class(class);
    let has_kind = |class: ClassId| program.class(class).kind == ClassKind::Enum;
    has_kind(class) || declared.superclass.is_some_and(has_kind)
}

/// A class of the library other than those that say nothing.
fn is_plain_library(program: &Program, class: ClassId) -> bool {
    let declared = program.class(class);
    let is_telling = declared.kind == ClassKind::Class && declared.name != "java.lang.Object";
    declared.origin == ClassOrigin::Library && is_telling
}

fn limits(ty: Type) -> (i64, i64) {
    match ty.base {
        BaseType::Byte => (i64::from(i8::MIN), i64::from(i8::MAX)),
        BaseType::Short => (i64::from(i16::MIN), i64::from(i16::MAX)),
        BaseType::Char => (0, i64::from(u16::MAX)),
        BaseType::Long => (i64::MIN, i64::MAX),
        _ => (i64::from(i32::MIN), i64::from(i32::MAX)),
    }
}

/// The classes whose objects a heap can have that is reached from these types: what the invariants of have to be known.
pub(crate) fn heap_classes(program: &Program, roots: impl IntoIterator<Item = Type>) -> Vec<ClassId> {
    let mut found: Vec<ClassId> = Vec::new();
    let mut pending: Vec<Type> = roots.into_iter().collect();
    let mut seen: std::collections::HashSet<Type> = pending.iter().copied().collect();
    let layouts = tightrope_heap::Layouts::new(program);
    while let Some(ty) = pending.pop() {
        let BaseType::Class(base) = ty.base else { continue };
        for class in program.class_ids().filter(|class| program.is_subclass(*class, base)) {
            let declared = program.class(class);
            let is_any = program.class(base).name == "java.lang.Object" && declared.origin != ClassOrigin::User;
            if found.contains(&class) || is_any && class != base {
                continue;
            }
            found.push(class);
            for field in layouts.fields(class) {
                let ty = Type::of(program.field(*field).ty.base);
                if seen.insert(ty) {
                    pending.push(ty);
                }
            }
        }
    }
    found.sort_unstable();
    found
}
