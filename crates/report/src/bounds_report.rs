//! What `tightrope bounds` found: for each field and each object, the values that a valid structure
//! can have there.

use serde::Serialize;
use tightrope_heap::{FieldBounds, FieldValue, Label, Layouts};
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
    /// So many values were refuted by a proof that was checked; the others that are left out are
    /// false as constants of the formula. Only where that was asked for.
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

fn bounded_field(bounds: &FieldBounds, program: &Program, field: FieldId, class: ClassId) -> BoundedField {
    let name = |label: Label| format!("{}#{}", simple_name(program, label.class), label.number);
    let rows = bounds.iter().filter(|(other, object, _)| *other == field && object.class == class);
    let objects: Vec<BoundedObject> = rows
        .map(|(_, object, bound)| BoundedObject {
            object: name(object),
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
        FieldValue::Object(label) => format!("{}#{}", simple_name(program, label.class), label.number),
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
