//! The first use of a class runs its static initialiser.
//!
//! Before: `initialize C`
//! After: `if C has started` → on; otherwise `C has started; <code of the static initialiser of
//! C>`; first the same for what Java initialises before `C`. Nothing at all for classes that were
//! initialised before the method was called.
//!
//! An initialiser that throws makes the class unusable in Java. The graph leads such runs to the
//! exception itself; whoever evaluates it must not take that for Java's
//! `ExceptionInInitializerError` (see [`crate::Op::NoCode`]: such a run ends there without a
//! verdict).

use crate::build::{Builder, Ends};
use crate::graph::{Cond, Op};
use crate::inline::Site;
use tightrope_program::ClassId;
use tightrope_source::Span;

impl Builder<'_, '_> {
    pub(crate) fn initialize(&mut self, class: ClassId, span: Span, mut ends: Ends) -> Ends {
        for class in self.program.initialization_order(class) {
            let has_code = self.program.class(class).static_initializer.is_some();
            if has_code && !self.world.initialized.contains(&class) {
                ends = self.initialize_one(class, span, ends);
            }
        }
        ends
    }

    fn initialize_one(&mut self, class: ClassId, span: Span, ends: Ends) -> Ends {
        let Some(method) = self.program.class(class).static_initializer else { return ends };
        let (mut started, fresh) = self.branch(Cond::HasStarted(class), ends, span, None);
        let fresh = self.emit(Op::Initialize(class), fresh, span, 1);
        let site = Site { args: 0, result: None, base: self.next_base(), span };
        // What the initialiser throws must not be caught here: an error takes its place.
        let outside = std::mem::take(&mut self.here().throws);
        let tries = std::mem::take(&mut self.here().tries);
        started.extend(self.enter(method, site, fresh));
        let failed = std::mem::replace(&mut self.here().throws, outside);
        self.here().tries = tries;
        if !failed.is_empty() {
            self.emit(Op::NoCode(method), failed, span, 0);
        }
        started
    }
}
