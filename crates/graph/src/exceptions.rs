//! `throw`, `try` and exceptions that pass a call become edges.
//!
//! Before: `try { … throw e; … } catch (A x) { h } rest`
//! After: `exception = e; if exception instanceof A` → `x = exception; exception = null; h; rest`,
//! otherwise on to the next `try` around it, to the caller, or to the end of the graph.
//!
//! Where the class of the exception is known (what the JVM itself throws), its handler is found
//! here and no test is emitted.

use crate::build::{Builder, Ends, PendingHandler};
use crate::graph::{Cond, Op, Var};
use tightrope_program::ClassId;
use tightrope_program::body::{Expr, Handler, Stmt};
use tightrope_source::Span;

impl<'p> Builder<'p, '_> {
    /// If the condition is true, an exception that the JVM makes is thrown.
    pub(crate) fn raise_if(&mut self, cond: Cond<'p>, exception: &str, span: Span, ends: Ends) -> Ends {
        let class = self.program.class_named(exception);
        let fails = class.filter(|class| !self.is_caught(*class));
        let (thrown, go_on) = self.branch(cond, ends, span, fails);
        // The library has a declaration of each of them.
        let Some(class) = class else { return go_on };
        let thrown = self.emit(Op::New { var: Var::EXCEPTION, class }, thrown, span, 1);
        self.propagate(Some(class), span, thrown);
        go_on
    }

    pub(crate) fn throw(&mut self, value: &'p Expr, span: Span, ends: Ends) -> Ends {
        let ends = self.checked(&[value], ends);
        let ends = self.check_receiver(value, span, ends);
        let thrown = self.emit(Op::Assign { var: Var::EXCEPTION, value }, ends, span, 1);
        self.propagate(None, span, thrown);
        Vec::new()
    }

    /// Does a `try` around this place, here or in a caller, catch exceptions of exactly this class?
    fn is_caught(&self, class: ClassId) -> bool {
        let handlers = self.stack.iter().flat_map(|activation| activation.tries.iter().flatten());
        handlers.into_iter().any(|handler| self.catches(handler, class))
    }

    fn catches(&self, handler: &PendingHandler, class: ClassId) -> bool {
        let classes = &handler.classes;
        classes.is_empty() || classes.iter().any(|caught| self.program.is_subclass(class, *caught))
    }

    /// Leads the exception in flight to whoever catches it. `class`: it is of exactly this class.
    pub(crate) fn propagate(&mut self, class: Option<ClassId>, span: Span, mut ends: Ends) {
        for depth in (0..self.here().tries.len()).rev() {
            for number in 0..self.here().tries[depth].len() {
                if ends.is_empty() {
                    return;
                }
                let handler = &self.stack[self.stack.len() - 1].tries[depth][number];
                let caught = match class {
                    Some(class) if self.catches(handler, class) => std::mem::take(&mut ends),
                    Some(_) => Vec::new(),
                    None if handler.classes.is_empty() => std::mem::take(&mut ends),
                    None => {
                        let cond = Cond::Catches(handler.classes.clone());
                        let (caught, others) = self.branch(cond, ends, span, None);
                        ends = others;
                        caught
                    }
                };
                self.here().tries[depth][number].entries.extend(caught);
            }
        }
        self.here().throws.extend(ends);
    }

    pub(crate) fn guarded(&mut self, body: &'p [Stmt], handlers: &'p [Handler], ends: Ends) -> Ends {
        let pending = |handler: &Handler| PendingHandler { classes: handler.classes.clone(), entries: Vec::new() };
        let pending = handlers.iter().map(pending).collect();
        self.here().tries.push(pending);
        let mut ends = self.block(body, ends);
        let pending = self.here().tries.pop().unwrap_or_default();
        for (handler, pending) in handlers.iter().zip(pending) {
            if pending.entries.is_empty() {
                continue;
            }
            let var = self.var(handler.local);
            let span = self.here().body.local(handler.local).span;
            let caught = self.emit(Op::Catch { var }, pending.entries, span, 1);
            ends.extend(self.block(&handler.body, caught));
        }
        ends
    }
}
