//! From syntax to typed trees: what every name, call, operator and conversion in a body means.
//!
//! Follows JLS chapters 5 (conversions), 6 (names), 14 (statements) and 15 (expressions). The
//! user's code is taken to be accepted by `javac`; the errors met on the way are reported, the flow
//! analyses of `javac` are not repeated.
//!
//! [`attribute_program`] attributes every body: first those of top-level and member classes, then
//! those of local and anonymous classes, whose [`Environment`] (the enclosing variables) is known
//! once the body around them has been attributed. At the end [`captures`] passes captured variables
//! to the constructors of local classes.
//!
//! Departures: floating point is typed but every expression of it is `Unsupported`.

mod calls;
mod captures;
mod classes;
mod completion;
mod conditionals;
mod conversions;
mod creation;
mod expressions;
mod lambdas;
mod names;
mod operators;
mod patterns;
pub(crate) mod spec;
mod statements;
mod switches;
mod synthetic;
#[cfg(test)]
mod tests;
mod visible;
mod walk;

use super::declarations::{Declarations, Place as ClassPlace, Scope};
use super::typed::{TypedBody, TypedExpr, TypedExprKind};
use super::types::JavaType;
use crate::body::{Local, LocalKind, Unsupported};
use crate::constructs::Construct;
use crate::contract::Unchecked;
use crate::program::{BaseType, ClassId, Constant, FieldId, LabelId, LocalId, MethodId, Type};
use std::collections::HashMap;
use std::rc::Rc;
use tightrope_source::{Code, Diagnostic, Name, Span};
use tightrope_syntax::tree::Primitive;
use visible::VisibleVariables;

/// What attribution remembers between bodies. Part of the symbol table.
#[derive(Debug, Default)]
pub(crate) struct AttributionTables {
    /// The variables around each local and anonymous class, known once the body that declares it
    /// has been attributed.
    environments: HashMap<ClassId, Rc<Environment>>,
    /// The value of each final field that was asked for; `None` also while it is being computed, so
    /// that cycles end.
    constants: HashMap<FieldId, Option<Constant>>,
    /// How many constants are being computed for each other right now, and whether that became too
    /// many.
    constant_depth: u32,
    constant_too_deep: bool,
    /// The bodies of lambdas so far, and of the constructors of their classes.
    functions: Vec<(MethodId, Attributed)>,
    /// How many lambdas each class has so far.
    function_counts: HashMap<ClassId, u32>,
}

impl AttributionTables {
    /// The number of the next lambda in a class, from 1.
    pub(crate) fn next_function(&mut self, class: ClassId) -> u32 {
        let count = self.function_counts.entry(class).or_insert(0);
        *count += 1;
        *count
    }
}

/// What surrounds the body of a local or anonymous class.
#[derive(Debug)]
pub(crate) struct Environment {
    variables: Vec<(Name, Variable)>,
    /// The constructor of the superclass that an anonymous class passes its arguments to.
    super_constructor: Option<MethodId>,
}

/// A variable that can be named at some place.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    /// The body that declares it; `None` inside a formula.
    owner: Option<MethodId>,
    local: LocalId,
    ty: JavaType,
    is_ghost: bool,
    /// A constant variable (JLS 4.12.4).
    constant: Option<Constant>,
}

/// A typed body, and what its JML says beyond what is checked.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Attributed {
    pub(crate) body: TypedBody,
    pub(crate) unchecked: Vec<Unchecked>,
}

/// What a formula may speak of.
#[derive(Clone, Debug)]
pub(crate) struct FormulaContext {
    pub(crate) class: ClassId,
    pub(crate) is_static: bool,
    pub(crate) method: Option<MethodId>,
    /// The exception of a `signals` clause.
    pub(crate) exception: Option<(Name, JavaType, Span)>,
    /// The type of `\result`, where there is one.
    pub(crate) result: Option<JavaType>,
    /// `\old` is allowed.
    pub(crate) has_pre_state: bool,
    pub(crate) scope: Rc<Scope>,
}

/// Attributes every method that has a body, and makes captured variables explicit.
pub(crate) fn attribute_program(declarations: &mut Declarations<'_>) -> Vec<(MethodId, Attributed)> {
    names::compute_constants(declarations);
    let mut attributed = Vec::new();
    let mut waiting = Vec::new();
    for method in declarations.program.method_ids() {
        if declarations.local_class_around(declarations.program.method(method).class).is_some() {
            waiting.push(method);
        } else if let Some(body) = attribute_method(declarations, method) {
            attributed.push((method, body));
        }
    }
    // Each round reaches at least one more level of nesting; what is never reached stands inside a
    // lambda.
    while !waiting.is_empty() {
        let (ready, later): (Vec<MethodId>, Vec<MethodId>) =
            waiting.into_iter().partition(|method| declarations.environment_is_known(*method));
        if ready.is_empty() {
            attributed.extend(later.into_iter().map(|method| (method, unreached_body(declarations, method))));
            break;
        }
        for method in ready {
            if let Some(body) = attribute_method(declarations, method) {
                attributed.push((method, body));
            }
        }
        waiting = later;
    }
    attributed.append(&mut declarations.attribution.functions);
    captures::pass_captured_values(declarations, &mut attributed);
    attributed.sort_by_key(|(method, _)| *method);
    attributed
}

/// Attributes the body of a method (declared or synthetic); `None` if it has none (abstract, native
/// library). A local class's methods must come after the body around the class.
pub(crate) fn attribute_method(declarations: &mut Declarations<'_>, method: MethodId) -> Option<Attributed> {
    let mut attributor = Attributor::for_method(declarations, method);
    let block = attributor.method_body(method)?;
    Some(attributor.finish(block))
}

/// A class inside a lambda: the lambda is not modelled, so nothing can get here.
fn unreached_body(declarations: &mut Declarations<'_>, method: MethodId) -> Attributed {
    let span = declarations.program.method(method).span;
    let attributor = Attributor::for_method(declarations, method);
    let unsupported = Unsupported { construct: Construct::Lambda, detail: Name::new("class inside a lambda"), span };
    let kind = super::typed::TypedStmtKind::Unsupported(unsupported);
    attributor.finish(vec![super::typed::TypedStmt { span, kind }])
}

/// An expression with its generic type.
#[derive(Clone, Debug)]
pub(crate) struct Typed {
    pub(crate) expr: TypedExpr,
    pub(crate) ty: JavaType,
    /// The pattern variables that it introduces (JLS 6.3.1).
    pub(crate) bindings: Bindings,
    /// The outermost node is a cast that the user did not write: left out where the context does
    /// not need it.
    inserted_cast: bool,
    /// The type is whatever the context wants: the result of a generic method that the arguments do
    /// not determine.
    free: bool,
    /// A call of a method whose declared result is one of its own type variables.
    is_of_generic_method: bool,
}

impl Typed {
    pub(crate) fn new(expr: TypedExpr, ty: JavaType) -> Typed {
        Typed {
            expr,
            ty,
            bindings: Bindings::default(),
            inserted_cast: false,
            free: false,
            is_of_generic_method: false,
        }
    }

    pub(crate) fn span(&self) -> Span {
        self.expr.span
    }

    /// The value of a constant expression (JLS 15.29).
    pub(crate) fn constant(&self) -> Option<&Constant> {
        match (&self.expr.kind, &self.ty) {
            (TypedExprKind::Constant(Constant::Null), _) => None,
            (TypedExprKind::Constant(constant @ Constant::String(_)), JavaType::Class(_)) => {
                (self.expr.ty == self.expr_class_type()).then_some(constant)
            }
            (TypedExprKind::Constant(constant), JavaType::Primitive(_)) => Some(constant),
            _ => None,
        }
    }

    /// The erased type that a class type would have: a string constant cast to `Object` is no
    /// constant expression.
    fn expr_class_type(&self) -> Option<Type> {
        match &self.ty {
            JavaType::Class(class) => Some(Type::class(class.class)),
            _ => None,
        }
    }

    pub(crate) fn is_unknown(&self) -> bool {
        self.ty == JavaType::Unknown
    }

    /// The expression without a cast that only the static type needs.
    pub(crate) fn without_inserted_cast(self) -> TypedExpr {
        match self.expr.kind {
            TypedExprKind::Cast(inner) if self.inserted_cast => *inner,
            kind => TypedExpr { kind, ty: self.expr.ty, span: self.expr.span },
        }
    }
}

/// Pattern variables that are definitely matched when an expression is true, or when it is false.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bindings {
    pub(crate) when_true: Vec<(Name, Variable)>,
    pub(crate) when_false: Vec<(Name, Variable)>,
}

/// Where `break`, `continue` and `yield` go.
#[derive(Clone, Debug)]
enum Target {
    Loop {
        label: LabelId,
        names: Vec<Name>,
    },
    Switch {
        label: LabelId,
        names: Vec<Name>,
    },
    /// A labelled statement that is no loop.
    Labelled {
        label: LabelId,
        name: Name,
    },
    /// A switch expression, which no `break` may leave.
    SwitchExpression {
        label: LabelId,
        result: Option<JavaType>,
    },
}

/// Attributes one body or formula.
#[derive(Debug)]
pub(crate) struct Attributor<'d, 'a> {
    pub(crate) declarations: &'d mut Declarations<'a>,
    /// The class that the body belongs to.
    pub(crate) class: ClassId,
    /// The method that the body belongs to; of a formula, the method that it is about.
    pub(crate) method: Option<MethodId>,
    /// There is no `this`.
    pub(crate) is_static: bool,
    /// Where type names are looked up.
    pub(crate) scope: Rc<Scope>,
    /// All variables of the body, in the order of their ids.
    pub(crate) locals: Vec<Local>,
    /// Inside JML: ghost and model state may be used.
    pub(crate) in_specification: bool,
    /// The type of `\result`, where there is one.
    pub(crate) result: Option<JavaType>,
    /// `\old` is allowed.
    pub(crate) has_pre_state: bool,
    /// What the body's JML says beyond what is checked.
    pub(crate) unchecked: Vec<Unchecked>,
    is_formula: bool,
    visible: VisibleVariables,
    targets: Vec<Target>,
    labels: u32,
    /// What `return` converts to: the declared result type.
    return_type: JavaType,
    /// The one `this(…)` or `super(…)` of a constructor.
    constructor_call: Option<Span>,
    /// Some statement has an error, so whether the body can complete is not known.
    has_unread_statement: bool,
    /// How many diagnostics there were before the first statement that did not parse: what it may
    /// have declared or ended is not known, so that nothing said about the rest of the body is
    /// worth hearing.
    unread_from: Option<usize>,
    /// What switch expressions yield whose type the context does not say.
    yields: Vec<switches::Yielded>,
    variable_types: Vec<JavaType>,
    /// The types of what a lambda returns whose result nobody says.
    function_results: Vec<JavaType>,
}

impl<'d, 'a> Attributor<'d, 'a> {
    /// With `this` and the parameters declared.
    fn for_method(declarations: &'d mut Declarations<'a>, method: MethodId) -> Attributor<'d, 'a> {
        let info = declarations.program.method(method);
        let (class, is_static, span) = (info.class, info.is_static, info.span);
        let scope = declarations.methods[method.index()].scope.clone();
        let mut attributor = Attributor::new(declarations, class, is_static, scope);
        attributor.method = Some(method);
        attributor.has_pre_state = true;
        attributor.return_type = attributor.declarations.methods[method.index()].return_type.clone();
        attributor.declare_this_and_params(Some(method), span);
        attributor
    }

    fn for_formula(declarations: &'d mut Declarations<'a>, context: &FormulaContext) -> Attributor<'d, 'a> {
        let mut attributor = Attributor::new(declarations, context.class, context.is_static, context.scope.clone());
        attributor.method = context.method;
        attributor.is_formula = true;
        attributor.in_specification = true;
        attributor.result = context.result.clone();
        attributor.has_pre_state = context.has_pre_state;
        let span = attributor.declarations.program.class(context.class).span;
        attributor.declare_this_and_params(context.method, span);
        if let Some((name, ty, span)) = &context.exception {
            attributor.declare_variable(name.clone(), ty.clone(), LocalKind::Bound, *span);
        }
        attributor
    }

    fn new(
        declarations: &'d mut Declarations<'a>,
        class: ClassId,
        is_static: bool,
        scope: Rc<Scope>,
    ) -> Attributor<'d, 'a> {
        Attributor {
            declarations,
            class,
            method: None,
            is_static,
            scope,
            locals: Vec::new(),
            in_specification: false,
            result: None,
            has_pre_state: false,
            unchecked: Vec::new(),
            is_formula: false,
            visible: VisibleVariables::new(),
            targets: Vec::new(),
            labels: 0,
            return_type: JavaType::Void,
            constructor_call: None,
            has_unread_statement: false,
            unread_from: None,
            yields: Vec::new(),
            variable_types: Vec::new(),
            function_results: Vec::new(),
        }
    }

    fn declare_this_and_params(&mut self, method: Option<MethodId>, span: Span) {
        if !self.is_static {
            let this = JavaType::Class(self.declarations.this_type(self.class));
            self.add_local(Name::new("this"), this, LocalKind::This, span);
        }
        let Some(method) = method else { return };
        let params = self.declarations.program.method(method).params.clone();
        let types = self.declarations.methods[method.index()].params.clone();
        for (index, param) in params.into_iter().enumerate() {
            let ty = types.get(index).cloned().unwrap_or(JavaType::Unknown);
            self.declare_variable(param.name, ty, LocalKind::Param, param.span);
        }
    }

    fn finish(self, block: Vec<super::typed::TypedStmt>) -> Attributed {
        if let Some(known) = self.unread_from {
            self.declarations.diagnostics.truncate(known);
        }
        Attributed { body: TypedBody { variables: self.locals, labels: self.labels, block }, unchecked: self.unchecked }
    }

    // Variables.

    /// Adds a variable that can be named from here to the end of the innermost scope.
    pub(crate) fn declare_variable(&mut self, name: Name, ty: JavaType, kind: LocalKind, span: Span) -> LocalId {
        let local = self.add_local(name.clone(), ty, kind, span);
        let variable = self.variable(local);
        self.introduce(name, variable);
        local
    }

    /// Adds a variable that cannot be named (yet).
    pub(crate) fn add_local(&mut self, name: Name, ty: JavaType, kind: LocalKind, span: Span) -> LocalId {
        let local = LocalId(self.locals.len() as u32);
        let erased = self.declarations.erase(&ty);
        self.locals.push(Local { name, ty: erased, kind, span });
        self.variable_types.push(ty);
        local
    }

    pub(crate) fn add_temporary(&mut self, ty: JavaType, span: Span) -> LocalId {
        let name = Name::new(format!("t{}", self.locals.len()));
        self.add_local(name, ty, LocalKind::Temporary, span)
    }

    /// Makes a variable visible in the innermost scope.
    pub(crate) fn introduce(&mut self, name: Name, variable: Variable) {
        self.visible.introduce(name, variable);
    }

    pub(crate) fn introduce_all(&mut self, variables: &[(Name, Variable)]) {
        for (name, variable) in variables {
            self.introduce(name.clone(), variable.clone());
        }
    }

    fn variable(&self, local: LocalId) -> Variable {
        let is_ghost = self.locals.get(local.index()).is_some_and(|local| local.kind == LocalKind::Ghost);
        let owner = if self.is_formula { None } else { self.method };
        Variable { owner, local, ty: self.local_type(local), is_ghost, constant: None }
    }

    pub(crate) fn local_type(&self, local: LocalId) -> JavaType {
        self.variable_types.get(local.index()).cloned().unwrap_or(JavaType::Unknown)
    }

    pub(crate) fn push_scope(&mut self) {
        self.visible.push_scope();
    }

    pub(crate) fn pop_scope(&mut self) {
        self.visible.pop_scope();
    }

    pub(crate) fn read_local(&self, local: LocalId, span: Span) -> Typed {
        self.typed(TypedExprKind::Local(local), self.local_type(local), span)
    }

    // Building nodes.

    /// A node with the erasure of its type.
    pub(crate) fn typed(&self, kind: TypedExprKind, ty: JavaType, span: Span) -> Typed {
        let erased = self.declarations.erase_return(&ty);
        Typed::new(TypedExpr { kind, ty: erased, span }, ty)
    }

    pub(crate) fn boolean(&self, kind: TypedExprKind, span: Span) -> Typed {
        self.typed(kind, JavaType::Primitive(Primitive::Boolean), span)
    }

    /// A use of something that is not modelled, with the type that it would have.
    pub(crate) fn unsupported(&self, construct: Construct, detail: &str, ty: JavaType, span: Span) -> Typed {
        let unsupported = Unsupported { construct, detail: Name::new(detail), span };
        self.typed(TypedExprKind::Unsupported(unsupported), ty, span)
    }

    /// In place of an expression with an error that has been reported.
    pub(crate) fn erroneous(&self, span: Span) -> Typed {
        self.unsupported(Construct::Untyped, "expression with an error", JavaType::Unknown, span)
    }

    /// Evaluates `first`, then meets something that is not modelled.
    pub(crate) fn unsupported_after(
        &self,
        first: Typed,
        construct: Construct,
        detail: &str,
        ty: JavaType,
        span: Span,
    ) -> Typed {
        if matches!(first.expr.kind, TypedExprKind::Unsupported(_)) {
            return self.typed(first.expr.kind, ty, span);
        }
        let then = self.unsupported(construct, detail, ty, span);
        self.sequence(first.expr, then, span)
    }

    pub(crate) fn sequence(&self, first: TypedExpr, then: Typed, span: Span) -> Typed {
        let ty = then.ty;
        self.typed(TypedExprKind::Sequence { first: Box::new(first), then: Box::new(then.expr) }, ty, span)
    }

    pub(crate) fn new_label(&mut self) -> LabelId {
        let label = LabelId(self.labels);
        self.labels += 1;
        label
    }

    // Diagnostics.

    pub(crate) fn report(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.declarations.report(Diagnostic::new(code, span, message));
    }

    /// Reports an error and stands for the expression.
    pub(crate) fn wrong(&mut self, code: Code, span: Span, message: impl Into<String>) -> Typed {
        self.report(code, span, message);
        self.erroneous(span)
    }

    pub(crate) fn describe(&self, ty: &JavaType) -> String {
        self.declarations.describe(ty)
    }

    /// The fully qualified name of a class.
    pub(crate) fn class_name(&self, class: ClassId) -> Name {
        self.declarations.program.class(class).name.clone()
    }

    pub(crate) fn string_type(&self) -> JavaType {
        JavaType::Class(self.declarations.this_type(self.declarations.well_known.string))
    }

    pub(crate) fn object_type(&self) -> JavaType {
        JavaType::Class(self.declarations.this_type(self.declarations.well_known.object))
    }

    pub(crate) fn is_string(&self, ty: &JavaType) -> bool {
        matches!(ty, JavaType::Class(class) if class.class == self.declarations.well_known.string)
    }
}

/// Is an erased type one whose values are never modelled?
fn is_floating(ty: &JavaType) -> bool {
    matches!(ty, JavaType::Primitive(Primitive::Float | Primitive::Double))
}

fn base_class(ty: Type) -> Option<ClassId> {
    match ty.base {
        BaseType::Class(class) => Some(class),
        _ => None,
    }
}

impl Declarations<'_> {
    /// The local or anonymous class that is, or lexically surrounds, `class` (innermost).
    pub(crate) fn local_class_around(&self, class: ClassId) -> Option<ClassId> {
        let enclosing = self.enclosing_classes(class);
        enclosing.into_iter().find(|class| matches!(self.classes[class.index()].place, ClassPlace::Local { .. }))
    }

    fn environment_is_known(&self, method: MethodId) -> bool {
        let class = self.program.method(method).class;
        self.local_class_around(class).is_none_or(|local| self.attribution.environments.contains_key(&local))
    }
}
