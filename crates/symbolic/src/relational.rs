//! The relational encoding of a computation graph, after Vaziri & Jackson (*Checking Properties of
//! Heap-Manipulating Procedures with a Constraint Solver*, section 2): edge variables, one
//! relational variable for each version of a variable or field, and constraints between versions
//! that hold where an edge is traversed.
//!
//! - *Control flow*: an edge is traversed only if a run gets to its node, and some edge is if one
//!   does. A node with one edge out needs no variable for it.
//! - *Renaming*: no path has two assignments to the same version, parallel paths share versions.
//!   Where edges meet, the latest version is taken, and edges with an earlier one are given a frame
//!   condition.
//! - *Data flow*: an edge implies that the new version holds what is assigned. A store makes a new
//!   version of the whole field: the row of the object holds the value, all other rows what they
//!   held.
//!
//! Where it departs: what is not a scalar or a field (arrays, natives) changes as in the merged
//! encoding, and each slot that has changed gets a version of its own; each `new` of the bounded
//! program is one object, which exists where its node is reached; variables that nobody reads any
//! more have no frame conditions; and exceptions, dispatch and all bounds are in the graph, which
//! the paper leaves out. Traversed edges must lead back to the entry, since not every question is
//! about the last node.

use crate::encoder::Encoder;
use crate::live_vars::live_vars;
use crate::rows::Place;
use crate::state::{Cell, State};
use crate::value::{Ref, Value};
use crate::walk::{Ended, Failure, FailureKind, Walk, Walker, var_of, visible_span};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use tightrope_circuit::Lit;
use tightrope_graph::{Arm, Cond, Graph, Node, Op, Var};
use tightrope_program::body::Expr;
use tightrope_program::{ClassId, FieldId, Type};

/// Which version of each place is the present one; 0 where nothing is said.
type Names = BTreeMap<Place, usize>;

/// A state that an edge leads to the next node.
#[derive(Clone, Debug)]
struct Coming {
    edge: Lit,
    state: State,
    names: Names,
}

/// Where edges wait for the nodes that they lead to.
type Waiting = Vec<Vec<Coming>>;

/// A row where edges meet: of which object, and what each edge brings.
type Meeting = (Option<usize>, Vec<Option<Value>>);

impl<'p> Encoder<'p> {
    /// Sets an object aside for each `new`, so that rows have room for all of them.
    pub(crate) fn reserve_objects(&mut self, graph: &Graph<'p>) -> Result<(), String> {
        for (index, node) in graph.nodes.iter().enumerate() {
            match node.op {
                Op::New { class, .. } => {
                    let object = self.add_object(Type::class(class), Lit::FALSE, false);
                    if let Some(rows) = &mut self.rows {
                        rows.reserved.insert(index, object);
                    }
                }
                Op::Call { .. } => return Err("a program that is too large to put all calls in place".to_owned()),
                _ => {}
            }
        }
        Ok(())
    }

    pub(crate) fn walk_relational(&mut self, graph: &Graph<'p>, start: State, walker: Walker<'_>) -> Ended {
        let mut walk = Walk::new(graph, walker, true);
        let live = live_vars(self.program, graph);
        let mut waiting: Waiting = vec![Vec::new(); graph.nodes.len()];
        waiting[0].push(Coming { edge: Lit::TRUE, state: start, names: Names::new() });
        let (mut returned, mut thrown) = (None, None);
        for (index, node) in graph.nodes.iter().enumerate() {
            let coming = std::mem::take(&mut waiting[index]);
            if coming.is_empty() || self.is_over() {
                continue;
            }
            let here = self.meet_edges(coming, live.as_ref().map(|live| &live[index]));
            match &node.op {
                Op::Returned => returned = Some(here.state),
                Op::Thrown => thrown = Some(here.state),
                _ => self.traverse(&mut walk, &mut waiting, node, here),
            }
        }
        walk.ended(returned, thrown)
    }

    /// What a node does, and which edges lead on from it.
    fn traverse(&mut self, walk: &mut Walk<'_, 'p>, waiting: &mut Waiting, node: &Node<'p>, here: Coming) {
        let frame = walk.graph.frame(node.frame);
        match &node.op {
            Op::Branch { cond, fails } => self.traverse_branch(walk, waiting, node, here, (cond, *fails)),
            Op::Dispatch { receiver, arms } => self.traverse_arms(walk, waiting, node, here, (*receiver, arms)),
            Op::Assume(clause) => {
                let holds = self.assumed(walk, frame, &here.state, clause);
                let edge = self.edge_where(here.edge, vec![holds]);
                lead(waiting, node, 0, Coming { edge, ..here });
            }
            Op::Store { object, field, value } => {
                if let Some(after) = self.store_in_field(walk, node, here, (object, *field, value)) {
                    lead(waiting, node, 0, after);
                }
            }
            _ => {
                let before = here.clone();
                let mut after = here;
                if self.effect(walk, node, &mut after.state) {
                    self.name_changes(&before.state, &mut after, hint_of(&node.op));
                    let more = after.state.path.split_off(before.state.path.len());
                    if !more.is_empty() {
                        after.edge = self.edge_where(before.edge, more);
                    }
                    lead(waiting, node, 0, after);
                }
            }
        }
    }

    /// An edge that is traversed only from its node.
    fn fresh_edge(&mut self, from: Lit) -> Lit {
        let edge = self.circuit.input();
        self.require([!edge, from]);
        edge
    }

    /// An edge that runs take from its node where all of this holds; the others end.
    fn edge_where(&mut self, from: Lit, all: Vec<Lit>) -> Lit {
        let holds = self.circuit.and_all(all);
        let edge = self.fresh_edge(from);
        self.require([!edge, holds]);
        self.require([!from, !holds, edge]);
        edge
    }

    fn traverse_branch(
        &mut self,
        walk: &mut Walk<'_, 'p>,
        waiting: &mut Waiting,
        node: &Node<'p>,
        here: Coming,
        (cond, fails): (&Cond<'p>, Option<ClassId>),
    ) {
        let frame = walk.graph.frame(node.frame);
        let lit = self.cond(walk, frame, &here.state, cond);
        if let Some(class) = self.forbidden(walk, fails) {
            let broken = self.circuit.and(here.edge, lit);
            if broken != Lit::FALSE {
                let span = visible_span(self.program, walk, node);
                self.add_failure(walk, Failure { kind: FailureKind::Exception(class), span, lit: broken });
            }
            if lit == Lit::FALSE {
                return lead(waiting, node, 1, here);
            }
            // Only runs without the exception go on: later values mean nothing in the others.
            let edge = self.fresh_edge(here.edge);
            self.require([!edge, !lit]);
            self.require([!here.edge, lit, edge]);
            return lead(waiting, node, 1, Coming { edge, ..here });
        }
        if lit.is_constant() {
            return lead(waiting, node, usize::from(lit == Lit::FALSE), here);
        }
        let (then, otherwise) = (self.fresh_edge(here.edge), self.fresh_edge(here.edge));
        self.require([!then, lit]);
        self.require([!otherwise, !lit]);
        self.require([!here.edge, then, otherwise]);
        lead(waiting, node, 0, Coming { edge: then, ..here.clone() });
        lead(waiting, node, 1, Coming { edge: otherwise, ..here });
    }

    fn traverse_arms(
        &mut self,
        walk: &mut Walk<'_, 'p>,
        waiting: &mut Waiting,
        node: &Node<'p>,
        here: Coming,
        (receiver, arms): (Var, &[Arm]),
    ) {
        let Value::Ref(receiver) = var_of(&here.state, receiver) else {
            return self.get_stuck(walk, &here.state, "a call on a value that is only compared".to_owned());
        };
        for (index, arm) in arms.iter().enumerate() {
            let lit = self.is_of_arm(&receiver, arm);
            if lit == Lit::FALSE {
                continue;
            }
            let edge = if lit == Lit::TRUE { here.edge } else { self.fresh_edge(here.edge) };
            self.require([!edge, lit]);
            self.require([!here.edge, !lit, edge]);
            lead(waiting, node, index, Coming { edge, ..here.clone() });
        }
    }

    /// A new version of a field: one row is the value, the others are what they were. `None`: the
    /// object is none that has fields.
    fn store_in_field(
        &mut self,
        walk: &mut Walk<'_, 'p>,
        node: &Node<'p>,
        mut here: Coming,
        (object, field, value): (&Expr, FieldId, &Expr),
    ) -> Option<Coming> {
        let frame = walk.graph.frame(node.frame);
        let object = self.in_frame(walk, frame, &here.state, object);
        let value = self.in_frame(walk, frame, &here.state, value);
        let Value::Ref(reference) = object else {
            self.get_stuck(walk, &here.state, "the content of a value that is only compared".to_owned());
            return None;
        };
        let next = here.names.get(&Place::Field(field)).copied().unwrap_or(0) + 1;
        for target in 0..here.state.heap.len() {
            let class = self.objects[target].ty.as_class();
            let position = class.and_then(|class| self.layouts.position(class, field));
            let (Some(position), Some(cell)) = (position, here.state.cell(target).cloned()) else { continue };
            let Some(old) = cell.slots.get(position) else { continue };
            let is_target = is_target(&reference, target);
            let row = self.stored_row((field, next, target), is_target, here.edge, [&value, old]);
            if row != *old {
                let mut cell = Cell::clone(&cell);
                cell.slots[position] = row;
                here.state.put(target, cell);
            }
        }
        here.names.insert(Place::Field(field), next);
        here.state.version = self.next_version();
        Some(here)
    }

    /// The row of one object in a new version of a field: the value if it is the object that is
    /// written to, else what it was.
    fn stored_row(
        &mut self,
        (field, next, object): (FieldId, usize, usize),
        is_target: Lit,
        edge: Lit,
        [value, old]: [&Value; 2],
    ) -> Value {
        let is_known = |value: &Value| matches!(value, Value::Number(bits) if bits.as_constant().is_some());
        if value == old || is_known(value) && is_known(old) && is_target.is_constant() {
            return if is_target == Lit::TRUE { value.clone() } else { old.clone() };
        }
        let ty = self.program.field(field).ty;
        let Some(row) = self.version((Place::Field(field), next, Some(object)), &[value, old], Some(ty)) else {
            return match is_target {
                Lit::TRUE => value.clone(),
                Lit::FALSE => old.clone(),
                // They do not fit together.
                _ => {
                    self.incoherent();
                    old.clone()
                }
            };
        };
        if is_target != Lit::FALSE {
            let mut unless = vec![!edge];
            unless.extend(self.rows.as_ref().map_or_else(Vec::new, |rows| rows.unless(is_target)));
            self.equate(&unless, &row, value);
        }
        if is_target != Lit::TRUE {
            self.equate(&[!edge, is_target], &row, old);
        }
        row
    }

    /// Gives every place that has changed its next version.
    fn name_changes(&mut self, before: &State, after: &mut Coming, hint: Option<Type>) {
        let mut changed: BTreeSet<Place> = BTreeSet::new();
        for index in 0..after.state.vars.len() {
            let Some(value) = after.state.vars[index].clone() else { continue };
            if before.vars.get(index) != Some(&Some(value.clone())) {
                let row = self.next_version_of(after, Place::Var(index), None, value, hint);
                after.state.vars[index] = Some(row);
                changed.insert(Place::Var(index));
            }
        }
        for (field, value) in before_and_after(&before.statics, &after.state.statics) {
            let row = self.next_version_of(after, Place::Static(field), None, value, hint);
            Rc::make_mut(&mut after.state.statics).insert(field, row);
            changed.insert(Place::Static(field));
        }
        for object in 0..after.state.heap.len() {
            let (Some(old), Some(new)) = (before.cell(object), after.state.cell(object).cloned()) else { continue };
            if !Rc::ptr_eq(old, &new) {
                let old = Rc::clone(old);
                self.name_slots(after, object, (&old, &new), &mut changed);
                after.state.version = self.next_version();
            }
        }
        for place in changed {
            *after.names.entry(place).or_insert(0) += 1;
        }
    }

    fn name_slots(
        &mut self,
        after: &mut Coming,
        object: usize,
        (old, new): (&Cell, &Cell),
        changed: &mut BTreeSet<Place>,
    ) {
        let mut cell = new.clone();
        for position in 0..new.slots.len() {
            let value = &new.slots[position];
            if old.slots.get(position) != Some(value) {
                let place = self.slot_place(object, position);
                let hint = self.objects[object].ty.element();
                cell.slots[position] = self.next_version_of(after, place, Some(object), value.clone(), hint);
                changed.insert(place);
            }
        }
        after.state.put(object, cell);
    }

    fn slot_place(&self, object: usize, position: usize) -> Place {
        let class = self.objects[object].ty.as_class();
        let field = class.and_then(|class| self.layouts.fields(class).get(position).copied());
        field.map_or(Place::Element(object, position), Place::Field)
    }

    /// The next version of a place holds the value, if the edge is traversed. A number that is
    /// known stays what it is, since it may be a point of an order as well; and so does what needs
    /// no row.
    fn next_version_of(
        &mut self,
        here: &Coming,
        place: Place,
        object: Option<usize>,
        value: Value,
        hint: Option<Type>,
    ) -> Value {
        if matches!(&value, Value::Number(bits) if bits.as_constant().is_some()) {
            return value;
        }
        let next = here.names.get(&place).copied().unwrap_or(0) + 1;
        match self.version((place, next, object), &[&value], hint) {
            Some(row) => {
                self.equate(&[!here.edge], &row, &value);
                row
            }
            None => value,
        }
    }

    /// The state at a node, from all edges that lead to it.
    fn meet_edges(&mut self, mut coming: Vec<Coming>, live: Option<&BTreeSet<usize>>) -> Coming {
        if coming.len() == 1
            && let Some(mut only) = coming.pop()
        {
            only.state.path = path_of(only.edge);
            return only;
        }
        let edge = self.circuit.or_all(coming.iter().map(|one| one.edge));
        let mut met = coming[0].clone();
        met.edge = edge;
        met.state.path = path_of(edge);
        for one in &coming[1..] {
            for (place, index) in &one.names {
                let known = met.names.entry(*place).or_insert(0);
                *known = (*known).max(*index);
            }
        }
        self.meet_vars(&coming, &mut met, live);
        self.meet_statics(&coming, &mut met);
        if coming.iter().any(|one| one.state.version != met.state.version) {
            self.meet_heaps(&coming, &mut met);
            met.state.version = self.next_version();
        }
        met
    }

    fn meet_vars(&mut self, coming: &[Coming], met: &mut Coming, live: Option<&BTreeSet<usize>>) {
        for index in 0..met.state.vars.len() {
            if live.is_some_and(|live| !live.contains(&index)) {
                // Whoever reads it all the same leaves the translated part.
                met.state.vars[index] = Some(Value::Clash);
                continue;
            }
            let values = coming.iter().map(|one| one.state.vars.get(index).cloned().flatten()).collect();
            let row = self.meet_place(coming, met, Place::Var(index), vec![(None, values)]).pop().flatten();
            met.state.vars[index] = row;
        }
    }

    fn meet_statics(&mut self, coming: &[Coming], met: &mut Coming) {
        let fields: BTreeSet<FieldId> = coming.iter().flat_map(|one| one.state.statics.keys().copied()).collect();
        for field in fields {
            let values = coming.iter().map(|one| one.state.statics.get(&field).cloned()).collect();
            let row = self.meet_place(coming, met, Place::Static(field), vec![(None, values)]).pop().flatten();
            if let Some(row) = row {
                Rc::make_mut(&mut met.state.statics).insert(field, row);
            }
        }
        let classes: BTreeSet<ClassId> = coming.iter().flat_map(|one| one.state.started.keys().copied()).collect();
        for class in classes {
            let value = |one: &Coming| one.state.started.get(&class).copied().unwrap_or(Lit::FALSE);
            let values = coming.iter().map(|one| Some(Value::Bool(value(one)))).collect();
            let row = self.meet_place(coming, met, Place::Started(class), vec![(None, values)]).pop().flatten();
            met.state.started.insert(class, row.and_then(|row| row.truth()).unwrap_or(Lit::FALSE));
        }
    }

    /// Rows of the same field have the same version.
    fn meet_heaps(&mut self, coming: &[Coming], met: &mut Coming) {
        let count = coming.iter().map(|one| one.state.heap.len()).max().unwrap_or(0);
        let mut places: BTreeMap<Place, Vec<(usize, Meeting)>> = BTreeMap::new();
        for object in 0..count {
            let cells: Vec<Option<Rc<Cell>>> = coming.iter().map(|one| one.state.cell(object).cloned()).collect();
            let Some(first) = cells.iter().flatten().next().cloned() else { continue };
            if met.state.cell(object).is_none() {
                met.state.put(object, Cell::clone(&first));
            }
            if cells.iter().flatten().all(|cell| Rc::ptr_eq(cell, &first)) {
                continue;
            }
            for position in 0..first.slots.len() {
                let slot = |cell: &Option<Rc<Cell>>| cell.as_ref().and_then(|cell| cell.slots.get(position).cloned());
                let values = cells.iter().map(slot).collect();
                let place = self.slot_place(object, position);
                places.entry(place).or_default().push((position, (Some(object), values)));
            }
        }
        for (place, rows) in places {
            let (positions, rows): (Vec<usize>, Vec<Meeting>) = rows.into_iter().unzip();
            let objects: Vec<Option<usize>> = rows.iter().map(|(object, _)| *object).collect();
            let values = self.meet_place(coming, met, place, rows);
            for ((position, object), value) in positions.into_iter().zip(objects).zip(values) {
                let (Some(object), Some(value)) = (object, value) else { continue };
                let Some(cell) = met.state.cell(object).cloned() else { continue };
                if value == Value::Clash {
                    self.incoherent();
                }
                if cell.slots.get(position) != Some(&value) {
                    let mut cell = Cell::clone(&cell);
                    cell.slots[position] = value;
                    met.state.put(object, cell);
                }
            }
        }
    }

    /// What the rows of a place hold where edges meet. Edges with an earlier version than the
    /// latest get a frame condition; where the latest is not one row for all its edges, there is a
    /// version after it.
    fn meet_place(
        &mut self,
        coming: &[Coming],
        met: &mut Coming,
        place: Place,
        rows: Vec<Meeting>,
    ) -> Vec<Option<Value>> {
        let index_of = |one: &Coming| one.names.get(&place).copied().unwrap_or(0);
        let latest = coming.iter().map(index_of).max().unwrap_or(0);
        let known = self.rows.as_ref();
        let is_named = |(object, values): &Meeting| {
            let mut at_latest = coming.iter().zip(values).filter(|(one, _)| index_of(one) == latest);
            let Some(row) = at_latest.clone().find_map(|(_, value)| value.as_ref()) else { return false };
            let is_it = |value: &Option<Value>| value.as_ref().is_none_or(|value| value == row);
            known.is_some_and(|rows| {
                let holds_all = || values.iter().flatten().all(|value| rows.fits(row, value));
                at_latest.all(|(_, value)| is_it(value))
                    && rows.stands_for((place, latest, *object), row)
                    && holds_all()
            })
        };
        let is_open =
            |(_, values): &Meeting| values.iter().flatten().any(|value| Some(value) != values.iter().flatten().next());
        let is_kept = rows.iter().filter(|row| is_open(row)).all(is_named);
        let index = if is_kept { latest } else { latest + 1 };
        let mut held = Vec::new();
        for (object, values) in rows {
            let present: Vec<&Value> = values.iter().flatten().collect();
            if present.iter().all(|value| *value == present[0]) {
                held.push(present.first().map(|value| (*value).clone()));
                continue;
            }
            let Some(row) = self.row_for((place, index, object), coming, &values, is_kept) else {
                held.push(Some(Value::Clash));
                continue;
            };
            for (one, value) in coming.iter().zip(&values) {
                if let Some(value) = value.as_ref().filter(|value| **value != row) {
                    self.equate(&[!one.edge], &row, value);
                }
            }
            held.push(Some(row));
        }
        met.names.insert(place, index);
        held
    }

    /// The row that the latest version has on its edges, or one of a version after it.
    fn row_for(
        &mut self,
        (place, index, object): (Place, usize, Option<usize>),
        coming: &[Coming],
        values: &[Option<Value>],
        is_kept: bool,
    ) -> Option<Value> {
        if is_kept {
            let is_latest = |one: &Coming| one.names.get(&place).copied().unwrap_or(0) == index;
            return coming.iter().zip(values).find(|(one, value)| is_latest(one) && value.is_some())?.1.clone();
        }
        let present: Vec<&Value> = values.iter().flatten().collect();
        let hint = match place {
            Place::Field(field) | Place::Static(field) => Some(self.program.field(field).ty),
            _ => None,
        };
        self.version((place, index, object), &present, hint)
    }
}

fn path_of(edge: Lit) -> Vec<Lit> {
    Some(edge).filter(|edge| *edge != Lit::TRUE).into_iter().collect()
}

/// Leads a state along an edge.
fn lead(waiting: &mut Waiting, node: &Node<'_>, edge: usize, mut coming: Coming) {
    if let Some(next) = node.next.get(edge).filter(|_| coming.edge != Lit::FALSE) {
        coming.state.path = path_of(coming.edge);
        waiting[next.index()].push(coming);
    }
}

/// Where an object is the one that is meant.
fn is_target(reference: &Ref, object: usize) -> Lit {
    match reference.constant() {
        Some(only) => Lit::constant(only == Some(object)),
        None => reference.is(object),
    }
}

/// The static fields whose value has changed, with what it is now.
fn before_and_after(before: &BTreeMap<FieldId, Value>, after: &BTreeMap<FieldId, Value>) -> Vec<(FieldId, Value)> {
    let changed = after.iter().filter(|(field, value)| before.get(field) != Some(value));
    changed.map(|(field, value)| (*field, value.clone())).collect()
}

/// The type of what a node assigns.
fn hint_of(op: &Op<'_>) -> Option<Type> {
    match op {
        Op::Assign { value, .. } | Op::StoreStatic { value, .. } => Some(value.ty),
        Op::New { class, .. } => Some(Type::class(*class)),
        Op::NewArray { ty, .. } => Some(*ty),
        _ => None,
    }
}
