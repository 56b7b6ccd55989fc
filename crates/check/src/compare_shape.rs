//! Whether a shape predicate says the same as the invariant: the same structures, scope by scope.

use crate::generate::{note, search};
use crate::{Input, Options, Signals};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;
use tightrope_bounds::Labelling;
use tightrope_bounds::heaps::labelling;
use tightrope_bounds::shape::{Failure, ShapeError, Shapes};
use tightrope_heap::canonical::Order;
use tightrope_heap::{Content, FieldValue, Heap, Label, Layouts, Object, ObjectId, Root, Value};
use tightrope_program::{BaseType, ClassId, FieldId, Program, Type};
use tightrope_source::Name;

/// What comparing a shape predicate with an invariant gave.
#[derive(Clone, Debug)]
pub enum Comparison {
    /// The same structures in all scopes up to this one; so many in it.
    Same { objects: usize, structures: usize },
    /// A smallest structure that only the invariant, or only the predicate admits. Fields that the
    /// predicate does not mention are open.
    Different { objects: usize, only_invariant: bool, structure: Heap },
    /// No answer, and why; all smaller scopes agree.
    Unknown { objects: usize, reason: String },
}

/// Compares scope by scope. Fails if the predicate is wrong.
pub fn compare_shape(
    input: Input<'_>,
    class: ClassId,
    shapes: &Shapes,
    options: &Options,
    signals: &Signals,
) -> Result<Comparison, ShapeError> {
    let layouts = Layouts::new(input.program);
    let deadline = options.timeout.map(|timeout| Instant::now() + timeout);
    let fields = shapes.fields_of_all_cases();
    let mut last = Comparison::Same { objects: 0, structures: 0 };
    for objects in 1..=options.scope.largest() {
        let rung = Options { scope: options.scope.at_most(objects), ..options.clone() };
        let found = search(input, class, &rung, signals, true);
        if let Some(cut) = found.answer.cuts.first() {
            return Ok(Comparison::Unknown { objects, reason: note(input, cut) });
        }
        let labelled = |heap: &Heap| labelling(heap, &fields, Order::BreadthFirst, &layouts);
        let by_invariant: BTreeSet<Labelling> = found.heaps.iter().filter_map(labelled).collect();
        let limit = |class: ClassId| rung.scope.objects_of(input.program.class(class).name.as_str()) as u32;
        let by_shape = match shapes.structures(class, &shapes.limits(class, limit), &layouts, deadline) {
            Ok(structures) => structures,
            Err(Failure::Shape(error)) => return Err(error),
            Err(Failure::OutOfTime) => return Ok(unknown(objects, "out of time")),
            Err(Failure::TooMany) => return Ok(unknown(objects, "too many structures")),
        };
        let by_size = |labelling: &&Labelling| labelling.objects().len();
        let more = by_invariant.difference(&by_shape).min_by_key(by_size).map(|one| (true, one));
        let fewer = by_shape.difference(&by_invariant).min_by_key(by_size).map(|one| (false, one));
        let least = more.into_iter().chain(fewer).min_by_key(|(_, one)| one.objects().len());
        if let Some((only_invariant, structure)) = least {
            let structure = heap_of(structure, input.program, &layouts);
            return Ok(Comparison::Different { objects, only_invariant, structure });
        }
        last = Comparison::Same { objects, structures: by_shape.len() };
    }
    Ok(last)
}

fn unknown(objects: usize, reason: &str) -> Comparison {
    Comparison::Unknown { objects, reason: reason.to_owned() }
}

/// A heap to be drawn.
fn heap_of(labelling: &Labelling, program: &Program, layouts: &Layouts) -> Heap {
    let places = labelling.objects().iter().enumerate();
    let ids: BTreeMap<Label, ObjectId> = places.map(|(at, (label, _))| (*label, ObjectId(at as u32))).collect();
    let objects = labelling.objects().iter().map(|(label, fields)| {
        let held = layouts.fields(label.class).iter().map(|field| {
            let known = fields.iter().find(|(other, _)| other == field).map(|(_, value)| *value);
            known.map_or(Value::Unknown, |value| value_of(value, *field, program, &ids))
        });
        Object { ty: Type::class(label.class), content: Content::Fields(held.collect()) }
    });
    let root = Root { name: Name::new("this"), value: Value::Object(ObjectId(0)) };
    Heap { roots: vec![root], objects: objects.collect() }
}

fn value_of(value: FieldValue, field: FieldId, program: &Program, ids: &BTreeMap<Label, ObjectId>) -> Value {
    match value {
        FieldValue::Null => Value::Null,
        FieldValue::Object(label) => ids.get(&label).map_or(Value::Unknown, |id| Value::Object(*id)),
        FieldValue::Data(number) => match program.field(field).ty.base {
            BaseType::Boolean => Value::Boolean(number != 0),
            BaseType::Long => Value::Long(number),
            _ => i32::try_from(number).map_or(Value::Unknown, Value::Int),
        },
    }
}
