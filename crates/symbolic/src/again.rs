//! Runs that come back to where they were, and so never end.
//!
//! The code is deterministic. An iteration that starts with the same variables and the same heap as
//! an earlier one of its loop will be repeated for ever; a call inside a call of the same method,
//! with the same arguments and the same heap, will be nested for ever. A run that gets beyond the
//! bound is compared with all iterations, or calls, that it has started there: what is the same is
//! decided, and only the rest asks for a larger bound.
//!
//! Objects that were made in between make no difference, since nothing that is the same leads to
//! them; but the machine, which judges such a run again, does not see that, so it is left open.

use crate::encoder::{Encoder, Fate};
use crate::state::{Cell, State};
use crate::value::{Value, same};
use crate::walk::{Failure, FailureKind, Walk, visible_span};
use std::rc::Rc;
use tightrope_circuit::Lit;
use tightrope_graph::{Again, Bound, Node, Op};

impl<'p> Encoder<'p> {
    /// Which nodes a run may come back to.
    pub(crate) fn watch_starts(&self, walk: &mut Walk<'_, 'p>) {
        // A formula that never ends has no value, and that is all there is to say.
        if walk.walker.allowed.is_none() || self.endless.loops.is_none() && self.endless.calls.is_none() {
            return;
        }
        for node in &walk.graph.nodes {
            if let Op::Beyond { again, .. } = &node.op {
                walk.starts.extend(again.iter().map(|again| (again.at, None)));
            }
        }
    }

    /// Where a run gets beyond the bound, but for runs of which it is known that they never end.
    pub(crate) fn unless_again(
        &mut self,
        walk: &mut Walk<'_, 'p>,
        node: &Node<'p>,
        state: &State,
        (bound, again): (Bound, &[Again]),
    ) -> Lit {
        let beyond = self.absolute(walk, state);
        let (fate, kind) = match bound {
            Bound::Iterations => (self.endless.loops, FailureKind::NeverReturns),
            Bound::Depth => (self.endless.calls, FailureKind::StackOverflow),
        };
        let Some(fate) = fate.filter(|_| !walk.starts.is_empty()) else { return beyond };
        let mut ways = Vec::new();
        for again in again {
            if let Some(Some(start)) = walk.starts.get(&again.at) {
                ways.push(self.is_same_state(start, state, again));
            }
        }
        let is_endless = self.circuit.or_all(ways);
        let lit = self.circuit.and(beyond, is_endless);
        if lit != Lit::FALSE && fate == Fate::Broken {
            let span = visible_span(self.program, walk, node);
            self.add_failure(walk, Failure { kind, span, lit });
        }
        self.circuit.and(beyond, !is_endless)
    }

    fn is_same_state(&mut self, start: &State, state: &State, again: &Again) -> Lit {
        let mut all = Vec::new();
        match &again.params {
            Some(params) => {
                for (param, arg) in params {
                    let (param, arg) = (start.vars.get(param.index()), state.vars.get(arg.index()));
                    all.push(self.is_same_var(param.and_then(Option::as_ref), arg.and_then(Option::as_ref)));
                }
            }
            None => {
                for (index, var) in start.vars.iter().enumerate() {
                    // What is not assigned when an iteration starts is not read before it is.
                    if let Some(var) = var {
                        let now = state.vars.get(index).and_then(Option::as_ref);
                        all.push(self.is_same_var(Some(var), now));
                    }
                }
            }
        }
        if all.contains(&Lit::FALSE) {
            return Lit::FALSE;
        }
        for (object, cell) in start.heap.iter().enumerate() {
            let Some(cell) = cell else { continue };
            all.push(state.cell(object).map_or(Lit::FALSE, |now| self.is_same_cell(cell, now)));
        }
        for object in 0..state.heap.len() {
            if state.cell(object).is_some() && start.cell(object).is_none() {
                all.push(!self.objects[object].born);
            }
        }
        for (field, value) in start.statics.iter() {
            all.push(self.is_same_var(Some(value), state.statics.get(field)));
        }
        let is_new = |field: &&tightrope_program::FieldId| !start.statics.contains_key(field);
        all.extend(state.statics.keys().find(is_new).map(|_| Lit::FALSE));
        for class in state.started.keys().chain(start.started.keys()) {
            let has_started = |state: &State| state.started.get(class).copied().unwrap_or(Lit::FALSE);
            let (before, now) = (has_started(start), has_started(state));
            all.push(self.circuit.iff(before, now));
        }
        self.circuit.and_all(all)
    }

    fn is_same_cell(&mut self, before: &Rc<Cell>, now: &Rc<Cell>) -> Lit {
        if Rc::ptr_eq(before, now) {
            return Lit::TRUE;
        }
        let slots = before.slots.iter().zip(&now.slots);
        let all: Vec<Lit> = slots.map(|(before, now)| self.is_same_var(Some(before), Some(now))).collect();
        self.circuit.and_all(all)
    }

    /// Where nobody can say, it is not the same.
    fn is_same_var(&mut self, before: Option<&Value>, now: Option<&Value>) -> Lit {
        match (before, now) {
            (Some(Value::Clash), _) | (_, Some(Value::Clash)) => Lit::FALSE,
            (Some(before), Some(now)) if before == now => Lit::TRUE,
            (Some(before), Some(now)) => same(&mut self.circuit, before, now).unwrap_or(Lit::FALSE),
            (None, None) => Lit::TRUE,
            _ => Lit::FALSE,
        }
    }
}
