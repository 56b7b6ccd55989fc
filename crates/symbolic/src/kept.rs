//! What a path leaves as it was: closures and measures of objects that it never got to.
//!
//! A path names the objects that it gets to; it can change no others. If no object without a name
//! leads to one with a name, by the fields of a closure or of a recursive method, then what such an
//! object reaches and how high it is are the same after the run as before: the very same literals.
//! That is a lemma, and the solver is asked about it on each path (`crates/symbolic/src/paths.rs`).
//! Where it does not hold, everything is computed anew from the state after the run.
//!
//! Inside `\old` the lemma is not needed: what was there before leads to nothing new.

use crate::encoder::{Closure, Encoder, Outcome, Steps};
use crate::evaluate::Env;
use crate::state::State;
use crate::value::{ObjectId, Value};
use std::collections::BTreeSet;
use std::rc::Rc;
use tightrope_circuit::{Lit, Relation};
use tightrope_program::body::{Call, Dispatch, Expr, ExprKind, StmtKind};
use tightrope_program::visit::{exprs, for_each_expr, for_each_stmt};
use tightrope_program::{Code, FieldId, MethodId, Type};

/// What a path has left as it was.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    /// Before the call, on all paths.
    pub(crate) initial: Rc<State>,
    /// The version of the heap before the call, as the path sees it.
    pub(crate) before: u64,
    /// The version of the heap after the run.
    pub(crate) now: u64,
    /// Objects that the path has a name for, or has changed.
    pub(crate) touched: BTreeSet<ObjectId>,
    /// By these steps, what is not touched leads to nothing that is.
    pub(crate) closures: Vec<Steps>,
    /// The same of what these methods read.
    pub(crate) methods: Vec<MethodId>,
}

impl Kept {
    /// Is the evaluation about the heap before the call? `None`: about none of this path.
    fn is_before(&self, env: &Env<'_>) -> Option<bool> {
        match env.now.version {
            version if version == self.before => Some(true),
            version if version == self.now => Some(env.is_old),
            _ => None,
        }
    }
}

impl Encoder<'_> {
    /// Where an object that is not touched leads to one that is, by steps of these.
    pub(crate) fn leak(&mut self, initial: &State, touched: &BTreeSet<ObjectId>, steps: &Steps) -> Lit {
        let ways = self.leaks(initial, touched, steps);
        self.circuit.or_all(ways)
    }

    /// Where it is, one literal for each place.
    pub(crate) fn leaks(&self, initial: &State, touched: &BTreeSet<ObjectId>, steps: &Steps) -> Vec<Lit> {
        let mut ways = Vec::new();
        for object in (0..initial.heap.len()).filter(|object| !touched.contains(object)) {
            let targets = self.targets(initial, object, steps);
            ways.extend(targets.into_iter().filter(|(target, _)| touched.contains(target)).map(|(_, lit)| lit));
        }
        ways
    }

    /// Where a touched object led to a touched one before, by a step that nobody has looked at.
    pub(crate) fn unfollowed(&self, before: &State, touched: &BTreeSet<ObjectId>, steps: &[Steps]) -> Vec<Lit> {
        let mut ways = Vec::new();
        for (object, steps) in touched.iter().flat_map(|object| steps.iter().map(move |steps| (*object, steps))) {
            let targets = self.targets(before, object, steps).into_iter();
            let open = targets.filter(|(target, lit)| touched.contains(target) && !lit.is_constant());
            // A reference that can be only one thing has no literal that says so.
            ways.extend(open.map(|(_, lit)| lit));
        }
        ways
    }

    /// Which objects a step leads to from an object.
    fn targets(&self, state: &State, object: ObjectId, steps: &Steps) -> Vec<(ObjectId, Lit)> {
        let Some(cell) = state.cell(object) else { return Vec::new() };
        let fields = match (&steps.0, self.objects[object].ty.as_class()) {
            (Some(fields), Some(class)) => {
                let positions = fields.iter().filter_map(|field| self.layouts.position(class, *field));
                positions.filter_map(|position| cell.slots.get(position)).collect()
            }
            (Some(_), None) => Vec::new(),
            (None, _) => cell.slots.iter().collect::<Vec<_>>(),
        };
        let belongs = |target: ObjectId| steps.1.is_none_or(|class| self.is_instance(target, Type::class(class)));
        let all = fields.into_iter().filter_map(Value::reference).flat_map(|reference| reference.targets.iter());
        all.copied().filter(|(target, _)| belongs(*target)).collect()
    }

    /// The closure of a state after a path, as far as possible by that from before the call.
    pub(crate) fn kept_closure(&mut self, env: &Env<'_>, steps: &Steps, objects: &[ObjectId]) -> Option<Relation> {
        let kept = self.kept.as_ref()?;
        let is_before = kept.is_before(env)?;
        if !is_before && !kept.closures.contains(steps) {
            return None;
        }
        let initial = Rc::clone(&kept.initial);
        let touched = if is_before { BTreeSet::new() } else { kept.touched.clone() };
        let base: Rc<Closure> = self.closure(&Env::new(&initial, &initial, &[], &[]), steps);
        let known = |object: &ObjectId| base.0.binary_search(object).ok().filter(|_| !touched.contains(object));
        let known: Vec<Option<usize>> = objects.iter().map(known).collect();
        let is_inside = |row: &usize| {
            let targets = self.targets(&initial, base.0[*row], steps).into_iter();
            targets.into_iter().all(|(target, _)| base.0.binary_search(&target).is_ok())
        };
        if !known.iter().flatten().all(is_inside) {
            return None;
        }
        let rows: Vec<Vec<Lit>> = objects.iter().map(|object| self.step(env, *object, steps, objects)).collect();
        Some(self.closure_by_parts(&known, &rows, &base.1))
    }

    /// `known`: the row of an object in the closure from before, if that is still its own.
    /// Requires: such objects lead to such objects only.
    fn closure_by_parts(&mut self, known: &[Option<usize>], step: &[Vec<Lit>], base: &Relation) -> Relation {
        let count = known.len();
        let others: Vec<usize> = (0..count).filter(|at| known[*at].is_none()).collect();
        let among = others.iter().map(|from| others.iter().map(|to| step[*from][*to]).collect()).collect();
        let among = self.circuit.closure(&Relation::from_rows(others.len(), among));
        let mut rows = vec![vec![Lit::FALSE; count]; count];
        for at in 0..count {
            let Some(row) = known[at] else { continue };
            for to in 0..count {
                rows[at][to] = known[to].map_or(Lit::FALSE, |column| base.get(row, column));
            }
        }
        // What one step out of the others leads to, and all behind it.
        let mut behind = Vec::new();
        for from in &others {
            let mut row = vec![Lit::FALSE; count];
            for to in (0..count).filter(|to| known[*to].is_some()) {
                let mut ways = vec![step[*from][to]];
                for via in (0..count).filter(|via| known[*via].is_some() && step[*from][*via] != Lit::FALSE) {
                    ways.push(self.circuit.and(step[*from][via], rows[via][to]));
                }
                row[to] = self.circuit.or_all(ways);
            }
            behind.push(row);
        }
        for (i, from) in others.iter().enumerate() {
            for to in 0..count {
                rows[*from][to] = match others.iter().position(|other| *other == to) {
                    Some(j) => among.get(i, j),
                    None => {
                        let mut ways = vec![behind[i][to]];
                        for (j, row) in behind.iter().enumerate() {
                            ways.push(self.circuit.and(among.get(i, j), row[to]));
                        }
                        self.circuit.or_all(ways)
                    }
                };
            }
        }
        Relation::from_rows(count, rows)
    }

    /// A call that says what it said before the call of the method; `None`: it may not.
    pub(crate) fn kept_value(&mut self, env: &Env<'_>, method: MethodId, args: &[Value]) -> Option<Outcome> {
        let kept = self.kept.as_ref()?;
        let is_before = kept.is_before(env)?;
        if !is_before && !kept.methods.contains(&method) {
            return None;
        }
        let is_untouched =
            |object: ObjectId| kept.initial.cell(object).is_some() && (is_before || !kept.touched.contains(&object));
        let is_kept = |value: &Value| match value {
            Value::Ref(reference) => reference.targets.iter().all(|(object, _)| is_untouched(*object)),
            Value::Set(_) | Value::Clash => false,
            _ => true,
        };
        if !args.iter().all(is_kept) || !self.is_effect_free(method) {
            return None;
        }
        let initial = Rc::clone(&self.kept.as_ref()?.initial);
        let mut inner = Env::new(&initial, &initial, &[], &[]);
        inner.depth = env.depth;
        inner.active.clone_from(&env.active);
        Some(self.invoke_once(&inner, method, args.to_vec()))
    }

    /// The fields that a method reads, with all that it calls. `None`: it reads other things too,
    /// or does more than to read.
    pub(crate) fn footprint(&mut self, method: MethodId) -> Option<BTreeSet<FieldId>> {
        if !self.is_effect_free(method) {
            return None;
        }
        let (mut fields, mut is_plain) = (BTreeSet::new(), true);
        let (mut pending, mut seen) = (vec![method], BTreeSet::from([method]));
        while let Some(method) = pending.pop() {
            let Code::Body(body) = &self.program.method(method).code else { return None };
            let mut called: Vec<&Call> = Vec::new();
            for_each_stmt(&body.block, &mut |stmt| {
                if let StmtKind::Call { call, .. } = &stmt.kind {
                    called.push(call);
                }
                exprs(stmt).into_iter().for_each(|expr| {
                    for_each_expr(expr, &mut |expr: &Expr| match &expr.kind {
                        ExprKind::Field { field, .. } => _ = fields.insert(*field),
                        kind => is_plain &= is_plain_kind(kind),
                    });
                });
            });
            if !is_plain {
                return None;
            }
            for code in called.into_iter().flat_map(|call| self.codes(call)) {
                pending.extend(Some(code).filter(|code| seen.insert(*code)));
            }
        }
        Some(fields)
    }

    /// All that a call may run.
    fn codes(&self, call: &Call) -> Vec<MethodId> {
        if call.dispatch != Dispatch::Virtual {
            return vec![call.method];
        }
        let declared_in = self.program.method(call.method).class;
        let classes = self.live.classes().filter(|class| self.program.is_subclass(*class, declared_in));
        classes.filter_map(|class| self.program.implementation(class, call.method)).collect()
    }
}

/// Neither arrays nor formulas nor static fields.
fn is_plain_kind(kind: &ExprKind) -> bool {
    matches!(
        kind,
        ExprKind::Constant(_)
            | ExprKind::Local(_)
            | ExprKind::Field { .. }
            | ExprKind::Unary { .. }
            | ExprKind::Binary { .. }
            | ExprKind::Logical { .. }
            | ExprKind::Conditional { .. }
            | ExprKind::Convert(_)
            | ExprKind::Cast(_)
            | ExprKind::InstanceOf { .. }
    )
}
