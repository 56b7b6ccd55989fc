//! Where types meet: the least upper bound of reference types (JLS 4.10.4).
//!
//! The candidates are the classes above both types; those that have none of the others below them
//! are the bound, a single class or an intersection of them, and of a generic class the arguments
//! are joined as well. Departure: arguments of arguments are joined only to a depth
//! ([`MOST_NESTED_JOINS`]), where `javac` makes a type that contains itself (`Comparable<? extends
//! Comparable<? …>>`).

use super::declarations::Declarations;
use super::subtyping::Truth;
use super::types::{ClassType, JavaType, TypeArgument};
use crate::program::ClassId;
use tightrope_syntax::tree::WildcardBound;

/// Below this depth the arguments of a joined type are any.
const MOST_NESTED_JOINS: u32 = 2;

impl Declarations<'_> {
    /// The least type that both fit. Requires: neither is primitive, because a join boxes first.
    pub(crate) fn least_upper_bound(&self, a: &JavaType, b: &JavaType) -> JavaType {
        self.join(a, b, MOST_NESTED_JOINS)
    }

    fn join(&self, a: &JavaType, b: &JavaType, depth: u32) -> JavaType {
        match (a, b) {
            (JavaType::Unknown, _) | (_, JavaType::Unknown) => JavaType::Unknown,
            _ if a == b => a.clone(),
            (JavaType::Null, other) | (other, JavaType::Null) => other.clone(),
            (JavaType::Primitive(_) | JavaType::Void, _) | (_, JavaType::Primitive(_) | JavaType::Void) => {
                JavaType::Unknown
            }
            _ => match (self.subtype(a, b), self.subtype(b, a)) {
                (Truth::Yes, _) => self.joined_view(a, b, depth),
                (_, Truth::Yes) => self.joined_view(b, a, depth),
                (Truth::Maybe, _) | (_, Truth::Maybe) => JavaType::Unknown,
                (Truth::No, Truth::No) => self.common_supertype(a, b, depth),
            },
        }
    }

    /// `sub` fits `sup` by its class: the class of `sup`, with the arguments on which both agree.
    fn joined_view(&self, sub: &JavaType, sup: &JavaType, depth: u32) -> JavaType {
        match sup {
            JavaType::Class(class) => match self.as_super(sub, class.class) {
                Some(view) => JavaType::Class(self.join_arguments(&view, class, depth)),
                None => sup.clone(),
            },
            // Subtyping looks through a variable to its bound; only the bound is certain.
            JavaType::Variable(_) => self.upper_bound(sup),
            _ => sup.clone(),
        }
    }

    fn common_supertype(&self, a: &JavaType, b: &JavaType, depth: u32) -> JavaType {
        if let (JavaType::Array(a), JavaType::Array(b)) = (a, b)
            && !a.is_primitive()
            && !b.is_primitive()
        {
            return self.join(a, b, depth).array_of();
        }
        let candidates: Vec<ClassId> =
            self.classes_above(a).into_iter().filter(|class| self.is_below(b, *class)).collect();
        let is_least =
            |class: &&ClassId| candidates.iter().all(|other| other == *class || !self.is_subclass(*other, **class));
        let mut least: Vec<ClassId> = candidates.iter().filter(is_least).copied().collect();
        // The order must not depend on which type came first: the class, if there is one, then
        // interfaces by name.
        least.sort_by_key(|class| (self.is_interface(*class), self.program.class(*class).name.clone()));
        least.dedup();
        let view = |class: &ClassId| match (self.as_super(a, *class), self.as_super(b, *class)) {
            (Some(a), Some(b)) => self.join_arguments(&a, &b, depth),
            _ => ClassType::raw(*class),
        };
        let bounds: Vec<ClassType> = least.iter().map(view).collect();
        match bounds.as_slice() {
            [] => JavaType::raw(self.well_known.object),
            [only] => JavaType::Class(only.clone()),
            _ => JavaType::Intersection(bounds.into()),
        }
    }

    fn is_below(&self, ty: &JavaType, class: ClassId) -> bool {
        self.subtype(ty, &JavaType::raw(class)) == Truth::Yes
    }

    /// Every class that a type fits: the erased candidates of JLS 4.10.4.
    fn classes_above(&self, ty: &JavaType) -> Vec<ClassId> {
        match ty {
            JavaType::Class(class) => self.ancestors(class.class),
            JavaType::Intersection(bounds) => bounds.iter().flat_map(|bound| self.ancestors(bound.class)).collect(),
            JavaType::Variable(variable) => {
                self.bounds_of(variable).iter().flat_map(|bound| self.classes_above(bound)).collect()
            }
            JavaType::Array(_) => {
                let serializable = self.program.class_named("java.io.Serializable");
                [self.well_known.cloneable, self.well_known.object].into_iter().chain(serializable).collect()
            }
            _ => vec![self.well_known.object],
        }
    }

    /// Two views as the same class, with the least arguments that contain both (JLS 4.10.4: lcta).
    fn join_arguments(&self, a: &ClassType, b: &ClassType, depth: u32) -> ClassType {
        if a.args.len() != b.args.len() {
            return ClassType::raw(a.class);
        }
        let args = a.args.iter().zip(b.args.iter()).map(|(a, b)| self.join_argument(a, b, depth)).collect();
        ClassType { class: a.class, args }
    }

    fn join_argument(&self, a: &TypeArgument, b: &TypeArgument, depth: u32) -> TypeArgument {
        if a == b {
            return a.clone();
        }
        let (Some(a), Some(b)) = (upper(a), upper(b)) else { return TypeArgument::Wildcard(None) };
        let Some(less) = depth.checked_sub(1) else { return TypeArgument::Wildcard(None) };
        match self.join(a, b, less) {
            JavaType::Unknown => TypeArgument::Wildcard(None),
            joined => TypeArgument::Wildcard(Some((WildcardBound::Extends, joined))),
        }
    }
}

/// What an argument is at most, if it says that.
fn upper(argument: &TypeArgument) -> Option<&JavaType> {
    match argument {
        TypeArgument::Type(ty) | TypeArgument::Wildcard(Some((WildcardBound::Extends, ty))) => Some(ty),
        TypeArgument::Wildcard(_) => None,
    }
}
