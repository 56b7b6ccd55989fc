//! Conversions between types: assignment and invocation contexts, casts, boxing, numeric promotion
//! (JLS chapter 5).
//!
//! Boxing and unboxing become calls of `Integer.valueOf` and `intValue`, conversions from and to
//! floating types calls of natives of `Float` and `Double`.

use super::{Attributor, Typed, is_floating};
use crate::body::Dispatch;
use crate::constructs::Construct;
use crate::floating::Operation;
use crate::lower::constants::{convert_constant, fits};
use crate::lower::typed::{TypedExpr, TypedExprKind};
use crate::lower::types::JavaType;
use crate::program::{ClassId, ClassOrigin, MethodId, Type};
use tightrope_source::{Code, Span, with_article};
use tightrope_syntax::tree::Primitive;

/// The order of widening: each numeric type widens to those of a greater rank, except that nothing
/// widens to `char`.
fn rank(primitive: Primitive) -> Option<u8> {
    Some(match primitive {
        Primitive::Boolean => return None,
        Primitive::Byte => 1,
        Primitive::Short | Primitive::Char => 2,
        Primitive::Int => 3,
        Primitive::Long => 4,
        Primitive::Float => 5,
        Primitive::Double => 6,
    })
}

/// Is this an identity or widening conversion (JLS 5.1.2)?
pub(super) fn widens(from: Primitive, to: Primitive) -> bool {
    from == to
        || match (rank(from), rank(to)) {
            (Some(from_rank), Some(to_rank)) => from_rank < to_rank && to != Primitive::Char,
            _ => false,
        }
}

/// Binary numeric promotion (JLS 5.6).
pub(super) fn promoted(left: Primitive, right: Primitive) -> Option<Primitive> {
    let rank = rank(left)?.max(rank(right)?);
    Some(match rank {
        6 => Primitive::Double,
        5 => Primitive::Float,
        4 => Primitive::Long,
        _ => Primitive::Int,
    })
}

pub(super) fn primitive_name(primitive: Primitive) -> &'static str {
    match primitive {
        Primitive::Boolean => "boolean",
        Primitive::Byte => "byte",
        Primitive::Short => "short",
        Primitive::Char => "char",
        Primitive::Int => "int",
        Primitive::Long => "long",
        Primitive::Float => "float",
        Primitive::Double => "double",
    }
}

pub(super) fn is_reference(ty: &JavaType) -> bool {
    use JavaType::{Array, Class, Intersection, Null, Variable};
    matches!(ty, Class(_) | Variable(_) | Array(_) | Intersection(_) | Null)
}

impl<'d, 'a> Attributor<'d, 'a> {
    /// Assignment conversion (JLS 5.2). `why` is the verb of the message: "cannot assign `String`
    /// to `int`".
    pub(crate) fn convert(&mut self, value: Typed, target: &JavaType, why: &str) -> TypedExpr {
        if value.ty == JavaType::Void {
            let message = "this call returns nothing, so it has no value to use".to_string();
            return self.wrong(Code::TypeMismatch, value.span(), message).expr;
        }
        if value.is_unknown() || *target == JavaType::Unknown {
            return self.absorb(value, target);
        }
        match (value.ty.clone(), target) {
            (JavaType::Primitive(from), JavaType::Primitive(to)) => self.convert_primitive(value, from, *to, why),
            (JavaType::Primitive(from), _) => self.convert_boxing(value, from, target, why),
            (_, JavaType::Primitive(to)) => self.convert_unboxing(value, *to, why),
            _ => self.convert_reference(value, target, why),
        }
    }

    fn mismatch(&mut self, value: &Typed, target: &JavaType, why: &str) -> TypedExpr {
        let (from, to) = (self.describe(&value.ty), self.describe(target));
        let (a_from, a_to) = (with_article(&from), with_article(&to));
        let message = match why {
            "return" => format!("{a_to} is to be returned here, not {a_from}"),
            "throw" => format!("only {a_to} can be thrown, not {a_from}"),
            "represent" => format!("the model field is {a_to}, so {a_from} cannot represent it"),
            _ => format!("cannot {why} `{from}` to `{to}`"),
        };
        let code = if why == "represent" { Code::BadRepresents } else { Code::TypeMismatch };
        self.wrong(code, value.span(), message).expr
    }

    /// The value, or the place for it, has a type that is not known: what `javac` would do is a
    /// cast to the target, if anything.
    fn absorb(&mut self, value: Typed, target: &JavaType) -> TypedExpr {
        if *target == JavaType::Unknown && value.expr.ty.is_some_and(Type::is_reference) {
            return value.expr;
        }
        if matches!(value.expr.kind, TypedExprKind::Unsupported(_)) {
            return self.typed(value.expr.kind, target.clone(), value.expr.span).expr;
        }
        if !is_reference(target) || !value.expr.ty.is_some_and(Type::is_reference) {
            let span = value.span();
            return self.unsupported_after(value, Construct::Untyped, "conversion", target.clone(), span).expr;
        }
        self.checked_cast(value.expr, target)
    }

    fn convert_primitive(&mut self, value: Typed, from: Primitive, to: Primitive, why: &str) -> TypedExpr {
        let narrows = value.constant().is_some_and(|constant| from != Primitive::Long && fits(constant, to));
        if widens(from, to) || (narrows && from != Primitive::Boolean) {
            return self.to_primitive(value, to).expr;
        }
        self.mismatch(&value, &JavaType::Primitive(to), why)
    }

    fn convert_boxing(&mut self, value: Typed, from: Primitive, target: &JavaType, why: &str) -> TypedExpr {
        let boxed = self.declarations.boxed(from);
        if self.declarations.is_subtype(&boxed, target) {
            return self.box_value(value).expr;
        }
        let narrower = self
            .declarations
            .unboxed(target)
            .filter(|to| from != Primitive::Long && value.constant().is_some_and(|constant| fits(constant, *to)));
        match narrower {
            Some(to) if from != Primitive::Boolean => {
                let narrow = self.to_primitive(value, to);
                self.box_value(narrow).expr
            }
            _ => self.mismatch(&value, target, why),
        }
    }

    fn convert_unboxing(&mut self, value: Typed, to: Primitive, why: &str) -> TypedExpr {
        if value.free {
            let boxed = self.declarations.boxed(to);
            let cast = self.checked_cast(value.expr, &boxed);
            return self.unbox(Typed::new(cast, boxed), to).expr;
        }
        match self.declarations.unboxed(&self.declarations.upper_bound(&value.ty)) {
            Some(from) if widens(from, to) => {
                let unboxed = self.unbox(value, from);
                self.to_primitive(unboxed, to).expr
            }
            _ => self.mismatch(&value, &JavaType::Primitive(to), why),
        }
    }

    fn convert_reference(&mut self, value: Typed, target: &JavaType, why: &str) -> TypedExpr {
        if !value.free && !self.declarations.is_subtype(&value.ty, target) && value.ty != *target {
            return self.mismatch(&value, target, why);
        }
        self.reference_to(value, target)
    }

    /// The value as one of the target type, with a checked cast only where the erased types do not
    /// say it already.
    pub(super) fn reference_to(&mut self, value: Typed, target: &JavaType) -> TypedExpr {
        let wanted = self.declarations.erase(target);
        let inserted = value.inserted_cast;
        let expr = value.expr;
        let expr = match expr.kind {
            TypedExprKind::Cast(inner) if inserted && inner.ty.is_some_and(|ty| self.erased_fits(ty, wanted)) => *inner,
            kind => TypedExpr { kind, ..expr },
        };
        if expr.ty.is_none_or(|ty| self.erased_fits(ty, wanted)) { expr } else { self.checked_cast(expr, target) }
    }

    /// Is an erased type a subtype of another, as far as the classes at hand tell?
    pub(super) fn erased_fits(&self, from: Type, to: Type) -> bool {
        if from == to || from == Type::NULL || from == Type::UNKNOWN || to == Type::UNKNOWN {
            return true;
        }
        let object = Type::class(self.declarations.well_known.object);
        if to == object {
            return from.is_reference();
        }
        // A class that is not at hand cannot be checked against; only a cast that the user wrote is
        // `Unsupported`.
        let missing = |class: ClassId| self.declarations.program.class(class).origin == ClassOrigin::Missing;
        if super::base_class(to).is_some_and(missing) {
            return true;
        }
        match (from.element(), to.element()) {
            (Some(from), Some(to)) => {
                from == to || (from.is_reference() && to.is_reference() && self.erased_fits(from, to))
            }
            (Some(_), None) => {
                let well_known = &self.declarations.well_known;
                to == Type::class(well_known.cloneable) || self.is_named(to, "java.io.Serializable")
            }
            (None, Some(_)) => false,
            (None, None) => match (from.as_class(), to.as_class()) {
                (Some(from), Some(to)) => self.declarations.is_subclass(from, to),
                _ => true,
            },
        }
    }

    fn is_named(&self, ty: Type, name: &str) -> bool {
        ty.as_class().is_some_and(|class| self.declarations.program.class(class).name == name)
    }

    pub(super) fn checked_cast(&self, expr: TypedExpr, target: &JavaType) -> TypedExpr {
        let span = expr.span;
        match expr.kind {
            TypedExprKind::Unsupported(_) => self.typed(expr.kind, target.clone(), span).expr,
            _ => self.typed(TypedExprKind::Cast(Box::new(expr)), target.clone(), span).expr,
        }
    }

    // Primitive values.

    /// Any conversion between primitive types of the same sort (numeric or boolean).
    pub(super) fn to_primitive(&self, value: Typed, to: Primitive) -> Typed {
        let target = JavaType::Primitive(to);
        let span = value.span();
        if value.ty == target {
            return value;
        }
        if matches!(value.expr.kind, TypedExprKind::Unsupported(_)) {
            return self.typed(value.expr.kind, target, span);
        }
        let folded = value.constant().and_then(|constant| convert_constant(constant, to));
        let kind = match folded {
            Some(constant) => TypedExprKind::Constant(constant),
            None if is_floating(&value.ty) || is_floating(&target) => return self.convert_floating(value, to),
            None => TypedExprKind::Convert(Box::new(value.expr)),
        };
        self.typed(kind, target, span)
    }

    /// A conversion from or to a floating type, if need be over `int` (JLS 5.1.2, 5.1.3).
    fn convert_floating(&self, value: Typed, to: Primitive) -> Typed {
        let JavaType::Primitive(from) = value.ty else { return value };
        let (span, target, of) = (value.span(), JavaType::Primitive(to), value.ty.clone());
        let (operation, of) = match (from, to) {
            (Primitive::Float | Primitive::Double, Primitive::Float | Primitive::Double) => {
                (Operation::FromOther, target.clone())
            }
            (Primitive::Float | Primitive::Double, Primitive::Int) => (Operation::ToInt, of),
            (Primitive::Float | Primitive::Double, Primitive::Long) => (Operation::ToLong, of),
            (Primitive::Long, _) => (Operation::FromLong, target.clone()),
            (Primitive::Int, _) => (Operation::FromInt, target.clone()),
            _ => {
                let int = self.to_primitive(value, Primitive::Int);
                return self.to_primitive(int, to);
            }
        };
        self.floating_call(operation, &of, vec![value.expr], target, span)
    }

    /// An operation of `Float` or `Double`, by the type `of`.
    pub(super) fn floating_call(
        &self,
        operation: Operation,
        of: &JavaType,
        args: Vec<TypedExpr>,
        ty: JavaType,
        span: Span,
    ) -> Typed {
        let JavaType::Primitive(primitive) = *of else { return self.erroneous(span) };
        let methods = self.declarations.find_methods(self.box_class(primitive), operation.name());
        match methods.first() {
            Some(method) => {
                self.typed(TypedExprKind::Call { dispatch: Dispatch::Static, method: *method, args }, ty, span)
            }
            None => self.unsupported(Construct::MissingMember, operation.name(), ty, span),
        }
    }

    /// The primitive type that a value has, or unboxes to.
    pub(super) fn primitive_of(&self, ty: &JavaType) -> Option<Primitive> {
        match ty {
            JavaType::Primitive(primitive) => Some(*primitive),
            JavaType::Class(_) | JavaType::Variable(_) => self.declarations.unboxed(&self.declarations.upper_bound(ty)),
            _ => None,
        }
    }

    pub(super) fn numeric_of(&self, ty: &JavaType) -> Option<Primitive> {
        self.primitive_of(ty).filter(|primitive| *primitive != Primitive::Boolean)
    }

    /// The value itself, or unboxed. Requires `primitive_of` its type to be `primitive`.
    pub(super) fn unboxed(&self, value: Typed, primitive: Primitive) -> Typed {
        if matches!(value.ty, JavaType::Primitive(_)) { value } else { self.unbox(value, primitive) }
    }

    fn box_class(&self, primitive: Primitive) -> ClassId {
        self.declarations.well_known.boxes[primitive as usize]
    }

    /// `Integer.valueOf(value)`
    pub(super) fn box_value(&self, value: Typed) -> Typed {
        let JavaType::Primitive(primitive) = value.ty else { return value };
        let span = value.span();
        let ty = self.declarations.boxed(primitive);
        let class = self.box_class(primitive);
        let erased = self.declarations.erase(&JavaType::Primitive(primitive));
        let value_of = self.method_with_params(class, "valueOf", &[erased]);
        self.box_call(class, "valueOf", value_of, Dispatch::Static, value, ty, span)
    }

    /// String conversion of an object (JLS 5.1.11): `String.valueOf(value)`. Strings and primitive
    /// values are left to the concatenation.
    pub(super) fn string_of(&self, value: Typed) -> Typed {
        let string = self.string_type();
        let is_object = !matches!(value.ty, JavaType::Primitive(_) | JavaType::Null) && !value.is_unknown();
        if self.is_formula || !is_object || value.ty == string {
            return value;
        }
        let span = value.span();
        let class = self.declarations.well_known.string;
        let object = Type::class(self.declarations.well_known.object);
        let value_of = self.method_with_params(class, "valueOf", &[object]);
        self.box_call(class, "valueOf", value_of, Dispatch::Static, value, string, span)
    }

    /// `value.intValue()`
    fn unbox(&self, value: Typed, primitive: Primitive) -> Typed {
        let span = value.span();
        let class = self.box_class(primitive);
        let name = format!("{}Value", primitive_name(primitive));
        let ty = JavaType::Primitive(primitive);
        let method = self.method_with_params(class, &name, &[]);
        self.box_call(class, &name, method, Dispatch::Virtual, value, ty, span)
    }

    #[allow(clippy::too_many_arguments)]
    fn box_call(
        &self,
        class: ClassId,
        name: &str,
        method: Option<MethodId>,
        dispatch: Dispatch,
        value: Typed,
        ty: JavaType,
        span: Span,
    ) -> Typed {
        if matches!(value.expr.kind, TypedExprKind::Unsupported(_)) {
            return self.typed(value.expr.kind, ty, span);
        }
        let Some(method) = method else {
            let detail = format!("{}.{name}", self.class_name(class));
            return self.unsupported_after(value, Construct::MissingMember, &detail, ty, span);
        };
        self.typed(TypedExprKind::Call { dispatch, method, args: vec![value.expr] }, ty, span)
    }

    /// The method of this class with exactly these erased parameters.
    pub(super) fn method_with_params(&self, class: ClassId, name: &str, params: &[Type]) -> Option<MethodId> {
        self.declarations.find_methods(class, name).into_iter().find(|method| {
            let declared = &self.declarations.program.method(*method).params;
            declared.len() == params.len() && declared.iter().zip(params).all(|(declared, ty)| declared.ty == *ty)
        })
    }

    // Casts.

    /// A cast that the user wrote (JLS 5.5, 15.16).
    pub(super) fn cast(&mut self, value: Typed, target: &JavaType, span: Span) -> Typed {
        if value.ty == JavaType::Void {
            return self.wrong(Code::TypeMismatch, value.span(), "this call returns nothing, so it cannot be cast");
        }
        if value.is_unknown() || *target == JavaType::Unknown {
            let expr = self.absorb(value, target);
            return Typed::new(TypedExpr { span, ..expr }, target.clone());
        }
        let mut typed = match (value.ty.clone(), target) {
            (JavaType::Primitive(from), JavaType::Primitive(to)) => self.cast_primitive(value, from, *to),
            (JavaType::Primitive(_), _) => {
                let boxed = self.box_value(value);
                self.cast_reference(boxed, target)
            }
            (_, JavaType::Primitive(to)) => self.cast_unboxing(value, *to),
            _ => self.cast_reference(value, target),
        };
        typed.expr.span = span;
        typed
    }

    fn bad_cast(&mut self, value: &Typed, target: &JavaType) -> Typed {
        let target = with_article(&self.describe(target));
        let message = format!("`{}` can never be {target}", self.describe(&value.ty));
        self.wrong(Code::BadCast, value.span(), message)
    }

    fn cast_primitive(&mut self, value: Typed, from: Primitive, to: Primitive) -> Typed {
        let boolean = Primitive::Boolean;
        if (from == boolean) != (to == boolean) {
            return self.bad_cast(&value, &JavaType::Primitive(to));
        }
        self.to_primitive(value, to)
    }

    fn cast_unboxing(&mut self, value: Typed, to: Primitive) -> Typed {
        let target = JavaType::Primitive(to);
        match self.primitive_of(&value.ty) {
            Some(from) if widens(from, to) => {
                let unboxed = self.unbox(value, from);
                self.to_primitive(unboxed, to)
            }
            Some(_) => self.bad_cast(&value, &target),
            None => {
                let boxed = self.declarations.boxed(to);
                let cast = self.cast_reference(value, &boxed);
                if cast.is_unknown() { cast } else { self.unbox(cast, to) }
            }
        }
    }

    fn cast_reference(&mut self, value: Typed, target: &JavaType) -> Typed {
        if !value.free && !self.declarations.is_castable(&value.ty, target) {
            return self.bad_cast(&value, target);
        }
        let is_upcast = self.declarations.erase(&value.ty) == self.declarations.erase(target);
        if !is_upcast
            && value.ty != JavaType::Null
            && let Some(missing) = self.missing_class_of(target)
        {
            let (span, detail) = (value.span(), self.class_name(missing));
            return self.unsupported_after(value, Construct::MissingClass, &detail, target.clone(), span);
        }
        let expr = self.reference_to(value, target);
        // What may be stored into an array is a matter of its static type: a widening cast of an
        // array stays visible.
        let erased = self.declarations.erase(target);
        let is_widened_array = erased.is_array() && expr.ty.is_some_and(|ty| ty != erased);
        let expr = if is_widened_array { self.checked_cast(expr, target) } else { expr };
        Typed::new(expr, target.clone())
    }

    /// Is this class, or one of its superclasses, not at hand? (Interfaces add no state that a
    /// simple name could mean.)
    pub(super) fn missing_superclass(&self, class: ClassId) -> Option<ClassId> {
        let mut next = Some(class);
        let mut steps = self.declarations.program.classes.len();
        while let Some(class) = next {
            let info = self.declarations.program.class(class);
            if info.origin == ClassOrigin::Missing {
                return Some(class);
            }
            steps = steps.checked_sub(1)?;
            next = info.superclass;
        }
        None
    }
}
