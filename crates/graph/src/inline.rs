//! A call becomes a copy of the body, down to a depth.
//!
//! Before: `x = f(a, b)` where `f(p, q) { …; return e; }`
//! After: `p' = a; q' = b; …; x = e`, with the variables of `f` under new names. Exceptions that
//! leave `f` go on in the caller.
//!
//! Calls of a method inside itself are copied down to the bound; the call below that leads out of
//! the bounded program.

use crate::build::{Builder, Calls, Ends};
use crate::graph::{Again, Bound, Cond, Op, Var};
use tightrope_program::body::{Body, Call, Dispatch};
use tightrope_program::{Code, LocalId, MethodId};
use tightrope_source::Span;

/// A call whose arguments are in the variables from `base` on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Site {
    pub(crate) args: u32,
    pub(crate) result: Option<Var>,
    pub(crate) base: u32,
    pub(crate) span: Span,
}

impl Site {
    pub(crate) fn vars(self) -> Vec<Var> {
        (self.base..self.base + self.args).map(Var).collect()
    }
}

impl<'p> Builder<'p, '_> {
    pub(crate) fn call(&mut self, result: Option<LocalId>, call: &'p Call, span: Span, ends: Ends) -> Ends {
        let ends = self.arguments(call, span, ends);
        let base = self.next_base();
        let result = result.map(|local| self.var(local));
        let site = Site { args: call.args.len() as u32, result, base, span };
        match call.dispatch {
            Dispatch::Virtual => self.virtual_call(call, site, ends),
            Dispatch::Static | Dispatch::Exact => self.enter(call.method, site, ends),
        }
    }

    /// Puts the arguments where the callee looks for them.
    pub(crate) fn arguments(&mut self, call: &'p Call, span: Span, ends: Ends) -> Ends {
        let mut ends = self.checked(&call.args.iter().collect::<Vec<_>>(), ends);
        if let Some(receiver) = call.args.first().filter(|_| call.dispatch != Dispatch::Static) {
            ends = self.check_receiver(receiver, span, ends);
        }
        let base = self.next_base();
        self.use_vars(base + call.args.len() as u32);
        for (index, value) in (0..).zip(&call.args) {
            ends = self.emit(Op::Assign { var: Var(base + index), value }, ends, span, 1);
        }
        ends
    }

    /// Exactly this method.
    pub(crate) fn enter(&mut self, method: MethodId, site: Site, ends: Ends) -> Ends {
        if ends.is_empty() {
            return ends;
        }
        let (var, args, span) = (site.result, site.vars(), site.span);
        match &self.program.method(method).code {
            Code::Body(body) if self.calls == Calls::Inlined => self.inline(method, body, site, ends),
            Code::Body(_) => {
                let ends = self.emit(Op::Call { var, method, args }, ends, span, 1);
                self.leave_if_thrown(span, ends)
            }
            Code::Library => {
                let ends = self.emit(Op::Native { var, method, args }, ends, span, 1);
                self.leave_if_thrown(span, ends)
            }
            Code::None => {
                self.emit(Op::NoCode(method), ends, span, 0);
                Vec::new()
            }
        }
    }

    fn inline(&mut self, method: MethodId, body: &'p Body, site: Site, ends: Ends) -> Ends {
        let Site { base, result, span, .. } = site;
        let active = self.stack.iter().filter(|activation| activation.method == method).count();
        let place = self.program.method(method).name_span;
        let depth = self.world.loops.get(&place).copied().unwrap_or(self.bounds.depth);
        if active > depth {
            let again = self.unfinished_calls(method, site);
            return self.beyond(Bound::Depth, again, place, ends);
        }
        let caller = self.here().frame;
        self.open(method, body, base, Some((caller, span, result)));
        let mut ends = self.block(&body.block, ends);
        let Some(done) = self.stack.pop() else { return ends };
        ends.extend(done.returns);
        self.propagate(None, span, done.throws);
        ends
    }

    /// The calls of a method that are being copied, compared with another one.
    fn unfinished_calls(&self, method: MethodId, site: Site) -> Vec<Again> {
        let calls = self.stack.iter().filter(|activation| activation.method == method);
        let params = |base: u32| (0..site.args).map(|index| (Var(base + index), Var(site.base + index))).collect();
        calls.map(|call| Again { at: call.start, params: Some(params(call.base)) }).collect()
    }

    /// A call that was left in place has left an exception in flight, or not.
    pub(crate) fn leave_if_thrown(&mut self, span: Span, ends: Ends) -> Ends {
        let (returned, thrown) = self.branch(Cond::VarIsNull(Var::EXCEPTION), ends, span, None);
        self.propagate(None, span, thrown);
        returned
    }
}
