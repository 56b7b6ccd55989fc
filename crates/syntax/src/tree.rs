//! The Java tree of one file: what was written, with every place, and nothing resolved.
//!
//! Names are not looked up, types not known, and ambiguous names (`a.b.c`: package, class or
//! field?) stay chains of [`ExprKind::Field`] over [`ExprKind::Name`]. JML stands where it belongs:
//! clauses at their class, specifications at their method, modifiers beside Java's, statements
//! among statements. JML expressions are Java expressions with one more kind, [`ExprKind::Jml`];
//! the trees of clauses are in [`crate::jml`].
//!
//! Parentheses leave no node. A place that did not parse is an `Error` node; its diagnostic has
//! been given already, so later stages stay silent about it.

use crate::jml;
use tightrope_source::{FileId, Name, Span};

#[derive(Clone, PartialEq, Debug)]
pub struct CompilationUnit {
    pub file: FileId,
    pub package: Option<QualifiedName>,
    pub imports: Vec<Import>,
    pub types: Vec<TypeDecl>,
    /// `module-info.java`: its directives say nothing that the tool needs.
    pub is_module: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Ident {
    pub name: Name,
    pub span: Span,
}

#[derive(Clone, PartialEq, Debug)]
pub struct QualifiedName {
    pub parts: Vec<Ident>,
    pub span: Span,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Import {
    pub span: Span,
    pub path: QualifiedName,
    pub is_static: bool,
    /// `import path.*`, `import module path`
    pub on_demand: bool,
    /// `import module path` (Java 25)
    pub is_module: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypeDeclKind {
    Class,
    Interface,
    Enum,
    Record,
    Annotation,
}

#[derive(Clone, PartialEq, Debug)]
pub struct TypeDecl {
    pub span: Span,
    pub kind: TypeDeclKind,
    pub modifiers: Modifiers,
    /// An anonymous class has an empty name at the place of its `new`.
    pub name: Ident,
    pub type_params: Vec<TypeParam>,
    pub superclass: Option<TypeRef>,
    /// What a class implements, or an interface extends.
    pub interfaces: Vec<TypeRef>,
    pub permits: Vec<TypeRef>,
    pub record_components: Vec<Param>,
    pub enum_constants: Vec<EnumConstant>,
    pub members: Vec<Member>,
    pub clauses: Vec<jml::TypeClause>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct TypeParam {
    pub name: Ident,
    pub bounds: Vec<TypeRef>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct EnumConstant {
    pub span: Span,
    pub name: Ident,
    pub args: Vec<Expr>,
    /// The class body of a constant: an anonymous subclass of the enum.
    pub body: Option<Box<TypeDecl>>,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Member {
    Field(FieldDecl),
    Method(Box<MethodDecl>),
    Initializer(Initializer),
    Type(TypeDecl),
}

#[derive(Clone, PartialEq, Debug)]
pub struct Initializer {
    pub span: Span,
    pub is_static: bool,
    pub body: Block,
}

/// Modifiers of Java and of JML alike.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Modifiers {
    pub public: bool,
    pub protected: bool,
    pub private: bool,
    pub is_static: bool,
    pub is_abstract: bool,
    pub is_final: bool,
    pub is_default: bool,
    pub native: bool,
    pub synchronized: bool,
    pub sealed: bool,
    pub non_sealed: bool,
    pub strictfp: bool,
    pub transient: bool,
    pub volatile: bool,
    /// Java annotations by their (possibly qualified) name; their arguments say nothing that the
    /// tool needs.
    pub annotations: Vec<QualifiedName>,
    /// JML modifiers, in the order written, each with its place.
    pub jml: Vec<(jml::Modifier, Span)>,
    /// Owner arguments: `owner <this, o>`.
    pub owners: Vec<Name>,
}

impl Modifiers {
    pub fn has(&self, modifier: jml::Modifier) -> bool {
        self.jml.iter().any(|(found, _)| *found == modifier)
    }

    /// Adds the modifiers of `more`, which were written later.
    pub(crate) fn add(&mut self, more: Modifiers) {
        self.public |= more.public;
        self.protected |= more.protected;
        self.private |= more.private;
        self.is_static |= more.is_static;
        self.is_abstract |= more.is_abstract;
        self.is_final |= more.is_final;
        self.is_default |= more.is_default;
        self.native |= more.native;
        self.synchronized |= more.synchronized;
        self.sealed |= more.sealed;
        self.non_sealed |= more.non_sealed;
        self.strictfp |= more.strictfp;
        self.transient |= more.transient;
        self.volatile |= more.volatile;
        self.annotations.extend(more.annotations);
        self.jml.extend(more.jml);
        self.owners.extend(more.owners);
    }
}

/// `modifiers type a = 1, b[];`, as a field or (inside [`StmtKind::Local`]) as a local variable.
#[derive(Clone, PartialEq, Debug)]
pub struct FieldDecl {
    pub span: Span,
    pub modifiers: Modifiers,
    pub ty: TypeRef,
    pub declarators: Vec<Declarator>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Declarator {
    pub name: Ident,
    /// Brackets after the name: `int a[]`.
    pub dims: usize,
    pub init: Option<Expr>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MethodKind {
    Method,
    Constructor,
    /// A record's `Name { … }`.
    CompactConstructor,
}

#[derive(Clone, PartialEq, Debug)]
pub struct MethodDecl {
    pub span: Span,
    pub kind: MethodKind,
    pub modifiers: Modifiers,
    pub type_params: Vec<TypeParam>,
    /// Constructors have none.
    pub return_type: Option<TypeRef>,
    pub name: Ident,
    pub params: Vec<Param>,
    pub throws: Vec<TypeRef>,
    pub body: Option<Block>,
    pub spec: Option<jml::MethodSpec>,
    /// Some of it could not be read, which has been reported: what seems to be missing may be
    /// there.
    pub has_syntax_error: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Param {
    pub span: Span,
    pub modifiers: Modifiers,
    /// Brackets after the name are already part of the type; a varargs parameter has its array
    /// type.
    pub ty: TypeRef,
    pub name: Ident,
    pub varargs: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub struct TypeRef {
    pub span: Span,
    pub kind: TypeRefKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Primitive {
    Boolean,
    Byte,
    Short,
    Char,
    Int,
    Long,
    Float,
    Double,
}

#[derive(Clone, PartialEq, Debug)]
pub enum TypeRefKind {
    Primitive(Primitive),
    Void,
    /// `var`
    Inferred,
    /// `java.util.Map<K, V>.Entry`: package parts and classes are not told apart yet.
    Named(Vec<TypeSegment>),
    Array(Box<TypeRef>),
    /// `\bigint`, `\real`, `\TYPE`, `\locset`: without the backslash.
    Jml(Name),
    Error,
}

#[derive(Clone, PartialEq, Debug)]
pub struct TypeSegment {
    pub name: Ident,
    /// `None`: no angle brackets; `Some` of nothing: the diamond.
    pub args: Option<Vec<TypeArg>>,
}

#[derive(Clone, PartialEq, Debug)]
pub enum TypeArg {
    Type(TypeRef),
    /// `?`, `? extends T`, `? super T`
    Wildcard {
        span: Span,
        bound: Option<(WildcardBound, TypeRef)>,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WildcardBound {
    Extends,
    Super,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Block {
    pub span: Span,
    pub stmts: Vec<Stmt>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Stmt {
    pub span: Span,
    pub kind: StmtKind,
}

#[derive(Clone, PartialEq, Debug)]
pub enum StmtKind {
    Empty,
    Block(Block),
    /// Java locals, and JML ghost locals (with the modifier `ghost`).
    Local(FieldDecl),
    LocalType(Box<TypeDecl>),
    Expr(Expr),
    If {
        cond: Expr,
        then: Box<Stmt>,
        otherwise: Option<Box<Stmt>>,
    },
    While {
        spec: Vec<jml::LoopClause>,
        cond: Expr,
        body: Box<Stmt>,
    },
    DoWhile {
        spec: Vec<jml::LoopClause>,
        body: Box<Stmt>,
        cond: Expr,
    },
    For {
        spec: Vec<jml::LoopClause>,
        init: Vec<Stmt>,
        cond: Option<Expr>,
        update: Vec<Expr>,
        body: Box<Stmt>,
    },
    ForEach {
        spec: Vec<jml::LoopClause>,
        param: Param,
        iterated: Expr,
        body: Box<Stmt>,
    },
    Labeled {
        label: Ident,
        body: Box<Stmt>,
    },
    Switch(Box<Switch>),
    Return(Option<Expr>),
    Break(Option<Ident>),
    Continue(Option<Ident>),
    Yield(Expr),
    Throw(Expr),
    Try(Box<Try>),
    Synchronized {
        lock: Expr,
        body: Block,
    },
    Assert {
        cond: Expr,
        message: Option<Expr>,
    },
    /// `this(…)`, `super(…)`, `outer.super(…)`
    ConstructorCall {
        target: ConstructorTarget,
        outer: Option<Expr>,
        args: Vec<Expr>,
    },
    Jml(Box<jml::Statement>),
    Error,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ConstructorTarget {
    This,
    Super,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Try {
    pub resources: Vec<Resource>,
    pub body: Block,
    pub catches: Vec<Catch>,
    pub finally: Option<Block>,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Resource {
    Declared(Param, Expr),
    Variable(Expr),
}

#[derive(Clone, PartialEq, Debug)]
pub struct Catch {
    pub span: Span,
    pub modifiers: Modifiers,
    pub types: Vec<TypeRef>,
    pub name: Ident,
    pub body: Block,
}

/// A switch, as a statement or as an expression.
#[derive(Clone, PartialEq, Debug)]
pub struct Switch {
    pub span: Span,
    pub selector: Expr,
    pub arms: Vec<SwitchArm>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct SwitchArm {
    pub span: Span,
    /// `case a, b:` has two; `default` is one; a group `case 1: case 2:` is one arm each, the first
    /// with an empty body.
    pub labels: Vec<SwitchLabel>,
    pub guard: Option<Expr>,
    pub body: SwitchBody,
}

#[derive(Clone, PartialEq, Debug)]
pub enum SwitchLabel {
    Expr(Expr),
    Pattern(Pattern),
    Default(Span),
}

#[derive(Clone, PartialEq, Debug)]
pub enum SwitchBody {
    /// `case x: stmts`, falling through to the next arm.
    Statements(Vec<Stmt>),
    /// `case x -> expr;`
    Expr(Expr),
    /// `case x -> { … }` or `case x -> throw …;`
    Block(Box<Stmt>),
}

#[derive(Clone, PartialEq, Debug)]
pub struct Pattern {
    pub span: Span,
    pub kind: PatternKind,
}

#[derive(Clone, PartialEq, Debug)]
pub enum PatternKind {
    /// `Type name`; a `_` is no name; `var x` has an inferred type.
    Type {
        ty: TypeRef,
        name: Option<Ident>,
    },
    Record {
        ty: TypeRef,
        components: Vec<Pattern>,
    },
    /// A lone `_`.
    Any,
    Error,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Expr {
    pub span: Span,
    pub kind: ExprKind,
}

#[derive(Clone, PartialEq, Debug)]
pub enum ExprKind {
    Literal(Literal),
    /// A simple name: local, field, class or package.
    Name(Ident),
    /// `target.name`, where target may turn out to be a package or a class.
    Field {
        target: Box<Expr>,
        name: Ident,
    },
    /// `super.name`, `Outer.super.name`
    SuperField {
        qualifier: Option<QualifiedName>,
        name: Ident,
    },
    /// `this`, `Outer.this`
    This {
        qualifier: Option<QualifiedName>,
    },
    Call(Box<Call>),
    New(Box<New>),
    /// `new int[3][]`, `new int[] {1}`: `lengths` then `open_dims` brackets without a length.
    NewArray {
        element: TypeRef,
        lengths: Vec<Expr>,
        open_dims: usize,
        init: Option<Vec<Expr>>,
    },
    /// `{1, 2}` as an initialiser.
    ArrayInit(Vec<Expr>),
    Index {
        array: Box<Expr>,
        index: Box<Expr>,
    },
    Unary {
        op: UnaryOp,
        operand: Box<Expr>,
    },
    /// `++x`, `x--`
    Update {
        op: UpdateOp,
        operand: Box<Expr>,
    },
    Binary {
        op: BinaryOp,
        left: Box<Expr>,
        right: Box<Expr>,
    },
    /// `=` has no operator, `+=` has `Add`.
    Assign {
        op: Option<BinaryOp>,
        target: Box<Expr>,
        value: Box<Expr>,
    },
    Conditional {
        cond: Box<Expr>,
        then: Box<Expr>,
        otherwise: Box<Expr>,
    },
    InstanceOf {
        operand: Box<Expr>,
        pattern: Box<InstanceOfTarget>,
    },
    /// Several types: an intersection cast.
    Cast {
        types: Vec<TypeRef>,
        operand: Box<Expr>,
    },
    Lambda(Box<Lambda>),
    /// `Type::name`, `expr::name`, `Type::new`
    MethodReference {
        target: Box<MethodTarget>,
        name: Ident,
    },
    Switch(Box<Switch>),
    /// `Type.class`
    ClassLiteral(TypeRef),
    /// `STR."…"`
    Template,
    /// Only in JML.
    Jml(Box<jml::JmlExpr>),
    Error,
}

#[derive(Clone, PartialEq, Debug)]
pub enum InstanceOfTarget {
    Type(TypeRef),
    Pattern(Pattern),
}

#[derive(Clone, PartialEq, Debug)]
pub struct Call {
    pub receiver: Receiver,
    pub type_args: Vec<TypeArg>,
    pub name: Ident,
    pub args: Vec<Expr>,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Receiver {
    /// `f(x)`
    Implicit,
    /// `e.f(x)`, where `e` may turn out to be a class.
    Expr(Expr),
    /// `super.f(x)`, `Interface.super.f(x)`
    Super { qualifier: Option<QualifiedName> },
}

#[derive(Clone, PartialEq, Debug)]
pub struct New {
    /// `outer.new Inner()`
    pub outer: Option<Expr>,
    pub ty: TypeRef,
    pub args: Vec<Expr>,
    /// An anonymous class: a declaration with an empty name; its supertype is `ty`.
    pub body: Option<Box<TypeDecl>>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Lambda {
    pub params: Vec<Ident>,
    /// As many as there are parameters, or none where they are not written.
    pub types: Vec<TypeRef>,
    pub body: LambdaBody,
}

/// What stands before `::`.
#[derive(Clone, PartialEq, Debug)]
pub enum MethodTarget {
    /// It may turn out to be a class.
    Expr(Expr),
    /// A type that cannot be read as an expression: `int[]`, `List<String>`.
    Type(TypeRef),
    Super {
        qualifier: Option<QualifiedName>,
    },
}

#[derive(Clone, PartialEq, Debug)]
pub enum LambdaBody {
    Expr(Expr),
    Block(Block),
}

#[derive(Clone, PartialEq, Debug)]
pub enum Literal {
    /// `int` literals are in range; 2147483648 (legal only under a minus) is `Int(-2147483648)`
    /// with the minus folded in.
    Int(i32),
    Long(i64),
    /// Floating point is not modelled: the text, and whether it is a `float`.
    Floating {
        text: Name,
        single: bool,
    },
    Char(u16),
    /// Escapes resolved, text blocks stripped.
    String(String),
    Boolean(bool),
    Null,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOp {
    Plus,
    Minus,
    BitNot,
    Not,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UpdateOp {
    PreIncrement,
    PreDecrement,
    PostIncrement,
    PostDecrement,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOp {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    ShiftLeft,
    ShiftRight,
    ShiftRightUnsigned,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    BitAnd,
    BitOr,
    BitXor,
    And,
    Or,
    /// JML's `==>`; `a <== b` is written `Implies { b, a }` by [`BinaryOp::ImpliedBy`] so that
    /// places stay in order.
    Implies,
    ImpliedBy,
    /// `<==>`
    Equivalent,
    /// `<=!=>`
    NotEquivalent,
    /// `<:`
    Subtype,
}
