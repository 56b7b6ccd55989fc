//! `instanceof` and patterns (JLS 14.30, 15.20.2): tests that bind variables.
//!
//! A pattern becomes a boolean expression over a variable that holds the value: tests joined by
//! `&&`, bindings as assignments.

use super::conversions::is_reference;
use super::{Attributor, Bindings, Typed, Variable};
use crate::body::{Dispatch, LocalKind, LogicalOp};
use crate::constructs::Construct;
use crate::lower::typed::{Place, TypedExpr, TypedExprKind};
use crate::lower::types::{ClassType, JavaType};
use crate::program::{ClassId, ClassOrigin, Constant, LocalId};
use tightrope_source::{Code, Name, Span, with_article};
use tightrope_syntax::tree::{Expr, Ident, InstanceOfTarget, Pattern, PatternKind, TypeRef, TypeRefKind};

type Bound = Vec<(Name, Variable)>;

impl<'d, 'a> Attributor<'d, 'a> {
    pub(super) fn instance_of(&mut self, operand: &Expr, target: &InstanceOfTarget, span: Span) -> Typed {
        let value = self.expression(operand, None);
        if !value.is_unknown() && !is_reference(&value.ty) {
            let message = format!("`instanceof` needs an object, not `{}`", self.describe(&value.ty));
            return self.wrong(Code::BadOperands, value.span(), message);
        }
        match target {
            InstanceOfTarget::Type(ty) => {
                let ty = self.declarations.resolve_type(&self.scope.clone(), ty);
                let source = value.ty.clone();
                self.type_test(value.without_inserted_cast(), &source, &ty, span)
            }
            InstanceOfTarget::Pattern(pattern) => {
                let mut bound = Vec::new();
                let local = self.add_temporary(value.ty.clone(), value.span());
                let test = self.pattern_test(local, pattern, false, &mut bound);
                let kind = TypedExprKind::Let { local, value: Box::new(value.expr), body: Box::new(test) };
                let mut typed = self.boolean(kind, span);
                typed.bindings = Bindings { when_true: bound, when_false: Vec::new() };
                typed
            }
        }
    }

    /// `operand instanceof ty`
    fn type_test(&mut self, operand: TypedExpr, source: &JavaType, ty: &JavaType, span: Span) -> Typed {
        let boolean = JavaType::Primitive(tightrope_syntax::tree::Primitive::Boolean);
        if *ty == JavaType::Unknown {
            return self.unsupported(Construct::Untyped, "instanceof", boolean, span);
        }
        let erased = self.declarations.erase(ty);
        if let Some(missing) = self.missing_class_of(ty) {
            let detail = self.class_name(missing);
            return self.unsupported(Construct::MissingClass, &detail, boolean, span);
        }
        if matches!(operand.kind, TypedExprKind::Unsupported(_)) {
            return self.typed(operand.kind, boolean, span);
        }
        if *source != JavaType::Unknown && !self.declarations.is_castable(source, ty) {
            let target = with_article(&self.describe(ty));
            let message = format!("`{}` can never be {target}", self.describe(source));
            return self.wrong(Code::BadCast, span, message);
        }
        self.boolean(TypedExprKind::InstanceOf { operand: Box::new(operand), ty: erased }, span)
    }

    /// The class that is not at hand in this type, if it is one.
    pub(super) fn missing_class_of(&self, ty: &JavaType) -> Option<ClassId> {
        let class = super::base_class(self.declarations.erase(ty))?;
        (self.declarations.program.class(class).origin == ClassOrigin::Missing).then_some(class)
    }

    /// Does the value of `source` match? Binds the pattern's variables. `nested`: a pattern that
    /// covers the whole type of the value also matches null.
    pub(super) fn pattern_test(
        &mut self,
        source: LocalId,
        pattern: &Pattern,
        nested: bool,
        bound: &mut Bound,
    ) -> TypedExpr {
        match &pattern.kind {
            PatternKind::Type { ty, name } => self.type_pattern(source, ty, name.as_ref(), nested, pattern.span, bound),
            PatternKind::Record { ty, components } => self.record_pattern(source, ty, components, pattern.span, bound),
            PatternKind::Any => self.truth(pattern.span),
            PatternKind::Error => {
                let boolean = JavaType::Primitive(tightrope_syntax::tree::Primitive::Boolean);
                self.unsupported(Construct::Untyped, "pattern with an error", boolean, pattern.span).expr
            }
        }
    }

    pub(super) fn truth(&self, span: Span) -> TypedExpr {
        self.boolean(TypedExprKind::Constant(Constant::Boolean(true)), span).expr
    }

    fn type_pattern(
        &mut self,
        source: LocalId,
        ty: &TypeRef,
        name: Option<&Ident>,
        nested: bool,
        span: Span,
        bound: &mut Bound,
    ) -> TypedExpr {
        let source_type = self.local_type(source);
        let inferred = ty.kind == TypeRefKind::Inferred;
        let ty = if inferred { source_type.clone() } else { self.declarations.resolve_type(&self.scope.clone(), ty) };
        let total = inferred || (nested && self.covers(&ty, &source_type));
        let binding = name.map(|name| self.bind(source, &ty, name, span, bound));
        if total {
            return binding.unwrap_or_else(|| self.truth(span));
        }
        let read = self.read_local(source, span).expr;
        let test = self.type_test(read, &source_type, &ty, span).expr;
        match binding {
            Some(binding) => self.conjunction(test, binding, span),
            None => test,
        }
    }

    /// Does every value of `source` belong to `ty`?
    pub(super) fn covers(&self, ty: &JavaType, source: &JavaType) -> bool {
        *ty == *source
            || (is_reference(ty) && is_reference(source) && {
                let (ty, source) = (self.declarations.erase(ty), self.declarations.erase(source));
                self.erased_fits(source, ty)
            })
    }

    pub(super) fn conjunction(&self, left: TypedExpr, right: TypedExpr, span: Span) -> TypedExpr {
        let kind = TypedExprKind::Logical { op: LogicalOp::And, left: Box::new(left), right: Box::new(right) };
        self.boolean(kind, span).expr
    }

    /// Assigns the value to the pattern's variable; true.
    fn bind(&mut self, source: LocalId, ty: &JavaType, name: &Ident, span: Span, bound: &mut Bound) -> TypedExpr {
        let local = self.add_local(name.name.clone(), ty.clone(), LocalKind::Variable, name.span);
        bound.push((name.name.clone(), self.variable(local)));
        let value = self.read_local(source, span);
        let value = if is_reference(ty) { self.reference_to(value, ty) } else { value.expr };
        let kind = TypedExprKind::Assign { place: Place::Local(local), value: Box::new(value) };
        let assign = self.typed(kind, ty.clone(), span).expr;
        let then = Box::new(self.truth(span));
        self.boolean(TypedExprKind::Sequence { first: Box::new(assign), then }, span).expr
    }

    fn record_pattern(
        &mut self,
        source: LocalId,
        ty: &TypeRef,
        components: &[Pattern],
        span: Span,
        bound: &mut Bound,
    ) -> TypedExpr {
        let source_type = self.local_type(source);
        let resolved = self.declarations.resolve_type(&self.scope.clone(), ty);
        let JavaType::Class(record) = &resolved else { return self.unbound_components(components, span, bound) };
        let record = self.with_arguments_of(record, &source_type);
        let ty = JavaType::Class(record.clone());
        let accessors = self.record_accessors(record.class);
        if accessors.len() != components.len() {
            if self.missing_class_of(&ty).is_none() {
                let (name, count) = (self.describe(&ty), accessors.len());
                self.report(Code::TypeMismatch, span, format!("`{name}` has {count} components"));
            }
            return self.unbound_components(components, span, bound);
        }
        let read = self.read_local(source, span).expr;
        let test = self.type_test(read, &source_type, &ty, span).expr;
        let object = self.add_temporary(ty.clone(), span);
        let mut parts: Option<TypedExpr> = None;
        for (accessor, pattern) in accessors.into_iter().zip(components) {
            let part = self.component_test(object, &record, accessor, pattern, bound);
            parts = Some(match parts {
                Some(before) => self.conjunction(before, part, span),
                None => part,
            });
        }
        let body = parts.unwrap_or_else(|| self.truth(span));
        let source = self.read_local(source, span);
        let value = self.reference_to(source, &ty);
        let kind = TypedExprKind::Let { local: object, value: Box::new(value), body: Box::new(body) };
        let matched = self.boolean(kind, span).expr;
        self.conjunction(test, matched, span)
    }

    /// A record type written without arguments takes those of the matched value.
    fn with_arguments_of(&self, record: &ClassType, source: &JavaType) -> ClassType {
        match self.declarations.upper_bound(source) {
            JavaType::Class(source) if record.args.is_empty() && source.class == record.class => source,
            _ => record.clone(),
        }
    }

    fn record_accessors(&self, class: ClassId) -> Vec<crate::program::MethodId> {
        let Some(syntax) = self.declarations.classes[class.index()].syntax else { return Vec::new() };
        let names = syntax.record_components.iter().map(|component| component.name.name.clone());
        names.filter_map(|name| self.method_with_params(class, &name, &[])).collect()
    }

    fn component_test(
        &mut self,
        object: LocalId,
        record: &ClassType,
        accessor: crate::program::MethodId,
        pattern: &Pattern,
        bound: &mut Bound,
    ) -> TypedExpr {
        let span = pattern.span;
        let declared = self.declarations.methods[accessor.index()].return_type.clone();
        let ty = self.declarations.member_type(&JavaType::Class(record.clone()), record.class, &declared);
        let args = vec![self.read_local(object, span).expr];
        let erased = self.declarations.program.method(accessor).return_type;
        let kind = TypedExprKind::Call { dispatch: Dispatch::Virtual, method: accessor, args };
        let value = Typed::new(TypedExpr { kind, ty: erased, span }, ty.clone());
        let value = self.with_inserted_cast(value).expr;
        let local = self.add_temporary(ty, span);
        let body = self.pattern_test(local, pattern, true, bound);
        self.boolean(TypedExprKind::Let { local, value: Box::new(value), body: Box::new(body) }, span).expr
    }

    /// The record is not known: its patterns' variables exist all the same, so that their uses are
    /// no errors.
    fn unbound_components(&mut self, components: &[Pattern], span: Span, bound: &mut Bound) -> TypedExpr {
        for component in components {
            match &component.kind {
                PatternKind::Type { ty, name: Some(name) } => {
                    let ty = match ty.kind {
                        TypeRefKind::Inferred => JavaType::Unknown,
                        _ => self.declarations.resolve_type(&self.scope.clone(), ty),
                    };
                    let local = self.add_local(name.name.clone(), ty, LocalKind::Variable, name.span);
                    bound.push((name.name.clone(), self.variable(local)));
                }
                PatternKind::Record { components, .. } => {
                    self.unbound_components(components, span, bound);
                }
                _ => {}
            }
        }
        let boolean = JavaType::Primitive(tightrope_syntax::tree::Primitive::Boolean);
        self.unsupported(Construct::Untyped, "record pattern", boolean, span).expr
    }
}
