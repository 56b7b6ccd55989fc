//! Types as the lowering needs them: with type arguments, before erasure.
//!
//! Follows JLS chapter 4. Departures: wildcards are captured by replacing them with their bound
//! when a member is used through them (`? extends T` reads as `T`, `? super T` and `?` read as the
//! bound of the parameter). That only affects which checked casts are inserted and which overload
//! wins in corner cases that `javac` itself has to compute by capture conversion.

use super::declarations::{Declarations, TypeParameter};
use crate::program::{BaseType, ClassId, Type};
use std::rc::Rc;
use tightrope_source::Name;
use tightrope_syntax::tree::{Primitive, WildcardBound};

/// A type variable: which declaration it belongs to, and which one it is there.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct TypeVariable {
    pub(crate) name: Name,
    /// Unique per declaration of a type parameter.
    pub(crate) id: u32,
}

/// A static type of Java.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum JavaType {
    Primitive(Primitive),
    Void,
    Null,
    Class(ClassType),
    Variable(TypeVariable),
    Array(Rc<JavaType>),
    /// What different types have in common (JLS 4.9): at most one class, which comes first, and
    /// interfaces.
    Intersection(Rc<[ClassType]>),
    /// JML only: sets of objects with their element type, if known.
    ObjectSet,
    /// JML only.
    TypeValue,
    /// Depends on something that is not at hand, or on an error already reported. Compatible with
    /// everything; an expression of it lowers to `Unsupported`.
    Unknown,
}

/// `Outer<A>.Inner<B>` has the arguments of both, outermost first, as the class's own list of
/// parameters has.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ClassType {
    pub(crate) class: ClassId,
    /// Empty: not generic, or raw.
    pub(crate) args: Rc<[TypeArgument]>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum TypeArgument {
    Type(JavaType),
    Wildcard(Option<(WildcardBound, JavaType)>),
}

/// Type arguments with more parts than this are not followed: no real type has as many, and `P<T,
/// T>` doubles with every step.
const MOST_TYPE_PARTS: usize = 100;

/// Has a type at most so many parts more than are counted?
fn count_parts(ty: &JavaType, left: &mut usize) -> bool {
    let Some(fewer) = left.checked_sub(1) else { return false };
    *left = fewer;
    match ty {
        JavaType::Class(class) => class.args.iter().all(|arg| count_argument_parts(arg, left)),
        JavaType::Array(element) => count_parts(element, left),
        JavaType::Intersection(bounds) => {
            bounds.iter().all(|bound| bound.args.iter().all(|arg| count_argument_parts(arg, left)))
        }
        _ => true,
    }
}

fn count_argument_parts(arg: &TypeArgument, left: &mut usize) -> bool {
    match arg {
        TypeArgument::Type(ty) | TypeArgument::Wildcard(Some((_, ty))) => count_parts(ty, left),
        TypeArgument::Wildcard(None) => true,
    }
}

/// An argument that has grown too large is not known.
fn of_sensible_size(arg: TypeArgument) -> TypeArgument {
    let mut left = MOST_TYPE_PARTS;
    if count_argument_parts(&arg, &mut left) { arg } else { TypeArgument::Type(JavaType::Unknown) }
}

/// Type parameters and what stands for them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bindings<'b> {
    pub(crate) params: &'b [TypeParameter],
    pub(crate) args: &'b [TypeArgument],
}

impl<'b> Bindings<'b> {
    fn of(&self, variable: &TypeVariable) -> Option<&'b TypeArgument> {
        let position = self.params.iter().position(|param| param.variable.id == variable.id)?;
        self.args.get(position)
    }
}

impl ClassType {
    /// Without type arguments: not generic, or raw.
    pub(crate) fn raw(class: ClassId) -> ClassType {
        ClassType { class, args: Rc::from([]) }
    }
}

impl JavaType {
    pub(crate) fn raw(class: ClassId) -> JavaType {
        JavaType::Class(ClassType::raw(class))
    }

    pub(crate) fn array_of(self) -> JavaType {
        JavaType::Array(Rc::new(self))
    }

    pub(crate) fn is_primitive(&self) -> bool {
        matches!(self, JavaType::Primitive(_))
    }

    pub(crate) fn is_unknown(&self) -> bool {
        matches!(self, JavaType::Unknown)
    }
}

impl Declarations<'_> {
    /// The erased type (JLS 4.6). `Void` is not asked; a variable erases to its first bound.
    pub(crate) fn erase(&self, ty: &JavaType) -> Type {
        match ty {
            JavaType::Primitive(primitive) => Type::of(primitive_base(*primitive)),
            JavaType::Null => Type::NULL,
            JavaType::Class(class) => Type::class(class.class),
            JavaType::Variable(variable) => self.erase(&self.bound_of(variable)),
            JavaType::Array(element) => self.erase(element).array_of(),
            JavaType::Intersection(bounds) => self.erase(&first_of(bounds)),
            JavaType::ObjectSet => Type::OBJECT_SET,
            JavaType::TypeValue => Type::TYPE_VALUE,
            JavaType::Void | JavaType::Unknown => Type::UNKNOWN,
        }
    }

    /// The erased result type; `None` for `void`.
    pub(crate) fn erase_return(&self, ty: &JavaType) -> Option<Type> {
        (*ty != JavaType::Void).then(|| self.erase(ty))
    }

    /// The erasure, still as a type of Java: classes become raw.
    pub(crate) fn erased_type(&self, ty: &JavaType) -> JavaType {
        match ty {
            JavaType::Class(class) => JavaType::raw(class.class),
            JavaType::Variable(variable) => self.erased_type(&self.bound_of(variable)),
            JavaType::Array(element) => self.erased_type(element).array_of(),
            JavaType::Intersection(bounds) => self.erased_type(&first_of(bounds)),
            other => other.clone(),
        }
    }

    /// As the user writes it.
    pub(crate) fn describe(&self, ty: &JavaType) -> String {
        match ty {
            JavaType::Primitive(primitive) => primitive_name(*primitive).to_string(),
            JavaType::Void => "void".to_string(),
            JavaType::Null => "null".to_string(),
            JavaType::Class(class) => self.describe_class(class),
            JavaType::Variable(variable) => variable.name.to_string(),
            JavaType::Array(element) => format!("{}[]", self.describe(element)),
            JavaType::Intersection(bounds) => {
                bounds.iter().map(|bound| self.describe_class(bound)).collect::<Vec<_>>().join(" & ")
            }
            JavaType::ObjectSet => "JMLObjectSet".to_string(),
            JavaType::TypeValue => "\\TYPE".to_string(),
            JavaType::Unknown => "(unknown)".to_string(),
        }
    }

    fn describe_class(&self, ty: &ClassType) -> String {
        let class = self.program.class(ty.class);
        let name = match class.simple_name.as_str() {
            "" => format!("(anonymous class {})", class.name),
            simple => simple.to_string(),
        };
        if ty.args.is_empty() {
            return name;
        }
        // An inner class's list starts with the arguments of the classes around it; the user writes
        // only its own.
        let own = self.classes[ty.class.index()].syntax.map_or(ty.args.len(), |syntax| syntax.type_params.len());
        let skipped = ty.args.len().saturating_sub(own);
        let args: Vec<String> = ty.args.iter().skip(skipped).map(|arg| self.describe_argument(arg)).collect();
        if args.is_empty() { name } else { format!("{name}<{}>", args.join(", ")) }
    }

    fn describe_argument(&self, arg: &TypeArgument) -> String {
        match arg {
            TypeArgument::Type(ty) => self.describe(ty),
            TypeArgument::Wildcard(None) => "?".to_string(),
            TypeArgument::Wildcard(Some((WildcardBound::Extends, ty))) => format!("? extends {}", self.describe(ty)),
            TypeArgument::Wildcard(Some((WildcardBound::Super, ty))) => format!("? super {}", self.describe(ty)),
        }
    }

    /// The class with its own parameters as arguments: the type of `this`.
    pub(crate) fn this_type(&self, class: ClassId) -> ClassType {
        let params = &self.classes[class.index()].type_params;
        let args = params.iter().map(|param| TypeArgument::Type(JavaType::Variable(param.variable.clone()))).collect();
        ClassType { class, args }
    }

    /// The first bound of a variable.
    pub(crate) fn bound_of(&self, variable: &TypeVariable) -> JavaType {
        let first = self.variable_bounds.get(variable.id as usize).and_then(|bounds| bounds.first());
        first.cloned().unwrap_or_else(|| JavaType::raw(self.well_known.object))
    }

    /// All bounds of a variable.
    pub(crate) fn bounds_of(&self, variable: &TypeVariable) -> &[JavaType] {
        self.variable_bounds.get(variable.id as usize).map_or(&[], |bounds| bounds)
    }

    /// A variable's bound, followed through further variables, and the first part of an
    /// intersection; any other type is itself.
    pub(crate) fn upper_bound(&self, ty: &JavaType) -> JavaType {
        let mut ty = ty.clone();
        while let JavaType::Variable(variable) = &ty {
            ty = self.bound_of(variable);
        }
        match &ty {
            JavaType::Intersection(bounds) => first_of(bounds),
            _ => ty,
        }
    }

    /// Replaces variables. A wildcard that stands for a variable outside of an argument list reads
    /// as its bound.
    pub(crate) fn substitute(&self, ty: &JavaType, bindings: Bindings<'_>) -> JavaType {
        match ty {
            JavaType::Class(class) => JavaType::Class(self.substitute_class(class, bindings)),
            JavaType::Variable(variable) => match bindings.of(variable) {
                Some(arg) => self.argument_bound(variable, arg),
                None => ty.clone(),
            },
            JavaType::Array(element) => self.substitute(element, bindings).array_of(),
            JavaType::Intersection(bounds) => {
                JavaType::Intersection(bounds.iter().map(|bound| self.substitute_class(bound, bindings)).collect())
            }
            other => other.clone(),
        }
    }

    pub(crate) fn substitute_class(&self, ty: &ClassType, bindings: Bindings<'_>) -> ClassType {
        if ty.args.is_empty() || bindings.params.is_empty() {
            return ty.clone();
        }
        let args = ty.args.iter().map(|arg| of_sensible_size(self.substitute_argument(arg, bindings))).collect();
        ClassType { class: ty.class, args }
    }

    fn substitute_argument(&self, arg: &TypeArgument, bindings: Bindings<'_>) -> TypeArgument {
        match arg {
            TypeArgument::Type(JavaType::Variable(variable)) => {
                bindings.of(variable).cloned().unwrap_or_else(|| arg.clone())
            }
            TypeArgument::Type(ty) => TypeArgument::Type(self.substitute(ty, bindings)),
            TypeArgument::Wildcard(None) => TypeArgument::Wildcard(None),
            TypeArgument::Wildcard(Some((bound, ty))) => {
                TypeArgument::Wildcard(Some((*bound, self.substitute(ty, bindings))))
            }
        }
    }

    fn argument_bound(&self, variable: &TypeVariable, arg: &TypeArgument) -> JavaType {
        match arg {
            TypeArgument::Type(ty) | TypeArgument::Wildcard(Some((WildcardBound::Extends, ty))) => ty.clone(),
            // Erased, because the bound may mention the variable itself: `T extends Comparable<T>`.
            TypeArgument::Wildcard(_) => self.erased_type(&self.bound_of(variable)),
        }
    }

    /// The type of an instance member of `owner` used through `receiver`: the owner's parameters
    /// become the receiver's arguments. Through a raw type it is erased (JLS 4.8). Not for static
    /// members: their types stay as declared.
    pub(crate) fn member_type(&self, receiver: &JavaType, owner: ClassId, ty: &JavaType) -> JavaType {
        match self.classes[owner.index()].type_params.is_empty() {
            true => ty.clone(),
            false => self.seen_through(self.as_super(receiver, owner).as_ref(), owner, ty),
        }
    }

    /// [`Self::member_type`], where the view of the receiver as the owner is known.
    pub(crate) fn seen_through(&self, view: Option<&ClassType>, owner: ClassId, ty: &JavaType) -> JavaType {
        let params = &self.classes[owner.index()].type_params;
        if params.is_empty() {
            return ty.clone();
        }
        match view {
            Some(view) if !view.args.is_empty() => self.substitute(ty, Bindings { params, args: &view.args }),
            _ => self.erased_type(ty),
        }
    }
}

/// What an intersection erases to (JLS 4.6): its leftmost part.
fn first_of(bounds: &[ClassType]) -> JavaType {
    bounds.first().map_or(JavaType::Unknown, |first| JavaType::Class(first.clone()))
}

pub(crate) fn primitive_base(primitive: Primitive) -> BaseType {
    match primitive {
        Primitive::Boolean => BaseType::Boolean,
        Primitive::Byte => BaseType::Byte,
        Primitive::Short => BaseType::Short,
        Primitive::Char => BaseType::Char,
        Primitive::Int => BaseType::Int,
        Primitive::Long => BaseType::Long,
        Primitive::Float => BaseType::Float,
        Primitive::Double => BaseType::Double,
    }
}

pub(crate) fn primitive_name(primitive: Primitive) -> &'static str {
    match primitive {
        Primitive::Boolean => "boolean",
        Primitive::Byte => "byte",
        Primitive::Short => "short",
        Primitive::Char => "char",
        Primitive::Int => "int",
        Primitive::Long => "long",
        Primitive::Float => "float",
        Primitive::Double => "double",
    }
}
