//! The user's scope, resolved for one problem: names have become ids, and every place that an
//! initial heap has knows what it may hold.
//!
//! After Kodkod's `Bounds`: one type that every engine reads, whose data is complete. It is made
//! once for each rung of a ladder ([`Bounds::resolve`]); an engine looks things up, and never reads
//! the scope again.
//!
//! Objects that the method allocates itself do not count against any bound.

mod inputs;
mod resolve;

use crate::{InstanceId, Problem};
use std::collections::BTreeMap;
use std::fmt;
use tightrope_heap::validity::is_subtype;
use tightrope_heap::{FieldBounds, IntRange, Scope};
use tightrope_program::generics::Generic;
use tightrope_program::names::type_name;
use tightrope_program::natives::{Native, find_native};
use tightrope_program::sorts::{Need, PlaceClass, Sorts};
use tightrope_program::{ClassId, ClassOrigin, FieldId, MethodId, Program, Type};
use tightrope_source::Name;

/// All bounds of one search.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// What the user asked for.
    pub scope: Scope,
    /// The classes and array types of which an initial heap may have objects, and how many.
    pub objects: Vec<ObjectBound>,
    /// What places may hold; several places may share a row.
    pub values: Vec<Values>,
    /// The receiver: a new object, or one that a static field holds.
    pub receiver: ValuesId,
    /// By parameter.
    pub params: Vec<ValuesId>,
    /// The objects that nothing leads to: of these kinds there may be any number.
    pub quantified: Vec<Fresh>,
    /// Of one of these kinds there may be one.
    pub observers: Vec<Fresh>,
    /// By class of the object and field: the user may bound a field in one subclass only.
    pub fields: BTreeMap<FieldPlace, ValuesId>,
    /// The same for objects with type arguments, by instance.
    pub instance_fields: BTreeMap<(InstanceId, FieldId), ValuesId>,
    /// The longest array of an initial heap.
    pub array_length: usize,
    /// Longer ones that there are all the same, since constructors make them so: type and length.
    pub longer_arrays: Vec<(Type, u32)>,
    /// How often a loop may start over, for engines that unroll loops. `None`: as often as it
    /// wants.
    pub unroll: Option<u32>,
    /// How deep calls may be nested, for engines that inline them. `None`: the budget of a run
    /// decides.
    pub depth: Option<u32>,
    /// What valid heaps can hold, where that is known: a subset of what `fields` allow. Objects are
    /// numbered as [`FieldBounds`] says.
    pub tight: Option<FieldBounds>,
    /// What is to be said of the values that were tried.
    pub coverage: Vec<ValueCoverage>,
    /// What is left out by choice, in words.
    pub assumptions: Vec<String>,
}

/// A row of [`Bounds::values`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct ValuesId(pub u32);

impl ValuesId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A row of [`Bounds::objects`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ObjectBoundId(pub u32);

impl ObjectBoundId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A field of the objects of exactly one class.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FieldPlace {
    pub class: ClassId,
    pub field: FieldId,
}

/// How many objects of a class or array type an initial heap may have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ObjectBound {
    pub ty: Type,
    /// As the user calls it.
    pub name: Name,
    /// `None`: arrays.
    pub class: Option<ClassId>,
    pub limit: usize,
}

/// What a place may hold.
#[derive(Clone, PartialEq, Debug)]
pub enum Values {
    Boolean,
    /// Every number of the type.
    All {
        least: i64,
        greatest: i64,
    },
    /// A number between these of which only the order matters, among all values of one class of
    /// places and with the constants of that class. `is_ranged`: the user chose the range.
    AnyOrder {
        least: i64,
        greatest: i64,
        place: PlaceClass,
        is_ranged: bool,
    },
    /// The numbers between these, ends included: the user chose them, so that no other will do.
    Range {
        least: i64,
        greatest: i64,
    },
    /// These numbers, in the order in which they are tried. Where an invariant asks for another
    /// one, that one will do as well.
    Among(Vec<i64>),
    /// The floating-point numbers with these bits: those of a `float` are sign-extended.
    Floating(Vec<i64>),
    /// Null or an object of which only identity, `equals` or an order matters. `limit`: so many
    /// different ones in a structure, if the user said so.
    AnyObject {
        limit: Option<usize>,
        may_be_null: bool,
    },
    References(References),
    /// No code that is modelled ever reads it.
    Unread,
}

/// What a place for references to objects of the heap may hold.
#[derive(Clone, PartialEq, Debug)]
pub struct References {
    /// Which objects that are there already may stand here.
    pub fits: Fits,
    pub may_be_null: bool,
    /// Arrays in this place have so many elements.
    pub length: Option<u32>,
    /// No other object holds in such a place what this one does: each has made its own.
    pub is_unique: bool,
    /// What new objects may stand here.
    pub fresh: Vec<Fresh>,
    /// Objects of this class might stand here too, and cannot be made.
    pub unavailable: Option<Name>,
}

/// Which objects of a heap may stand in a place.
#[derive(Clone, PartialEq, Debug)]
pub struct Fits {
    /// Those of exactly one of these types.
    pub exactly: Vec<Type>,
    /// Those of the user's classes below this type: static initialisers may have made them.
    pub below: Option<Type>,
    /// What is known of type arguments: objects that the search has made are told apart by them.
    pub generic: Generic,
}

impl Fits {
    /// May an object of exactly this type stand there?
    pub fn allows(&self, program: &Program, object: Type) -> bool {
        let is_users = |class: ClassId| program.class(class).origin == ClassOrigin::User;
        let is_below = |ty: Type| object.as_class().is_some_and(is_users) && is_subtype(program, object, ty);
        self.exactly.contains(&object) || self.below.is_some_and(is_below)
    }
}

/// A kind of object that an initial heap may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fresh {
    Object {
        class: ClassId,
        /// With these type arguments. `None`: nothing is known of them.
        instance: Option<InstanceId>,
        bound: ObjectBoundId,
    },
    Array {
        ty: Type,
        elements: ValuesId,
        /// So many elements, if that is known.
        length: Option<u32>,
        bound: ObjectBoundId,
    },
    /// A string.
    Text { bound: ObjectBoundId },
}

impl Fresh {
    pub fn bound(self) -> ObjectBoundId {
        match self {
            Fresh::Object { bound, .. } | Fresh::Array { bound, .. } | Fresh::Text { bound } => bound,
        }
    }
}

/// What is to be said of the initial values of a place.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ValueCoverage {
    /// `Node.key`, or the name of a parameter.
    pub place: String,
    pub covered: Covered,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Covered {
    /// Only compared: the result covers all values of its type.
    AnyOrder,
    /// Only compared by identity, `equals` or an order: the result covers all objects.
    AnyObject,
    /// A few floating-point numbers of this type ([`Values::Floating`]).
    Floating(Type),
    /// These numbers: the range, the numbers that the code names, and the least and the greatest of
    /// the type if that is given.
    Numbers { range: IntRange, named: Vec<i64>, ends_of: Option<Type>, because: Because },
}

/// Why numbers were chosen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Because {
    /// Of what the code does with them.
    Code(Need),
    /// The user said so.
    Scope,
    /// An order of `long`s is not kept.
    Long,
}

impl fmt::Display for Because {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Because::Code(need) => need.describe(),
            Because::Scope => "the scope says so",
            Because::Long => "a `long`",
        })
    }
}

impl Covered {
    /// The values in words: `any value`, `-3..3, 7, and the least and greatest int`.
    pub fn describe(&self, program: &Program) -> String {
        match self {
            Covered::AnyOrder => "any value".to_owned(),
            Covered::AnyObject => "any object".to_owned(),
            Covered::Floating(ty) => {
                let name = type_name(program, *ty);
                format!("0.0, -0.0, 1.0, -1.0, 0.5, NaN, the infinities, the least and greatest {name}")
            }
            Covered::Numbers { range, named, ends_of, .. } => {
                let named: String = named.iter().map(|number| format!(", {number}")).collect();
                match ends_of {
                    Some(ty) => format!("{range}{named}, and the least and greatest {}", type_name(program, *ty)),
                    None => format!("{range}{named}"),
                }
            }
        }
    }

    /// Why these and no others.
    pub fn reason(&self) -> String {
        match self {
            Covered::AnyOrder | Covered::AnyObject => "only compared".to_owned(),
            Covered::Floating(_) => "floating point".to_owned(),
            Covered::Numbers { because, .. } => because.to_string(),
        }
    }
}

/// Does anybody ask for a box of this class that all share, and look at which object it is?
fn shares_boxes(program: &Program, sorts: &Sorts, class: ClassId) -> bool {
    let asks = |method: &MethodId| find_native(program, *method) == Some(Native::Shared) && sorts.reaches(*method);
    program.class(class).methods.iter().any(asks)
}

impl Bounds {
    /// A class of boxes that may be there before the call, and of which the code asks for shared
    /// ones and looks at which object it is.
    pub fn shared_boxes(&self, problem: &Problem<'_>) -> Option<ClassId> {
        let mut classes = self.objects.iter().filter_map(|bound| bound.class);
        classes.find(|class| shares_boxes(problem.program, &problem.sorts, *class))
    }

    pub fn values(&self, id: ValuesId) -> &Values {
        &self.values[id.index()]
    }

    pub fn object_bound(&self, id: ObjectBoundId) -> &ObjectBound {
        &self.objects[id.index()]
    }

    /// The bound on the objects of a class or array type, if an initial heap may have any.
    pub fn objects_of(&self, ty: Type) -> Option<&ObjectBound> {
        self.objects.iter().find(|bound| bound.ty == ty)
    }

    pub fn field(&self, class: ClassId, field: FieldId) -> Option<&Values> {
        self.fields.get(&FieldPlace { class, field }).map(|id| self.values(*id))
    }

    /// The fields with numbers of which only the order matters; those of one class of places are
    /// compared with each other.
    pub fn keys(&self) -> BTreeMap<FieldPlace, PlaceClass> {
        let key = |(place, values): (&FieldPlace, &ValuesId)| match self.values.get(values.index())? {
            Values::AnyOrder { place: class, .. } => Some((*place, *class)),
            _ => None,
        };
        self.fields.iter().filter_map(key).collect()
    }

    /// Were numbers chosen anywhere, so that others were not tried?
    pub fn chooses_numbers(&self) -> bool {
        self.coverage.iter().any(|value| matches!(value.covered, Covered::Numbers { .. } | Covered::Floating(_)))
    }
}
