//! What `tightrope bounds` found: for each field and each object, the values that a valid structure
//! can have there.

use serde::Serialize;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use tightrope_heap::{FieldBounds, FieldValue, Key, Label, Layouts, Orderings};
use tightrope_program::names::simple_name;
use tightrope_program::{BaseType, ClassId, FieldId, Program};

/// Tight field bounds of one class.
#[derive(Clone, Debug, Serialize)]
pub struct BoundsReport {
    pub schema: u32,
    pub tool_version: String,
    pub class: String,
    pub scope: String,
    /// In which order objects are numbered: `breadth-first` or `depth-first`.
    pub labels: &'static str,
    /// Where the bounds come from: `shape`, `derived`, `exploration` or `invariant`.
    pub from: &'static str,
    /// `false`: the bounds leave something out and must not be used.
    pub complete: bool,
    pub seconds: f64,
    /// Questions to a solver; 0 where none was asked.
    pub queries: usize,
    /// Those of them that a structure answered.
    pub satisfiable: usize,
    /// So many values and orderings were refuted by a proof that was checked; the others that are
    /// left out are false as constants of the formula. Only where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certified: Option<usize>,
    /// What is refuted in DIMACS, and the proof in LRAT, where they were asked for.
    #[serde(skip)]
    pub proof: Option<(String, String)>,
    /// The shape predicate, where it was derived from the invariant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub predicate: Option<String>,
    pub notes: Vec<String>,
    pub fields: Vec<BoundedField>,
    /// How numbers of which only the order matters can stand to each other.
    pub orders: Vec<BoundedOrder>,
}

/// The bounds of the numbers in two fields, or in one, by pairs of objects.
#[derive(Clone, Debug, Serialize)]
pub struct BoundedOrder {
    /// `Node.key`, for the first object of each pair.
    pub first_field: String,
    /// The same for the second.
    pub second_field: String,
    /// The number of orderings, over all pairs.
    pub size: usize,
    /// Three for each pair.
    pub size_by_type: usize,
    pub pairs: Vec<BoundedPair>,
}

/// How the numbers of two objects can stand to each other in a structure that has both.
#[derive(Clone, Debug, Serialize)]
pub struct BoundedPair {
    /// `Node#0`.
    pub first: String,
    /// `Node#1`.
    pub second: String,
    /// What the first number is to the second: `<`, `=`, `>`.
    pub orderings: Vec<&'static str>,
    /// The number of the second object.
    #[serde(skip)]
    pub column: usize,
}

/// The bounds of one field.
#[derive(Clone, Debug, Serialize)]
pub struct BoundedField {
    /// `Node.left`.
    pub field: String,
    /// The number of values, over all objects.
    pub size: usize,
    /// The number that the types alone allow; none for numbers.
    pub size_by_type: Option<usize>,
    pub objects: Vec<BoundedObject>,
}

/// The bounds of one field of one object.
#[derive(Clone, Debug, Serialize)]
pub struct BoundedObject {
    /// `Node#0`.
    pub object: String,
    /// `null`, `Node#1`, `3`.
    pub values: Vec<String>,
    /// The same as numbers of columns: 0 is null, and the object with the number n stands in column
    /// n + 1. Empty for fields that hold no references.
    #[serde(skip)]
    pub columns: Vec<usize>,
}

/// The fields of the bounds, in the order of classes and layouts.
pub fn bounded_fields(bounds: &FieldBounds, program: &Program, layouts: &Layouts) -> Vec<BoundedField> {
    let mut known: Vec<(FieldId, ClassId)> = bounds.iter().map(|(field, object, _)| (field, object.class)).collect();
    known.sort_by_key(|(field, class)| (*class, layouts.position(*class, *field)));
    known.dedup();
    known.into_iter().map(|(field, class)| bounded_field(bounds, program, field, class)).collect()
}

/// The bounds of the order of keys, by the fields that hold them.
pub fn bounded_orders(bounds: &FieldBounds, program: &Program) -> Vec<BoundedOrder> {
    let field_of = |key: Key| (key.object.class, key.field);
    let mut orders: BTreeMap<_, Vec<(Key, Key, Orderings)>> = BTreeMap::new();
    for (first, second, orderings) in bounds.orders() {
        orders.entry((field_of(first), field_of(second))).or_default().push((first, second, orderings));
    }
    let name = |(class, field)| format!("{}.{}", simple_name(program, class), program.field(field).name);
    let order = |((first, second), pairs): ((_, _), Vec<(Key, Key, Orderings)>)| BoundedOrder {
        first_field: name(first),
        second_field: name(second),
        size: pairs.iter().map(|(.., orderings)| orderings.len()).sum(),
        size_by_type: pairs.len() * Orderings::EACH.len(),
        pairs: pairs
            .into_iter()
            .map(|(first, second, orderings)| bounded_pair(program, first, second, orderings))
            .collect(),
    };
    orders.into_iter().map(order).collect()
}

fn bounded_pair(program: &Program, first: Key, second: Key, orderings: Orderings) -> BoundedPair {
    let sign = |ordering| match ordering {
        Ordering::Less => "<",
        Ordering::Equal => "=",
        Ordering::Greater => ">",
    };
    BoundedPair {
        first: label_name(program, first.object),
        second: label_name(program, second.object),
        orderings: orderings.iter().map(sign).collect(),
        column: second.object.number as usize,
    }
}

fn label_name(program: &Program, label: Label) -> String {
    format!("{}#{}", simple_name(program, label.class), label.number)
}

fn bounded_field(bounds: &FieldBounds, program: &Program, field: FieldId, class: ClassId) -> BoundedField {
    let rows = bounds.iter().filter(|(other, object, _)| *other == field && object.class == class);
    let objects: Vec<BoundedObject> = rows
        .map(|(_, object, bound)| BoundedObject {
            object: label_name(program, object),
            values: bound.may.iter().map(|value| value_name(*value, program, field)).collect(),
            columns: bound.may.iter().filter_map(|value| column(*value)).collect(),
        })
        .collect();
    let size = objects.iter().map(|object| object.values.len()).sum();
    let by_type = values_by_type(bounds, program, field).map(|each| each * objects.len());
    let field = format!("{}.{}", simple_name(program, class), program.field(field).name);
    BoundedField { field, size, size_by_type: by_type, objects }
}

fn value_name(value: FieldValue, program: &Program, field: FieldId) -> String {
    match value {
        FieldValue::Null => "null".to_owned(),
        FieldValue::Object(label) => label_name(program, label),
        FieldValue::Data(number) if program.field(field).ty.base == BaseType::Boolean => (number != 0).to_string(),
        FieldValue::Data(number) => number.to_string(),
    }
}

fn column(value: FieldValue) -> Option<usize> {
    match value {
        FieldValue::Null => Some(0),
        FieldValue::Object(label) => Some(label.number as usize + 1),
        FieldValue::Data(_) => None,
    }
}

/// How many values the type of a field has in the scope.
fn values_by_type(bounds: &FieldBounds, program: &Program, field: FieldId) -> Option<usize> {
    let ty = program.field(field).ty;
    match ty.base {
        BaseType::Boolean => Some(2),
        BaseType::Class(_) if !ty.is_array() => {
            let fitting = program.class_ids().filter(|class| is_a(program, *class, ty.base));
            Some(1 + fitting.filter_map(|class| bounds.objects(class)).map(|count| count as usize).sum::<usize>())
        }
        _ => None,
    }
}

fn is_a(program: &Program, class: ClassId, ty: BaseType) -> bool {
    let mut above = Some(class);
    while let Some(class) = above {
        if ty == BaseType::Class(class) || program.class(class).interfaces.iter().any(|i| is_a(program, *i, ty)) {
            return true;
        }
        above = program.class(class).superclass;
    }
    false
}
