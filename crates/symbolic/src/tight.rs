//! Tight field bounds as assumptions on the initial heap (TACO, section 4): what no valid structure
//! holds in a place is false from the start.
//!
//! Bounds speak of objects by number, so they serve only where objects are numbered as they were
//! when the bounds were found: the receiver is of the class that they were made for, no argument
//! leads to objects of the heap, and there is one class of nodes. And they rest on the invariant: a
//! method that does not assume it cannot use them.

use crate::encoder::Encoder;
use crate::initial::{Initial, Wanted};
use crate::order::Ordered;
use crate::value::{ObjectId, Value};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use tightrope_circuit::{Bits, Lit};
use tightrope_heap::{FieldBound, FieldBounds, FieldValue, Key, Label, Orderings};
use tightrope_program::Program;
use tightrope_program::effective::invariants_concern;
use tightrope_program::{MethodId, Type};

/// Are the objects of the heap numbered as field bounds number them?
pub(crate) fn are_usable(program: &Program, method: MethodId, wanted: &Wanted<'_>, initial: &Initial) -> bool {
    let leads_nowhere = |value: &Value| !matches!(value, Value::Ref(reference) if !reference.targets.is_empty());
    let [class] = wanted.receivers.as_slice() else { return false };
    let nodes = initial.kinds.iter().filter(|kind| !kind.objects.is_empty() && kind.ty != Type::class(*class));
    wanted.new_receiver.is_none()
        && wanted.unreferenced.is_empty()
        && invariants_concern(program, method)
        && initial.args.iter().skip(1).all(leads_nowhere)
        && initial.kinds.iter().all(|kind| !kind.ty.is_array())
        && nodes.count() <= 1
}

impl Encoder<'_> {
    /// What the bounds say of the objects that are alive.
    pub(crate) fn within_bounds(&mut self, initial: &Initial, bounds: &FieldBounds) -> Vec<Lit> {
        let mut labels: BTreeMap<ObjectId, Label> = BTreeMap::new();
        for kind in &initial.kinds {
            let Some(class) = kind.ty.as_class() else { continue };
            let numbered = kind.objects.iter().enumerate();
            labels.extend(numbered.map(|(number, object)| (*object, Label { class, number: number as u32 })));
        }
        let mut facts = Vec::new();
        for (object, label) in &labels {
            let Some(cell) = initial.state.cell(*object) else { continue };
            let alive = self.objects[*object].born;
            for (field, value) in self.layouts.fields(label.class).to_vec().into_iter().zip(&cell.slots) {
                if let Some(bound) = bounds.get(field, *label) {
                    let fact = self.is_within(value, bound, &labels);
                    facts.push(self.circuit.implies(alive, fact));
                }
            }
        }
        facts.extend(self.within_orders(initial, &labels, bounds));
        facts
    }

    /// What the bounds say of the order of two keys whose objects are alive.
    fn within_orders(
        &mut self,
        initial: &Initial,
        labels: &BTreeMap<ObjectId, Label>,
        bounds: &FieldBounds,
    ) -> Vec<Lit> {
        let mut keys: BTreeMap<Key, (Lit, Value)> = BTreeMap::new();
        for (object, label) in labels {
            let Some(cell) = initial.state.cell(*object) else { continue };
            let alive = self.objects[*object].born;
            for (field, value) in self.layouts.fields(label.class).iter().zip(&cell.slots) {
                keys.insert(Key { field: *field, object: *label }, (alive, value.clone()));
            }
        }
        let mut facts = Vec::new();
        for (first, second, orderings) in bounds.orders() {
            let (Some((alive, a)), Some((other_alive, b))) = (keys.get(&first), keys.get(&second)) else { continue };
            let both = self.circuit.and(*alive, *other_alive);
            for ordering in Orderings::EACH.into_iter().filter(|ordering| !orderings.contains(*ordering)) {
                if let Some(stands_so) = self.stands(a, b, ordering) {
                    facts.push(self.circuit.implies(both, !stands_so));
                }
            }
        }
        facts
    }

    /// The first number stands so to the second; `None`: they are no numbers.
    fn stands(&mut self, a: &Value, b: &Value, ordering: Ordering) -> Option<Lit> {
        let circuit = &mut self.circuit;
        if let Some((a, b)) = Ordered::pair(a, b) {
            return Some(match ordering {
                Ordering::Less => Ordered::less(circuit, &a, &b),
                Ordering::Equal => Ordered::same(circuit, &a, &b),
                Ordering::Greater => Ordered::less(circuit, &b, &a),
            });
        }
        let (a, b) = (a.number()?, b.number()?);
        let width = a.width().max(b.width());
        let (a, b) = (a.sign_extended(width), b.sign_extended(width));
        Some(match ordering {
            Ordering::Less => circuit.less(&a, &b),
            Ordering::Equal => circuit.eq_bits(&a, &b),
            Ordering::Greater => circuit.less(&b, &a),
        })
    }

    fn is_within(&mut self, value: &Value, bound: &FieldBound, labels: &BTreeMap<ObjectId, Label>) -> Lit {
        match value {
            Value::Ref(reference) => {
                let mut outside = Vec::new();
                if !bound.may.contains(&FieldValue::Null) {
                    outside.push(reference.null);
                }
                for (object, lit) in reference.targets.iter() {
                    let is_allowed = |label: &Label| bound.may.contains(&FieldValue::Object(*label));
                    if labels.get(object).is_some_and(|label| !is_allowed(label)) {
                        outside.push(*lit);
                    }
                }
                !self.circuit.or_all(outside)
            }
            Value::Bool(lit) => {
                let both = [(0, !*lit), (1, *lit)];
                let allowed = both.into_iter().filter(|(data, _)| bound.may.contains(&FieldValue::Data(*data)));
                self.circuit.or_all(allowed.map(|(_, lit)| lit).collect::<Vec<_>>())
            }
            Value::Number(bits) => {
                let width = bits.width();
                let mut allowed = Vec::new();
                for value in &bound.may {
                    if let FieldValue::Data(data) = value {
                        allowed.push(self.circuit.eq_bits(bits, &Bits::constant(*data, width)));
                    }
                }
                self.circuit.or_all(allowed)
            }
            _ => Lit::TRUE,
        }
    }
}
