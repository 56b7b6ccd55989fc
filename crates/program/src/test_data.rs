//! Declarations made by hand, for tests: everything plain, public and nullable. Methods named `f`,
//! `g` and `<clinit>` are static.

use crate::body::{Body, Local, LocalKind};
use crate::contract::Contract;
use crate::program::*;
use tightrope_source::{FileId, Name, Span};

pub(crate) const SPAN: Span = Span { file: FileId(0), start: 0, end: 0 };

pub(crate) fn class(name: &str, superclass: Option<ClassId>) -> Class {
    let simple_name = Name::new(name.rsplit('.').next().unwrap_or(name));
    Class {
        name: Name::new(name),
        simple_name,
        span: SPAN,
        kind: ClassKind::Class,
        origin: ClassOrigin::User,
        is_abstract: false,
        is_final: false,
        is_private: false,
        is_unknown: false,
        is_public: false,
        superclass,
        interfaces: Vec::new(),
        outer: None,
        outer_instance: None,
        captures: Vec::new(),
        fields: Vec::new(),
        methods: Vec::new(),
        static_initializer: None,
        enum_constants: Vec::new(),
        invariants: Vec::new(),
        rep_ok: None,
        inherited_implementations: Vec::new(),
        constraints: Vec::new(),
        initially: Vec::new(),
        axioms: Vec::new(),
        unchecked: Vec::new(),
    }
}

pub(crate) fn field(class: ClassId, name: &str, ty: Type, is_static: bool) -> Field {
    Field {
        class,
        name: Name::new(name),
        span: SPAN,
        ty,
        kind: FieldKind::Java,
        is_static,
        is_final: false,
        is_private: false,
        nullity: Nullity::Nullable,
        constant: None,
        represents: None,
    }
}

pub(crate) fn method(class: ClassId, name: &str, params: &[Type], return_type: Option<Type>) -> Method {
    let param = |(position, ty): (usize, &Type)| ParamInfo {
        name: Name::new(format!("p{position}")),
        span: SPAN,
        ty: *ty,
        nullity: Nullity::Nullable,
    };
    let kind = match name {
        "<init>" => MethodKind::Constructor,
        "<clinit>" => MethodKind::StaticInitializer,
        _ => MethodKind::Method,
    };
    Method {
        class,
        name: Name::new(name),
        span: SPAN,
        name_span: SPAN,
        kind,
        is_static: matches!(name, "f" | "g" | "<clinit>"),
        is_abstract: false,
        is_final: false,
        is_private: false,
        is_public: false,
        is_pure: false,
        is_helper: false,
        is_synthetic: false,
        is_varargs: false,
        params: params.iter().enumerate().map(param).collect(),
        return_type,
        return_nullity: Nullity::Nullable,
        throws: Vec::new(),
        overrides: Vec::new(),
        code: Code::Body(Body::default()),
        contract: Contract::default(),
    }
}

pub(crate) fn local(name: &str, ty: Type, kind: LocalKind) -> Local {
    Local { name: Name::new(name), ty, kind, span: SPAN }
}

pub(crate) fn parameters(method: &Method) -> Vec<Local> {
    let this = (!method.is_static).then(|| local("this", Type::class(method.class), LocalKind::This));
    let params = method.params.iter().map(|param| local(&param.name, param.ty, LocalKind::Param));
    this.into_iter().chain(params).collect()
}
