//! Recursive calls in branches that exclude each other share one copy of the body.
//!
//! Before: `if (c) { a; x = f(p); b } else { y = f(q); d }` inside `f`
//! After: `if (c) { a; arg = p; first } else { arg = q; second }; r = f(arg); if (first) { x = r; b
//! } else { y = r; d }`
//!
//! Without this a method that calls itself in two branches, as insertion into a tree does, would be
//! copied twice at each level: 2 to the depth copies, where the depth is enough.

use crate::build::{Builder, Ends};
use crate::graph::{Cond, Op, Var};
use crate::inline::Site;
use tightrope_program::body::{Call, Dispatch, Stmt, StmtKind};
use tightrope_program::{LocalId, MethodId};
use tightrope_source::Span;

/// So many branches with a call share a copy at most; each needs a variable that says which it was.
pub(crate) const MOST_SITES: usize = 6;

/// A branch that calls the method, up to the call.
struct Branch<'p> {
    ends: Ends,
    result: Option<LocalId>,
    span: Span,
    /// What comes after the call.
    rest: &'p [Stmt],
}

/// The method that a branch calls, and how.
type Callee = (MethodId, Dispatch);

impl<'p> Builder<'p, '_> {
    /// The recursive method that several branches of an `if` call, if there is one.
    pub(crate) fn shared_callee(&self, then: &'p [Stmt], otherwise: &'p [Stmt]) -> Option<Callee> {
        let mut calls = Vec::new();
        self.calls_of_branches(then, &mut calls);
        self.calls_of_branches(otherwise, &mut calls);
        let first = *calls.first()?;
        let is_shared = calls.len() > 1 && calls.len() <= MOST_SITES && calls.iter().all(|call| *call == first);
        is_shared.then_some(first)
    }

    /// The first recursive call of each branch.
    fn calls_of_branches(&self, block: &'p [Stmt], found: &mut Vec<Callee>) {
        if let Some((_, call)) = self.recursive_call(block) {
            return found.push((call.method, call.dispatch));
        }
        if let Some(StmtKind::If { then, otherwise, .. }) = block.last().map(|stmt| &stmt.kind) {
            self.calls_of_branches(then, found);
            self.calls_of_branches(otherwise, found);
        }
    }

    /// The first statement of a block that calls a method which is being copied.
    fn recursive_call(&self, block: &'p [Stmt]) -> Option<(usize, &'p Call)> {
        block.iter().enumerate().find_map(|(at, stmt)| match &stmt.kind {
            StmtKind::Call { call, .. } if self.stack.iter().any(|active| active.method == call.method) => {
                Some((at, call))
            }
            _ => None,
        })
    }

    /// An `if` of which several branches call the same recursive method.
    pub(crate) fn share_call(
        &mut self,
        callee: Callee,
        (yes, then): (Ends, &'p [Stmt]),
        (no, otherwise): (Ends, &'p [Stmt]),
    ) -> Ends {
        let (mut branches, mut done) = (Vec::new(), Vec::new());
        let call = self.branches(callee, then, yes, &mut branches, &mut done);
        let call = self.branches(callee, otherwise, no, &mut branches, &mut done).or(call);
        let Some(call) = call else { return done };
        let (base, result, span) = (self.next_base(), self.scratch(0), branches[0].span);
        let site = Site { args: call.args.len() as u32, result: Some(result), base, span };
        let mut sources = Vec::new();
        for (number, branch) in branches.iter_mut().enumerate() {
            let vars: Vec<Var> = (0..MOST_SITES).map(|index| self.scratch(1 + index as u32)).collect();
            let ends = std::mem::take(&mut branch.ends);
            sources.extend(self.emit(Op::Mark { vars, number }, ends, branch.span, 1));
        }
        let mut ends = match call.dispatch {
            Dispatch::Virtual => self.virtual_call(call, site, sources),
            Dispatch::Static | Dispatch::Exact => self.enter(call.method, site, sources),
        };
        let last = branches.len() - 1;
        for (number, branch) in branches.into_iter().enumerate() {
            let mark = self.scratch(1 + number as u32);
            let (here, others) = match number == last {
                true => (std::mem::take(&mut ends), Vec::new()),
                false => self.branch(Cond::IsMarked(mark), std::mem::take(&mut ends), branch.span, None),
            };
            ends = others;
            let mut here = here;
            if let Some(local) = branch.result {
                let to = self.var(local);
                here = self.emit(Op::Move { to, from: result }, here, branch.span, 1);
            }
            done.extend(self.block(branch.rest, here));
        }
        done
    }

    /// Copies a branch up to its call. A branch without one is copied as a whole.
    fn branches(
        &mut self,
        callee: Callee,
        block: &'p [Stmt],
        ends: Ends,
        found: &mut Vec<Branch<'p>>,
        done: &mut Ends,
    ) -> Option<&'p Call> {
        if let Some((at, call)) = self.recursive_call(block) {
            let ends = self.block(&block[..at], ends);
            let StmtKind::Call { result, call: written } = &block[at].kind else { return None };
            debug_assert_eq!((call.method, call.dispatch), callee);
            let ends = self.arguments(written, block[at].span, ends);
            found.push(Branch { ends, result: *result, span: block[at].span, rest: &block[at + 1..] });
            return Some(call);
        }
        let Some((Stmt { kind: StmtKind::If { cond, then, otherwise }, span }, before)) = block.split_last() else {
            done.extend(self.block(block, ends));
            return None;
        };
        let ends = self.block(before, ends);
        let ends = self.checked(&[cond], ends);
        let (yes, no) = self.branch(Cond::Expr(cond), ends, *span, None);
        let first = self.branches(callee, then, yes, found, done);
        self.branches(callee, otherwise, no, found, done).or(first)
    }
}
