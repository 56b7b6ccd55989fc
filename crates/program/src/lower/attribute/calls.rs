//! Method calls (JLS 15.12).
//!
//! Overload choice is [`Declarations::select`](crate::lower::declarations::Declarations)'s. Here:
//! where the method is looked for, what the receiver is, how arguments are passed, and which type
//! the result has. A method that a class at hand does not declare, but may have (a library class
//! declared in part, a superclass that is not at hand), makes the call `Unsupported`.

use super::conditionals::ConditionalArgument;
use super::names::{Meaning, has_no_effect};
use super::switches::SwitchArgument;
use super::{Attributor, Typed};
use crate::body::{Dispatch, Unsupported};
use crate::constructs::Construct;
use crate::lower::declarations::Declarations;
use crate::lower::overload::{Argument, Chosen, Selection};
use crate::lower::typed::{TypedExpr, TypedExprKind};
use crate::lower::types::{ClassType, JavaType, TypeArgument, TypeVariable};
use crate::program::{ClassId, ClassKind, ClassOrigin, MethodId, MethodKind};
use std::rc::Rc;
use tightrope_source::{Code, Name, Span};
use tightrope_syntax::tree::{Call, Expr, ExprKind, Ident, QualifiedName, Receiver, TypeArg, WildcardBound};

/// An argument before the method is known.
pub(super) enum Passed {
    Value(Typed),
    /// A lambda or method reference: attributed when the parameter's type is known.
    Functional(Expr),
    /// A generic call that takes its types from the parameter, too, and the class of its result.
    Generic(Expr, ClassId),
    /// Its results are converted when the parameter's type is known.
    Switch(Box<SwitchArgument>),
    /// So are its branches.
    Conditional(Box<ConditionalArgument>),
}

/// What a call is made on.
enum Target {
    /// `Class.m()`
    Class(JavaType),
    /// `e.m()`
    Value(Typed),
    /// `m()`: a member of this class or of one around it.
    Enclosing(ClassId),
    /// `super.m()`: the object, and the type that the method is looked for in.
    Super(Typed),
}

impl Target {
    fn ty(&self, attributor: &Attributor<'_, '_>) -> JavaType {
        match self {
            Target::Class(ty) => ty.clone(),
            Target::Value(value) | Target::Super(value) => value.ty.clone(),
            Target::Enclosing(class) => JavaType::Class(attributor.declarations.this_type(*class)),
        }
    }
}

impl<'d, 'a> Attributor<'d, 'a> {
    pub(super) fn call(&mut self, call: &Call, span: Span, expected: Option<&JavaType>) -> Typed {
        match &call.receiver {
            Receiver::Implicit => self.implicit_call(call, span, expected),
            Receiver::Super { qualifier } => self.super_call(qualifier.as_ref(), call, span, expected),
            Receiver::Expr(receiver) => match self.meaning(receiver) {
                Meaning::Class(class) => self.call_on_class(class, call, span, expected),
                meaning => {
                    let value = self.expect_value(meaning, receiver.span);
                    let value = self.value_of_variable(value);
                    self.call_on_value(value, call, span, expected)
                }
            },
        }
    }

    // Arguments.

    pub(super) fn arguments(&mut self, args: &[Expr]) -> Vec<Passed> {
        let mut passed = Vec::new();
        for arg in args {
            if Self::is_functional(arg) {
                passed.push(Passed::Functional(arg.clone()));
                continue;
            }
            if let Some(class) = self.result_of_open_call(arg) {
                passed.push(Passed::Generic(arg.clone(), class));
                continue;
            }
            passed.push(self.argument(arg));
        }
        passed
    }

    fn argument(&mut self, arg: &Expr) -> Passed {
        if let ExprKind::Switch(switch) = &arg.kind {
            return match self.switch_argument(switch, arg.span) {
                Ok(argument) => Passed::Switch(Box::new(argument)),
                Err(instead) => Passed::Value(*instead),
            };
        }
        if let ExprKind::Conditional { cond, then, otherwise } = &arg.kind {
            return match self.conditional_argument((cond, then, otherwise), arg.span) {
                Ok(argument) => Passed::Conditional(Box::new(argument)),
                Err(instead) => Passed::Value(*instead),
            };
        }
        self.standing_alone(arg)
    }

    /// An argument whose type does not depend on what it is passed to.
    pub(super) fn standing_alone(&mut self, arg: &Expr) -> Passed {
        let mut value = self.expression(arg, None);
        if value.ty == JavaType::Void {
            value = self.wrong(Code::TypeMismatch, arg.span, "this call returns nothing, so it has no value to pass");
        }
        Passed::Value(value)
    }

    pub(super) fn shapes(&mut self, passed: &[Passed]) -> Vec<Argument> {
        let mut shape = |passed: &Passed| match passed {
            Passed::Value(value) if value.free => Argument::Typed(JavaType::Unknown),
            Passed::Value(value) => Argument::Typed(value.ty.clone()),
            Passed::Switch(argument) => Argument::OneOf(argument.types().collect()),
            Passed::Conditional(argument) => Argument::OneOf(argument.types()),
            Passed::Functional(expr) => self.functional_shape(expr),
            Passed::Generic(_, class) => Argument::Typed(JavaType::raw(*class)),
        };
        passed.iter().map(&mut shape).collect()
    }

    pub(super) fn describe_arguments(&self, passed: &[Passed]) -> String {
        let describe = |passed: &Passed| match passed {
            Passed::Value(value) => self.describe(&value.ty),
            Passed::Switch(_) => "switch".to_string(),
            Passed::Conditional(_) => "conditional".to_string(),
            Passed::Functional(expr) if matches!(expr.kind, ExprKind::Lambda(_)) => "lambda".to_string(),
            Passed::Functional(_) => "method reference".to_string(),
            Passed::Generic(_, class) => self.describe(&JavaType::raw(*class)),
        };
        passed.iter().map(describe).collect::<Vec<_>>().join(", ")
    }

    /// The arguments as the parameters take them; the last ones in an array if the method takes any
    /// number.
    pub(super) fn pass(&mut self, passed: Vec<Passed>, chosen: &Chosen) -> Vec<TypedExpr> {
        let fixed = if chosen.varargs_call { chosen.params.len().saturating_sub(1) } else { chosen.params.len() };
        let rest = match chosen.params.last() {
            Some(JavaType::Array(element)) if chosen.varargs_call => Some(element.clone()),
            _ => None,
        };
        let mut args = Vec::new();
        let mut packed = Vec::new();
        for (index, passed) in passed.into_iter().enumerate() {
            let param = chosen.param_of(index);
            let value = match passed {
                Passed::Value(value) => self.convert(value, &param, "pass"),
                Passed::Functional(expr) => self.expression(&expr, Some(&param)).expr,
                Passed::Generic(expr, _) => {
                    let value = self.expression(&expr, Some(&param));
                    self.convert(value, &param, "pass")
                }
                Passed::Switch(argument) => self.pass_switch(*argument, &param),
                Passed::Conditional(argument) => self.pass_conditional(*argument, &param),
            };
            if index < fixed { args.push(self.as_declared(value, chosen, index)) } else { packed.push(value) }
        }
        if let Some(element) = rest {
            args.push(self.packed_array(packed, &element, chosen.method));
        }
        args
    }

    /// Where inference knows less than the declared bound, the argument is cast to the erased
    /// parameter type, as `javac` does.
    fn as_declared(&self, value: TypedExpr, chosen: &Chosen, index: usize) -> TypedExpr {
        let declared = &self.declarations.program.method(chosen.method).params;
        let hidden = declared.len().saturating_sub(chosen.params.len());
        let (Some(param), Some(ty)) = (declared.get(hidden + index), value.ty) else { return value };
        if !ty.is_reference() || !param.ty.is_reference() || self.erased_fits(ty, param.ty) {
            return value;
        }
        let span = value.span;
        TypedExpr { kind: TypedExprKind::Cast(Box::new(value)), ty: Some(param.ty), span }
    }

    /// The array of a varargs call is of the erased type that the method declares.
    fn packed_array(&self, elements: Vec<TypedExpr>, element: &Rc<JavaType>, method: MethodId) -> TypedExpr {
        let info = self.declarations.program.method(method);
        let span = elements.first().map_or(info.name_span, |element| element.span);
        let ty = JavaType::Array(element.clone());
        let erased = self.declarations.erase(&ty);
        self.typed(TypedExprKind::ArrayLiteral { ty: erased, elements }, ty, span).expr
    }

    fn type_arguments(&mut self, args: &[TypeArg]) -> Vec<JavaType> {
        let scope = self.scope.clone();
        let resolve = |arg: &TypeArg| match arg {
            TypeArg::Type(ty) => self.declarations.resolve_type(&scope, ty),
            TypeArg::Wildcard { .. } => JavaType::Unknown,
        };
        args.iter().map(resolve).collect()
    }

    // Where the method is looked for.

    fn implicit_call(&mut self, call: &Call, span: Span, expected: Option<&JavaType>) -> Typed {
        let name = &call.name.name;
        for class in self.declarations.enclosing_classes(self.class) {
            let candidates = self.declarations.find_methods(class, name);
            if !candidates.is_empty() {
                return self.select_and_call(Target::Enclosing(class), class, &candidates, call, span, expected);
            }
            if let Some(missing) = self.missing_superclass(class) {
                self.arguments(&call.args);
                let detail = format!("{}.{name}", self.class_name(missing));
                return self.unsupported(Construct::MissingClass, &detail, JavaType::Unknown, span);
            }
        }
        let scope = self.scope.clone();
        let imported = self.declarations.static_imported_methods(&scope, name);
        if let Some(first) = imported.first() {
            let class = self.declarations.program.method(*first).class;
            let ty = JavaType::Class(self.declarations.this_type(class));
            return self.select_and_call(Target::Class(ty), class, &imported, call, span, expected);
        }
        self.arguments(&call.args);
        self.no_method_around(call, span)
    }

    fn no_method_around(&mut self, call: &Call, span: Span) -> Typed {
        let name = &call.name.name;
        let scope = self.scope.clone();
        let enclosing = self.declarations.enclosing_classes(self.class);
        let partial = enclosing.iter().find(|class| self.declarations.methods_may_be_missing(**class)).copied();
        let partial = partial.or(is_method_of_object(name).then_some(self.declarations.well_known.object));
        if self.declarations.static_import_may_be_missing(&scope, name) {
            return self.unsupported(Construct::MissingMember, name, JavaType::Unknown, span);
        }
        if let Some(class) = partial {
            let detail = format!("{}.{name}", self.class_name(class));
            return self.unsupported(Construct::MissingMember, &detail, JavaType::Unknown, span);
        }
        let mut message = format!("there is no method `{name}` here");
        let names = |declarations: &Declarations<'_>| {
            enclosing.iter().flat_map(|class| declarations.method_names(*class)).collect()
        };
        if let Some(similar) = self.declarations.similar_name(name, names) {
            message.push_str(&format!("; did you mean `{similar}`?"));
        }
        self.wrong(Code::UnknownMethod, call.name.span, message)
    }

    fn call_on_class(&mut self, class: ClassId, call: &Call, span: Span, expected: Option<&JavaType>) -> Typed {
        let ty = JavaType::Class(self.declarations.this_type(class));
        let candidates = self.declarations.find_methods(class, &call.name.name);
        self.select_and_call(Target::Class(ty), class, &candidates, call, span, expected)
    }

    pub(super) fn call_on_value(
        &mut self,
        value: Typed,
        call: &Call,
        span: Span,
        expected: Option<&JavaType>,
    ) -> Typed {
        match self.declarations.upper_bound(&value.ty) {
            JavaType::Unknown => {
                self.arguments(&call.args);
                self.unsupported_after(value, Construct::Untyped, &call.name.name, JavaType::Unknown, span)
            }
            JavaType::ObjectSet => self.set_call(value, call, span),
            JavaType::Class(class) => {
                let candidates = self.candidates_of_bounds(&value.ty, class.class, &call.name.name);
                self.select_and_call(Target::Value(value), class.class, &candidates, call, span, expected)
            }
            JavaType::Array(_) => self.call_on_array(value, call, span, expected),
            ty => {
                self.arguments(&call.args);
                let message = format!("`{}` has no methods", self.describe(&ty));
                self.wrong(Code::UnknownMethod, call.name.span, message)
            }
        }
    }

    /// The methods of the type; of a type variable or an intersection, those of all its bounds.
    fn candidates_of_bounds(&self, ty: &JavaType, class: ClassId, name: &str) -> Vec<MethodId> {
        let mut candidates = self.declarations.find_methods(class, name);
        for bound in self.further_bounds(ty) {
            for method in self.declarations.find_methods(bound, name) {
                if !candidates.contains(&method) {
                    candidates.push(method);
                }
            }
        }
        candidates
    }

    fn further_bounds(&self, ty: &JavaType) -> Vec<ClassId> {
        let class_of = |bound: &JavaType| match self.declarations.upper_bound(bound) {
            JavaType::Class(bound) => Some(bound.class),
            _ => None,
        };
        match ty {
            JavaType::Variable(variable) => {
                self.declarations.bounds_of(variable).iter().skip(1).filter_map(class_of).collect()
            }
            JavaType::Intersection(bounds) => bounds.iter().skip(1).map(|bound| bound.class).collect(),
            _ => Vec::new(),
        }
    }

    /// Arrays have the methods of `Object`; their `clone` returns their own type (JLS 10.7).
    fn call_on_array(&mut self, value: Typed, call: &Call, span: Span, expected: Option<&JavaType>) -> Typed {
        let object = self.declarations.well_known.object;
        let ty = value.ty.clone();
        let candidates = self.declarations.find_methods(object, &call.name.name);
        let typed = self.select_and_call(Target::Value(value), object, &candidates, call, span, expected);
        if call.name.name != "clone" || !call.args.is_empty() || typed.is_unknown() {
            return typed;
        }
        Typed::new(self.checked_cast(typed.expr, &ty), ty)
    }

    fn super_call(
        &mut self,
        qualifier: Option<&QualifiedName>,
        call: &Call,
        span: Span,
        expected: Option<&JavaType>,
    ) -> Typed {
        let found = match qualifier {
            None => self.superclass_of(self.declarations.lexical_class(self.class)),
            Some(name) => {
                let Some(class) = self.named_class(name) else { return self.unknown_class(name) };
                self.qualified_super(class)
            }
        };
        let Some((instance_class, class)) = found else {
            return self.wrong(Code::UnknownMethod, span, "there is no superclass here");
        };
        let JavaType::Class(super_type) = class.clone() else { return self.erroneous(span) };
        let Some(object) = self.enclosing_instance(instance_class, span) else {
            return self.wrong(Code::NoEnclosingInstance, span, "static code has no `super`");
        };
        let candidates = self.declarations.find_methods(super_type.class, &call.name.name);
        let target = Target::Super(Typed::new(object, class));
        self.select_and_call(target, super_type.class, &candidates, call, span, expected)
    }

    fn superclass_of(&self, class: ClassId) -> Option<(ClassId, JavaType)> {
        let superclass = self.declarations.classes[class.index()].superclass.clone();
        match superclass {
            Some(superclass) => Some((class, JavaType::Class(superclass))),
            None if class != self.declarations.well_known.object => Some((class, self.object_type())),
            None => None,
        }
    }

    /// `Interface.super.m()` names a direct superinterface, `Outer.super.m()` a class around this
    /// one.
    fn qualified_super(&self, class: ClassId) -> Option<(ClassId, JavaType)> {
        let enclosing = self.declarations.enclosing_classes(self.class);
        let here = self.declarations.lexical_class(self.class);
        let interface = self.declarations.classes[here.index()].interfaces.iter().find(|ty| ty.class == class);
        if let Some(interface) = interface {
            return Some((here, JavaType::Class(interface.clone())));
        }
        if enclosing.contains(&class) {
            return self.superclass_of(class);
        }
        let is_interface = self.declarations.program.class(class).kind == ClassKind::Interface;
        is_interface.then(|| (here, JavaType::Class(self.declarations.this_type(class))))
    }

    // The choice, and the call.

    fn select_and_call(
        &mut self,
        target: Target,
        class: ClassId,
        candidates: &[MethodId],
        call: &Call,
        span: Span,
        expected: Option<&JavaType>,
    ) -> Typed {
        let type_args = self.type_arguments(&call.type_args);
        let passed = self.arguments(&call.args);
        if candidates.is_empty() {
            return self.no_such_method(target, class, call, span);
        }
        let receiver = target.ty(self);
        let shapes = self.shapes(&passed);
        match self.declarations.select(candidates, Some(&receiver), &type_args, &shapes) {
            Selection::Chosen(chosen) => {
                let (chosen, passed) = self.settle(chosen, passed, &receiver, &type_args, expected);
                self.chosen_call(target, chosen, passed, &call.name, span, expected)
            }
            Selection::NoneApplicable if self.declarations.methods_may_be_missing(class) => {
                self.missing_method(target, class, &call.name.name, span)
            }
            Selection::NoneApplicable => self.none_applicable(candidates, &passed, &call.name),
            Selection::Ambiguous(methods) => self.ambiguous(&methods, &call.name),
            Selection::Unknown => {
                let reason = unknown_argument(&passed, &call.name.name, span);
                self.unsupported_on(target, reason.construct, &reason.detail, JavaType::Unknown, reason.span)
            }
        }
    }

    fn unsupported_on(&self, target: Target, construct: Construct, detail: &str, ty: JavaType, span: Span) -> Typed {
        match target {
            Target::Value(value) => self.unsupported_after(value, construct, detail, ty, span),
            _ => self.unsupported(construct, detail, ty, span),
        }
    }

    fn missing_method(&mut self, target: Target, class: ClassId, name: &Name, span: Span) -> Typed {
        let missing = self.missing_superclass(class);
        let construct = if missing.is_some() { Construct::MissingClass } else { Construct::MissingMember };
        let detail = format!("{}.{name}", self.class_name(missing.unwrap_or(class)));
        self.unsupported_on(target, construct, &detail, JavaType::Unknown, span)
    }

    fn no_such_method(&mut self, target: Target, class: ClassId, call: &Call, span: Span) -> Typed {
        let missing = self.declarations.program.class(class).origin == ClassOrigin::Missing;
        if is_method_of_object(&call.name.name) {
            return self.missing_method(target, self.declarations.well_known.object, &call.name.name, span);
        }
        if missing || self.declarations.methods_may_be_missing(class) {
            return self.missing_method(target, class, &call.name.name, span);
        }
        let simple = self.declarations.program.class(class).simple_name.clone();
        let mut message = format!("`{simple}` has no method `{}`", call.name.name);
        let names = |declarations: &Declarations<'_>| declarations.method_names(class);
        if let Some(similar) = self.declarations.similar_name(&call.name.name, names) {
            message.push_str(&format!("; did you mean `{similar}`?"));
        }
        self.wrong(Code::UnknownMethod, call.name.span, message)
    }

    fn none_applicable(&mut self, candidates: &[MethodId], passed: &[Passed], name: &Ident) -> Typed {
        let args = self.describe_arguments(passed);
        let message = match candidates {
            [only] => {
                let signature = self.signature(*only);
                format!("`{signature}` does not take the arguments ({args})")
            }
            _ => format!("no method `{}` takes the arguments ({args})", name.name),
        };
        self.wrong(Code::NoApplicableMethod, name.span, message)
    }

    pub(super) fn ambiguous(&mut self, methods: &[MethodId], name: &Ident) -> Typed {
        let signatures: Vec<String> = methods.iter().map(|method| format!("`{}`", self.signature(*method))).collect();
        let message = format!("several methods fit these arguments equally well: {}", signatures.join(", "));
        self.wrong(Code::AmbiguousCall, name.span, message)
    }

    /// `add(int, E)`
    pub(super) fn signature(&self, method: MethodId) -> String {
        let info = self.declarations.program.method(method);
        let name = match info.kind {
            MethodKind::Constructor => &self.declarations.program.class(info.class).simple_name,
            _ => &info.name,
        };
        let params: Vec<String> =
            self.declarations.methods[method.index()].params.iter().map(|ty| self.describe(ty)).collect();
        format!("{name}({})", params.join(", "))
    }

    /// What `super.m()` runs: the method itself, or, where the nearest declaration is an
    /// interface's, the code that the superclass has for it.
    fn super_implementation(&self, above: &JavaType, method: MethodId) -> Option<MethodId> {
        let program = &self.declarations.program;
        if !program.method(method).is_abstract {
            return Some(method);
        }
        let JavaType::Class(above) = above else { return None };
        let types = |method: MethodId| program.method(method).params.iter().map(|param| param.ty);
        program.implementation(above.class, method).filter(|found| types(*found).eq(types(method)))
    }

    fn no_code_above(&mut self, above: &JavaType, name: &Ident, span: Span) -> Typed {
        if let JavaType::Class(above) = above
            && self.declarations.methods_may_be_missing(above.class)
        {
            let detail = format!("{}.{}", self.class_name(above.class), name.name);
            return self.unsupported(Construct::MissingMember, &detail, JavaType::Unknown, span);
        }
        let message = format!("`{}` is `abstract` there: `super` has no code to call", name.name);
        self.wrong(Code::MethodBody, name.span, message)
    }

    fn chosen_call(
        &mut self,
        target: Target,
        chosen: Chosen,
        passed: Vec<Passed>,
        name: &Ident,
        span: Span,
        expected: Option<&JavaType>,
    ) -> Typed {
        let mut chosen = self.with_class_of_receiver(chosen, &target);
        if let Target::Super(value) = &target {
            match self.super_implementation(&value.ty, chosen.method) {
                Some(method) => chosen.method = method,
                None => return self.no_code_above(&value.ty.clone(), name, span),
            }
        }
        if self.is_compiled(chosen.method) {
            let detail = self.compiled_name(chosen.method);
            return self.unsupported_on(target, Construct::CompiledCode, &detail, chosen.return_type, span);
        }
        let info = self.declarations.program.method(chosen.method);
        let (is_static, is_private, owner) = (info.is_static, info.is_private, info.class);
        if info.kind == MethodKind::Model && !self.in_specification {
            let message = format!("`{}` is a model method: only JML can call it", name.name);
            return self.wrong(Code::SpecificationOnly, name.span, message);
        }
        let dispatch = match &target {
            _ if is_static => Dispatch::Static,
            Target::Super(_) => Dispatch::Exact,
            _ if is_private => Dispatch::Exact,
            _ => Dispatch::Virtual,
        };
        let mut before = None;
        let receiver = match target {
            Target::Value(value) if is_static => {
                before = Some(value.expr).filter(|expr| !has_no_effect(expr));
                None
            }
            _ if is_static => None,
            Target::Value(value) | Target::Super(value) => Some(self.receiver_of(value, owner)),
            Target::Enclosing(class) => self.enclosing_instance(class, span),
            Target::Class(_) => None,
        };
        let args = self.pass(passed, &chosen);
        if receiver.is_none() && !is_static {
            let message = format!("`{}` is not static: it needs an object to be called on", name.name);
            return self.wrong(Code::NoEnclosingInstance, name.span, message);
        }
        let args: Vec<TypedExpr> = receiver.into_iter().chain(args).collect();
        let ty = self.declarations.program.method(chosen.method).return_type;
        let expr = TypedExpr { kind: TypedExprKind::Call { dispatch, method: chosen.method, args }, ty, span };
        let result = self.call_result(expr, &chosen, expected);
        match before {
            Some(first) => self.sequence(first, result, span),
            None => result,
        }
    }

    /// JLS 4.3.2: `x.getClass()` is a `Class<? extends |T|>`, where `T` is the type of `x`.
    fn with_class_of_receiver(&self, mut chosen: Chosen, target: &Target) -> Chosen {
        let info = self.declarations.program.method(chosen.method);
        let is_get_class = info.class == self.declarations.well_known.object && info.name == "getClass";
        if let JavaType::Class(class) = &chosen.return_type
            && is_get_class
            && class.args.len() == 1
        {
            let bound = self.declarations.erased_type(&target.ty(self));
            let args = [TypeArgument::Wildcard(Some((WildcardBound::Extends, bound)))];
            chosen.return_type = JavaType::Class(ClassType { class: class.class, args: args.into() });
        }
        chosen
    }

    /// The object that a method of `owner` is called on.
    fn receiver_of(&mut self, value: Typed, owner: ClassId) -> TypedExpr {
        if matches!(value.ty, JavaType::Array(_)) {
            return value.expr;
        }
        let owner = JavaType::Class(self.declarations.this_type(owner));
        let object_owner = self.declarations.erase(&owner) == self.declarations.erase(&self.object_type());
        // javac casts the receiver to its static type's erasure, also for methods of Object.
        if object_owner { value.expr } else { self.reference_to(value, &owner) }
    }

    /// The result with its type here; cast where the erased method promises less.
    fn call_result(&mut self, expr: TypedExpr, chosen: &Chosen, expected: Option<&JavaType>) -> Typed {
        let own = &self.declarations.methods[chosen.method.index()];
        let is_own = |variable: &TypeVariable| own.type_params.iter().any(|param| param.variable == *variable);
        let generic = matches!(&own.return_type, JavaType::Variable(variable) if is_own(variable));
        let mut typed = self.instantiated_result(expr, chosen, expected);
        typed.is_of_generic_method = generic;
        self.without_unknown(typed)
    }

    fn instantiated_result(&mut self, expr: TypedExpr, chosen: &Chosen, expected: Option<&JavaType>) -> Typed {
        let declared = self.declarations.methods[chosen.method.index()].return_type.clone();
        // A lambda would have told: whatever the context makes of it.
        if chosen.free_return && is_open(&declared) && expected.is_none() && chosen.return_type == JavaType::Unknown {
            return Typed::new(expr, JavaType::Unknown);
        }
        if chosen.free_return && is_open(&declared) {
            let wanted = expected.filter(|ty| super::conversions::is_reference(ty) && **ty != JavaType::Null);
            if let Some(expected) = wanted {
                let mut typed = Typed::new(expr, expected.clone());
                typed = self.with_inserted_cast(typed);
                return typed;
            }
            let mut typed = Typed::new(expr, self.declarations.upper_bound(&declared));
            typed.free = true;
            return typed;
        }
        let typed = Typed::new(expr, chosen.return_type.clone());
        self.with_inserted_cast(typed)
    }
}

/// Why the types of the arguments do not tell which of several methods is meant: the first argument
/// that is not modelled.
pub(super) fn unknown_argument(passed: &[Passed], name: &str, span: Span) -> Unsupported {
    let reason = passed.iter().find_map(|passed| match passed {
        Passed::Value(Typed { expr: TypedExpr { kind: TypedExprKind::Unsupported(reason), .. }, .. }) => Some(reason),
        _ => None,
    });
    let untyped = || Unsupported { construct: Construct::Untyped, detail: Name::new(name), span };
    reason.cloned().unwrap_or_else(untyped)
}

/// Is the whole type up to the type parameters of a method: `T`, `T[]`?
fn is_open(declared: &JavaType) -> bool {
    match declared {
        JavaType::Variable(_) => true,
        JavaType::Array(element) => is_open(element),
        _ => false,
    }
}

/// Methods that every object has, whether or not the library declares them: threads and reflection
/// are not modelled.
fn is_method_of_object(name: &str) -> bool {
    matches!(
        name,
        "wait" | "notify" | "notifyAll" | "finalize" | "getClass" | "clone" | "hashCode" | "toString" | "equals"
    )
}
