//! The structures of a class as a circuit: its invariant on all heaps of the scope, up to isomorphism, without a method.
//!
//! Objects are numbered breadth-first ([`crate::initial`]), so the places fit [`tightrope_heap::FieldBounds`]. Where an invariant is not
//! translated it excludes nothing: the circuit may admit more than the structures, never fewer.

use crate::check::{Attempt, Options, Problem};
use crate::contract::Subject;
use crate::encoder::Encoder;
use crate::initial::Initial;
use crate::value::{ObjectId, Value};
use std::collections::BTreeMap;
use tightrope_bounds::feasible::{Place, Structures};
use tightrope_heap::{FieldValue, Label, Scope};
use tightrope_program::effective::invariants_concern;
use tightrope_program::{ClassId, MethodId, MethodKind, Program};

/// The structures of a class within a scope. `Err`: why they are no circuit, or have no numbers that field bounds can speak of.
pub fn structures(program: &Program, class: ClassId, scope: &Scope, options: &Options) -> Result<Structures, String> {
    let method = method_of(program, class).ok_or("the class has no method that can be called on its objects")?;
    let problem = Problem::new(program, method);
    let iterations = scope.largest().max(1) + 2;
    let attempt = Attempt { problem: &problem, scope, options, iterations };
    let mut encoder = attempt.encoder();
    let start = attempt.start(&mut encoder)?;
    let mut wanted = attempt.wanted()?;
    wanted.params.clear();
    wanted.receivers = vec![class];
    let initial = encoder.initial(&wanted, start)?;
    let labels = labels(&initial, class)?;
    // What the method requires is not asked of a structure.
    let mut contract = problem.contract.clone();
    contract.cases.truncate(1);
    contract.cases.iter_mut().for_each(|case| case.requires.clear());
    let assumed = encoder.assume(Subject { contract: &contract, initial: &initial });
    if encoder.is_incoherent {
        return Err("values of different kinds in one place".to_owned());
    }
    let places = places(&encoder, &initial, &labels);
    let objects = initial.kinds.iter().filter_map(|kind| Some((kind.ty.as_class()?, kind.objects.len() as u32)));
    let objects = objects.map(|(of, count)| (of, if of == class { count.min(1) } else { count })).collect();
    Ok(Structures { circuit: encoder.circuit, assumptions: assumed.lits, objects, places })
}

/// A method whose contract includes the invariants.
fn method_of(program: &Program, class: ClassId) -> Option<MethodId> {
    let fits = |id: &MethodId| {
        let method = program.method(*id);
        let is_callable = method.class == class && method.kind == MethodKind::Method && !method.is_static;
        is_callable && !method.is_abstract && invariants_concern(program, *id)
    };
    program.method_ids().find(fits)
}

/// The numbers of all objects. There may be one class of nodes: with more, the order of first occurrence is not the breadth-first one.
fn labels(initial: &Initial, class: ClassId) -> Result<BTreeMap<ObjectId, Label>, String> {
    let mut labels = BTreeMap::new();
    let mut others = 0;
    for kind in initial.kinds.iter().filter(|kind| !kind.objects.is_empty()) {
        let of = kind.ty.as_class().ok_or("structures with arrays")?;
        others += usize::from(of != class);
        for (number, object) in kind.objects.iter().enumerate() {
            labels.insert(*object, Label { class: of, number: number as u32 });
        }
    }
    if others > 1 { Err("structures of several classes".to_owned()) } else { Ok(labels) }
}

fn places(encoder: &Encoder<'_>, initial: &Initial, labels: &BTreeMap<ObjectId, Label>) -> Vec<Place> {
    let mut places = Vec::new();
    for (object, label) in labels {
        let Some(cell) = initial.state.cell(*object) else { continue };
        let is_alive = encoder.objects[*object].born;
        for (field, value) in encoder.layouts.fields(label.class).iter().zip(&cell.slots) {
            if let Some(values) = values_of(value, labels) {
                places.push(Place { field: *field, object: *label, is_alive, values });
            }
        }
    }
    places
}

/// The values that a field may have; `None` if it cannot be listed.
fn values_of(value: &Value, labels: &BTreeMap<ObjectId, Label>) -> Option<Vec<(FieldValue, tightrope_circuit::Lit)>> {
    match value {
        Value::Bool(lit) => Some(vec![(FieldValue::Data(0), !*lit), (FieldValue::Data(1), *lit)]),
        Value::Ref(reference) => {
            let mut values = vec![(FieldValue::Null, reference.null)];
            for (object, lit) in reference.targets.iter() {
                values.push((FieldValue::Object(*labels.get(object)?), *lit));
            }
            Some(values)
        }
        _ => None,
    }
}
