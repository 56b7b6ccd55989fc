//! Closures and recursive measures as labels: free variables with local equations.
//!
//! What a node reaches is what its successors are and reach; the height of a node is computed from
//! the heights below it. Written as equations between variables, this takes one step where a
//! circuit that computes it takes as many as there are nodes, and a solver reasons about it far
//! better. Every heap satisfies the equations with its true closures and measures. Others may too:
//! on a cycle, more than one closure solves them. So what is asserted of labels is weaker than the
//! invariant, and serves to refute.
//!
//! A recursion that never ends has no value. Each call has a literal that says so; it implies that
//! one of the calls inside does not end either. Where it holds, the value is free, and clauses that
//! need it exclude nothing.

use crate::encoder::{Encoder, Flags, Outcome};
use crate::evaluate::Env;
use crate::value::{Value, same};
use std::collections::{BTreeSet, HashMap};
use tightrope_circuit::{Lit, Relation};
use tightrope_program::MethodId;

/// A call of a method on the initial heap.
type Call = (MethodId, Vec<Value>);

/// The labels of one translation.
#[derive(Debug, Default)]
pub(crate) struct Labels {
    pub(crate) equations: Vec<Lit>,
    /// By call: it does not end.
    pub(crate) diverging: Vec<Lit>,
    /// Each label is what it stands for: with these, labels are exact.
    pub(crate) pins: Vec<Lit>,
    /// The heap that labels are about; `None`: there is only one.
    pub(crate) version: Option<u64>,
    calls: HashMap<Call, Outcome>,
}

impl Labels {
    /// Is this evaluation about the heap that has labels?
    pub(crate) fn are_about(&self, env: &Env<'_>) -> bool {
        !env.is_old && self.version.is_none_or(|version| env.now.version == version)
    }
}

/// What is known of the calls of recursive methods, from a translation without labels.
#[derive(Debug, Default)]
pub(crate) struct Measures {
    /// Methods that were seen to call themselves.
    pub(crate) recursive: BTreeSet<MethodId>,
    /// By call: the most steps that were allowed, and what came out.
    known: HashMap<Call, (usize, Outcome)>,
}

impl Measures {
    /// Keeps what a call gave, if its method is recursive.
    pub(crate) fn note(&mut self, call: Call, depth: usize, outcome: &Outcome) {
        if !self.recursive.contains(&call.0) {
            return;
        }
        let known = self.known.entry(call).or_insert_with(|| (depth, outcome.clone()));
        if known.0 < depth {
            *known = (depth, outcome.clone());
        }
    }
}

impl Encoder<'_> {
    /// From now on closures and measures are labels. What was translated before stays as it is.
    pub(crate) fn begin_labels(&mut self, version: Option<u64>) {
        self.closures.clear();
        self.reached.clear();
        self.calls.clear();
        self.labels = Some(Labels { version, ..Labels::default() });
    }

    /// One step or more, as labels.
    pub(crate) fn labelled_closure(&mut self, step: &Relation) -> Relation {
        let size = step.rows();
        let label = self.circuit.input_relation(size, size);
        let further = self.circuit.join(step, &label);
        let reached = self.circuit.union(step, &further);
        for i in 0..size {
            for j in 0..size {
                let equation = self.circuit.iff(label.get(i, j), reached.get(i, j));
                self.labels.iter_mut().for_each(|labels| labels.equations.push(equation));
            }
        }
        self.pin_closure(step, &label);
        label
    }

    /// The label of a call, if it is to have one.
    pub(crate) fn labelled_call(&mut self, env: &Env<'_>, method: MethodId, args: &[Value]) -> Option<Outcome> {
        let labels = self.labels.as_ref().filter(|labels| labels.are_about(env))?;
        let call = (method, args.to_vec());
        if let Some(known) = labels.calls.get(&call) {
            return Some(known.clone());
        }
        let (depth, exact) = self.measures.known.get(&call)?.clone();
        if exact.flags.throws != Lit::FALSE || exact.flags.stuck != Lit::FALSE {
            return None;
        }
        let value = self.label_like(&exact.value)?;
        let diverges = self.circuit.input();
        let outcome = Outcome { value: value.clone(), flags: Flags { beyond: diverges, ..Flags::NONE } };
        self.labels.iter_mut().for_each(|labels| {
            labels.calls.insert(call.clone(), outcome.clone());
            labels.diverging.push(diverges);
        });
        let ty = self.program.method(method).return_type?;
        let body = self.run_pure(env, method, args.to_vec(), depth, ty);
        let equal = same(&mut self.circuit, &value, &body.value)?;
        let is_open = self.circuit.or_all([diverges, body.flags.throws, body.flags.stuck]);
        let equation = self.circuit.or(is_open, equal);
        let goes_on = self.circuit.implies(diverges, body.flags.beyond);
        self.labels.iter_mut().for_each(|labels| labels.equations.extend([equation, goes_on]));
        self.pin_call(&value, diverges, &exact);
        Some(outcome)
    }

    /// Whether a heap may be something else than its labels say matters only where there are
    /// several heaps: those of one are weaker by intent.
    fn has_pins(&self) -> bool {
        self.labels.as_ref().is_some_and(|labels| labels.version.is_some())
    }

    fn pin_closure(&mut self, step: &Relation, label: &Relation) {
        if !self.has_pins() {
            return;
        }
        let exact = self.circuit.closure(step);
        let pairs = label.lits().into_iter().zip(exact.lits());
        let pins: Vec<Lit> = pairs.map(|(label, exact)| self.circuit.iff(label, exact)).collect();
        self.labels.iter_mut().for_each(|labels| labels.pins.extend(&pins));
    }

    fn pin_call(&mut self, label: &Value, diverges: Lit, exact: &Outcome) {
        if !self.has_pins() {
            return;
        }
        let equal = same(&mut self.circuit, label, &exact.value).unwrap_or(Lit::FALSE);
        let pins = [self.circuit.or(exact.flags.beyond, equal), self.circuit.iff(diverges, exact.flags.beyond)];
        self.labels.iter_mut().for_each(|labels| labels.pins.extend(pins));
    }

    /// A free value that can be whatever the given one can be.
    fn label_like(&mut self, value: &Value) -> Option<Value> {
        match value {
            Value::Bool(_) => Some(Value::Bool(self.circuit.input())),
            Value::Number(bits) => {
                let (label, fits) = self.circuit.input_like(bits);
                self.labels.iter_mut().for_each(|labels| labels.equations.push(fits));
                Some(Value::Number(label))
            }
            _ => None,
        }
    }
}
