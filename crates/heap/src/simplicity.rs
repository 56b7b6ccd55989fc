//! Which of two heaps is simpler: a total order for choosing the one that people see.
//!
//! Fewer objects come first. Then the heaps are compared root by root and object by object, in
//! their own numbering: null before numbers, small numbers before large ones, positive before
//! negative ones, earlier objects before later ones, and what is known before what is not. The
//! order depends on nothing but the heaps, so the choice is the same for any number of threads.

use crate::{Content, Heap, Object, Root, Value};
use std::cmp::Ordering;

/// `Less`: the left one is simpler.
pub fn compare(left: &Heap, right: &Heap) -> Ordering {
    let sizes = left.objects.len().cmp(&right.objects.len());
    let roots = || {
        by_key(&left.roots, &right.roots, |left: &Root, right: &Root| {
            value(left.value).cmp(&value(right.value)).then_with(|| left.name.cmp(&right.name))
        })
    };
    let objects = || by_key(&left.objects, &right.objects, object);
    sizes.then_with(roots).then_with(objects)
}

fn by_key<T>(left: &[T], right: &[T], compare: impl Fn(&T, &T) -> Ordering) -> Ordering {
    let lengths = left.len().cmp(&right.len());
    let pairs = left.iter().zip(right).map(|(left, right)| compare(left, right));
    lengths.then_with(|| pairs.into_iter().find(|ordering| ordering.is_ne()).unwrap_or(Ordering::Equal))
}

fn object(left: &Object, right: &Object) -> Ordering {
    left.ty.cmp(&right.ty).then_with(|| content(&left.content, &right.content))
}

fn content(left: &Content, right: &Content) -> Ordering {
    let kind = |content: &Content| match content {
        Content::Fields(_) => 0,
        Content::Elements(_) => 1,
        Content::Text(_) => 2,
    };
    match (left, right) {
        (Content::Text(left), Content::Text(right)) => left.len().cmp(&right.len()).then_with(|| left.cmp(right)),
        (Content::Fields(left), Content::Fields(right)) | (Content::Elements(left), Content::Elements(right)) => {
            by_key(left, right, |left, right| value(*left).cmp(&value(*right)))
        }
        _ => kind(left).cmp(&kind(right)),
    }
}

/// Kind of value, size of the number, is it negative.
fn value(value: Value) -> (u8, u64, bool) {
    match value {
        Value::Null => (0, 0, false),
        Value::Boolean(truth) => (1, u64::from(truth), false),
        Value::Int(number) => (2, u64::from(number.unsigned_abs()), number < 0),
        Value::Long(number) => (2, number.unsigned_abs(), number < 0),
        // By their size, whole numbers first.
        Value::Float(bits) => floating(f64::from(f32::from_bits(bits))),
        Value::Double(bits) => floating(f64::from_bits(bits)),
        Value::Object(id) => (3, u64::from(id.0), false),
        Value::Unknown => (4, 0, false),
    }
}

fn floating(number: f64) -> (u8, u64, bool) {
    let is_whole = number.fract() == 0.0;
    (2, number.abs().to_bits() >> 1 | u64::from(!is_whole) << 63, number.is_sign_negative())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tightrope_program::{ClassId, Type};
    use tightrope_source::Name;

    fn heap(root: Value, fields: &[&[Value]]) -> Heap {
        let object =
            |values: &&[Value]| Object { ty: Type::class(ClassId(0)), content: Content::Fields(values.to_vec()) };
        let roots = vec![Root { name: Name::new("this"), value: root }];
        Heap { roots, objects: fields.iter().map(object).collect() }
    }

    #[test]
    fn simpler_heaps_come_first() {
        let zero = crate::ObjectId(0);
        let ascending = [
            heap(Value::Null, &[]),
            heap(Value::Int(0), &[]),
            heap(Value::Int(1), &[]),
            heap(Value::Int(-1), &[]),
            heap(Value::Int(10), &[]),
            heap(Value::Unknown, &[]),
            heap(Value::Object(zero), &[&[Value::Null, Value::Int(2)]]),
            heap(Value::Object(zero), &[&[Value::Object(zero), Value::Int(0)]]),
            heap(Value::Object(zero), &[&[Value::Null], &[Value::Null]]),
        ];
        for (position, left) in ascending.iter().enumerate() {
            for (other, right) in ascending.iter().enumerate() {
                assert_eq!(compare(left, right), position.cmp(&other), "{left:?} {right:?}");
            }
        }
    }
}
