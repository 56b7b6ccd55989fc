//! Lambdas and method references (JLS 15.13, 15.27): objects of a class of their own with one
//! method.
//!
//! A lambda becomes a synthetic local class that implements its functional interface. Its method
//! has the erased signature of the interface's method, so that no bridge is needed; the parameters
//! are cast to what they are here at its start, as the JVM does. Names in the body mean what they
//! mean around the lambda: [`Declarations::enclosing_classes`] leaves such classes out. A method
//! reference is a lambda that calls the method.
//!
//! The body is typed at once, because the type of its result may be what a generic method is called
//! for ([`Attributor::settle`]).
//!
//! Departures: each evaluation makes a new object, which Java leaves open (JLS 15.27.4). A lambda
//! whose parameters have types that only the context of an enclosing generic call says is
//! `Unsupported`; so is a body that cannot be typed: `javac` accepts it, so what it infers is not
//! known here.

use super::calls::Passed;
use super::names::Meaning;
use super::statements::is_statement_expression;
use super::{Attributor, Environment, Typed, attribute_method};
use crate::body::{LocalKind, Unsupported};
use crate::constructs::Construct;
use crate::lower::declarations::Declarations;
use crate::lower::functions::{FunctionClass, FunctionType};
use crate::lower::overload::{Argument, Chosen};
use crate::lower::typed::{TypedExpr, TypedExprKind, TypedStmt, TypedStmtKind};
use crate::lower::types::JavaType;
use crate::program::{ClassId, LocalId, MethodId, Type};
use std::rc::Rc;
use tightrope_source::{Name, Span};
use tightrope_syntax::tree::{
    Call, Expr, ExprKind, Ident, Lambda, LambdaBody, MethodTarget, New, Receiver, TypeRefKind,
};

/// An object that has been made for a lambda, and the types that its parameters and its result
/// have.
pub(super) struct FunctionObject {
    pub(super) value: Typed,
    params: Vec<JavaType>,
    result: JavaType,
}

impl FunctionObject {
    /// What it tells about the type variables of a call that it is passed to.
    fn shape(&self) -> Argument {
        Argument::Function { params: self.params.clone(), result: self.result.clone() }
    }
}

impl<'d, 'a> Attributor<'d, 'a> {
    /// A lambda or method reference where an object of this type is wanted.
    pub(super) fn function(&mut self, expr: &Expr, expected: Option<&JavaType>) -> FunctionObject {
        let made = match &expr.kind {
            ExprKind::Lambda(lambda) => self.lambda(lambda, expected, expr.span),
            ExprKind::MethodReference { target, name } => self.method_reference(target, name, expected, expr.span),
            _ => None,
        };
        made.unwrap_or_else(|| {
            let (construct, detail) = match &expr.kind {
                ExprKind::MethodReference { name, .. } => (Construct::MethodReference, format!("::{}", name.name)),
                _ => (Construct::Lambda, "lambda".to_owned()),
            };
            let ty = expected.filter(|ty| super::conversions::is_reference(ty)).cloned().unwrap_or(JavaType::Unknown);
            let value = self.unsupported(construct, &detail, ty, expr.span);
            FunctionObject { value, params: Vec::new(), result: JavaType::Unknown }
        })
    }

    fn lambda(&mut self, lambda: &Lambda, expected: Option<&JavaType>, span: Span) -> Option<FunctionObject> {
        let mut function = self.wanted_function(expected)?;
        for (param, written) in function.params.iter_mut().zip(&lambda.types) {
            if written.kind != TypeRefKind::Inferred {
                *param = self.declarations.resolve_type(&self.scope.clone(), written);
            }
        }
        let is_told = !function.params.iter().any(JavaType::is_unknown);
        (is_told && function.params.len() == lambda.params.len())
            .then(|| self.function_object(&lambda.params, &lambda.body, function, span))
    }

    /// The function type that the context wants. Formulas have no new objects.
    fn wanted_function(&self, expected: Option<&JavaType>) -> Option<FunctionType> {
        if self.is_formula {
            return None;
        }
        let mut function = self.declarations.function_type(expected?)?;
        if is_array_of_unknown(&function.result) {
            function.result = JavaType::Unknown;
        }
        Some(function)
    }

    fn function_object(
        &mut self,
        params: &[Ident],
        body: &LambdaBody,
        function: FunctionType,
        span: Span,
    ) -> FunctionObject {
        let names: Vec<Name> = params.iter().map(|param| param.name.clone()).collect();
        let made = self.declarations.declare_function(self.class, self.is_static, &function, &names, span);
        let reported = self.declarations.diagnostics.len();
        let (block, result) = self.function_body(made, params, body, &function);
        let is_typed = self.declarations.diagnostics.len() == reported;
        self.declarations.diagnostics.truncate(reported);
        self.add_function_bodies(made, block, span);
        let ty = JavaType::Class(function.interface);
        let outer = (!self.is_static).then(|| self.this_expr(span));
        let kind = match is_typed {
            true => {
                let args = outer.into_iter().collect();
                TypedExprKind::New { class: made.class, constructor: made.constructor, args }
            }
            false => TypedExprKind::Unsupported(untyped(span)),
        };
        let erased = if is_typed { Type::class(made.class) } else { self.declarations.erase(&ty) };
        let value = Typed::new(TypedExpr { kind, ty: Some(erased), span }, ty);
        FunctionObject { value, params: function.params, result }
    }

    /// The attributed body, and the type of what it returns.
    fn function_body(
        &mut self,
        made: FunctionClass,
        params: &[Ident],
        body: &LambdaBody,
        function: &FunctionType,
    ) -> (super::Attributed, JavaType) {
        let visible = self.visible.clone();
        let scope = self.scope.clone();
        let mut inner = Attributor::new(self.declarations, made.class, false, scope);
        inner.visible = visible;
        inner.method = Some(made.method);
        inner.return_type = function.result.clone();
        inner.push_scope();
        let mut block = inner.function_parameters(made, params, &function.params);
        block.extend(inner.function_statements(body, &function.result));
        let result = match &function.result {
            JavaType::Unknown => inner.joined_function_results(),
            known => known.clone(),
        };
        (inner.finish(block), result)
    }

    /// `this` and the parameters; those that are more than the interface says are cast.
    fn function_parameters(&mut self, made: FunctionClass, params: &[Ident], types: &[JavaType]) -> Vec<TypedStmt> {
        let span = self.declarations.program.method(made.method).span;
        self.declare_this_and_params(Some(made.method), span);
        let mut casts = Vec::new();
        for (index, (param, ty)) in params.iter().zip(types).enumerate() {
            let local = LocalId(index as u32 + 1);
            let read = self.read_local(local, param.span);
            if read.ty == *ty {
                continue;
            }
            let value = self.reference_or_same(read, ty);
            let local = self.declare_variable(param.name.clone(), ty.clone(), LocalKind::Variable, param.span);
            casts.push(TypedStmt { span: param.span, kind: TypedStmtKind::Local { local, value: Some(value) } });
        }
        casts
    }

    fn reference_or_same(&mut self, value: Typed, ty: &JavaType) -> TypedExpr {
        if super::conversions::is_reference(ty) { self.reference_to(value, ty) } else { value.expr }
    }

    fn function_statements(&mut self, body: &LambdaBody, result: &JavaType) -> Vec<TypedStmt> {
        match body {
            LambdaBody::Block(block) => self.block(block),
            LambdaBody::Expr(expr) if *result == JavaType::Void => vec![self.expression_statement(expr, expr.span)],
            LambdaBody::Expr(expr) => {
                let value = self.returned_value(expr, result);
                vec![TypedStmt { span: expr.span, kind: TypedStmtKind::Return(Some(value)) }]
            }
        }
    }

    /// What `return` returns. Where nobody says yet what a lambda is to return, it is an object,
    /// and its type is remembered.
    pub(super) fn returned_value(&mut self, expr: &Expr, wanted: &JavaType) -> TypedExpr {
        let is_open = *wanted == JavaType::Unknown && self.declarations.is_function(self.class);
        if !is_open {
            let value = self.expression(expr, Some(wanted));
            return self.convert(value, wanted, "return");
        }
        let value = self.expression(expr, None);
        let value = self.box_value(value);
        self.function_results.push(if value.free { JavaType::Unknown } else { value.ty.clone() });
        self.convert(value, wanted, "return")
    }

    fn joined_function_results(&mut self) -> JavaType {
        let results = std::mem::take(&mut self.function_results);
        let joined = results.into_iter().reduce(|a, b| self.declarations.least_upper_bound(&a, &b));
        joined.filter(|ty| *ty != JavaType::Null).unwrap_or(JavaType::Unknown)
    }

    /// Both methods of the class; the constructor is that of an anonymous class that extends
    /// `Object`.
    fn add_function_bodies(&mut self, made: FunctionClass, body: super::Attributed, _span: Span) {
        let object = self.declarations.well_known.object;
        let super_constructor = self.declarations.classes[object.index()].constructors.first().copied();
        let environment = Environment { variables: Vec::new(), super_constructor };
        self.declarations.attribution.environments.insert(made.class, Rc::new(environment));
        let constructor = attribute_method(self.declarations, made.constructor);
        let tables = &mut self.declarations.attribution;
        tables.functions.extend(constructor.map(|constructor| (made.constructor, constructor)));
        tables.functions.push((made.method, body));
    }

    // Method references.

    fn method_reference(
        &mut self,
        target: &MethodTarget,
        name: &Ident,
        expected: Option<&JavaType>,
        span: Span,
    ) -> Option<FunctionObject> {
        let mut function = self.wanted_function(expected)?;
        let params: Vec<Ident> =
            (0..function.params.len()).map(|index| Ident { name: Name::new(format!("p${index}")), span }).collect();
        let args: Vec<Expr> = params.iter().map(name_expr).collect();
        if name.name == "new" {
            let created = self.created_by(target, args, span)?;
            return self.referenced(&params, created, function, span);
        }
        match target {
            MethodTarget::Super { qualifier } => {
                let receiver = Receiver::Super { qualifier: qualifier.clone() };
                self.referenced(&params, call(receiver, name, args, span), function, span)
            }
            MethodTarget::Type(ty) => {
                let JavaType::Class(class) = self.declarations.resolve_type(&self.scope.clone(), ty) else {
                    return None;
                };
                let call = self.call_through_class(class.class, None, name, &mut function, args, span)?;
                self.referenced(&params, call, function, span)
            }
            MethodTarget::Expr(expr) => match self.meaning(expr) {
                Meaning::Class(class) => {
                    let call = self.call_through_class(class, Some(expr), name, &mut function, args, span)?;
                    self.referenced(&params, call, function, span)
                }
                meaning => {
                    let value = self.expect_value(meaning, expr.span);
                    let value = self.value_of_variable(value);
                    self.bound_reference(value, name, &params, function, args, span)
                }
            },
        }
    }

    fn referenced(
        &mut self,
        params: &[Ident],
        body: Expr,
        function: FunctionType,
        span: Span,
    ) -> Option<FunctionObject> {
        let is_told = !function.params.iter().any(JavaType::is_unknown);
        is_told.then(|| self.function_object(params, &LambdaBody::Expr(body), function, span))
    }

    /// `Type::new`
    fn created_by(&mut self, target: &MethodTarget, mut args: Vec<Expr>, span: Span) -> Option<Expr> {
        let ty = match target {
            MethodTarget::Type(ty) => ty.clone(),
            MethodTarget::Expr(expr) => type_named(expr)?,
            MethodTarget::Super { .. } => return None,
        };
        let kind = match ty.kind {
            TypeRefKind::Array(element) => {
                let length = args.pop().filter(|_| args.is_empty())?;
                ExprKind::NewArray { element: *element, lengths: vec![length], open_dims: 0, init: None }
            }
            kind => {
                let ty = tightrope_syntax::tree::TypeRef { kind, span: ty.span };
                ExprKind::New(Box::new(New { outer: None, ty, args, body: None }))
            }
        };
        Some(Expr { kind, span })
    }

    /// `Type::m`: a static method of all parameters, or a method of the first one. `None` if both
    /// are possible.
    fn call_through_class(
        &mut self,
        class: ClassId,
        written: Option<&Expr>,
        name: &Ident,
        function: &mut FunctionType,
        mut args: Vec<Expr>,
        span: Span,
    ) -> Option<Expr> {
        let takes = |this: &Self, is_static: bool, count: usize| {
            this.declarations.find_methods(class, &name.name).into_iter().any(|method| {
                let info = this.declarations.program.method(method);
                let fits = info.params.len() == count || (info.is_varargs && count + 1 >= info.params.len());
                info.is_static == is_static && fits
            })
        };
        let by_class = takes(self, true, args.len());
        let by_object = !args.is_empty() && takes(self, false, args.len() - 1);
        match (by_class, by_object) {
            (true, false) => Some(call(Receiver::Expr(written?.clone()), name, args, span)),
            (false, true) => {
                if let Some(first) = function.params.first_mut().filter(|first| first.is_unknown()) {
                    *first = JavaType::raw(class);
                }
                let receiver = args.remove(0);
                Some(call(Receiver::Expr(receiver), name, args, span))
            }
            _ => None,
        }
    }

    /// `e::m`: `e` is evaluated once, and must not be null (JLS 15.13.3).
    fn bound_reference(
        &mut self,
        value: Typed,
        name: &Ident,
        params: &[Ident],
        function: FunctionType,
        args: Vec<Expr>,
        span: Span,
    ) -> Option<FunctionObject> {
        if value.is_unknown() || !super::conversions::is_reference(&value.ty) {
            return None;
        }
        let receiver = Ident { name: Name::new("receiver$"), span };
        self.push_scope();
        let local = self.declare_variable(receiver.name.clone(), value.ty.clone(), LocalKind::Variable, span);
        let body = call(Receiver::Expr(name_expr(&receiver)), name, args, span);
        let made = self.referenced(params, body, function, span);
        self.pop_scope();
        let mut made = made?;
        let ty = made.value.ty.clone();
        let erased = value.expr.ty;
        let value = TypedExpr { kind: TypedExprKind::NotNull(Box::new(value.expr)), ty: erased, span };
        let kind = TypedExprKind::Let { local, value: Box::new(value), body: Box::new(made.value.expr.clone()) };
        let expr = TypedExpr { kind, ty: made.value.expr.ty, span };
        made.value = Typed::new(expr, ty);
        Some(made)
    }

    // Calls with lambdas.

    /// What is known of a lambda or method reference before the method is chosen that it is passed
    /// to.
    pub(super) fn functional_shape(&mut self, expr: &Expr) -> Argument {
        match &expr.kind {
            ExprKind::Lambda(lambda) => {
                let has_result = matches!(&lambda.body, LambdaBody::Expr(body) if !is_statement_expression(body));
                Argument::Functional { counts: Some(vec![lambda.params.len()]), has_result }
            }
            ExprKind::MethodReference { target, name } => {
                let reported = self.declarations.diagnostics.len();
                let counts = self.reference_counts(target, name);
                self.declarations.diagnostics.truncate(reported);
                Argument::Functional { counts, has_result: name.name == "new" }
            }
            _ => Argument::Functional { counts: None, has_result: false },
        }
    }

    /// How many parameters a function can have that is this method; `None` if that is not known.
    fn reference_counts(&mut self, target: &MethodTarget, name: &Ident) -> Option<Vec<usize>> {
        let class = match target {
            MethodTarget::Expr(expr) => match (&expr.kind, self.meaning(expr)) {
                (_, Meaning::Class(class)) => class,
                _ => return None,
            },
            MethodTarget::Type(ty) => match self.declarations.resolve_type(&self.scope.clone(), ty) {
                JavaType::Class(class) => class.class,
                _ => return None,
            },
            MethodTarget::Super { .. } => return None,
        };
        if name.name == "new" || self.declarations.methods_may_be_missing(class) && !self.is_declared(class, name) {
            return None;
        }
        let methods = self.declarations.find_methods(class, &name.name);
        let count = |method: &MethodId| {
            let info = self.declarations.program.method(*method);
            (!info.is_varargs).then(|| info.params.len() + usize::from(!info.is_static))
        };
        methods.iter().map(count).collect()
    }

    fn is_declared(&self, class: ClassId, name: &Ident) -> bool {
        !self.declarations.find_methods(class, &name.name).is_empty()
    }

    /// A call such as `Comparator.comparing(x -> x.key)` or `Collectors.toList()` as an argument:
    /// its own arguments do not tell its types, so it takes them from the parameter (JLS
    /// 18.5.2). The class of its result, if all methods that may be meant have the same.
    pub(super) fn result_of_open_call(&mut self, arg: &Expr) -> Option<ClassId> {
        let ExprKind::Call(call) = &arg.kind else { return None };
        if !call.type_args.is_empty() {
            return None;
        }
        let is_untyped = |arg: &Expr| match &arg.kind {
            ExprKind::Lambda(lambda) => lambda.types.is_empty() && !lambda.params.is_empty(),
            _ => false,
        };
        let has_untyped = call.args.iter().any(is_untyped);
        let methods = self.static_methods_named(call)?;
        let may_be_meant = |method: &MethodId| {
            let declared = self.declarations.program.method(*method);
            declared.is_static && declared.params.len() == call.args.len()
        };
        let result = |method: MethodId| match &self.declarations.methods[method.index()].return_type {
            JavaType::Class(class) if has_untyped || self.declarations.has_free_result(method) => Some(class.class),
            _ => None,
        };
        let mut results = methods.into_iter().filter(may_be_meant).map(result);
        let first = results.next()??;
        results.all(|other| other == Some(first)).then_some(first)
    }

    /// The methods of that name of the class that a call names, or of a static import.
    fn static_methods_named(&mut self, call: &Call) -> Option<Vec<MethodId>> {
        match &call.receiver {
            Receiver::Expr(receiver) if matches!(receiver.kind, ExprKind::Name(_) | ExprKind::Field { .. }) => {
                let reported = self.declarations.diagnostics.len();
                let meaning = self.meaning(receiver);
                self.declarations.diagnostics.truncate(reported);
                let Meaning::Class(class) = meaning else { return None };
                Some(self.declarations.find_methods(class, &call.name.name))
            }
            Receiver::Implicit => {
                let name = &call.name.name;
                let around = self.declarations.enclosing_classes(self.class);
                if around.into_iter().any(|class| !self.declarations.find_methods(class, name).is_empty()) {
                    return None;
                }
                Some(self.declarations.static_imported_methods(&self.scope.clone(), name))
            }
            _ => None,
        }
    }

    /// Makes the lambdas among the arguments objects, one after the other: the type of each may
    /// depend on the arguments before it, and what it returns may say what the type variables of
    /// the method are.
    pub(super) fn settle(
        &mut self,
        mut chosen: Chosen,
        mut passed: Vec<Passed>,
        receiver: &JavaType,
        type_args: &[JavaType],
        expected: Option<&JavaType>,
    ) -> (Chosen, Vec<Passed>) {
        let mut shapes = self.shapes(&passed);
        let waits = |passed: &Passed| matches!(passed, Passed::Functional(_) | Passed::Generic(..));
        while let Some(index) = passed.iter().position(waits) {
            chosen = self.declarations.instantiate_again(&chosen, receiver, type_args, &shapes, expected);
            let param = chosen.param_of(index);
            match &passed[index] {
                Passed::Functional(expr) => {
                    let made = self.function(&expr.clone(), Some(&param));
                    shapes[index] = made.shape();
                    passed[index] = Passed::Value(made.value);
                }
                Passed::Generic(expr, _) => {
                    let value = self.expression(&expr.clone(), Some(&param));
                    shapes[index] = Argument::Typed(value.ty.clone());
                    passed[index] = Passed::Value(value);
                }
                _ => break,
            }
        }
        let chosen = self.declarations.instantiate_again(&chosen, receiver, type_args, &shapes, expected);
        (chosen, passed)
    }
}

impl Declarations<'_> {
    /// Is this the class of a lambda?
    pub(crate) fn is_function(&self, class: ClassId) -> bool {
        self.classes[class.index()].is_function
    }

    /// The class whose members a body of this one can name: for a lambda, the class that it stands
    /// in.
    pub(crate) fn lexical_class(&self, class: ClassId) -> ClassId {
        let around = |class: &ClassId| self.program.class(*class).outer.filter(|_| self.is_function(*class));
        std::iter::successors(Some(class), around).last().unwrap_or(class)
    }
}

fn untyped(span: Span) -> Unsupported {
    Unsupported {
        construct: Construct::Lambda,
        detail: Name::new("lambda whose body has types that are not known"),
        span,
    }
}

fn name_expr(name: &Ident) -> Expr {
    Expr { kind: ExprKind::Name(name.clone()), span: name.span }
}

fn call(receiver: Receiver, name: &Ident, args: Vec<Expr>, span: Span) -> Expr {
    let call = Call { receiver, type_args: Vec::new(), name: name.clone(), args };
    Expr { kind: ExprKind::Call(Box::new(call)), span }
}

/// A name that was read as an expression, as a type.
fn type_named(expr: &Expr) -> Option<tightrope_syntax::tree::TypeRef> {
    let mut names = Vec::new();
    let mut current = expr;
    loop {
        match &current.kind {
            ExprKind::Name(name) => {
                names.push(name.clone());
                break;
            }
            ExprKind::Field { target, name } => {
                names.push(name.clone());
                current = target;
            }
            _ => return None,
        }
    }
    names.reverse();
    let segments = names.into_iter().map(|name| tightrope_syntax::tree::TypeSegment { name, args: None }).collect();
    Some(tightrope_syntax::tree::TypeRef { kind: TypeRefKind::Named(segments), span: expr.span })
}

/// An array of nobody knows what is no more known than that.
fn is_array_of_unknown(ty: &JavaType) -> bool {
    matches!(ty, JavaType::Array(element) if element.is_unknown() || is_array_of_unknown(element))
}
