//! Invariants that break by sharing alone: of an object that the method was not called on, that is
//! as it was, and that shares all that has changed where its invariant looks with objects whose own
//! invariants speak of it. The machine's judgement says the same
//! (`crates/machine/src/contract/judge.rs`): it is the sharing that breaks such an invariant, not
//! the method.

use crate::contract::{Ending, Subject};
use crate::encoder::Encoder;
use crate::evaluate::Env;
use crate::state::State;
use crate::value::{ObjectId, Value, same};
use std::collections::BTreeMap;
use std::rc::Rc;
use tightrope_circuit::{Lit, Relation};
use tightrope_problem::{Reads, reads_of};
use tightrope_program::effective::{InvariantKind, class_invariants};
use tightrope_program::{ClassId, FieldId};

/// Where invariants looked before the call, and what has changed.
pub(crate) struct Sharing {
    /// The initial objects with invariants, and what these read.
    owners: Vec<(ObjectId, Rc<Reads>)>,
    /// By owner and object: the invariants of the first may have looked at the second.
    seen: BTreeMap<(ObjectId, ObjectId), Lit>,
    changes: Vec<Change>,
    /// Where the method was called on it.
    receiver: Option<Value>,
}

/// A slot of an initial object holds another value than before.
struct Change {
    object: ObjectId,
    /// `None`: an element of an array.
    field: Option<FieldId>,
    lit: Lit,
}

fn is_read(reads: &Reads, field: Option<FieldId>) -> bool {
    field.map_or(reads.has_elements, |field| reads.has_all_objects || reads.fields.contains(&field))
}

impl Encoder<'_> {
    pub(crate) fn sharing(&mut self, subject: Subject<'_, '_>, ending: Ending<'_>, owners: &[ObjectId]) -> Sharing {
        let before = &subject.initial.state;
        let mut by_class: BTreeMap<ClassId, Rc<Reads>> = BTreeMap::new();
        let mut with_reads = Vec::new();
        for owner in owners.iter().copied().filter(|owner| self.objects[*owner].is_initial) {
            let Some(class) = self.objects[owner].ty.as_class() else { continue };
            let reads = by_class.entry(class).or_insert_with(|| Rc::new(self.reads(class)));
            with_reads.push((owner, Rc::clone(reads)));
        }
        let mut seen = BTreeMap::new();
        for (class, reads) in &by_class {
            let led = self.led(before, reads);
            for (owner, _) in &with_reads {
                if self.objects[*owner].ty.as_class() != Some(*class) {
                    continue;
                }
                let row = self.seen_by(before, *owner, reads, &led);
                seen.extend(row.into_iter().map(|(object, lit)| ((*owner, object), lit)));
            }
        }
        let mut changes = Vec::new();
        for object in 0..self.objects.len() {
            if self.objects[object].is_initial {
                changes.extend(self.changes(subject, ending, object));
            }
        }
        let declared = self.program.method(subject.contract.method);
        let receiver = subject.initial.args.first().filter(|_| !declared.is_static).cloned();
        Sharing { owners: with_reads, seen, changes, receiver }
    }

    fn reads(&self, class: ClassId) -> Reads {
        let mut invariants = class_invariants(self.program, class);
        invariants.retain(|one| !matches!(one.kind, InvariantKind::Clause(clause) if clause.is_static));
        reads_of(self.program, &invariants)
    }

    /// Which objects lead to which by what is read of objects that are not the owner.
    fn led(&mut self, before: &State, reads: &Reads) -> (Vec<ObjectId>, Relation) {
        let env = Env::new(before, before, &[], &[]);
        if !reads.has_elements && !reads.has_all_objects {
            let closure = self.closure(&env, &(Some(reads.fields.iter().copied().collect()), None));
            return (closure.0.clone(), closure.1.clone());
        }
        let objects: Vec<ObjectId> = (0..self.objects.len()).filter(|object| before.cell(*object).is_some()).collect();
        let mut rows = Vec::new();
        for from in &objects {
            let next = self.next_objects(before, *from, |field| is_read(reads, field));
            rows.push(objects.iter().map(|to| next.get(to).copied().unwrap_or(Lit::FALSE)).collect());
        }
        let led = self.circuit.closure(&Relation::from_rows(objects.len(), rows));
        (objects, led)
    }

    /// What the slots of an object refer to that are wanted.
    fn next_objects(
        &mut self,
        before: &State,
        from: ObjectId,
        is_wanted: impl Fn(Option<FieldId>) -> bool,
    ) -> BTreeMap<ObjectId, Lit> {
        let mut next: BTreeMap<ObjectId, Lit> = BTreeMap::new();
        let Some(cell) = before.cell(from).cloned() else { return next };
        for (slot, value) in cell.slots.iter().enumerate() {
            let Some(reference) = value.reference().filter(|_| is_wanted(self.field_at(from, slot))) else { continue };
            for (object, lit) in reference.targets.iter() {
                let known = next.get(object).copied().unwrap_or(Lit::FALSE);
                next.insert(*object, self.circuit.or(known, *lit));
            }
        }
        next
    }

    /// The field of a slot; `None`: an element of an array.
    fn field_at(&self, object: ObjectId, slot: usize) -> Option<FieldId> {
        let class = self.objects[object].ty.as_class()?;
        self.layouts.fields(class).get(slot).copied()
    }

    /// The objects that the invariants of an owner may have looked at.
    fn seen_by(
        &mut self,
        before: &State,
        owner: ObjectId,
        reads: &Reads,
        led: &(Vec<ObjectId>, Relation),
    ) -> BTreeMap<ObjectId, Lit> {
        let is_own =
            |field: Option<FieldId>| is_read(reads, field) || field.is_some_and(|field| reads.own.contains(&field));
        let first = self.next_objects(before, owner, is_own);
        let (objects, led) = led;
        let mut seen = BTreeMap::new();
        for (column, object) in objects.iter().enumerate() {
            let mut ways = vec![Lit::constant(*object == owner || reads.has_all_objects)];
            for (next, lit) in &first {
                match objects.binary_search(next) {
                    _ if next == object => ways.push(*lit),
                    Ok(row) => ways.push(self.circuit.and(*lit, led.get(row, column))),
                    Err(_) => {}
                }
            }
            seen.insert(*object, self.circuit.or_all(ways));
        }
        seen
    }

    fn changes(&mut self, subject: Subject<'_, '_>, ending: Ending<'_>, object: ObjectId) -> Vec<Change> {
        let (Some(old), Some(new)) = (subject.initial.state.cell(object), ending.state.cell(object)) else {
            return Vec::new();
        };
        if Rc::ptr_eq(old, new) {
            return Vec::new();
        }
        let mut changes = Vec::new();
        for (slot, (was, is)) in old.slots.iter().zip(&new.slots).enumerate() {
            let lit = same(&mut self.circuit, was, is).map_or(Lit::TRUE, |lit| !lit);
            let lit = self.circuit.and(lit, self.objects[object].born);
            changes.push(Change { object, field: self.field_at(object, slot), lit });
        }
        changes.retain(|change| change.lit != Lit::FALSE);
        changes
    }

    /// Where only sharing breaks what is said of this object.
    pub(crate) fn only_shares(&mut self, sharing: &Sharing, object: ObjectId) -> Lit {
        let seen = |by: ObjectId, object: ObjectId| sharing.seen.get(&(by, object)).copied().unwrap_or(Lit::FALSE);
        if !self.objects[object].is_initial {
            return Lit::FALSE;
        }
        let is_receiver = match &sharing.receiver {
            Some(Value::Ref(receiver)) => receiver.is(object),
            _ => Lit::FALSE,
        };
        let (mut parts, mut all) = (Vec::new(), vec![!is_receiver]);
        for change in &sharing.changes {
            let is_part = self.circuit.and(seen(object, change.object), change.lit);
            if is_part == Lit::FALSE {
                continue;
            }
            let mut others = Vec::new();
            let is_other = |(owner, reads): &&(ObjectId, Rc<Reads>)| *owner != object && is_read(reads, change.field);
            for (owner, _) in sharing.owners.iter().filter(is_other).filter(|_| change.object != object) {
                let apart = self.circuit.and(!seen(object, *owner), !seen(*owner, object));
                let owns = self.circuit.and(seen(*owner, change.object), self.objects[*owner].born);
                others.push(self.circuit.and(apart, owns));
            }
            let other = self.circuit.or_all(others);
            all.push(self.circuit.implies(is_part, other));
            parts.push(is_part);
        }
        all.push(self.circuit.or_all(parts));
        self.circuit.and_all(all)
    }
}
