//! Expressions (JLS chapter 15): the dispatch, literals, variables as values, arrays.

use super::conversions::is_reference;
use super::{Attributor, Typed};
use crate::constructs::Construct;
use crate::floating;
use crate::lower::constants::floating_constant;
use crate::lower::typed::{TypedExpr, TypedExprKind};
use crate::lower::types::JavaType;
use crate::program::{BaseType, Constant};
use tightrope_source::{Code, Name, Span, with_article};
use tightrope_syntax::tree::{Expr, ExprKind, Literal, Primitive, TypeRef};

impl<'d, 'a> Attributor<'d, 'a> {
    /// Attributes an expression. `expected` is the type that its context wants, where that helps to
    /// find its own type.
    pub(crate) fn expression(&mut self, expr: &Expr, expected: Option<&JavaType>) -> Typed {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Literal(literal) => self.literal(literal, span),
            ExprKind::Name(_) | ExprKind::Field { .. } | ExprKind::SuperField { .. } | ExprKind::Index { .. } => {
                let variable = self.variable_access(expr);
                self.value_of_variable(variable)
            }
            ExprKind::This { qualifier } => self.this(qualifier.as_ref(), span),
            ExprKind::Call(call) => self.call(call, span, expected),
            ExprKind::New(new) => self.new_object(new, span, expected),
            ExprKind::NewArray { element, lengths, open_dims, init } => {
                self.new_array(element, lengths, *open_dims, init.as_deref(), span)
            }
            ExprKind::ArrayInit(elements) => self.array_initializer(elements, expected, span),
            ExprKind::Unary { op, operand } => self.unary(*op, operand, span),
            ExprKind::Update { op, operand } => self.update(*op, operand, span),
            ExprKind::Binary { op, left, right } => self.binary(*op, left, right, span),
            ExprKind::Assign { op, target, value } => self.assign(*op, target, value, span),
            ExprKind::Conditional { cond, then, otherwise } => {
                self.conditional((cond, then, otherwise), expected, span)
            }
            ExprKind::InstanceOf { operand, pattern } => self.instance_of(operand, pattern, span),
            ExprKind::Cast { types, operand } => self.cast_expression(types, operand, span),
            ExprKind::Lambda(_) | ExprKind::MethodReference { .. } => self.function(expr, expected).value,
            ExprKind::Switch(switch) => self.switch_expression(switch, expected, span),
            ExprKind::ClassLiteral(ty) => self.class_literal(ty, span),
            ExprKind::Template => {
                self.unsupported(Construct::StringTemplate, "string template", JavaType::Unknown, span)
            }
            ExprKind::Jml(jml) => self.jml_expression(jml, span, expected),
            ExprKind::Error => self.erroneous(span),
        }
    }

    /// A boolean expression, unboxed if need be. The bindings are kept.
    pub(crate) fn condition(&mut self, expr: &Expr) -> Typed {
        self.boolean_or(expr, Code::TypeMismatch, "a condition must be boolean")
    }

    /// A boolean operand of `&&`, `!`, `==>` and their kin.
    pub(super) fn boolean_operand(&mut self, expr: &Expr, operator: &str) -> Typed {
        self.boolean_or(expr, Code::BadOperands, &format!("`{operator}` needs a boolean"))
    }

    /// A boolean expression; if it is none, that is what is wrong.
    fn boolean_or(&mut self, expr: &Expr, code: Code, wanted: &str) -> Typed {
        let boolean = JavaType::Primitive(Primitive::Boolean);
        let value = self.expression(expr, Some(&boolean));
        let bindings = value.bindings.clone();
        let expr = if value.is_unknown() || self.primitive_of(&value.ty) == Some(Primitive::Boolean) || value.free {
            self.convert(value, &boolean, "convert")
        } else {
            let message = format!("{wanted}, this is {}", with_article(&self.describe(&value.ty)));
            self.wrong(code, value.span(), message).expr
        };
        let mut typed = Typed::new(expr, boolean);
        typed.expr.ty = Some(crate::program::Type::BOOLEAN);
        typed.bindings = bindings;
        typed
    }

    /// An expression, converted to the type of what it is assigned to.
    pub(crate) fn converted(&mut self, expr: &Expr, target: &JavaType) -> TypedExpr {
        let value = self.expression(expr, Some(target));
        self.convert(value, target, "assign")
    }

    fn literal(&mut self, literal: &Literal, span: Span) -> Typed {
        let (constant, ty) = match literal {
            Literal::Int(value) => (Constant::Int(*value), JavaType::Primitive(Primitive::Int)),
            Literal::Long(value) => (Constant::Long(*value), JavaType::Primitive(Primitive::Long)),
            Literal::Char(value) => (Constant::Int(i32::from(*value)), JavaType::Primitive(Primitive::Char)),
            Literal::String(text) => (Constant::String(Name::new(text)), self.string_type()),
            Literal::Boolean(value) => (Constant::Boolean(*value), JavaType::Primitive(Primitive::Boolean)),
            Literal::Null => (Constant::Null, JavaType::Null),
            Literal::Floating { text, single } => {
                let ty = JavaType::Primitive(if *single { Primitive::Float } else { Primitive::Double });
                // The parser has seen that it is one.
                let bits = floating::literal(text, *single);
                let Some(bits) = bits else {
                    let message = format!("the number `{text}` is too large or too small for `{}`", self.describe(&ty));
                    return self.wrong(Code::BadLiteral, span, message);
                };
                (floating_constant(bits, *single), ty)
            }
        };
        self.typed(TypedExprKind::Constant(constant), ty, span)
    }

    /// A variable or result whose type could not be resolved, not even to a class that is not at
    /// hand, has no value: the error has been reported.
    pub(super) fn without_unknown(&self, typed: Typed) -> Typed {
        if typed.expr.ty.is_none_or(|ty| ty.base != BaseType::Unknown) {
            return typed;
        }
        let (span, ty) = (typed.span(), typed.ty.clone());
        let instead = |this: &Self, ty| this.unsupported(Construct::Untyped, "unresolved type", ty, span);
        match typed.expr.kind {
            TypedExprKind::Field { object, .. } | TypedExprKind::Element { array: object, .. } => {
                let object = Typed::new(*object, JavaType::Unknown);
                self.unsupported_after(object, Construct::Untyped, "unresolved type", ty, span)
            }
            TypedExprKind::Local(_) | TypedExprKind::StaticField(_) | TypedExprKind::Call { .. } => instead(self, ty),
            _ => typed,
        }
    }

    /// The value read from a variable: with the cast that erasure needs.
    pub(super) fn value_of_variable(&self, variable: Typed) -> Typed {
        let variable = self.without_unknown(variable);
        self.with_inserted_cast(variable)
    }

    /// Adds the cast that `javac` inserts where the erased type of a member is not the erasure of
    /// its type here.
    pub(super) fn with_inserted_cast(&self, typed: Typed) -> Typed {
        if !is_reference(&typed.ty) || typed.ty == JavaType::Null {
            return typed;
        }
        let wanted = self.declarations.erase(&typed.ty);
        if typed.expr.ty.is_none_or(|ty| self.erased_fits(ty, wanted)) {
            return typed;
        }
        let expr = self.checked_cast(typed.expr, &typed.ty);
        let mut cast = Typed::new(expr, typed.ty);
        cast.inserted_cast = matches!(cast.expr.kind, TypedExprKind::Cast(_));
        cast
    }

    fn class_literal(&mut self, ty: &TypeRef, span: Span) -> Typed {
        let named = self.declarations.resolve_type(&self.scope.clone(), ty);
        if self.in_specification {
            let erased = self.declarations.erase_return(&named).unwrap_or(crate::program::Type::UNKNOWN);
            let spec = crate::lower::typed::TypedSpec::TypeLiteral(erased);
            return self.typed(TypedExprKind::Spec(Box::new(spec)), JavaType::TypeValue, span);
        }
        let ty = self.class_literal_type(&named);
        let detail = format!("{}.class", self.describe(&named));
        self.unsupported(Construct::ClassLiteral, &detail, ty, span)
    }

    /// `Class<T>`, with primitives boxed (JLS 15.8.2).
    fn class_literal_type(&mut self, named: &JavaType) -> JavaType {
        let Some(class) = self.declarations.find_qualified_class("java.lang.Class") else { return JavaType::Unknown };
        let argument = match named {
            JavaType::Primitive(primitive) => self.declarations.boxed(*primitive),
            JavaType::Void => JavaType::Unknown,
            _ => named.clone(),
        };
        let generic = self.declarations.classes[class.index()].type_params.len() == 1;
        let args = if generic { vec![crate::lower::types::TypeArgument::Type(argument)] } else { Vec::new() };
        JavaType::Class(crate::lower::types::ClassType { class, args: args.into() })
    }

    fn cast_expression(&mut self, types: &[TypeRef], operand: &Expr, span: Span) -> Typed {
        let scope = self.scope.clone();
        let targets: Vec<JavaType> = types.iter().map(|ty| self.declarations.resolve_type(&scope, ty)).collect();
        let Some(first) = targets.first() else { return self.erroneous(span) };
        // A cast is no assignment: only a lambda takes its type from it.
        let expected = Some(first).filter(|_| Self::is_functional(operand));
        let mut value = self.expression(operand, expected);
        for target in targets.iter().rev() {
            if !Self::is_functional(operand) {
                value = self.cast(value, target, span);
            }
        }
        value.bindings = super::Bindings::default();
        value
    }

    // Arrays.

    /// `array[index]`, without the cast that erasure may need.
    pub(super) fn element_access(&mut self, array: &Expr, index: &Expr, span: Span) -> Typed {
        let array = self.expression(array, None);
        let index = self.expression(index, None);
        let index = self.array_index(index);
        if array.is_unknown() {
            return self.unsupported_after(array, Construct::Untyped, "[]", JavaType::Unknown, span);
        }
        let JavaType::Array(element) = array.ty.clone() else {
            let message = format!("`{}` is not an array", self.describe(&array.ty));
            return self.wrong(Code::TypeMismatch, array.span(), message);
        };
        let erased = array.expr.ty.and_then(crate::program::Type::element);
        let kind = TypedExprKind::Element { array: Box::new(array.expr), index: Box::new(index) };
        let mut typed = self.typed(kind, (*element).clone(), span);
        if erased.is_some() {
            typed.expr.ty = erased;
        }
        typed
    }

    /// An index or length: promoted to `int`.
    pub(super) fn array_index(&mut self, index: Typed) -> TypedExpr {
        let int = JavaType::Primitive(Primitive::Int);
        if index.is_unknown() || index.free {
            return self.convert(index, &int, "convert");
        }
        match self.numeric_of(&index.ty) {
            Some(from) if super::conversions::widens(from, Primitive::Int) => self.promote(index, from).expr,
            _ => {
                let message =
                    format!("an array index or length must be an `int`, this is `{}`", self.describe(&index.ty));
                self.wrong(Code::TypeMismatch, index.span(), message).expr
            }
        }
    }

    fn new_array(
        &mut self,
        element: &TypeRef,
        lengths: &[Expr],
        open_dims: usize,
        init: Option<&[Expr]>,
        span: Span,
    ) -> Typed {
        let element = self.declarations.resolve_type(&self.scope.clone(), element);
        let ty = self.declarations.array_type(element, lengths.len() + open_dims, span);
        if ty == JavaType::Unknown {
            return self.erroneous(span);
        }
        if let Some(elements) = init {
            return self.array_initializer(elements, Some(&ty), span);
        }
        let mut values = Vec::new();
        for length in lengths {
            let length = self.expression(length, None);
            values.push(self.array_index(length));
        }
        let erased = self.declarations.erase(&ty);
        self.typed(TypedExprKind::NewArray { ty: erased, lengths: values }, ty, span)
    }

    /// `{a, b}`: its type is that of the variable that it initialises.
    fn array_initializer(&mut self, elements: &[Expr], expected: Option<&JavaType>, span: Span) -> Typed {
        let Some(expected) = expected.filter(|ty| **ty != JavaType::Unknown) else {
            for element in elements {
                self.expression(element, None);
            }
            return self.unsupported(Construct::Untyped, "array initialiser", JavaType::Unknown, span);
        };
        let JavaType::Array(element) = expected else {
            let message = format!("an array initialiser cannot make {}", with_article(&self.describe(expected)));
            return self.wrong(Code::TypeMismatch, span, message);
        };
        let mut values = Vec::new();
        for value in elements {
            values.push(self.converted(value, element));
        }
        let erased = self.declarations.erase(expected);
        self.typed(TypedExprKind::ArrayLiteral { ty: erased, elements: values }, expected.clone(), span)
    }
}
