//! Expressions (JLS chapter 15).

use super::{Attributor, Typed};
use crate::lower::typed::TypedExpr;
use crate::lower::types::JavaType;
use tightrope_syntax::tree::Expr;

impl<'d, 'a> Attributor<'d, 'a> {
    /// Attributes an expression. `expected` is the type that its context wants, where that helps to find its own type.
    pub(crate) fn expression(&mut self, _expr: &Expr, _expected: Option<&JavaType>) -> Typed {
        todo!()
    }

    /// A boolean expression, unboxed if need be. The bindings are kept.
    pub(crate) fn condition(&mut self, _expr: &Expr) -> Typed {
        todo!()
    }

    pub(crate) fn converted(&mut self, _expr: &Expr, _target: &JavaType) -> TypedExpr {
        todo!()
    }
}
