//! Subtyping, casting, boxing and the views of a type as its supertypes (JLS 4.10, 5.1, 5.5).
//!
//! Departure: subtyping is decided on erasures. The programs are accepted by `javac`, so type
//! arguments can only matter for the types of results, which [`Declarations::as_super`] keeps.
//! Where a class that is not at hand stands in the way the answer is `Maybe`, never a guess.

use super::declarations::{Declarations, TypeParameter};
use super::id_map::{IdMap, IdSet};
use super::types::{Bindings, ClassType, JavaType, TypeArgument};
use crate::program::{ClassId, ClassKind, ClassOrigin};
use std::collections::VecDeque;
use std::collections::hash_map::Entry;
use tightrope_syntax::tree::{Primitive, WildcardBound};

/// The answer to a question about types that may depend on a class that is not at hand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Truth {
    No,
    Maybe,
    Yes,
}

impl From<bool> for Truth {
    fn from(value: bool) -> Truth {
        if value { Truth::Yes } else { Truth::No }
    }
}

impl Declarations<'_> {
    /// The superclass, then the interfaces.
    pub(crate) fn parents(&self, class: ClassId) -> impl Iterator<Item = ClassId> + '_ {
        let class = self.program.class(class);
        class.superclass.iter().chain(&class.interfaces).copied()
    }

    /// The class and everything above it, nearest first, `Object` last: first the chain of
    /// superclasses, then interfaces.
    pub(crate) fn ancestors(&self, class: ClassId) -> Vec<ClassId> {
        let object = self.well_known.object;
        let mut found = vec![class];
        let mut seen = IdSet::from_iter([class, object]);
        let mut above = self.program.class(class).superclass;
        while let Some(next) = above.filter(|next| seen.insert(*next)) {
            found.push(next);
            above = self.program.class(next).superclass;
        }
        let mut next = 0;
        while let Some(current) = found.get(next).copied() {
            found.extend(self.program.class(current).interfaces.iter().filter(|parent| seen.insert(**parent)));
            next += 1;
        }
        if class != object {
            found.push(object);
        }
        found
    }

    /// Is `class` the same as `ancestor`, or below it? Classes that are not at hand have nothing
    /// above them.
    pub(crate) fn is_subclass(&self, class: ClassId, ancestor: ClassId) -> bool {
        if class == ancestor || ancestor == self.well_known.object {
            return true;
        }
        if !self.names.supertypes_known {
            return self.all_above(class).contains(&ancestor);
        }
        if let Some(above) = self.ancestor_sets.borrow().get(&class) {
            return above.contains(&ancestor);
        }
        let above = self.all_above(class);
        let found = above.contains(&ancestor);
        self.ancestor_sets.borrow_mut().insert(class, above);
        found
    }

    /// Everything above a class, without `Object`.
    fn all_above(&self, class: ClassId) -> IdSet<ClassId> {
        let mut pending = vec![class];
        let mut seen = IdSet::default();
        while let Some(current) = pending.pop() {
            let parents = self.parents(current).filter(|parent| *parent != self.well_known.object);
            pending.extend(parents.filter(|parent| seen.insert(*parent)));
        }
        seen
    }

    /// The view of a type as one of its superclasses or interfaces, with arguments; `None` if it is
    /// none of them.
    pub(crate) fn as_super(&self, ty: &JavaType, class: ClassId) -> Option<ClassType> {
        match ty {
            JavaType::Class(from) => self.class_as_super(from, class),
            JavaType::Variable(variable) => {
                self.bounds_of(variable).iter().find_map(|bound| self.as_super(bound, class))
            }
            JavaType::Intersection(bounds) => bounds.iter().find_map(|bound| self.class_as_super(bound, class)),
            JavaType::Array(_) if class == self.well_known.object || class == self.well_known.cloneable => {
                Some(ClassType::raw(class))
            }
            _ => None,
        }
    }

    /// A `?` stands for no more than what the class's own bound allows (JLS 5.1.10, bounds erased).
    fn bounded_arguments(&self, params: &[TypeParameter], args: &[TypeArgument]) -> Vec<TypeArgument> {
        let bounded = |(param, arg): (&TypeParameter, &TypeArgument)| match arg {
            TypeArgument::Wildcard(None) => {
                let bound = self.erased_type(&self.bound_of(&param.variable));
                TypeArgument::Wildcard(Some((WildcardBound::Extends, bound)))
            }
            _ => arg.clone(),
        };
        params.iter().zip(args).map(bounded).collect()
    }

    fn class_as_super(&self, from: &ClassType, class: ClassId) -> Option<ClassType> {
        let mut current = from.clone();
        for next in self.way_up(from.class, class)? {
            let declaration = &self.classes[current.class.index()];
            let mut parents = declaration.superclass.iter().chain(&declaration.interfaces);
            let Some(parent) = parents.find(|parent| parent.class == next) else {
                // Only the step from an interface to `Object` is not written anywhere.
                return Some(ClassType::raw(class));
            };
            current = self.parent_view(&current, parent);
        }
        Some(current)
    }

    /// A parent as the class declares it, with the arguments that the class has here.
    fn parent_view(&self, class: &ClassType, parent: &ClassType) -> ClassType {
        let params = &self.classes[class.class.index()].type_params;
        if params.is_empty() {
            parent.clone()
        } else if class.args.is_empty() {
            ClassType::raw(parent.class)
        } else {
            let args = self.bounded_arguments(params, &class.args);
            self.substitute_class(parent, Bindings { params, args: &args })
        }
    }

    /// A class as each of its ancestors, itself included: [`Self::as_super`] of the type of `this`,
    /// for all at once.
    pub(crate) fn views_of_this(&self, class: ClassId) -> IdMap<ClassId, ClassType> {
        let mut views = IdMap::from_iter([(class, self.this_type(class))]);
        let mut pending = VecDeque::from([class]);
        while let Some(current) = pending.pop_front() {
            let declaration = &self.classes[current.index()];
            let Some(view) = views.get(&current).cloned() else { continue };
            for parent in declaration.superclass.iter().chain(&declaration.interfaces) {
                if let Entry::Vacant(place) = views.entry(parent.class) {
                    place.insert(self.parent_view(&view, parent));
                    pending.push_back(parent.class);
                }
            }
        }
        views
    }

    /// The classes on a shortest way from a class up to another one, without the first; `None` if
    /// it is not above.
    fn way_up(&self, class: ClassId, ancestor: ClassId) -> Option<Vec<ClassId>> {
        if class == ancestor {
            return Some(Vec::new());
        }
        if ancestor == self.well_known.object {
            return Some(vec![ancestor]);
        }
        if !self.is_subclass(class, ancestor) {
            return None;
        }
        if !self.is_interface(ancestor) {
            let above = |class: &ClassId| self.program.class(*class).superclass.filter(|_| *class != ancestor);
            return Some(std::iter::successors(above(&class), above).collect());
        }
        let mut below: IdMap<ClassId, ClassId> = IdMap::default();
        let mut pending = vec![class];
        let mut next = 0;
        while let Some(current) = pending.get(next).copied() {
            next += 1;
            for parent in self.parents(current) {
                if parent == class || below.contains_key(&parent) {
                    continue;
                }
                below.insert(parent, current);
                if parent == ancestor {
                    let mut way: Vec<ClassId> =
                        std::iter::successors(Some(ancestor), |at| below.get(at).copied()).collect();
                    way.pop();
                    way.reverse();
                    return Some(way);
                }
                pending.push(parent);
            }
        }
        None
    }

    /// Subtyping of reference types on erasures. `Unknown` fits everything, and so does a class
    /// with a missing one above it.
    pub(crate) fn is_subtype(&self, sub: &JavaType, sup: &JavaType) -> bool {
        self.subtype(sub, sup) != Truth::No
    }

    /// [`Self::is_subtype`], telling apart what is certain and what a missing class leaves open.
    pub(crate) fn subtype(&self, sub: &JavaType, sup: &JavaType) -> Truth {
        match (sub, sup) {
            (JavaType::Unknown, _) | (_, JavaType::Unknown) => Truth::Maybe,
            (JavaType::Primitive(_) | JavaType::Void, _) | (_, JavaType::Primitive(_) | JavaType::Void) => {
                (sub == sup).into()
            }
            (JavaType::Null, _) => (!matches!(sup, JavaType::TypeValue | JavaType::ObjectSet)).into(),
            _ if sub == sup => Truth::Yes,
            (_, JavaType::Variable(variable)) => self.subtype(sub, &self.bound_of(variable)),
            (JavaType::Variable(variable), _) => self.variable_subtype(variable, sup),
            (_, JavaType::Intersection(bounds)) => {
                bounds.iter().map(|bound| self.subtype(sub, &JavaType::Class(bound.clone()))).min().unwrap_or(Truth::No)
            }
            (JavaType::Intersection(bounds), _) => {
                bounds.iter().map(|bound| self.subtype(&JavaType::Class(bound.clone()), sup)).max().unwrap_or(Truth::No)
            }
            (JavaType::Array(a), JavaType::Array(b)) => self.subtype(a, b),
            (JavaType::Array(_), JavaType::Class(class)) => self.array_subtype(class.class),
            (JavaType::Class(a), JavaType::Class(b)) => self.subclass(a.class, b.class),
            _ => Truth::No,
        }
    }

    fn variable_subtype(&self, variable: &super::types::TypeVariable, sup: &JavaType) -> Truth {
        let bounds = self.bounds_of(variable);
        bounds.iter().map(|bound| self.subtype(bound, sup)).max().unwrap_or(Truth::No)
    }

    /// Every array is an `Object`, `Cloneable` and `java.io.Serializable`.
    fn array_subtype(&self, class: ClassId) -> Truth {
        let known = class == self.well_known.object || class == self.well_known.cloneable;
        (known || self.program.class(class).name == "java.io.Serializable").into()
    }

    /// Is a class below another one, as far as it is known?
    pub(crate) fn subclass(&self, class: ClassId, ancestor: ClassId) -> Truth {
        if self.is_subclass(class, ancestor) {
            return Truth::Yes;
        }
        let above = self.program.class(ancestor);
        if above.is_final && above.origin != ClassOrigin::Missing {
            return Truth::No;
        }
        let missing_above = self.classes[class.index()].has_missing_ancestor;
        // The library's declarations leave out interfaces that are not modelled.
        let left_out = above.origin == ClassOrigin::Missing && self.has_library_ancestor(class);
        if missing_above || left_out { Truth::Maybe } else { Truth::No }
    }

    fn has_library_ancestor(&self, class: ClassId) -> bool {
        let is_library = |class: &ClassId| self.program.class(*class).origin == ClassOrigin::Library;
        self.ancestors(class).iter().any(|class| is_library(class) && *class != self.well_known.object)
    }

    /// May a cast succeed (JLS 5.5)? `false` only where `javac` would refuse.
    pub(crate) fn is_castable(&self, from: &JavaType, to: &JavaType) -> bool {
        match (from, to) {
            (JavaType::Unknown, _) | (_, JavaType::Unknown) => true,
            (JavaType::Void, _) | (_, JavaType::Void) => false,
            (JavaType::Primitive(a), JavaType::Primitive(b)) => {
                a == b || (*a != Primitive::Boolean && *b != Primitive::Boolean)
            }
            (JavaType::Primitive(a), _) => self.is_subtype(&self.boxed(*a), to),
            (_, JavaType::Primitive(b)) => match self.unboxed(from) {
                Some(a) => widens(a, *b),
                None => *from != JavaType::Null && self.is_reference_castable(from, &self.boxed(*b)),
            },
            _ => self.is_reference_castable(from, to),
        }
    }

    fn is_reference_castable(&self, from: &JavaType, to: &JavaType) -> bool {
        if let JavaType::Intersection(bounds) = from {
            return bounds.iter().all(|bound| self.is_reference_castable(&JavaType::Class(bound.clone()), to));
        }
        let (from, to) = (self.upper_bound(from), self.upper_bound(to));
        if self.is_subtype(&from, &to) || self.is_subtype(&to, &from) {
            return true;
        }
        match (&from, &to) {
            (JavaType::Array(a), JavaType::Array(b)) => {
                !a.is_primitive() && !b.is_primitive() && self.is_reference_castable(a, b)
            }
            (JavaType::Class(a), JavaType::Class(b)) => self.may_share_an_object(a.class, b.class),
            _ => false,
        }
    }

    /// Two classes of which neither is below the other: an object of both needs an interface, and a
    /// class that can be extended.
    fn may_share_an_object(&self, a: ClassId, b: ClassId) -> bool {
        let (a, b) = (self.program.class(a), self.program.class(b));
        let open = |class: &crate::program::Class| class.kind == ClassKind::Interface;
        (open(a) && !b.is_final) || (open(b) && !a.is_final)
    }

    /// The class that boxes a primitive type.
    pub(crate) fn boxed(&self, primitive: Primitive) -> JavaType {
        JavaType::raw(self.well_known.boxes[primitive as usize])
    }

    /// A primitive type boxed; any other type is itself.
    pub(crate) fn boxed_type(&self, ty: &JavaType) -> JavaType {
        match ty {
            JavaType::Primitive(primitive) => self.boxed(*primitive),
            _ => ty.clone(),
        }
    }

    /// The primitive type that a class boxes. (A variable bounded by such a class unboxes too.)
    pub(crate) fn unboxed(&self, ty: &JavaType) -> Option<Primitive> {
        let JavaType::Class(class) = self.upper_bound(ty) else { return None };
        PRIMITIVES.into_iter().find(|primitive| self.well_known.boxes[*primitive as usize] == class.class)
    }
}

/// All primitive types, in the order of their declaration.
pub(crate) const PRIMITIVES: [Primitive; 8] = [
    Primitive::Boolean,
    Primitive::Byte,
    Primitive::Short,
    Primitive::Char,
    Primitive::Int,
    Primitive::Long,
    Primitive::Float,
    Primitive::Double,
];

/// Identity or widening of primitive types (JLS 5.1.2), which is also their subtyping (JLS 4.10.1).
pub(crate) fn widens(from: Primitive, to: Primitive) -> bool {
    use Primitive::{Boolean, Byte, Char, Short};
    match (from, to) {
        _ if from == to => true,
        (Boolean, _) | (_, Boolean | Byte | Char) => false,
        (Char, Short) => false,
        _ => from < to,
    }
}
