//! JML expressions.

use super::{Attributor, Typed};
use crate::lower::types::JavaType;
use tightrope_source::Span;
use tightrope_syntax::jml::JmlExpr;
use tightrope_syntax::tree::{BinaryOp, Call, Expr};

impl<'d, 'a> Attributor<'d, 'a> {
    pub(crate) fn jml_expression(&mut self, _expr: &JmlExpr, _span: Span, _expected: Option<&JavaType>) -> Typed {
        todo!()
    }

    pub(crate) fn jml_operator(&mut self, _op: BinaryOp, _left: &Expr, _right: &Expr, _span: Span) -> Typed {
        todo!()
    }

    /// A method call on a set of objects.
    pub(crate) fn set_call(&mut self, _set: Typed, _call: &Call, _span: Span) -> Typed {
        todo!()
    }

    /// `==` (or `!=`) of two sets of objects.
    pub(crate) fn set_equality(&mut self, _equal: bool, _left: Typed, _right: Typed, _span: Span) -> Typed {
        todo!()
    }
}
