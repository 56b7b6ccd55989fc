//! Creation of objects (JLS 15.9): `new`, inner classes, anonymous classes, and calls of
//! constructors by constructors (JLS 8.8.7.1).
//!
//! Departure: the type arguments of a diamond are read off the expected type or the arguments;
//! those that neither determines are unknown.

use super::calls::{Passed, unknown_argument};
use super::{Attributor, Typed};
use crate::constructs::Construct;
use crate::lower::overload::{Chosen, Selection};
use crate::lower::typed::{TypedExpr, TypedExprKind};
use crate::lower::types::{ClassType, JavaType, TypeArgument};
use crate::program::{ClassId, ClassKind, ClassOrigin, MethodId, Nullity, ParamInfo};
use std::collections::HashMap;
use tightrope_source::{Code, Name, Span};
use tightrope_syntax::tree::{Expr, Ident, New, TypeArg, TypeDecl, TypeRef, TypeRefKind};

/// A constructor with its arguments, the enclosing instance first if its class is inner.
pub(super) struct ConstructorCall {
    pub(super) constructor: MethodId,
    pub(super) args: Vec<TypedExpr>,
    /// As the constructor declares them, for these arguments.
    params: Vec<JavaType>,
}

/// `Err`: what stands in the place of the call.
pub(super) type Resolved<T> = Result<T, Box<Typed>>;

impl<'d, 'a> Attributor<'d, 'a> {
    pub(super) fn new_object(&mut self, new: &New, span: Span, expected: Option<&JavaType>) -> Typed {
        let outer = new.outer.as_ref().map(|outer| self.expression(outer, None));
        let ty = self.created_type(new, outer.as_ref());
        let JavaType::Class(class_type) = ty else {
            self.arguments(&new.args);
            if let Some(body) = &new.body {
                self.enter_local_class(body, None);
            }
            let problem = if ty == JavaType::Unknown {
                self.unsupported(Construct::Untyped, "new", JavaType::Unknown, span)
            } else {
                let message = format!("`{}` cannot be created with `new`", self.describe(&ty));
                self.wrong(Code::CannotInstantiate, new.ty.span, message)
            };
            return problem;
        };
        if let Some(body) = &new.body {
            return self.new_anonymous(class_type, body, outer, &new.args, has_diamond(&new.ty), span, expected);
        }
        self.new_instance(class_type, outer, new, span, expected)
    }

    fn created_type(&mut self, new: &New, outer: Option<&Typed>) -> JavaType {
        let scope = self.scope.clone();
        let Some(outer) = outer else { return self.declarations.resolve_type(&scope, &new.ty) };
        let outer_type = self.declarations.upper_bound(&outer.ty);
        let (JavaType::Class(outer_class), TypeRefKind::Named(segments)) = (&outer_type, &new.ty.kind) else {
            return JavaType::Unknown;
        };
        let Some(segment) = segments.last() else { return JavaType::Unknown };
        let Some(class) = self.declarations.find_member_class(outer_class.class, &segment.name.name) else {
            if !self.declarations.methods_may_be_missing(outer_class.class) {
                let message = format!("`{}` has no class `{}`", self.describe(&outer_type), segment.name.name);
                self.report(Code::UnknownType, segment.name.span, message);
            }
            return JavaType::Unknown;
        };
        let own: Vec<TypeArgument> = self.written_arguments(segment.args.as_deref().unwrap_or_default());
        let wanted = self.declarations.this_type(class).args.len();
        let args: Vec<TypeArgument> = outer_class.args.iter().cloned().chain(own).collect();
        let args = if args.len() == wanted { args } else { Vec::new() };
        JavaType::Class(ClassType { class, args: args.into() })
    }

    fn written_arguments(&mut self, args: &[TypeArg]) -> Vec<TypeArgument> {
        let scope = self.scope.clone();
        let resolve = |arg: &TypeArg| match arg {
            TypeArg::Type(ty) => TypeArgument::Type(self.declarations.resolve_type(&scope, ty)),
            TypeArg::Wildcard { .. } => TypeArgument::Wildcard(None),
        };
        args.iter().map(resolve).collect()
    }

    fn new_instance(
        &mut self,
        class_type: ClassType,
        outer: Option<Typed>,
        new: &New,
        span: Span,
        expected: Option<&JavaType>,
    ) -> Typed {
        let class = class_type.class;
        let passed = self.arguments(&new.args);
        let ty = if has_diamond(&new.ty) {
            self.diamond_type(class_type, &passed, expected)
        } else {
            JavaType::Class(class_type)
        };
        if let Some(instead) = self.cannot_instantiate(class, &ty, new.ty.span, span) {
            return instead;
        }
        let outer = match self.enclosing_for(class, outer, span) {
            Ok(outer) => outer,
            Err(instead) => return *instead,
        };
        let name = Ident { name: self.declarations.program.class(class).simple_name.clone(), span: new.ty.span };
        match self.constructor_call(class, &ty, outer, passed, &name, span) {
            Ok(call) => {
                let kind = TypedExprKind::New { class, constructor: call.constructor, args: call.args };
                self.typed(kind, ty, span)
            }
            Err(instead) => Typed { ty, ..*instead },
        }
    }

    fn cannot_instantiate(&mut self, class: ClassId, ty: &JavaType, name: Span, span: Span) -> Option<Typed> {
        let info = self.declarations.program.class(class);
        if info.origin == ClassOrigin::Missing {
            let detail = info.name.clone();
            return Some(self.unsupported(Construct::MissingClass, &detail, ty.clone(), span));
        }
        let what = match info.kind {
            ClassKind::Interface | ClassKind::Annotation => "an interface",
            ClassKind::Enum => "an enum",
            ClassKind::Class | ClassKind::Record if info.is_abstract => "abstract",
            ClassKind::Class | ClassKind::Record => return None,
        };
        let message = format!("`{}` is {what}, so it has no objects of its own", info.simple_name);
        Some(self.wrong(Code::CannotInstantiate, name, message))
    }

    /// The enclosing instance that an object of this class gets, if the class is inner (JLS
    /// 15.9.2).
    fn enclosing_for(&mut self, class: ClassId, given: Option<Typed>, span: Span) -> Resolved<Option<TypedExpr>> {
        if !self.declarations.classes[class.index()].is_inner {
            return Ok(None);
        }
        let Some(outer_class) = self.declarations.program.class(class).outer else { return Ok(None) };
        if let Some(given) = given {
            let target = JavaType::Class(self.declarations.this_type(outer_class));
            let outer = self.convert(given, &target, "convert");
            let (ty, span) = (outer.ty, outer.span);
            return Ok(Some(TypedExpr { kind: TypedExprKind::NotNull(Box::new(outer)), ty, span }));
        }
        let is_local = self.declarations.local_place(class);
        let found = if is_local {
            self.enclosing_instance(outer_class, span)
        } else {
            self.enclosing_instance_of(outer_class, span)
        };
        match found {
            Some(outer) => Ok(Some(outer)),
            None => {
                let (inner, outer) = (self.simple_name(class), self.simple_name(outer_class));
                let message = format!("`{inner}` needs an enclosing `{outer}` object, and there is none here");
                Err(Box::new(self.wrong(Code::NoEnclosingInstance, span, message)))
            }
        }
    }

    fn simple_name(&self, class: ClassId) -> Name {
        self.declarations.program.class(class).simple_name.clone()
    }

    /// Chooses the constructor and converts the arguments.
    pub(super) fn constructor_call(
        &mut self,
        class: ClassId,
        ty: &JavaType,
        outer: Option<TypedExpr>,
        passed: Vec<Passed>,
        name: &Ident,
        span: Span,
    ) -> Resolved<ConstructorCall> {
        let constructors = self.declarations.classes[class.index()].constructors.clone();
        let shapes = self.shapes(&passed);
        let selection = self.declarations.select(&constructors, Some(ty), &[], &shapes);
        match selection {
            Selection::Chosen(chosen) if self.is_compiled(chosen.method) => {
                let detail = self.compiled_name(chosen.method);
                Err(Box::new(self.unsupported(Construct::CompiledCode, &detail, JavaType::Unknown, span)))
            }
            Selection::Chosen(chosen) => {
                let (chosen, passed) = self.settle(chosen, passed, ty, &[], None);
                Ok(self.constructor_arguments(chosen, outer, passed))
            }
            Selection::NoneApplicable => Err(Box::new(self.no_constructor(class, &constructors, &passed, name, span))),
            Selection::Ambiguous(methods) => Err(Box::new(self.ambiguous(&methods, name))),
            Selection::Unknown => {
                let reason = unknown_argument(&passed, &format!("new {}", name.name), span);
                Err(Box::new(self.typed(TypedExprKind::Unsupported(reason), ty.clone(), span)))
            }
        }
    }

    fn constructor_arguments(
        &mut self,
        chosen: Chosen,
        outer: Option<TypedExpr>,
        passed: Vec<Passed>,
    ) -> ConstructorCall {
        let args = self.pass(passed, &chosen);
        let args = outer.into_iter().chain(args).collect();
        ConstructorCall { constructor: chosen.method, args, params: chosen.params }
    }

    fn no_constructor(
        &mut self,
        class: ClassId,
        constructors: &[MethodId],
        passed: &[Passed],
        name: &Ident,
        span: Span,
    ) -> Typed {
        if self.declarations.program.class(class).origin != ClassOrigin::User {
            let detail = format!("new {}", self.class_name(class));
            return self.unsupported(Construct::MissingMember, &detail, JavaType::Unknown, span);
        }
        let args = self.describe_arguments(passed);
        let message = match constructors {
            [only] => format!("the constructor `{}` does not take the arguments ({args})", self.signature(*only)),
            _ => format!("no constructor of `{}` takes the arguments ({args})", name.name),
        };
        self.wrong(Code::NoApplicableMethod, name.span, message)
    }

    // Anonymous classes.

    /// `new T(args) { … }`, also the body of an enum constant. `T` may be an interface.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn new_anonymous(
        &mut self,
        super_type: ClassType,
        body: &TypeDecl,
        outer: Option<Typed>,
        args: &[Expr],
        diamond: bool,
        span: Span,
        expected: Option<&JavaType>,
    ) -> Typed {
        let passed = self.arguments(args);
        let super_class = super_type.class;
        let ty = if diamond { self.diamond_type(super_type, &passed, expected) } else { JavaType::Class(super_type) };
        let Some(class) = self.declarations.class_of(body) else { return self.erroneous(span) };
        if outer.is_some() && self.declarations.program.class(class).superclass != Some(super_class) {
            self.enter_local_class(body, None);
            return self.unsupported(Construct::Untyped, "superclass of an anonymous class", ty, span);
        }
        let origin = self.declarations.program.class(super_class).origin;
        if origin == ClassOrigin::Missing {
            self.enter_local_class(body, None);
            let detail = self.class_name(super_class);
            return self.unsupported(Construct::MissingClass, &detail, ty, span);
        }
        let super_call = match self.anonymous_super_call(super_class, &ty, outer, passed, span) {
            Ok(call) => call,
            Err(instead) => {
                self.enter_local_class(body, None);
                return Typed { ty, ..*instead };
            }
        };
        self.enter_local_class(body, Some(super_call.constructor));
        self.instantiate_anonymous(class, super_call, span)
    }

    fn anonymous_super_call(
        &mut self,
        super_class: ClassId,
        ty: &JavaType,
        outer: Option<Typed>,
        passed: Vec<Passed>,
        span: Span,
    ) -> Resolved<ConstructorCall> {
        let is_interface =
            matches!(self.declarations.program.class(super_class).kind, ClassKind::Interface | ClassKind::Annotation);
        if is_interface {
            let object = self.declarations.well_known.object;
            let name = Ident { name: Name::new("Object"), span };
            let object_type = self.object_type();
            return self.constructor_call(object, &object_type, None, passed, &name, span);
        }
        let outer = self.enclosing_for(super_class, outer, span)?;
        let name = Ident { name: self.simple_name(super_class), span };
        self.constructor_call(super_class, ty, outer, passed, &name, span)
    }

    /// The constructor of an anonymous class takes what the constructor of its superclass takes
    /// (JLS 15.9.5.1).
    fn instantiate_anonymous(&mut self, class: ClassId, super_call: ConstructorCall, span: Span) -> Typed {
        let ty = JavaType::Class(self.declarations.this_type(class));
        let Some(constructor) = self.declarations.classes[class.index()].constructors.first().copied() else {
            return self.erroneous(span);
        };
        let outer = match self.enclosing_for(class, None, span) {
            Ok(outer) => outer,
            Err(instead) => return *instead,
        };
        self.set_anonymous_params(constructor, &super_call, outer.is_some());
        let args = outer.into_iter().chain(super_call.args).collect();
        self.typed(TypedExprKind::New { class, constructor, args }, ty, span)
    }

    fn set_anonymous_params(&mut self, constructor: MethodId, super_call: &ConstructorCall, has_outer: bool) {
        let kept = usize::from(has_outer);
        let extra_outer = super_call.args.len().saturating_sub(super_call.params.len());
        let mut params = Vec::new();
        let mut types = Vec::new();
        for (index, arg) in super_call.args.iter().enumerate() {
            let written = index.checked_sub(extra_outer).and_then(|index| super_call.params.get(index));
            let ty = match written {
                Some(ty) => ty.clone(),
                None => self.outer_type_of(super_call.constructor),
            };
            let erased = self.declarations.erase(&ty);
            let name = Name::new(format!("arg{index}"));
            params.push(ParamInfo { name, span: arg.span, ty: erased, nullity: Nullity::Nullable });
            types.push(ty);
        }
        let info = &mut self.declarations.program.methods[constructor.index()].params;
        info.truncate(kept);
        info.extend(params);
        let declared = &mut self.declarations.methods[constructor.index()].params;
        declared.truncate(kept);
        declared.extend(types);
    }

    fn outer_type_of(&self, constructor: MethodId) -> JavaType {
        let class = self.declarations.program.method(constructor).class;
        match self.declarations.program.class(class).outer {
            Some(outer) => JavaType::Class(self.declarations.this_type(outer)),
            None => JavaType::Unknown,
        }
    }

    // Constructors that call constructors.

    /// `super(args)`, written or implicit: the call of the superclass's constructor. `Ok(None)`:
    /// there is none to call.
    pub(super) fn super_constructor_call(
        &mut self,
        outer: Option<Typed>,
        passed: Vec<Passed>,
        span: Span,
    ) -> Resolved<Option<ConstructorCall>> {
        let Some(superclass) = self.declarations.classes[self.class.index()].superclass.clone() else {
            return Ok(None);
        };
        let class = superclass.class;
        let info = self.declarations.program.class(class);
        if info.origin == ClassOrigin::Missing {
            let detail = info.name.clone();
            return Err(Box::new(self.unsupported(Construct::MissingClass, &detail, JavaType::Void, span)));
        }
        // The name and ordinal of an enum constant are set by whoever creates it.
        if class == self.declarations.well_known.enumeration {
            return Ok(None);
        }
        let outer = self.enclosing_for_super(class, outer, span)?;
        let name = Ident { name: self.simple_name(class), span };
        self.constructor_call(class, &JavaType::Class(superclass), outer, passed, &name, span).map(Some)
    }

    fn enclosing_for_super(&mut self, class: ClassId, given: Option<Typed>, span: Span) -> Resolved<Option<TypedExpr>> {
        if given.is_some() || !self.declarations.classes[class.index()].is_inner {
            return self.enclosing_for(class, given, span);
        }
        let Some(outer_class) = self.declarations.program.class(class).outer else { return Ok(None) };
        match self.outer_instance_of(outer_class, span) {
            Some(outer) => Ok(Some(outer)),
            None => {
                let (inner, outer) = (self.simple_name(class), self.simple_name(outer_class));
                let message =
                    format!("the superclass `{inner}` needs an enclosing `{outer}` object, and there is none");
                Err(Box::new(self.wrong(Code::NoEnclosingInstance, span, message)))
            }
        }
    }

    /// `this(args)`
    pub(super) fn this_constructor_call(&mut self, passed: Vec<Passed>, span: Span) -> Resolved<ConstructorCall> {
        let class = self.class;
        let ty = JavaType::Class(self.declarations.this_type(class));
        let field = self.declarations.program.class(class).outer_instance;
        let outer = field.map(|field| self.field_node(self.this_expr(span), field, span));
        let name = Ident { name: self.simple_name(class), span };
        self.constructor_call(class, &ty, outer, passed, &name, span)
    }

    // The diamond.

    /// `new T<>(…)`: arguments from the expected type, then from the constructor's arguments.
    fn diamond_type(&mut self, class_type: ClassType, passed: &[Passed], expected: Option<&JavaType>) -> JavaType {
        let class = class_type.class;
        let own = self.declarations.this_type(class);
        let wanted = self.wanted_arguments(&own, expected);
        let constructors = self.declarations.classes[class.index()].constructors.clone();
        let shapes = self.shapes(passed);
        let mut found: HashMap<JavaType, JavaType> = HashMap::new();
        if let Selection::Chosen(chosen) = self.declarations.select(&constructors, None, &[], &shapes)
            && let JavaType::Class(made) = chosen.return_type
        {
            for (formal, actual) in own.args.iter().zip(made.args.iter()) {
                if let (TypeArgument::Type(formal), TypeArgument::Type(actual)) = (formal, actual) {
                    found.insert(formal.clone(), actual.clone());
                }
            }
        }
        let args = own.args.iter().map(|arg| match arg {
            TypeArgument::Type(variable) => {
                let known = wanted.get(variable).or_else(|| found.get(variable));
                TypeArgument::Type(known.cloned().unwrap_or(JavaType::Unknown))
            }
            TypeArgument::Wildcard(_) => arg.clone(),
        });
        JavaType::Class(ClassType { class, args: args.collect() })
    }

    /// What the context says about the parameters of a class.
    fn wanted_arguments(&self, own: &ClassType, expected: Option<&JavaType>) -> HashMap<JavaType, JavaType> {
        let Some(JavaType::Class(wanted)) = expected else { return HashMap::new() };
        let view = self.declarations.as_super(&JavaType::Class(own.clone()), wanted.class);
        let mut found = HashMap::new();
        for (formal, actual) in view.iter().flat_map(|view| view.args.iter().zip(wanted.args.iter())) {
            if let TypeArgument::Type(formal @ JavaType::Variable(_)) = formal {
                found.entry(formal.clone()).or_insert_with(|| argument_bound(actual));
            }
        }
        found
    }
}

fn argument_bound(argument: &TypeArgument) -> JavaType {
    match argument {
        TypeArgument::Type(ty) => ty.clone(),
        TypeArgument::Wildcard(Some((_, bound))) => bound.clone(),
        TypeArgument::Wildcard(None) => JavaType::Unknown,
    }
}

fn has_diamond(ty: &TypeRef) -> bool {
    match &ty.kind {
        TypeRefKind::Named(segments) => {
            segments.last().and_then(|segment| segment.args.as_ref()).is_some_and(Vec::is_empty)
        }
        _ => false,
    }
}
