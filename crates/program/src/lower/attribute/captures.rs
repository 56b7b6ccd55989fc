//! Captured variables.

use super::Attributed;
use crate::lower::declarations::Declarations;
use crate::program::MethodId;

pub(super) fn pass_captured_values(_declarations: &mut Declarations<'_>, _bodies: &mut [(MethodId, Attributed)]) {
    todo!()
}
