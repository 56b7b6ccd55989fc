//! What is declared: the classes, fields and methods of all files, with generic types, and the
//! questions asked of them.
//!
//! [`Declarations`] is the symbol table of the lowering. It owns the [`Program`] under construction
//! (ids, erased signatures) and, in parallel vectors, what only the lowering needs (syntax, generic
//! types, scopes). [`super::declare`] fills it; [`super::attribute`], [`super::contracts`] and
//! [`super::flatten`] ask it and add synthetic members.

use super::id_map::{IdMap, IdSet};
use super::types::{ClassType, JavaType, TypeVariable};
use crate::program::{ClassId, FieldId, MethodId, Program};
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use tightrope_source::{Diagnostic, FileId, Name, Span};
use tightrope_syntax::tree::{
    CompilationUnit, Declarator, Expr, FieldDecl, Initializer, MethodDecl, Param, TypeDecl, TypeRef,
};

/// The symbol table. `program.classes[i]` and `classes[i]` describe the same class, likewise fields
/// and methods.
#[derive(Debug)]
pub(crate) struct Declarations<'a> {
    pub(crate) program: Program,
    pub(crate) classes: Vec<ClassDeclaration<'a>>,
    pub(crate) fields: Vec<FieldDeclaration<'a>>,
    pub(crate) methods: Vec<MethodDeclaration<'a>>,
    /// Units of the user, then of the library.
    pub(crate) units: Vec<&'a CompilationUnit>,
    /// Top-level and member classes by fully qualified name.
    pub(crate) by_name: HashMap<Name, ClassId>,
    /// Local and anonymous classes by the span of their declaration (`TypeDecl::span`); member and
    /// top-level classes too.
    pub(crate) by_span: HashMap<Span, ClassId>,
    /// The bounds of each type variable, by its id; `Object` if none was written.
    pub(crate) variable_bounds: Vec<Vec<JavaType>>,
    pub(crate) well_known: WellKnown,
    /// What is known of packages and imports.
    pub(crate) names: super::scopes::NameTables,
    /// Where the supertypes of a class are written, until they are looked up.
    pub(crate) headers: HashMap<ClassId, Header<'a>>,
    /// Answers of `find_methods`, kept because every call asks.
    pub(crate) method_tables: RefCell<MethodTables>,
    /// What is above each class, without `Object`, as far as it was asked after all supertypes were
    /// known.
    pub(crate) ancestor_sets: RefCell<IdMap<ClassId, IdSet<ClassId>>>,
    /// The user's files that use JML: there everybody says what may be null.
    pub(crate) files_with_jml: HashSet<FileId>,
    /// The files that declare what class files hold, with the name of the archive or folder.
    pub(crate) compiled: HashMap<FileId, Name>,
    /// Files from here on are the library's: nothing is reported about them.
    pub(crate) first_library_file: FileId,
    /// What attribution remembers between bodies.
    pub(crate) attribution: super::attribute::AttributionTables,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// The methods of a class by name.
pub(crate) type MethodTables = HashMap<(ClassId, Name), Rc<[MethodId]>>;

/// Classes that Java's own constructs refer to. The library always declares them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct WellKnown {
    pub(crate) object: ClassId,
    pub(crate) string: ClassId,
    pub(crate) throwable: ClassId,
    pub(crate) exception: ClassId,
    pub(crate) runtime_exception: ClassId,
    pub(crate) error: ClassId,
    pub(crate) assertion_error: ClassId,
    pub(crate) null_pointer_exception: ClassId,
    pub(crate) match_exception: ClassId,
    pub(crate) enumeration: ClassId,
    pub(crate) record: ClassId,
    pub(crate) iterable: ClassId,
    pub(crate) iterator: ClassId,
    pub(crate) auto_closeable: ClassId,
    pub(crate) cloneable: ClassId,
    /// `java.lang.Boolean`, `Byte`, `Short`, `Character`, `Integer`, `Long`, `Float`, `Double`: in
    /// the order of `Primitive`.
    pub(crate) boxes: [ClassId; 8],
}

/// Where a class is declared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    TopLevel,
    Member(ClassId),
    /// In a method, constructor or initialiser of `class`; `is_static` if that has no `this`.
    Local {
        class: ClassId,
        is_static: bool,
    },
}

#[derive(Debug)]
pub(crate) struct ClassDeclaration<'a> {
    /// `None`: a missing class.
    pub(crate) syntax: Option<&'a TypeDecl>,
    pub(crate) place: Place,
    /// Empty: the unnamed package.
    pub(crate) package: Name,
    /// Inside the class body: its own members and type parameters are visible.
    pub(crate) scope: Rc<Scope>,
    pub(crate) type_params: Vec<TypeParameter>,
    pub(crate) superclass: Option<ClassType>,
    pub(crate) interfaces: Vec<ClassType>,
    /// Declared here only.
    pub(crate) member_classes: HashMap<Name, ClassId>,
    pub(crate) fields: HashMap<Name, FieldId>,
    pub(crate) methods: HashMap<Name, Vec<MethodId>>,
    pub(crate) constructors: Vec<MethodId>,
    /// A member, local or anonymous class with an enclosing instance.
    pub(crate) is_inner: bool,
    /// The class of a lambda: names in its body mean what they mean around it.
    pub(crate) is_function: bool,
    /// Some class above this one is missing: a name that is not found may be declared there.
    pub(crate) has_missing_ancestor: bool,
    /// What stands without `nullable` or `non_null` is non-null: the file has JML and is not
    /// `nullable_by_default`.
    pub(crate) non_null_by_default: bool,
    /// Variables of enclosing methods that the class captured so far, with their synthetic fields.
    pub(crate) captured: Vec<Captured>,
}

/// Where the supertypes of a class are written, and the scope that they are written in.
#[derive(Clone, Debug)]
pub(crate) struct Header<'a> {
    /// The class's type parameters are visible, its members are not.
    pub(crate) scope: Rc<Scope>,
    pub(crate) extends: Extends<'a>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Extends<'a> {
    /// The clauses `extends` and `implements` of the declaration.
    Clauses,
    /// `new T() { … }`: the class or interface `T`.
    Anonymous(&'a TypeRef),
    /// `outer.new T() { … }`: `T` is a member of the type of an expression, which is not known when
    /// classes are declared.
    AnonymousMember(&'a TypeRef),
    /// The body of a constant of this enum.
    EnumConstant(ClassId),
}

/// A variable of an enclosing body: the body's owner and the variable's number there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Captured {
    pub(crate) owner: BodyOwner,
    pub(crate) variable: crate::program::LocalId,
    pub(crate) field: FieldId,
}

/// Which body a variable belongs to: every method, constructor or initialiser of the program has
/// one.
pub(crate) type BodyOwner = MethodId;

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct TypeParameter {
    pub(crate) variable: TypeVariable,
    /// `Object` if none was written.
    pub(crate) bounds: Vec<JavaType>,
}

#[derive(Debug)]
pub(crate) struct FieldDeclaration<'a> {
    pub(crate) ty: JavaType,
    pub(crate) syntax: FieldSyntax<'a>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum FieldSyntax<'a> {
    Declared(&'a FieldDecl, &'a Declarator),
    EnumConstant(&'a tightrope_syntax::tree::EnumConstant),
    RecordComponent(&'a Param),
    Synthetic,
}

#[derive(Debug)]
pub(crate) struct MethodDeclaration<'a> {
    pub(crate) syntax: MethodSyntax<'a>,
    /// The scope of the signature and the body: the class's scope and the method's own type
    /// parameters.
    pub(crate) scope: Rc<Scope>,
    pub(crate) type_params: Vec<TypeParameter>,
    /// As `program.methods[i].params`, but generic.
    pub(crate) params: Vec<JavaType>,
    /// `Void` for constructors and initialisers.
    pub(crate) return_type: JavaType,
}

/// What a method's body is made from.
#[derive(Clone, Debug)]
pub(crate) enum MethodSyntax<'a> {
    Declared(&'a MethodDecl),
    /// `<clinit>` and `<fields>`: the members that it runs, in source order.
    Initializer(Vec<InitializerPart<'a>>),
    /// A class without constructor.
    DefaultConstructor,
    /// An anonymous class: passes its arguments on to the constructor of its superclass.
    AnonymousConstructor,
    /// A record without canonical constructor, or with a compact one (the syntax of which is
    /// given).
    CanonicalConstructor(Option<&'a MethodDecl>),
    RecordAccessor(FieldId),
    RecordEquals,
    RecordHashCode,
    RecordToString,
    EnumValues,
    EnumValueOf,
    /// A lambda, whose body is attributed where it stands.
    Function,
    /// `represents x = e`: the expression.
    Represents(&'a Expr),
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum InitializerPart<'a> {
    Field(FieldId, &'a Expr),
    EnumConstant(FieldId, &'a tightrope_syntax::tree::EnumConstant),
    Block(&'a Initializer),
}

/// Where a type name is looked up: innermost first, up to the file.
#[derive(Debug)]
pub(crate) enum Scope {
    /// The file: its imports, its package, `java.lang`. The index into `units`.
    Unit(usize),
    Class {
        class: ClassId,
        parent: Rc<Scope>,
    },
    TypeParameters {
        params: Vec<TypeVariable>,
        parent: Rc<Scope>,
    },
    LocalClass {
        name: Name,
        class: ClassId,
        parent: Rc<Scope>,
    },
}
