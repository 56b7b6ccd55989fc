//! From a scope, the types and the sorts of values to what every place may hold.

use super::{
    Because, Bounds, Covered, FieldPlace, Fits, Fresh, ObjectBound, ObjectBoundId, References, ValueCoverage, Values,
    ValuesId, shares_boxes,
};
use crate::classes::is_built_from_library;
use crate::collections::{is_sorted, stands_for};
use crate::instances::is_plain_library;
use crate::{Instance, InstanceId, Problem, Subject};
use std::collections::{BTreeMap, HashMap};
use tightrope_heap::validity::is_subtype;
use tightrope_heap::{IntRange, Layouts, Scope};
use tightrope_program::effective::{Invariant, class_invariants};
use tightrope_program::final_fields::{FinalField, Known};
use tightrope_program::floating::{double_bits, single_bits};
use tightrope_program::generics::{Generic, TypeArgument};
use tightrope_program::names::{simple_name, type_name};
use tightrope_program::sorts::{PlaceClass, Sort, Sorts};
use tightrope_program::{BaseType, ClassId, ClassKind, ClassOrigin, FieldId, MethodId, Program, Type};
use tightrope_source::Name;

impl Bounds {
    /// What the places of a problem may hold in this scope.
    pub fn resolve(problem: &Problem<'_>, scope: &Scope) -> Bounds {
        let mut resolver = Resolver::new(problem, scope);
        let receiver = resolver.receiver(&problem.receivers);
        let params = match problem.subject {
            Subject::Method(method) => {
                let count = problem.program.method(method).params.len();
                (0..count).map(|index| resolver.param(method, index)).collect()
            }
            Subject::Structures(_) => Vec::new(),
        };
        let quantified = problem.quantified.iter().map(|class| resolver.fresh_object(*class)).collect();
        let observers = problem.observers.iter().map(|class| resolver.fresh_object(*class)).collect();
        if problem.program.statics_vary {
            problem.user_classes().for_each(|class| resolver.make_possible(class));
        }
        resolver.add_inputs(problem);
        resolver.add_fields(&problem.classes);
        Bounds { receiver, params, quantified, observers, ..resolver.finish() }
    }
}

/// More classes of the library than these are not named one by one.
const MOST_NAMES: usize = 4;

/// An array type, the place of its elements, the range of numbers that the user gave them, and what
/// is known of their type.
type ArrayPlace = (Type, Option<PlaceClass>, Option<IntRange>, Generic);

/// A declared place: its type, what the analysis calls it, its type arguments.
type Declared = (Type, Option<PlaceClass>, Generic);

/// A place: two places that are alike in all of this hold the same.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Place {
    ty: Type,
    class: Option<PlaceClass>,
    may_be_null: bool,
    range: Option<IntRange>,
    known: Known,
    generic: Generic,
}

pub(super) struct Resolver<'a> {
    pub(super) program: &'a Program,
    sorts: &'a Sorts,
    scope: &'a Scope,
    /// A range of all ints bounds ordered values as well: structures are listed with their numbers.
    fixes_numbers: bool,
    pub(super) bounds: Bounds,
    /// The types of the places that heaps and arguments have, and what the analysis calls these
    /// places.
    declared: Vec<Declared>,
    /// The classes with type arguments. `None`: type arguments are not followed.
    instances: Option<&'a [Instance]>,
    known: HashMap<Place, ValuesId>,
    finals: &'a [FinalField],
    bound_of: HashMap<Type, ObjectBoundId>,
}

impl<'a> Resolver<'a> {
    fn new(problem: &'a Problem<'_>, scope: &'a Scope) -> Resolver<'a> {
        let bounds = Bounds {
            scope: scope.clone(),
            objects: Vec::new(),
            values: Vec::new(),
            receiver: ValuesId::default(),
            params: Vec::new(),
            quantified: Vec::new(),
            observers: Vec::new(),
            fields: BTreeMap::new(),
            instance_fields: BTreeMap::new(),
            array_length: scope.array_length(),
            longer_arrays: Vec::new(),
            unroll: None,
            depth: None,
            tight: None,
            coverage: Vec::new(),
            assumptions: Vec::new(),
        };
        Resolver {
            program: problem.program,
            sorts: &problem.sorts,
            scope,
            fixes_numbers: matches!(problem.subject, Subject::Structures(_)),
            bounds,
            declared: declared_places(problem),
            instances: problem.instances.as_deref(),
            known: HashMap::new(),
            finals: &problem.finals,
            bound_of: HashMap::new(),
        }
    }

    fn finish(mut self) -> Bounds {
        self.bounds.coverage.sort();
        self.bounds.coverage.dedup();
        self.bounds.assumptions.sort();
        self.bounds.assumptions.dedup();
        self.bounds
    }

    /// The fields of all classes of which there can be initial objects. What a field may hold can
    /// add classes.
    fn add_fields(&mut self, classes: &[ClassId]) {
        let program = self.program;
        let layouts = Layouts::new(program);
        let is_library = |class: ClassId| program.class(class).origin == ClassOrigin::Library;
        let is_known = |class: &ClassId| classes.binary_search(class).is_ok() || is_library(*class);
        let mut open: Vec<ClassId> = program.class_ids().filter(is_known).collect();
        while let Some(next) = open.iter().position(|class| self.bound_of.contains_key(&Type::class(*class))) {
            let class = open.remove(next);
            // Not every content of a collection of the library is a valid one.
            if is_library(class) && !is_built_from_library(program, class) {
                continue;
            }
            for field in layouts.fields(class) {
                let values = self.field(class, *field);
                self.bounds.fields.insert(FieldPlace { class, field: *field }, values);
                for instance in self.instances_of(class) {
                    let values = self.instance_field(instance, *field);
                    self.bounds.instance_fields.insert((instance, *field), values);
                }
            }
        }
    }

    fn instances_of(&self, class: ClassId) -> Vec<InstanceId> {
        let all = self.instances.unwrap_or_default().iter().enumerate();
        all.filter(|(_, instance)| instance.class == class).map(|(number, _)| InstanceId(number as u32)).collect()
    }

    fn instance_field(&mut self, id: InstanceId, field: FieldId) -> ValuesId {
        let Some(instance) = self.instances.and_then(|all| all.get(id.index())) else {
            return self.add(Values::Unread);
        };
        let generic = self.program.field_type_in(instance.class, &instance.args, field);
        self.field_of(instance.class, field, generic)
    }

    pub(super) fn field(&mut self, class: ClassId, field: FieldId) -> ValuesId {
        let generic = self.program.field_type_in(class, &[], field);
        self.field_of(class, field, generic)
    }

    /// Does the field say whether a box is shared, and nobody asks for shared ones of its class?
    fn is_idle_flag(&self, field: FieldId) -> bool {
        let declared = self.program.field(field);
        let owner = self.program.class(declared.class);
        owner.origin == ClassOrigin::Library
            && declared.name == "isShared"
            && (self.fixes_numbers || !shares_boxes(self.program, self.sorts, declared.class))
    }

    /// A field whose type is known as far as `generic` says.
    fn field_of(&mut self, class: ClassId, field: FieldId, generic: Generic) -> ValuesId {
        let declared = self.program.field(field);
        let owner = &self.program.class(declared.class);
        // The user may name the field by the class of the object, or by the one that declares it.
        let range = self.scope.field_range(&self.program.class(class).name, &declared.name);
        let range = range.or_else(|| self.scope.field_range(&owner.name, &declared.name));
        let place = self.sorts.field_class(field);
        if self.is_idle_flag(field) {
            return self.add(Values::Unread);
        }
        let may_be_null = !self.program.is_never_null(field);
        let name = format!("{}.{}", simple_name(self.program, declared.class), declared.name);
        self.cover_elements(&name, declared.ty, place, range);
        let known = self.final_value(field, &name);
        if known.numbers.is_empty() {
            self.cover(name, declared.ty, place, range);
        }
        let may_be_null = may_be_null && !known.is_non_null;
        let ty = self.narrowed(declared.ty, &generic);
        self.place(Place { ty, class: place, may_be_null, range, known, generic })
    }

    /// What every constructor puts into a field, and says so in the verdict.
    fn final_value(&mut self, field: FieldId, name: &str) -> Known {
        let found = self.finals.iter().find(|known| known.field == field);
        let Some(FinalField { value, .. }) = found else { return Known::default() };
        let what = match value {
            Known { made: Some(ty), length: Some(length), .. } => {
                format!("a new `{}` of length {length}", type_name(self.program, *ty))
            }
            Known { made: Some(ty), .. } => format!("a new `{}`", type_name(self.program, *ty)),
            Known { numbers, is_non_null: false, .. } if !numbers.is_empty() => {
                numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" or ")
            }
            _ => "not null".to_owned(),
        };
        let why = match self.program.field(field).is_final {
            true => "final, set by every constructor",
            false => "set by every constructor, and by no other code here",
        };
        self.bounds.assumptions.push(format!("`{name}` is {what} ({why})"));
        value.clone()
    }

    fn param(&mut self, method: MethodId, index: usize) -> ValuesId {
        let param = &self.program.method(method).params[index];
        let place = self.sorts.param_class(method, index);
        let range = self.scope.field_range("", &param.name);
        self.cover(param.name.to_string(), param.ty, place, range);
        self.cover_elements(&param.name, param.ty, place, range);
        self.values(param.ty, place, range, self.program.param_generic(method, index))
    }

    /// What the erased type of a place becomes when its variable is known.
    fn narrowed(&self, ty: Type, generic: &Generic) -> Type {
        let known = generic.erased().filter(|known| self.instances.is_some() && !ty.is_array() && *known != ty);
        known.filter(|known| ty.is_reference() && is_subtype(self.program, *known, ty)).unwrap_or(ty)
    }

    /// The receiver of an instance method: an object of one of these classes, also one that a
    /// static field holds. The constants of an enum are all that there are.
    fn receiver(&mut self, classes: &[ClassId]) -> ValuesId {
        let made = classes.iter().filter(|class| !is_of_enum(self.program, **class));
        let fresh = made.flat_map(|class| self.fresh_class(*class, &Generic::Unknown)).collect();
        let exactly = classes.iter().map(|class| Type::class(*class)).collect();
        let fits = Fits { exactly, below: None, generic: Generic::Unknown };
        self.add(Values::References(References {
            fits,
            may_be_null: false,
            length: None,
            is_unique: false,
            fresh,
            unavailable: None,
        }))
    }

    pub(super) fn add(&mut self, values: Values) -> ValuesId {
        self.bounds.values.push(values);
        ValuesId(self.bounds.values.len() as u32 - 1)
    }

    /// What a place may hold of which nothing is known but its type.
    fn values(&mut self, ty: Type, class: Option<PlaceClass>, range: Option<IntRange>, generic: Generic) -> ValuesId {
        self.place(Place { ty, class, may_be_null: true, range, known: Known::default(), generic })
    }

    fn place(&mut self, mut place: Place) -> ValuesId {
        // Of an opaque value nobody knows the type: what arrays of such hold does not differ by it.
        let is_opaque = |class: PlaceClass| matches!(self.sorts.of(class), Sort::Opaque { .. });
        if self.instances.is_none() || !place.ty.is_array() && place.class.is_some_and(is_opaque) {
            place.generic = Generic::Unknown;
        }
        if let Some(known) = self.known.get(&place) {
            return *known;
        }
        if !place.ty.is_reference() {
            let values = match place.known.numbers.as_slice() {
                [] => self.primitive(place.ty, place.class, place.range),
                [number] => Values::Range { least: i64::from(*number), greatest: i64::from(*number) },
                numbers => Values::Among(numbers.iter().map(|number| i64::from(*number)).collect()),
            };
            let id = self.add(values);
            self.known.insert(place, id);
            return id;
        }
        // Arrays of arrays of … come back to themselves only through `Object[]`: known before its
        // parts are.
        let id = self.add(Values::Unread);
        self.known.insert(place.clone(), id);
        let values = self.reference(&place);
        self.bounds.values[id.index()] = values;
        id
    }

    fn is_ordered(&self, ty: Type, place: Option<PlaceClass>) -> Option<PlaceClass> {
        let is_ordered = |place: &PlaceClass| matches!(self.sorts.of(*place), Sort::Ordered { .. });
        place
            .filter(is_ordered)
            .filter(|place| !self.sorts.needs_all_bits(*place) && (ty != Type::LONG || self.sorts.orders_longs()))
    }

    fn primitive(&self, ty: Type, place: Option<PlaceClass>, range: Option<IntRange>) -> Values {
        if ty == Type::BOOLEAN {
            return Values::Boolean;
        }
        if ty.is_floating() {
            let number =
                |number: &f64| if ty == Type::FLOAT { single_bits(*number as f32) } else { double_bits(*number) };
            return Values::Floating(floating_numbers(ty).iter().map(number).collect());
        }
        if !ty.is_integral() {
            return Values::Unread;
        }
        let (least, greatest) = limits(ty);
        let Some(place) = self.is_ordered(ty, place) else { return self.numbers(ty, place, range) };
        let is_ranged = self.takes_numbers(range);
        let chosen = range.or(self.scope.ints).filter(|_| is_ranged);
        let (least, greatest) =
            chosen.map_or((least, greatest), |range| (range.least.max(least), range.greatest.min(greatest)));
        match least <= greatest {
            true => Values::AnyOrder { least, greatest, place, is_ranged },
            false => Values::Range { least, greatest },
        }
    }

    /// Where the user asked for a range, the result is about the numbers in it.
    fn takes_numbers(&self, range: Option<IntRange>) -> bool {
        range.is_some() || self.fixes_numbers && self.scope.ints.is_some()
    }

    fn numbers(&self, ty: Type, place: Option<PlaceClass>, range: Option<IntRange>) -> Values {
        let (least, greatest) = limits(ty);
        if let Some(IntRange { least: from, greatest: to }) = range.or(self.scope.ints) {
            return Values::Range { least: from.max(least), greatest: to.min(greatest) };
        }
        // Where the user did not choose: small numbers first, then those that the code names, and
        // the two at which arithmetic wraps around.
        let IntRange { least: from, greatest: to } = self.scope.int_range();
        let mut numbers: Vec<i64> = (from.max(least)..=to.min(greatest)).collect();
        numbers.sort_by_key(|number| (number.abs(), *number < 0));
        numbers.extend(self.named_numbers(ty, place));
        numbers.extend([least, greatest].into_iter().filter(|number| *number < from || *number > to));
        Values::Among(numbers)
    }

    /// The constants that the code compares the values of a place with, and their neighbours:
    /// beyond the range of the scope.
    fn named_numbers(&self, ty: Type, place: Option<PlaceClass>) -> Vec<i64> {
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
        let mut numbers: Vec<i64> = near.filter(is_beyond).collect();
        numbers.sort_by_key(|number| (number.abs(), *number < 0));
        numbers.dedup();
        numbers
    }

    fn reference(&mut self, place: &Place) -> Values {
        let Place { ty, class, may_be_null, range, ref known, ref generic } = *place;
        let is_opaque = class.is_some_and(|class| matches!(self.sorts.of(class), Sort::Opaque { .. }));
        if is_opaque && (may_be_null || known.is_non_null) {
            let class = ty.as_class().filter(|_| !ty.is_array());
            let limit = class.and_then(|class| self.scope.named(&self.program.class(class).name));
            return Values::AnyObject { limit, may_be_null };
        }
        let mut fresh = Vec::new();
        let mut unavailable = None;
        if let Some(made) = known.made {
            return self.made_by_constructor(place, made);
        }
        let mut fits = Fits { exactly: Vec::new(), below: Some(ty), generic: generic.clone() };
        let arrays = self.arrays_below(ty, class, range, generic);
        if let (Some(class), false) = (ty.as_class(), ty.is_array()) {
            match self.classes_below(class, generic, &arrays) {
                Ok(classes) => {
                    fits.exactly.extend(classes.iter().map(|class| Type::class(*class)));
                    fresh.extend(classes.into_iter().flat_map(|class| self.fresh_class(class, generic)));
                }
                Err(name) => unavailable = Some(name),
            }
        }
        for array in arrays {
            fits.exactly.push(array.0);
            fresh.push(self.fresh_array(array, None));
        }
        Values::References(References { fits, may_be_null, length: None, is_unique: false, fresh, unavailable })
    }

    /// A final field whose object every constructor makes anew.
    fn made_by_constructor(&mut self, place: &Place, made: Type) -> Values {
        let mut unavailable = None;
        let fresh = match made.as_class() {
            Some(class) if !self.can_make(class) => {
                unavailable = Some(self.program.class(class).name.clone());
                Vec::new()
            }
            Some(class) => self.fresh_class(class, &place.generic),
            None => {
                let elements = place.class.and_then(|class| self.sorts.elements(class));
                let array = (made, elements, place.range, place.generic.element());
                vec![self.fresh_array(array, place.known.length)]
            }
        };
        let longer = place.known.length.filter(|length| *length as usize > self.bounds.array_length);
        let longer = longer.map(|length| (made, length)).filter(|longer| !self.bounds.longer_arrays.contains(longer));
        self.bounds.longer_arrays.extend(longer);
        Values::References(References {
            fits: Fits { exactly: vec![made], below: None, generic: place.generic.clone() },
            may_be_null: false,
            length: place.known.length,
            is_unique: true,
            fresh,
            unavailable,
        })
    }

    /// Is every content of such an object a valid one?
    fn can_make(&self, class: ClassId) -> bool {
        let declared = self.program.class(class);
        match declared.origin {
            ClassOrigin::User => true,
            ClassOrigin::Library => {
                let throwable = self.program.class_named("java.lang.Throwable");
                let is_thrown = throwable.is_some_and(|throwable| self.program.is_subclass(class, throwable));
                is_thrown || is_built_from_library(self.program, class)
            }
            ClassOrigin::ClassFile | ClassOrigin::Missing => false,
        }
    }

    /// The array types whose objects may stand in a place, with what their elements are: its own,
    /// and those of other places whose arrays may be meant here, too. Where elements are opaque,
    /// these are the ones whose elements the analysis has joined with those of this place: one of
    /// a general type, if it is looked at as an array, and one of an array type above.
    fn arrays_below(
        &mut self,
        ty: Type,
        place: Option<PlaceClass>,
        range: Option<IntRange>,
        generic: &Generic,
    ) -> Vec<ArrayPlace> {
        let elements = |place: Option<PlaceClass>| place.and_then(|place| self.sorts.elements(place));
        let mut found = Vec::new();
        if ty.is_array() {
            found.push((ty, elements(place), range, generic.element()));
        }
        let is_opaque =
            |place: Option<PlaceClass>| place.is_some_and(|place| matches!(self.sorts.of(place), Sort::Opaque { .. }));
        let own = elements(place);
        for (other, place, generic) in &self.declared {
            let entry = (*other, elements(*place), None, generic.element());
            let is_other = *other != ty || entry.3 != Generic::Unknown;
            let is_below = is_other && is_subtype(self.program, *other, ty);
            let is_known = !is_opaque(entry.1) || own == entry.1;
            if other.is_array() && is_below && is_known && !found.contains(&entry) {
                found.push(entry);
            }
        }
        let narrow = found.iter().find(|entry| ty.is_array() && entry.0 != ty && is_opaque(entry.1));
        if let Some((narrow, ..)) = narrow {
            let names = [ty, *narrow].map(|ty| type_name(self.program, ty));
            let [wide, narrow] = names;
            let said = format!("what is stored into arrays of type `{wide}` fits those of type `{narrow}`, too");
            self.bounds.assumptions.push(said);
        }
        found
    }

    /// The classes whose objects may stand in a place of this type; `Err`: one of the library whose
    /// objects cannot be made.
    fn classes_below(
        &mut self,
        class: ClassId,
        generic: &Generic,
        arrays: &[ArrayPlace],
    ) -> Result<Vec<ClassId>, Name> {
        let program = self.program;
        let declared = program.class(class);
        // The constants of a compiled enum are made by code that is not there.
        let is_compiled_enum = declared.origin == ClassOrigin::ClassFile && is_of_enum(program, class);
        if declared.origin == ClassOrigin::Missing || is_compiled_enum {
            return Err(declared.name.clone());
        }
        let below = program.subclasses(class).iter().copied();
        let mut found: Vec<ClassId> =
            below.filter(|id| self.is_tried(*id, class) && self.takes_arguments(*id, generic)).collect();
        if declared.origin == ClassOrigin::Library {
            found.extend(self.comparable(class, generic, &found));
        }
        let is_abstract = declared.kind == ClassKind::Interface || declared.is_abstract;
        if found.is_empty() && !is_of_enum(program, class) {
            return match declared.origin {
                // There are implementations, which cannot be made: do not act as if there were
                // none.
                ClassOrigin::Library | ClassOrigin::ClassFile if arrays.is_empty() => Err(declared.name.clone()),
                ClassOrigin::Library | ClassOrigin::ClassFile => Ok(found),
                _ => Ok(self.unknown_class(class)),
            };
        }
        let is_general = declared.name == "java.lang.Object" || declared.origin == ClassOrigin::Library;
        let is_unknown = |id: &ClassId| {
            let candidate = program.class(*id);
            let is_users = declared.origin == ClassOrigin::User;
            is_users
                && candidate.is_unknown
                && candidate.superclass.iter().chain(&candidate.interfaces).any(|it| *it == class)
        };
        let (unknown, known): (Vec<ClassId>, Vec<ClassId>) = found.iter().copied().partition(is_unknown);
        if !unknown.is_empty() {
            self.unknown_class(class);
        }
        let is_open = is_abstract && !is_of_enum(program, class) || is_general && found != [class];
        if is_open && !known.is_empty() {
            let names = self.tried_names(&known, arrays);
            let ty = simple_name(program, class);
            self.bounds.assumptions.push(format!("initial objects of type `{ty}` are of these classes: {names}"));
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
        for name in arrays.iter().map(|(array, ..)| type_name(program, *array)) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names.join(", ")
    }

    /// Are objects of a class tried in places of this type? Those of the library where a place is
    /// declared to hold them, so that what two places may share does not depend on which is looked
    /// at first.
    fn is_tried(&self, id: ClassId, of: ClassId) -> bool {
        let program = self.program;
        let (candidate, general) = (program.class(id), program.class(of));
        let is_concrete = matches!(candidate.kind, ClassKind::Class | ClassKind::Record) && !candidate.is_abstract;
        if !is_concrete || is_of_enum(program, id) || !program.is_subclass(id, of) || !program.may_be_there(id) {
            return false;
        }
        let is_declared = |(ty, ..): &Declared| {
            ty.as_class().is_some_and(|class| is_plain_library(program, class) && program.is_subclass(id, class))
        };
        match candidate.origin {
            ClassOrigin::User => true,
            ClassOrigin::Library => {
                id == of
                    || stands_for(program, id, of)
                    || is_plain_library(program, of) && general.kind == ClassKind::Class
                    || self.declared.iter().any(is_declared)
            }
            ClassOrigin::ClassFile | ClassOrigin::Missing => false,
        }
    }

    /// May an object of the class have type arguments with which it fits?
    fn takes_arguments(&self, class: ClassId, generic: &Generic) -> bool {
        let Some(all) = self.instances else { return true };
        let is_admitted = |args: &[TypeArgument]| self.program.admits(generic, class, args);
        is_admitted(&[]) || self.instances_of(class).into_iter().any(|id| is_admitted(&all[id.index()].args))
    }

    /// A place of a general type has something that can be compared, if anything can: what is to
    /// be tried beside these classes.
    fn comparable(&self, class: ClassId, generic: &Generic, found: &[ClassId]) -> Option<ClassId> {
        let program = self.program;
        let comparable = program.class_named("java.lang.Comparable")?;
        if found.iter().any(|id| program.is_subclass(*id, comparable)) {
            return None;
        }
        let candidates =
            ["java.lang.Integer", "java.lang.String"].into_iter().filter_map(|name| program.class_named(name));
        candidates.filter(|id| program.is_subclass(*id, class)).find(|id| self.takes_arguments(*id, generic))
    }

    /// An interface or an abstract class that nothing among the given files implements: an object
    /// of a class that nobody knows. A call on it is not modelled.
    fn unknown_class(&mut self, class: ClassId) -> Vec<ClassId> {
        let name = simple_name(self.program, class);
        self.bounds
            .assumptions
            .push(format!("initial objects of type `{name}` are of a class that is not among the given files"));
        vec![class]
    }

    /// New objects of a class in a place of this type: with each list of type arguments that may
    /// stand there, and with none.
    fn fresh_class(&mut self, class: ClassId, generic: &Generic) -> Vec<Fresh> {
        let plain = self.fresh_without_arguments(class);
        let Fresh::Object { bound, .. } = plain else { return vec![plain] };
        let program = self.program;
        let is_plain = program.admits(generic, class, &[]) || self.instances.is_none();
        let mut fresh: Vec<Fresh> = is_plain.then_some(plain).into_iter().collect();
        let all = self.instances.unwrap_or_default();
        let admitted = |id: &InstanceId| program.admits(generic, class, &all[id.index()].args);
        let with_arguments = self.instances_of(class).into_iter().filter(admitted);
        fresh.extend(with_arguments.map(|id| Fresh::Object { class, instance: Some(id), bound }));
        fresh
    }

    fn fresh_without_arguments(&mut self, class: ClassId) -> Fresh {
        if self.program.class(class).name == "java.lang.String" {
            let limit = self.scope.objects_of("java.lang.String");
            self.bounds.assumptions.push(
                "initial strings are limited to the literals in the code, copies of them, the empty string, and strings that differ from all of these"
                    .to_owned(),
            );
            let bound = ObjectBound { ty: Type::class(class), name: Name::new("String"), class: Some(class), limit };
            return Fresh::Text { bound: self.bound(bound) };
        }
        self.fresh_object(class)
    }

    /// Says what the fields of a class hold, though no place leads to new objects of it.
    fn make_possible(&mut self, class: ClassId) {
        let declared = self.program.class(class);
        if declared.kind != ClassKind::Interface && !declared.is_abstract {
            self.fresh_object(class);
        }
    }

    pub(super) fn fresh_object(&mut self, class: ClassId) -> Fresh {
        let declared = self.program.class(class);
        let limit = self.scope.objects_of(&declared.name);
        let name = Name::new(simple_name(self.program, class));
        let bound = self.bound(ObjectBound { ty: Type::class(class), name, class: Some(class), limit });
        let is_derived = |invariant: &Invariant<'_>| invariant.is_derived();
        if declared.is_unknown {
            self.bounds.assumptions.push(
                "pure methods of classes that are not among the given files return the same throughout a call"
                    .to_owned(),
            );
        } else if declared.origin == ClassOrigin::User && class_invariants(self.program, class).iter().any(is_derived) {
            let name = simple_name(self.program, class);
            self.bounds.assumptions.push(format!("initial objects of `{name}` are such as its constructor accepts"));
        }
        if is_sorted(self.program, class) {
            self.bounds.assumptions.push("initial sorted collections have no comparator".to_owned());
        }
        Fresh::Object { class, instance: None, bound }
    }

    /// `place`: that of the elements. The range that the user gave to a field of array type is
    /// theirs.
    fn fresh_array(&mut self, (ty, place, range, generic): ArrayPlace, length: Option<u32>) -> Fresh {
        let element = ty.element().unwrap_or(Type::UNKNOWN);
        let elements = self.values(self.narrowed(element, &generic), place, range, generic);
        if self.has_subtypes(element) {
            let name = type_name(self.program, ty);
            self.bounds.assumptions.push(format!(
                "initial arrays of type `{name}` are of exactly this type, or of a smaller one of another place"
            ));
        }
        let name = Name::from(type_name(self.program, ty));
        let bound = self.bound(ObjectBound { ty, name, class: None, limit: self.scope.objects });
        Fresh::Array { ty, elements, length, bound }
    }

    /// An array of such elements may be one of a smaller type, into which not everything can be
    /// stored.
    fn has_subtypes(&self, element: Type) -> bool {
        let Some(class) = element.as_class() else { return false };
        let program = self.program;
        program.subclasses(class).len() > 1
    }

    fn bound(&mut self, bound: ObjectBound) -> ObjectBoundId {
        if let Some(known) = self.bound_of.get(&bound.ty) {
            return *known;
        }
        let id = ObjectBoundId(self.bounds.objects.len() as u32);
        self.bound_of.insert(bound.ty, id);
        self.bounds.objects.push(bound);
        id
    }

    /// Elements of arrays are values like others.
    fn cover_elements(&mut self, name: &str, ty: Type, place: Option<PlaceClass>, range: Option<IntRange>) {
        let Some(element) = ty.element() else { return };
        let elements = place.and_then(|place| self.sorts.elements(place));
        let name = format!("{name}[…]");
        self.cover_elements(&name, element, elements, range);
        self.cover(name, element, elements, range);
    }

    /// Remembers for the verdict which values of a place are covered.
    fn cover(&mut self, place_name: String, ty: Type, place: Option<PlaceClass>, range: Option<IntRange>) {
        let sort = place.map(|place| self.sorts.of(place));
        let covered = match sort {
            Some(Sort::Opaque { .. }) if ty.is_reference() => Covered::AnyObject,
            _ if ty.is_floating() => Covered::Floating(ty),
            _ if !ty.is_integral() => return,
            _ if self.is_ordered(ty, place).is_some() && !self.takes_numbers(range) => Covered::AnyOrder,
            other => {
                let because = match other {
                    Some(Sort::Arithmetic(reason)) => Because::Code(reason.need),
                    _ if range.is_some() => Because::Scope,
                    _ => Because::Long,
                };
                match range.or(self.scope.ints) {
                    Some(range) => Covered::Numbers { range, named: Vec::new(), ends_of: None, because },
                    None => Covered::Numbers {
                        range: self.scope.int_range(),
                        named: self.named_numbers(ty, place),
                        ends_of: Some(ty),
                        because,
                    },
                }
            }
        };
        self.bounds.coverage.push(ValueCoverage { place: place_name, covered });
    }
}

/// The places that heaps and arguments have.
fn declared_places(problem: &Problem<'_>) -> Vec<Declared> {
    let (program, sorts) = (problem.program, &problem.sorts);
    let mut declared: Vec<Declared> = Vec::new();
    if let Subject::Method(method) = problem.subject {
        let params = program.method(method).params.iter().enumerate();
        declared.extend(
            params.map(|(index, param)| {
                (param.ty, sorts.param_class(method, index), program.param_generic(method, index))
            }),
        );
    }
    let fields = problem.user_classes().flat_map(|class| &program.class(class).fields);
    let fields = fields.filter(|field| !program.field(**field).is_static);
    declared.extend(fields.map(|field| {
        let generic = program.field_type_in(program.field(*field).class, &[], *field);
        (program.field(*field).ty, sorts.field_class(*field), generic)
    }));
    declared.extend(problem.instances.iter().flatten().flat_map(|instance| instance_places(problem, instance)));
    let mut at = 0;
    while let Some((ty, place, generic)) = declared.get(at).cloned() {
        let element = ty.element().map(|element| {
            let generic = generic.element();
            let element = generic.erased().filter(|_| problem.instances.is_some()).unwrap_or(element);
            (element, place.and_then(|place| sorts.elements(place)), generic)
        });
        declared.extend(element.filter(|element| !declared.contains(element)));
        at += 1;
    }
    declared
}

/// The fields of objects with type arguments whose types depend on them.
fn instance_places(problem: &Problem<'_>, instance: &Instance) -> Vec<Declared> {
    let program = problem.program;
    let layouts = Layouts::new(program);
    let place = |field: &FieldId| {
        let generic = program.field_type_in(instance.class, &instance.args, *field);
        let declared = program.field(*field).ty;
        let ty = generic.erased().filter(|_| !declared.is_array()).unwrap_or(declared);
        (ty, problem.sorts.field_class(*field), generic)
    };
    layouts.fields(instance.class).iter().map(place).collect()
}

/// The floating-point numbers that are tried: those at which arithmetic and comparisons do
/// something else than with others. `f32` is part of `f64`.
fn floating_numbers(ty: Type) -> [f64; 10] {
    let (greatest, least) = match ty {
        Type::FLOAT => (f64::from(f32::MAX), f64::from(f32::from_bits(1))),
        _ => (f64::MAX, f64::from_bits(1)),
    };
    [0.0, 1.0, -1.0, 0.5, -0.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, greatest, least]
}

/// Is it an enum, or the body of one of its constants?
fn is_of_enum(program: &Program, class: ClassId) -> bool {
    let declared = program.class(class);
    let has_kind = |class: ClassId| program.class(class).kind == ClassKind::Enum;
    has_kind(class) || declared.superclass.is_some_and(has_kind)
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
