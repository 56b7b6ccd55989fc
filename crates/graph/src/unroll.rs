//! A loop becomes a number of copies of its body.
//!
//! Before: `L: loop { if (c) break L; b }`
//! After, for a bound of 2: `if c` → out; `b; if c` → out; `b;` beyond. The copies share their
//! variables.
//!
//! The clauses of the loop stand before each copy.

use crate::build::{Builder, Ends, Label};
use crate::graph::{Again, AssertKind, Bound, Op, Var};
use tightrope_program::body::{LoopInfo, Stmt};
use tightrope_program::{LabelId, LoopId};
use tightrope_source::Span;

impl<'p> Builder<'p, '_> {
    pub(crate) fn unroll(&mut self, id: LoopId, label: LabelId, body: &'p [Stmt], span: Span, mut ends: Ends) -> Ends {
        let (mut out, mut again) = (Vec::new(), Vec::new());
        let iterations = self.world.loops.get(&span).copied().unwrap_or(self.bounds.iterations);
        for iteration in 0..iterations {
            if ends.is_empty() {
                return out;
            }
            again.push(Again { at: self.next_node(), params: None });
            ends = self.loop_clauses(id, iteration == 0, ends);
            self.here().labels.insert(label, Label::default());
            ends = self.block(body, ends);
            let jumps = self.here().labels.remove(&label).unwrap_or_default();
            ends.extend(jumps.continues);
            out.extend(jumps.breaks);
        }
        self.beyond(Bound::Iterations, again, span, ends);
        out
    }

    fn loop_clauses(&mut self, id: LoopId, is_first: bool, mut ends: Ends) -> Ends {
        let here = self.here();
        let loops: &'p [LoopInfo] = &here.body.loops;
        let earlier: usize = loops[..id.index()].iter().map(|info| info.decreases.len()).sum();
        let first_measure = here.base + (here.body.locals.len() + earlier) as u32;
        let info = &loops[id.index()];
        for clause in &info.invariants {
            let op = Op::Assert { kind: AssertKind::LoopInvariant, clause };
            ends = self.emit(op, ends, clause.span, 1);
        }
        for (number, clause) in (0..).zip(&info.decreases) {
            let op = Op::Decrease { clause, measure: Var(first_measure + number), is_first };
            ends = self.emit(op, ends, clause.span, 1);
        }
        ends
    }
}
