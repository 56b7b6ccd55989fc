//! Symbolic states: variables and heap at one place of the graph, and how two of them are merged.
//!
//! A state holds wherever its *path* does: a list of literals, one for each decision since the
//! start. Two states meet with as much of their paths as they have in common, so that the literal
//! that chooses between them is mostly the condition of one branch and not a whole path.

use crate::value::{ObjectId, Value, mux};
use std::collections::BTreeMap;
use std::rc::Rc;
use tightrope_circuit::{Bits, Circuit, Lit};
use tightrope_program::{ClassId, FieldId};

/// What an object holds.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Cell {
    /// Fields in the order of the layout, or the elements up to the capacity of the array.
    pub(crate) slots: Vec<Value>,
    /// Of an array.
    pub(crate) length: Option<Bits>,
}

#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(crate) path: Vec<Lit>,
    pub(crate) vars: Vec<Option<Value>>,
    /// By object; `None`: not allocated on this path.
    pub(crate) heap: Vec<Option<Rc<Cell>>>,
    pub(crate) statics: Rc<BTreeMap<FieldId, Value>>,
    pub(crate) started: BTreeMap<ClassId, Lit>,
    /// Changes whenever the heap does: what is remembered of a heap is kept under it.
    pub(crate) version: u64,
}

impl State {
    pub(crate) fn cell(&self, object: ObjectId) -> Option<&Rc<Cell>> {
        self.heap.get(object).and_then(Option::as_ref)
    }

    pub(crate) fn put(&mut self, object: ObjectId, cell: Cell) {
        if self.heap.len() <= object {
            self.heap.resize(object + 1, None);
        }
        self.heap[object] = Some(Rc::new(cell));
    }

    pub(crate) fn guard(&self, circuit: &mut Circuit) -> Lit {
        circuit.and_all(self.path.iter().copied())
    }
}

/// Values of different kinds met, which the types of a program exclude.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Incoherent;

/// Merges states of which at most one holds, the later ones first: these are the deeper ones.
/// Requires: at least one.
pub(crate) fn merge_all(
    circuit: &mut Circuit,
    mut states: Vec<State>,
    version: &mut u64,
) -> Option<Result<State, Incoherent>> {
    let mut merged = states.pop()?;
    while let Some(next) = states.pop() {
        match merge(circuit, next, merged, version) {
            Ok(state) => merged = state,
            Err(problem) => return Some(Err(problem)),
        }
    }
    Some(Ok(merged))
}

fn merge(circuit: &mut Circuit, a: State, b: State, version: &mut u64) -> Result<State, Incoherent> {
    let common = a.path.iter().zip(&b.path).take_while(|(x, y)| x == y).count();
    let (rest_a, rest_b) = (&a.path[common..], &b.path[common..]);
    let chooser = match (rest_a.first(), rest_b.first()) {
        (Some(x), Some(y)) if *x == !*y => *x,
        _ => circuit.and_all(rest_a.iter().copied()),
    };
    let all_a = circuit.and_all(rest_a.iter().copied());
    let all_b = circuit.and_all(rest_b.iter().copied());
    let either = circuit.or(all_a, all_b);
    let mut path = a.path[..common].to_vec();
    path.extend(Some(either).filter(|lit| *lit != Lit::TRUE));
    let vars = merge_vars(circuit, chooser, &a.vars, &b.vars);
    let heap = merge_heaps(circuit, chooser, &a.heap, &b.heap)?;
    let statics = merge_statics(circuit, chooser, &a.statics, &b.statics)?;
    let mut started = a.started;
    for (class, lit) in &b.started {
        let known = started.get(class).copied().unwrap_or(Lit::FALSE);
        started.insert(*class, circuit.ite(chooser, known, *lit));
    }
    let version = if a.version == b.version {
        a.version
    } else {
        *version += 1;
        *version
    };
    Ok(State { path, vars, heap, statics, started, version })
}

/// A variable whose values cannot be merged is mostly dead: two calls have used it for different
/// things.
fn merge_vars(circuit: &mut Circuit, c: Lit, a: &[Option<Value>], b: &[Option<Value>]) -> Vec<Option<Value>> {
    let values = a.iter().zip(b).map(|pair| match pair {
        (Some(a), Some(b)) => Some(mux(circuit, c, a, b).unwrap_or(Value::Clash)),
        (one, other) => one.clone().or_else(|| other.clone()),
    });
    values.collect()
}

fn merge_heaps(
    circuit: &mut Circuit,
    c: Lit,
    a: &[Option<Rc<Cell>>],
    b: &[Option<Rc<Cell>>],
) -> Result<Vec<Option<Rc<Cell>>>, Incoherent> {
    let count = a.len().max(b.len());
    let at = |heap: &[Option<Rc<Cell>>], object: usize| heap.get(object).cloned().flatten();
    let cells = (0..count).map(|object| match (at(a, object), at(b, object)) {
        (Some(a), Some(b)) if Rc::ptr_eq(&a, &b) => Ok(Some(a)),
        (Some(a), Some(b)) => merge_cells(circuit, c, &a, &b).map(|cell| Some(Rc::new(cell))),
        (one, other) => Ok(one.or(other)),
    });
    cells.collect()
}

fn merge_cells(circuit: &mut Circuit, c: Lit, a: &Cell, b: &Cell) -> Result<Cell, Incoherent> {
    let pairs = a.slots.iter().zip(&b.slots);
    let slots: Option<Vec<Value>> = pairs.map(|(a, b)| mux(circuit, c, a, b)).collect();
    // The length of an array never changes.
    Ok(Cell { slots: slots.ok_or(Incoherent)?, length: a.length.clone() })
}

fn merge_statics(
    circuit: &mut Circuit,
    c: Lit,
    a: &Rc<BTreeMap<FieldId, Value>>,
    b: &Rc<BTreeMap<FieldId, Value>>,
) -> Result<Rc<BTreeMap<FieldId, Value>>, Incoherent> {
    if Rc::ptr_eq(a, b) {
        return Ok(Rc::clone(a));
    }
    let mut merged = (**a).clone();
    for (field, value) in b.iter() {
        let value = match merged.get(field) {
            Some(known) => mux(circuit, c, known, value).ok_or(Incoherent)?,
            None => value.clone(),
        };
        merged.insert(*field, value);
    }
    Ok(Rc::new(merged))
}
