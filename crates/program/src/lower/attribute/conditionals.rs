//! The conditional operator (JLS 15.25).

use super::conversions::{is_reference, promoted};
use super::{Attributor, Typed};
use crate::lower::constants::fits;
use crate::lower::typed::{TypedExpr, TypedExprKind};
use crate::lower::types::JavaType;
use crate::program::{Constant, Type};
use tightrope_source::Span;
use tightrope_syntax::tree::{Expr, ExprKind, Primitive};

/// A conditional that waits for the type of its parameter.
pub(super) struct ConditionalArgument {
    cond: Typed,
    then: Branch,
    otherwise: Branch,
    span: Span,
}

enum Branch {
    Value(Typed),
    Conditional(Box<ConditionalArgument>),
}

impl ConditionalArgument {
    /// The types of its branches.
    pub(super) fn types(&self) -> Vec<JavaType> {
        let types = |branch: &Branch| match branch {
            Branch::Value(value) if value.free => vec![JavaType::Unknown],
            Branch::Value(value) => vec![value.ty.clone()],
            Branch::Conditional(argument) => argument.types(),
        };
        [&self.then, &self.otherwise].into_iter().flat_map(types).collect()
    }
}

impl Attributor<'_, '_> {
    pub(super) fn conditional(
        &mut self,
        parts: (&Expr, &Expr, &Expr),
        expected: Option<&JavaType>,
        span: Span,
    ) -> Typed {
        let wanted = expected.filter(|ty| is_reference(ty));
        let parts = self.conditional_parts(parts, |attributor, branch| attributor.expression(branch, wanted));
        self.joined_conditional(parts, wanted, span)
    }

    /// The three parts, with what the condition introduces in each branch.
    fn conditional_parts<T>(
        &mut self,
        (cond, then, otherwise): (&Expr, &Expr, &Expr),
        mut branch: impl FnMut(&mut Self, &Expr) -> T,
    ) -> (Typed, T, T) {
        let cond = self.condition(cond);
        self.push_scope();
        self.introduce_all(&cond.bindings.when_true);
        let then = branch(self, then);
        self.pop_scope();
        self.push_scope();
        self.introduce_all(&cond.bindings.when_false);
        let otherwise = branch(self, otherwise);
        self.pop_scope();
        (cond, then, otherwise)
    }

    fn joined_conditional(
        &mut self,
        (cond, then, otherwise): (Typed, Typed, Typed),
        wanted: Option<&JavaType>,
        span: Span,
    ) -> Typed {
        let ty = self.conditional_type(&then, &otherwise, wanted);
        let constant = self.constant_choice(&cond, &then, &otherwise, &ty);
        let then = self.convert(then, &ty, "convert");
        let otherwise = self.convert(otherwise, &ty, "convert");
        if let Some(constant) = constant {
            return self.typed(TypedExprKind::Constant(constant), ty, span);
        }
        let (cond, then, otherwise) = (Box::new(cond.expr), Box::new(then), Box::new(otherwise));
        self.join(TypedExprKind::Conditional { cond, then, otherwise }, ty, span)
    }

    /// A conditional as an argument. If a branch is the result of a generic method, it is no
    /// numeric conditional, and each branch is converted to what the parameter takes (JLS 15.25).
    pub(super) fn conditional_argument(
        &mut self,
        parts: (&Expr, &Expr, &Expr),
        span: Span,
    ) -> Result<ConditionalArgument, Box<Typed>> {
        let (cond, then, otherwise) = self.conditional_parts(parts, Self::branch);
        match (then, otherwise) {
            (Branch::Value(then), Branch::Value(otherwise))
                if !then.is_of_generic_method && !otherwise.is_of_generic_method =>
            {
                Err(Box::new(self.joined_conditional((cond, then, otherwise), None, span)))
            }
            (then, otherwise) => Ok(ConditionalArgument { cond, then, otherwise, span }),
        }
    }

    fn branch(&mut self, branch: &Expr) -> Branch {
        let ExprKind::Conditional { cond, then, otherwise } = &branch.kind else {
            return Branch::Value(self.expression(branch, None));
        };
        match self.conditional_argument((cond, then, otherwise), branch.span) {
            Ok(argument) => Branch::Conditional(Box::new(argument)),
            Err(instead) => Branch::Value(*instead),
        }
    }

    pub(super) fn pass_conditional(&mut self, argument: ConditionalArgument, param: &JavaType) -> TypedExpr {
        let ConditionalArgument { cond, then, otherwise, span } = argument;
        let mut pass = |branch: Branch| match branch {
            Branch::Value(value) => self.convert(value, param, "pass"),
            Branch::Conditional(argument) => self.pass_conditional(*argument, param),
        };
        let (then, otherwise) = (Box::new(pass(then)), Box::new(pass(otherwise)));
        let cond = Box::new(cond.expr);
        self.join(TypedExprKind::Conditional { cond, then, otherwise }, param.clone(), span).expr
    }

    /// The value of a conditional whose three parts are constant expressions.
    fn constant_choice(&self, cond: &Typed, then: &Typed, otherwise: &Typed, ty: &JavaType) -> Option<Constant> {
        let Some(Constant::Boolean(choice)) = cond.constant() else { return None };
        let (then, otherwise) = (then.constant()?, otherwise.constant()?);
        let chosen = if *choice { then } else { otherwise };
        match ty {
            JavaType::Primitive(primitive) => crate::lower::constants::convert_constant(chosen, *primitive),
            _ if self.is_string(ty) => Some(chosen.clone()),
            _ => None,
        }
    }

    /// A node where values meet. If their common type depends on something that is not at hand,
    /// they are still objects: what is primitive has been boxed, or is not modelled.
    pub(super) fn join(&self, kind: TypedExprKind, ty: JavaType, span: Span) -> Typed {
        let mut typed = self.typed(kind, ty, span);
        if typed.is_unknown() {
            typed.expr.ty = Some(Type::class(self.declarations.well_known.object));
        }
        typed
    }

    /// JLS 15.25, tables 15.25-A to D.
    fn conditional_type(&self, then: &Typed, otherwise: &Typed, wanted: Option<&JavaType>) -> JavaType {
        if let Some(wanted) = wanted
            && (then.is_of_generic_method || otherwise.is_of_generic_method)
        {
            // JLS 15.25: such a result is no numeric operand, whatever its variable stands for.
            return wanted.clone();
        }
        if then.ty == JavaType::Unknown || otherwise.ty == JavaType::Unknown {
            return wanted.cloned().unwrap_or(JavaType::Unknown);
        }
        match (self.primitive_of(&then.ty), self.primitive_of(&otherwise.ty)) {
            (Some(left), Some(right)) if left == right => self.same_primitive(then, otherwise, left),
            (Some(left), Some(right)) if left != Primitive::Boolean && right != Primitive::Boolean => {
                JavaType::Primitive(numeric_choice(then, otherwise, left, right))
            }
            _ => match wanted {
                Some(wanted) => wanted.clone(),
                None => self.reference_choice(then, otherwise),
            },
        }
    }

    /// `int` with `Integer` is `int`; `Integer` with `Integer` stays boxed.
    fn same_primitive(&self, then: &Typed, otherwise: &Typed, primitive: Primitive) -> JavaType {
        let boxed = !matches!(then.ty, JavaType::Primitive(_)) && !matches!(otherwise.ty, JavaType::Primitive(_));
        if boxed { then.ty.clone() } else { JavaType::Primitive(primitive) }
    }

    fn reference_choice(&self, then: &Typed, otherwise: &Typed) -> JavaType {
        let boxed = |value: &Typed| self.declarations.boxed_type(&value.ty);
        if then.free {
            return boxed(otherwise);
        }
        if otherwise.free {
            return boxed(then);
        }
        let (then, otherwise) = (boxed(then), boxed(otherwise));
        self.declarations.least_upper_bound(&then, &otherwise)
    }
}

/// Two different numeric types: `byte` with `short` is `short`, a constant that fits takes the
/// narrower type, else promotion.
fn numeric_choice(then: &Typed, otherwise: &Typed, left: Primitive, right: Primitive) -> Primitive {
    let narrow = |primitive| matches!(primitive, Primitive::Byte | Primitive::Short | Primitive::Char);
    let fits_in = |value: &Typed, from: Primitive, to: Primitive| {
        from == Primitive::Int && narrow(to) && value.constant().is_some_and(|constant| fits(constant, to))
    };
    match (left, right) {
        (Primitive::Byte, Primitive::Short) | (Primitive::Short, Primitive::Byte) => Primitive::Short,
        _ if fits_in(otherwise, right, left) => left,
        _ if fits_in(then, left, right) => right,
        _ => promoted(left, right).unwrap_or(left),
    }
}
