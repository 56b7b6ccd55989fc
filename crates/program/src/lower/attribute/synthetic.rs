//! Bodies.

use super::Attributor;
use crate::lower::typed::TypedStmt;
use crate::program::MethodId;

impl<'d, 'a> Attributor<'d, 'a> {
    pub(super) fn method_body(&mut self, _method: MethodId) -> Option<Vec<TypedStmt>> {
        todo!()
    }
}
