//! Functional interfaces (JLS 9.8) and their function types (9.9), and the synthetic classes of
//! lambdas.

use super::declarations::{ClassDeclaration, Declarations, MethodDeclaration, MethodSyntax, Place};
use super::declare::collect::empty_method;
use super::types::{ClassType, JavaType, TypeArgument};
use crate::program::{Class, ClassId, ClassKind, ClassOrigin, Method, MethodId, MethodKind, Nullity, ParamInfo, Type};
use std::collections::HashMap;
use tightrope_source::{Name, Span};

/// The one abstract method of an interface as the type's arguments make it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct FunctionType {
    pub(crate) interface: ClassType,
    pub(crate) method: MethodId,
    pub(crate) params: Vec<JavaType>,
    pub(crate) result: JavaType,
}

/// The class that a lambda becomes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FunctionClass {
    pub(crate) class: ClassId,
    pub(crate) constructor: MethodId,
    pub(crate) method: MethodId,
}

impl Declarations<'_> {
    /// The function type of a functional interface; `None` of any other type, and where a class is
    /// not at hand.
    pub(crate) fn function_type(&self, ty: &JavaType) -> Option<FunctionType> {
        let JavaType::Class(class) = ty else { return None };
        let data = self.program.class(class.class);
        let is_known = data.origin != ClassOrigin::Missing && !self.classes[class.class.index()].has_missing_ancestor;
        if !is_known || data.kind != ClassKind::Interface {
            return None;
        }
        let [method] = self.abstract_methods(class.class)[..] else { return None };
        let declared = &self.methods[method.index()];
        if !declared.type_params.is_empty() {
            return None;
        }
        let interface = self.without_wildcards(class);
        let owner = self.program.method(method).class;
        let through = JavaType::Class(interface.clone());
        let seen = |ty: &JavaType| self.member_type(&through, owner, ty);
        let params = declared.params.iter().map(seen).collect();
        let result = seen(&declared.return_type);
        Some(FunctionType { interface, method, params, result })
    }

    /// JLS 9.9: a wildcard stands for its bound.
    fn without_wildcards(&self, ty: &ClassType) -> ClassType {
        let params = &self.classes[ty.class.index()].type_params;
        let plain = |(index, arg): (usize, &TypeArgument)| match arg {
            TypeArgument::Type(_) => arg.clone(),
            TypeArgument::Wildcard(Some((_, bound))) => TypeArgument::Type(bound.clone()),
            TypeArgument::Wildcard(None) => {
                let bound = params.get(index).map(|param| self.erased_type(&self.bound_of(&param.variable)));
                TypeArgument::Type(bound.unwrap_or(JavaType::Unknown))
            }
        };
        ClassType { class: ty.class, args: ty.args.iter().enumerate().map(plain).collect() }
    }

    /// Declares the class of a lambda that stands in a body of `outer`. Its method has the erased
    /// signature of the interface's.
    pub(crate) fn declare_function(
        &mut self,
        outer: ClassId,
        is_static: bool,
        function: &FunctionType,
        names: &[Name],
        span: Span,
    ) -> FunctionClass {
        let class = self.function_class(outer, is_static, function, span);
        if !is_static {
            let ty = JavaType::Class(self.this_type(outer));
            let field = self.add_synthetic_field(class, Name::new("this$0"), ty, span);
            self.program.classes[class.index()].outer_instance = Some(field);
        }
        let outer_param = (!is_static).then(|| (Name::new("this$0"), JavaType::Class(self.this_type(outer))));
        let constructor = self.function_member(class, "<init>", MethodKind::Constructor, span);
        self.set_signature(constructor, outer_param.into_iter().collect(), JavaType::Void, span);
        let data = self.program.method(function.method);
        let (name, erased) = (data.name.clone(), self.methods[function.method.index()].params.clone());
        let overrides: Vec<MethodId> = std::iter::once(function.method).chain(data.overrides.iter().copied()).collect();
        let result = self.erased_type(&self.methods[function.method.index()].return_type.clone());
        let params = names.iter().cloned().zip(erased.iter().map(|ty| self.erased_type(ty))).collect();
        let method = self.function_member(class, &name, MethodKind::Method, span);
        self.set_signature(method, params, result, span);
        self.program.methods[method.index()].overrides = overrides;
        FunctionClass { class, constructor, method }
    }

    fn function_class(&mut self, outer: ClassId, is_static: bool, function: &FunctionType, span: Span) -> ClassId {
        let class = ClassId(self.program.classes.len() as u32);
        let object = self.well_known.object;
        let number = self.attribution.next_function(outer);
        let around = &self.classes[outer.index()];
        let declaration = ClassDeclaration {
            syntax: None,
            place: Place::Local { class: outer, is_static },
            package: around.package.clone(),
            scope: around.scope.clone(),
            type_params: Vec::new(),
            superclass: Some(ClassType::raw(object)),
            interfaces: vec![function.interface.clone()],
            member_classes: HashMap::new(),
            fields: HashMap::new(),
            methods: HashMap::new(),
            constructors: Vec::new(),
            is_inner: !is_static,
            is_function: true,
            has_missing_ancestor: false,
            non_null_by_default: false,
            captured: Vec::new(),
        };
        let data = self.program.class(outer);
        let program_class = Class {
            name: Name::new(format!("{}$lambda{number}", data.name)),
            simple_name: Name::default(),
            span,
            kind: ClassKind::Class,
            origin: data.origin,
            is_abstract: false,
            is_final: true,
            is_private: true,
            is_public: false,
            is_unknown: false,
            superclass: Some(object),
            interfaces: vec![function.interface.class],
            outer: Some(outer),
            outer_instance: None,
            captures: Vec::new(),
            fields: Vec::new(),
            methods: Vec::new(),
            inherited_implementations: Vec::new(),
            static_initializer: None,
            enum_constants: Vec::new(),
            invariants: Vec::new(),
            rep_ok: None,
            constraints: Vec::new(),
            initially: Vec::new(),
            axioms: Vec::new(),
            unchecked: Vec::new(),
        };
        self.classes.push(declaration);
        self.program.classes.push(program_class);
        class
    }

    fn function_member(&mut self, class: ClassId, name: &str, kind: MethodKind, span: Span) -> MethodId {
        let is_constructor = kind == MethodKind::Constructor;
        let data = Method {
            name: Name::new(name),
            kind,
            is_private: is_constructor,
            is_public: !is_constructor,
            is_synthetic: true,
            ..empty_method(class, span)
        };
        let syntax = if is_constructor { MethodSyntax::AnonymousConstructor } else { MethodSyntax::Function };
        let scope = self.classes[class.index()].scope.clone();
        let declaration = MethodDeclaration {
            syntax,
            scope,
            type_params: Vec::new(),
            params: Vec::new(),
            return_type: JavaType::Void,
        };
        self.add_method(data, declaration)
    }

    fn set_signature(&mut self, method: MethodId, params: Vec<(Name, JavaType)>, result: JavaType, span: Span) {
        for (name, ty) in params {
            let erased: Type = self.erase(&ty);
            let param = ParamInfo { name, span, ty: erased, nullity: Nullity::Nullable };
            self.program.methods[method.index()].params.push(param);
            self.methods[method.index()].params.push(ty);
        }
        self.program.methods[method.index()].return_type = self.erase_return(&result);
        self.methods[method.index()].return_type = result;
    }
}
