//! Types as the lowering needs them: with type arguments, before erasure.
//!
//! Follows JLS chapter 4. Departures: wildcards are captured by replacing them with their bound when a member is used through
//! them (`? extends T` reads as `T`, `? super T` and `?` read as the bound of the parameter), intersection types keep their first bound.
//! Both only affect which checked casts are inserted and which overload wins in corner cases that `javac` itself has
//! to compute by capture conversion.

use crate::program::ClassId;
use std::rc::Rc;
use tightrope_source::Name;
use tightrope_syntax::tree::{Primitive, WildcardBound};

/// A type variable: which declaration it belongs to, and which one it is there.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TypeVariable {
    pub name: Name,
    /// Unique per declaration of a type parameter.
    pub id: u32,
}

/// A static type of Java.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum JavaType {
    Primitive(Primitive),
    Void,
    Null,
    Class(ClassType),
    Variable(TypeVariable),
    Array(Rc<JavaType>),
    /// JML only: sets of objects with their element type, if known.
    ObjectSet,
    /// JML only.
    TypeValue,
    /// Depends on something that is not at hand, or on an error already reported. Compatible with everything; an expression of it lowers
    /// to `Unsupported`.
    Unknown,
}

/// `Outer<A>.Inner<B>` has the arguments of both, outermost first, as the class's own list of parameters has.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ClassType {
    pub class: ClassId,
    /// Empty: not generic, or raw.
    pub args: Rc<[TypeArgument]>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TypeArgument {
    Type(JavaType),
    Wildcard(Option<(WildcardBound, JavaType)>),
}
