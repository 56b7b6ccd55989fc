//! Types as written (JLS 4): primitive types, class types with their arguments, arrays.

use super::Converter;
use super::concrete::{Field, Kind, Node};
use crate::tree::{Primitive, TypeArg, TypeParam, TypeRef, TypeRefKind, TypeSegment, WildcardBound};
use tightrope_source::Span;

impl<'t> Converter<'t> {
    pub(super) fn type_ref(&mut self, node: Node<'t>) -> TypeRef {
        let span = self.span(node);
        let kind = self.nested(node, |this| this.type_kind(node)).unwrap_or(TypeRefKind::Error);
        TypeRef { span, kind }
    }

    /// The type at its place in the grammar, or an error where the text is broken.
    pub(super) fn type_or_error(&mut self, ty: Option<Node<'t>>, at: Node<'t>) -> TypeRef {
        match ty {
            Some(ty) => self.type_ref(ty),
            None => TypeRef { span: self.span(at).before(), kind: TypeRefKind::Error },
        }
    }

    fn type_kind(&mut self, node: Node<'t>) -> TypeRefKind {
        if node.is_missing() {
            return TypeRefKind::Error;
        }
        match node.kind() {
            Kind::VoidType => TypeRefKind::Void,
            Kind::IntegralType | Kind::FloatingType | Kind::BooleanType => self.primitive(node),
            Kind::TypeIdentifier | Kind::Identifier if self.text_of(node) == "var" => TypeRefKind::Inferred,
            Kind::TypeIdentifier | Kind::Identifier | Kind::ScopedType | Kind::GenericType => {
                TypeRefKind::Named(self.type_segments(node))
            }
            Kind::ArrayType => self.array_type(node),
            Kind::AnnotatedType => self.annotated_type(node),
            _ => TypeRefKind::Error,
        }
    }

    fn primitive(&self, node: Node<'t>) -> TypeRefKind {
        let primitive = match self.text_of(node) {
            "boolean" => Primitive::Boolean,
            "byte" => Primitive::Byte,
            "short" => Primitive::Short,
            "char" => Primitive::Char,
            "int" => Primitive::Int,
            "long" => Primitive::Long,
            "float" => Primitive::Float,
            "double" => Primitive::Double,
            _ => return TypeRefKind::Error,
        };
        TypeRefKind::Primitive(primitive)
    }

    fn array_type(&mut self, node: Node<'t>) -> TypeRefKind {
        let dims = self.dimensions(node.at(Field::Dimensions));
        if !self.chain_fits(node, dims) {
            return TypeRefKind::Error;
        }
        let element = self.below_chain(dims, |this| this.type_or_error(node.at(Field::Element), node));
        self.array_of(element, dims, self.span(node)).kind
    }

    fn annotated_type(&mut self, node: Node<'t>) -> TypeRefKind {
        let ty = node.children().find(|child| is_type(child.kind()));
        self.type_or_error(ty, node).kind
    }

    /// `element` with so many brackets after it.
    pub(super) fn array_of(&mut self, element: TypeRef, dims: usize, span: Span) -> TypeRef {
        let mut ty = element;
        for _ in 0..dims {
            ty = TypeRef { span, kind: TypeRefKind::Array(Box::new(ty)) };
        }
        ty
    }

    /// The number of brackets, at most the 255 that a Java array can have (JVMS 4.10).
    pub(super) fn dimensions(&mut self, node: Option<Node<'t>>) -> usize {
        let Some(node) = node else { return 0 };
        let count = node.children().filter(|child| child.is(Kind::OpenBracket)).count();
        if count > 255 {
            self.report_too_deep(node, "an array has at most 255 dimensions");
        }
        count.min(255)
    }

    /// `a.B<C>.D`: the parser nests to the left, so the last segment comes first.
    fn type_segments(&mut self, node: Node<'t>) -> Vec<TypeSegment> {
        let mut segments = Vec::new();
        let mut rest = Some(node);
        let mut args = None;
        while let Some(node) = rest {
            rest = None;
            match node.kind() {
                Kind::GenericType => {
                    args = node.child(Kind::TypeArguments).map(|arguments| self.type_arguments(arguments));
                    rest = node.children().find(|child| is_type(child.kind()));
                }
                Kind::ScopedType => {
                    let mut parts = node.children().filter(|child| is_type(child.kind()));
                    rest = parts.next();
                    if let Some(last) = parts.next() {
                        segments.push(TypeSegment { name: self.ident(last), args: args.take() });
                    }
                }
                _ => segments.push(TypeSegment { name: self.ident(node), args: args.take() }),
            }
        }
        segments.reverse();
        segments
    }

    pub(super) fn type_arguments(&mut self, node: Node<'t>) -> Vec<TypeArg> {
        let arguments = node.children().filter(|child| child.is(Kind::Wildcard) || is_type(child.kind()));
        arguments.map(|argument| self.type_argument(argument)).collect()
    }

    fn type_argument(&mut self, node: Node<'t>) -> TypeArg {
        if !node.is(Kind::Wildcard) {
            return TypeArg::Type(self.type_ref(node));
        }
        let direction = match () {
            () if node.child(Kind::KeywordExtends).is_some() => Some(WildcardBound::Extends),
            () if node.child(Kind::Super).is_some() => Some(WildcardBound::Super),
            () => None,
        };
        let ty = node.children().find(|child| is_type(child.kind())).map(|ty| self.type_ref(ty));
        TypeArg::Wildcard { span: self.span(node), bound: direction.zip(ty) }
    }

    pub(super) fn type_parameters(&mut self, node: Option<Node<'t>>) -> Vec<TypeParam> {
        let Some(node) = node else { return Vec::new() };
        let parameters = node.children().filter(|child| child.is(Kind::TypeParameter));
        parameters.map(|parameter| self.type_parameter(parameter)).collect()
    }

    fn type_parameter(&mut self, node: Node<'t>) -> TypeParam {
        let name = self.ident_or_empty(node.child(Kind::TypeIdentifier), node);
        let bounds = node.child(Kind::TypeBound).map_or_else(Vec::new, |bound| self.types_in(bound));
        TypeParam { name, bounds }
    }

    /// All types that are children of a node: bounds, `throws`, a list of types.
    pub(super) fn types_in(&mut self, node: Node<'t>) -> Vec<TypeRef> {
        node.children().filter(|child| is_type(child.kind())).map(|ty| self.type_ref(ty)).collect()
    }

    /// The types of a clause such as `implements A, B`.
    pub(super) fn type_list(&mut self, clause: Option<Node<'t>>) -> Vec<TypeRef> {
        clause.and_then(|clause| clause.child(Kind::TypeList)).map_or_else(Vec::new, |list| self.types_in(list))
    }
}

pub(super) fn is_type(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::VoidType
            | Kind::IntegralType
            | Kind::FloatingType
            | Kind::BooleanType
            | Kind::TypeIdentifier
            | Kind::ScopedType
            | Kind::GenericType
            | Kind::ArrayType
            | Kind::AnnotatedType
    )
}
