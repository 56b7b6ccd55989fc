//! Invariants that break by sharing alone: of an object that the method was not called on, that is
//! as it was, and that shares all that has changed behind it with objects that have invariants of
//! their own. The machine's judgement says the same (`crates/machine/src/contract/judge.rs`): it is
//! the sharing that breaks such an invariant, not the method.

use crate::contract::{Ending, Subject};
use crate::encoder::Encoder;
use crate::evaluate::Env;
use crate::value::{ObjectId, Value, same};
use std::collections::BTreeMap;
use tightrope_circuit::Lit;

/// What led where before the call, and what has changed.
pub(crate) struct Sharing {
    objects: Vec<ObjectId>,
    /// By object and object: the first led to the second, or is it.
    behind: BTreeMap<(ObjectId, ObjectId), Lit>,
    changed: BTreeMap<ObjectId, Lit>,
    /// The initial objects with invariants.
    owners: Vec<ObjectId>,
    /// Where the method was called on it.
    receiver: Option<Value>,
}

impl Encoder<'_> {
    pub(crate) fn sharing(&mut self, subject: Subject<'_, '_>, ending: Ending<'_>, owners: &[ObjectId]) -> Sharing {
        let before = &subject.initial.state;
        let env = Env::new(before, before, &[], &[]);
        let closure = self.closure(&env, &(None, None));
        let initial = |object: &ObjectId| self.objects[*object].is_initial;
        let objects: Vec<ObjectId> = closure.0.iter().copied().filter(initial).collect();
        let mut behind = BTreeMap::new();
        for (row, from) in closure.0.iter().enumerate() {
            for (column, to) in closure.0.iter().enumerate() {
                let lit = if from == to { Lit::TRUE } else { closure.1.get(row, column) };
                behind.insert((*from, *to), lit);
            }
        }
        let mut changed = BTreeMap::new();
        for object in &objects {
            changed.insert(*object, self.has_changed(subject, ending, *object));
        }
        let declared = self.program.method(subject.contract.method);
        let receiver = subject.initial.args.first().filter(|_| !declared.is_static).cloned();
        let owners = owners.iter().copied().filter(|owner| self.objects[*owner].is_initial).collect();
        Sharing { objects, behind, changed, owners, receiver }
    }

    fn has_changed(&mut self, subject: Subject<'_, '_>, ending: Ending<'_>, object: ObjectId) -> Lit {
        let (Some(old), Some(new)) = (subject.initial.state.cell(object), ending.state.cell(object)) else {
            return Lit::FALSE;
        };
        let mut changes = Vec::new();
        for (was, is) in old.slots.iter().zip(&new.slots) {
            changes.push(same(&mut self.circuit, was, is).map_or(Lit::TRUE, |lit| !lit));
        }
        let changed = self.circuit.or_all(changes);
        self.circuit.and(changed, self.objects[object].born)
    }

    /// Where only sharing breaks what is said of this object.
    pub(crate) fn only_shares(&mut self, sharing: &Sharing, object: ObjectId) -> Lit {
        let led = |from: ObjectId, to: ObjectId| sharing.behind.get(&(from, to)).copied().unwrap_or(Lit::FALSE);
        if !self.objects[object].is_initial {
            return Lit::FALSE;
        }
        let is_receiver = match &sharing.receiver {
            Some(Value::Ref(receiver)) => receiver.is(object),
            _ => Lit::FALSE,
        };
        let own_change = sharing.changed.get(&object).copied().unwrap_or(Lit::FALSE);
        let (mut parts, mut all) = (Vec::new(), vec![!is_receiver, !own_change]);
        for part in sharing.objects.iter().copied().filter(|part| *part != object) {
            let changed = sharing.changed.get(&part).copied().unwrap_or(Lit::FALSE);
            let is_part = self.circuit.and(led(object, part), changed);
            if is_part == Lit::FALSE {
                continue;
            }
            let mut others = Vec::new();
            for owner in sharing.owners.iter().copied().filter(|owner| *owner != object) {
                let apart = self.circuit.and(!led(object, owner), !led(owner, object));
                let owns = self.circuit.and(led(owner, part), self.objects[owner].born);
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
