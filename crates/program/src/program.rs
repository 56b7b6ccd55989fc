//! The typed program: classes, fields, methods. Plain data that every later stage can trust.
//!
//! Names are resolved to ids, generics are erased, contracts are desugared. What the lowering could
//! not express stands in the bodies as [`crate::body::StmtKind::Unsupported`] and in the contracts
//! as [`crate::contract::Unchecked`]; it is never left out. [`crate::well_formed`] states and
//! checks the invariants of this data.

use crate::body::Body;
use crate::contract::{Clause, Contract, Unchecked};
use crate::generics::Generics;
use crate::hierarchy::Hierarchy;
use std::collections::HashSet;
use tightrope_source::{Name, Span};

macro_rules! ids {
    ($($(#[$doc:meta])* $id:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, serde::Serialize, serde::Deserialize)]
        pub struct $id(pub u32);

        impl $id {
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

ids! {
    /// A class, interface, enum, record or annotation type of the [`Program`].
    ClassId;
    /// A field of the [`Program`].
    FieldId;
    /// A method, constructor or initialiser of the [`Program`].
    MethodId;
    /// A local variable of one [`Body`] or one formula.
    LocalId;
    /// A labelled statement of one [`Body`]: the target of `break` and `continue`.
    LabelId;
    /// A loop of one [`Body`].
    LoopId;
}

/// The whole program. Ids index these vectors.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Program {
    pub classes: Vec<Class>,
    pub fields: Vec<Field>,
    pub methods: Vec<Method>,
    /// The declared types before erasure.
    pub generics: Generics,
    /// The user has said that objects do not share what their invariants speak of.
    pub is_owned: bool,
    /// The user wants objects behind static fields in any state, not only in their initial one.
    pub statics_vary: bool,
    /// What has been asked about its classes.
    pub hierarchy: Hierarchy,
}

/// A walk over what is initialised before a class.
struct InitializationVisit<'a> {
    with_interfaces: bool,
    has_started: &'a dyn Fn(ClassId) -> bool,
    seen: Vec<ClassId>,
    order: Vec<ClassId>,
}

impl Program {
    pub fn class(&self, id: ClassId) -> &Class {
        &self.classes[id.index()]
    }

    pub fn field(&self, id: FieldId) -> &Field {
        &self.fields[id.index()]
    }

    pub fn method(&self, id: MethodId) -> &Method {
        &self.methods[id.index()]
    }

    pub fn class_ids(&self) -> impl Iterator<Item = ClassId> + use<> {
        (0..self.classes.len() as u32).map(ClassId)
    }

    pub fn method_ids(&self) -> impl Iterator<Item = MethodId> + use<> {
        (0..self.methods.len() as u32).map(MethodId)
    }

    /// Are there objects that follow contracts alone?
    pub fn has_unknown_classes(&self) -> bool {
        self.classes.iter().any(|class| class.is_unknown)
    }

    /// A type whose objects may be no more than values that are compared: `Object`, interfaces, and
    /// classes that are not at hand (whatever else is done with their objects is not modelled).
    pub fn is_opaque_type(&self, class: ClassId) -> bool {
        let declared = self.class(class);
        let is_missing = declared.origin == ClassOrigin::Missing;
        declared.kind == ClassKind::Interface || is_missing || declared.name == "java.lang.Object"
    }

    /// The class with this fully qualified name: `java.util.Map.Entry`.
    pub fn class_named(&self, name: &str) -> Option<ClassId> {
        self.class_ids().find(|id| self.class(*id).name == name)
    }

    /// If the method is the `valueOf` that boxes a number, and may share the box: what makes a box
    /// of its own instead.
    pub fn unshared_box(&self, value_of: MethodId) -> Option<MethodId> {
        let method = self.method(value_of);
        let class = self.class(method.class);
        let is_boxing = class.origin == ClassOrigin::Library && method.name == "valueOf" && method.is_static;
        let is_like_it = |id: &&MethodId| {
            let other = self.method(**id);
            let types = |method: &Method| method.params.iter().map(|param| param.ty).collect::<Vec<Type>>();
            other.name == "unshared" && types(other) == types(method)
        };
        class.methods.iter().find(is_like_it).copied().filter(|_| is_boxing)
    }

    /// The method that a virtual call of `method` executes on an object of exactly this class (JLS
    /// 15.12.4.4): the one of the class or of its nearest superclass, or else the most specific
    /// default method. `None` if there is no code: the class is abstract, or not at hand.
    pub fn implementation(&self, class: ClassId, method: MethodId) -> Option<MethodId> {
        let is_it = |id: &MethodId| *id == method || self.method(*id).overrides.contains(&method);
        let mut current = Some(class);
        while let Some(id) = current {
            let class = self.class(id);
            // Classes may have many methods, and no method overrides another of its own class.
            let declared = match id == self.method(method).class {
                true => Some(method),
                false => class.methods.iter().copied().find(is_it),
            };
            let inherited = class.inherited_implementations.iter().find(|(interface, _)| *interface == method);
            if let Some(found) = declared.or(inherited.map(|(_, implementation)| *implementation)) {
                return Some(found).filter(|found| !self.method(*found).is_abstract);
            }
            current = class.superclass;
        }
        self.default_implementation(class, is_it)
    }

    fn default_implementation(&self, class: ClassId, is_it: impl Fn(&MethodId) -> bool) -> Option<MethodId> {
        let mut found: Vec<MethodId> = Vec::new();
        let mut pending = vec![class];
        let mut seen = HashSet::from([class]);
        while let Some(next) = pending.pop() {
            let class = self.class(next);
            found.extend(class.methods.iter().copied().filter(&is_it));
            let parents = class.superclass.iter().chain(&class.interfaces).copied();
            pending.extend(parents.filter(|parent| seen.insert(*parent)));
        }
        let overridden = |id: MethodId| found.iter().any(|other| self.method(*other).overrides.contains(&id));
        let most_specific = found.iter().copied().filter(|id| !overridden(*id));
        most_specific.into_iter().find(|id| !self.method(*id).is_abstract)
    }

    /// The class and all that is initialised before it, in order (JLS 12.4.2): superclasses, then
    /// interfaces that have methods with code, each after those that it extends. An interface by
    /// itself initialises nothing else.
    pub fn initialization_order(&self, class: ClassId) -> Vec<ClassId> {
        self.initialization_order_after(class, &|_| false)
    }

    /// [`Program::initialization_order`] where the initialisation of some classes has started: a
    /// superclass that has started brings neither itself nor its interfaces (JLS 12.4.2, steps 3
    /// and 4).
    pub fn initialization_order_after(&self, class: ClassId, has_started: &dyn Fn(ClassId) -> bool) -> Vec<ClassId> {
        let is_interface = self.class(class).kind == ClassKind::Interface;
        let mut visit =
            InitializationVisit { with_interfaces: !is_interface, has_started, seen: Vec::new(), order: Vec::new() };
        self.add_initialized(class, &mut visit);
        visit.order
    }

    /// A class that is its own superclass (an error that has been reported) is visited once.
    fn add_initialized(&self, class: ClassId, visit: &mut InitializationVisit<'_>) {
        if visit.seen.contains(&class) {
            return;
        }
        visit.seen.push(class);
        let declared = self.class(class);
        let is_interface = declared.kind == ClassKind::Interface;
        let superclass = declared.superclass.filter(|superclass| !is_interface && !(visit.has_started)(*superclass));
        if let Some(superclass) = superclass {
            self.add_initialized(superclass, visit);
        }
        if visit.with_interfaces {
            for interface in &declared.interfaces {
                self.add_initialized(*interface, visit);
            }
        }
        let has_code = |method: &MethodId| {
            let method = self.method(*method);
            method.kind == MethodKind::Method && !method.is_abstract && !method.is_static
        };
        if !is_interface || !visit.with_interfaces || declared.methods.iter().any(has_code) {
            visit.order.push(class);
        }
    }

    /// Is `class` the same as `ancestor`, or a subclass or implementor of it?
    pub fn is_subclass(&self, class: ClassId, ancestor: ClassId) -> bool {
        // Every interface inherits the members of Object.
        if class == ancestor || self.class(ancestor).name == "java.lang.Object" {
            return true;
        }
        if let Some(below) = self.hierarchy.known_below(ancestor) {
            return below.binary_search(&class).is_ok();
        }
        // Few classes have many ancestors.
        let (mut seen, mut next) = (vec![class], 0);
        while let Some(class) = seen.get(next).map(|id| self.class(*id)) {
            for parent in class.superclass.iter().chain(&class.interfaces) {
                if *parent == ancestor {
                    return true;
                }
                if !seen.contains(parent) {
                    seen.push(*parent);
                }
            }
            next += 1;
        }
        false
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ClassKind {
    Class,
    Interface,
    Enum,
    Record,
    Annotation,
}

/// Where a class comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ClassOrigin {
    /// The user's files.
    User,
    /// The declarations of the Java library that the tool brings along (`library/`).
    Library,
    /// A class file of the user's class path: all is known of it but its code. Whatever would run
    /// that is unsupported.
    ClassFile,
    /// Named by the user's files, but neither among them nor among the library's declarations:
    /// nothing is known of it but its name. Whatever touches it is unsupported.
    Missing,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Class {
    /// Fully qualified, nested classes by dots: `java.util.Map.Entry`. Local and anonymous classes:
    /// `pack.Outer$1Local`, `pack.Outer$1`.
    pub name: Name,
    pub simple_name: Name,
    pub span: Span,
    pub kind: ClassKind,
    pub origin: ClassOrigin,
    pub is_abstract: bool,
    pub is_final: bool,
    /// Not part of the program's public face: `private` (a nested class), local or anonymous.
    pub is_private: bool,
    /// Written `public`, or a member of an interface.
    pub is_public: bool,
    /// It stands for the classes that nobody knows below an interface or abstract class.
    pub is_unknown: bool,
    /// Everything but `java.lang.Object` and interfaces has one.
    pub superclass: Option<ClassId>,
    pub interfaces: Vec<ClassId>,
    /// The class that this one is declared in, if any.
    pub outer: Option<ClassId>,
    /// An inner class keeps its enclosing instance here.
    pub outer_instance: Option<FieldId>,
    /// What a local or anonymous class captured: synthetic fields, in the order of the synthetic
    /// constructor parameters.
    pub captures: Vec<FieldId>,
    /// Declared here, in source order: fields of Java, ghost and model fields, then synthetic ones.
    pub fields: Vec<FieldId>,
    /// Declared here, in source order: methods, constructors, initialisers, then synthetic ones.
    pub methods: Vec<MethodId>,
    /// Methods of interfaces that a method of a superclass implements for this class, though the
    /// superclass does not know the interface: `class B { void f() {} }`, `class C extends B
    /// implements I`. The interface's method, then its implementation.
    pub inherited_implementations: Vec<(MethodId, MethodId)>,
    /// Runs all static initialisers in source order; `None` if there are none to run.
    pub static_initializer: Option<MethodId>,
    pub enum_constants: Vec<FieldId>,
    /// Written and implicit (non-null) invariants; those of `repOk` methods are in `rep_ok`.
    pub invariants: Vec<Clause>,
    /// `boolean repOk()` and its kin: a call to it is an invariant.
    pub rep_ok: Option<MethodId>,
    pub constraints: Vec<Clause>,
    pub initially: Vec<Clause>,
    pub axioms: Vec<Clause>,
    /// What the class's JML says beyond what is checked.
    pub unchecked: Vec<Unchecked>,
}

/// May `null` stand here?
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Nullity {
    /// `nullable`, or a `nullable_by_default` class.
    Nullable,
    /// Nothing written, in a file without JML: null is possible, and nobody may have meant it.
    Unsaid,
    /// Written `non_null`.
    NonNull,
    /// Nothing written, and JML's default is non-null.
    NonNullByDefault,
}

impl Nullity {
    pub fn allows_null(self) -> bool {
        matches!(self, Nullity::Nullable | Nullity::Unsaid)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FieldKind {
    /// A field of Java.
    Java,
    /// JML's `ghost`: real state that only `set` changes.
    Ghost,
    /// JML's `model`: a name for the value that its `represents` method computes.
    Model,
    /// Made by the lowering: enclosing instances, captured variables.
    Synthetic,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Field {
    pub class: ClassId,
    pub name: Name,
    pub span: Span,
    pub ty: Type,
    pub kind: FieldKind,
    pub is_static: bool,
    pub is_final: bool,
    pub is_private: bool,
    pub nullity: Nullity,
    /// A compile-time constant (JLS 15.29): every read of it has been replaced by the value.
    pub constant: Option<Constant>,
    /// The synthetic pure method that computes a model field (`represents x = e`).
    pub represents: Option<MethodId>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MethodKind {
    Method,
    Constructor,
    /// `<clinit>`: the static initialiser of a class.
    StaticInitializer,
    /// `<init>`: field initialisers and instance initialiser blocks of a class, in source order;
    /// constructors that do not start with `this(…)` call it after `super(…)`.
    InstanceInitializer,
    /// JML's `model` method.
    Model,
    /// The value of a model field.
    Represents,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Method {
    pub class: ClassId,
    /// Constructors are named `<init>`, initialisers `<clinit>` and `<fields>`.
    pub name: Name,
    pub span: Span,
    pub name_span: Span,
    pub kind: MethodKind,
    pub is_static: bool,
    pub is_abstract: bool,
    pub is_final: bool,
    pub is_private: bool,
    pub is_public: bool,
    /// Written `pure` (or inherited from a `pure` method).
    pub is_pure: bool,
    pub is_helper: bool,
    /// Made by the lowering, not written by the user: default constructors, record accessors,
    /// `values()`.
    pub is_synthetic: bool,
    pub is_varargs: bool,
    /// Without `this`. Constructors of inner classes: enclosing instance first; of local classes:
    /// captured values last.
    pub params: Vec<ParamInfo>,
    /// `None`: `void`, constructors and initialisers.
    pub return_type: Option<Type>,
    pub return_nullity: Nullity,
    /// The `throws` clause.
    pub throws: Vec<ClassId>,
    /// The methods of supertypes that this one overrides or implements, nearest first.
    pub overrides: Vec<MethodId>,
    pub code: Code,
    pub contract: Contract,
}

#[derive(Clone, PartialEq, Debug)]
pub struct ParamInfo {
    pub name: Name,
    pub span: Span,
    pub ty: Type,
    pub nullity: Nullity,
}

/// What a call to a method executes.
#[derive(Clone, PartialEq, Debug)]
pub enum Code {
    /// Abstract: only overriders have code.
    None,
    /// Declared by the library without a body: the machine has a model of it.
    Library,
    Body(Body),
}

/// An erased type: `dims` brackets around a base.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, serde::Serialize, serde::Deserialize)]
pub struct Type {
    pub base: BaseType,
    pub dims: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, serde::Serialize, serde::Deserialize)]
pub enum BaseType {
    Boolean,
    Byte,
    Short,
    Char,
    Int,
    Long,
    /// Operators of floating point are calls of natives ([`crate::floating`]).
    Float,
    Double,
    Class(ClassId),
    /// The type of `null`.
    Null,
    /// The value of an expression that is not modelled.
    Unknown,
    /// Only in formulas: a set of objects (`\reach`, set comprehension).
    ObjectSet,
    /// Only in formulas: a class as a value (`\typeof(x)`, `\type(T)`).
    TypeValue,
}

impl Type {
    pub const BOOLEAN: Type = Type::of(BaseType::Boolean);
    pub const BYTE: Type = Type::of(BaseType::Byte);
    pub const SHORT: Type = Type::of(BaseType::Short);
    pub const CHAR: Type = Type::of(BaseType::Char);
    pub const INT: Type = Type::of(BaseType::Int);
    pub const LONG: Type = Type::of(BaseType::Long);
    pub const FLOAT: Type = Type::of(BaseType::Float);
    pub const DOUBLE: Type = Type::of(BaseType::Double);
    pub const NULL: Type = Type::of(BaseType::Null);
    pub const UNKNOWN: Type = Type::of(BaseType::Unknown);
    pub const OBJECT_SET: Type = Type::of(BaseType::ObjectSet);
    pub const TYPE_VALUE: Type = Type::of(BaseType::TypeValue);

    pub const fn of(base: BaseType) -> Type {
        Type { base, dims: 0 }
    }

    pub const fn class(id: ClassId) -> Type {
        Type::of(BaseType::Class(id))
    }

    /// The array type with this element type. Requires fewer than 255 dimensions (Java's own
    /// limit).
    pub const fn array_of(self) -> Type {
        Type { base: self.base, dims: self.dims.saturating_add(1) }
    }

    /// The element type of an array type.
    pub fn element(self) -> Option<Type> {
        (self.dims > 0).then(|| Type { base: self.base, dims: self.dims - 1 })
    }

    pub fn is_array(self) -> bool {
        self.dims > 0
    }

    /// Class, array or null.
    pub fn is_reference(self) -> bool {
        self.is_array() || matches!(self.base, BaseType::Class(_) | BaseType::Null)
    }

    /// `byte`, `short`, `char`, `int`, `long`.
    pub fn is_integral(self) -> bool {
        let integral =
            matches!(self.base, BaseType::Byte | BaseType::Short | BaseType::Char | BaseType::Int | BaseType::Long);
        !self.is_array() && integral
    }

    pub fn is_floating(self) -> bool {
        !self.is_array() && matches!(self.base, BaseType::Float | BaseType::Double)
    }

    /// `long` and `double`: a value may be any 64 bits.
    pub fn is_wide(self) -> bool {
        !self.is_array() && matches!(self.base, BaseType::Long | BaseType::Double)
    }

    pub fn as_class(self) -> Option<ClassId> {
        match self.base {
            BaseType::Class(id) if self.dims == 0 => Some(id),
            _ => None,
        }
    }
}

/// A value known when the program is read. `byte`, `short`, `char` and `int` constants are `Int`,
/// in range of their type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Constant {
    Int(i32),
    Long(i64),
    /// The bits of a `float`.
    Float(u32),
    /// The bits of a `double`.
    Double(u64),
    Boolean(bool),
    /// An opaque constant: equal texts are the same object.
    String(Name),
    Null,
}
