//! Conversions (JLS chapter 5).

use super::{Attributor, Typed};
use crate::lower::typed::TypedExpr;
use crate::lower::types::JavaType;

impl<'d, 'a> Attributor<'d, 'a> {
    /// Assignment conversion (JLS 5.2). `why` names what is converted in a message: "assign `String` to `int`" has `assign`.
    pub(crate) fn convert(&mut self, _value: Typed, _target: &JavaType, _why: &str) -> TypedExpr {
        todo!()
    }
}
