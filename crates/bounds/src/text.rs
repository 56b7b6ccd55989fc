//! Field bounds as text that can be read again: for whoever keeps them from run to run. Classes and
//! fields are written by their numbers, so the text belongs to one program.

use std::cmp::Ordering;
use tightrope_heap::{FieldBounds, FieldValue, Key, Label};
use tightrope_program::{ClassId, FieldId};

/// How the text is written: one with another first line is none.
const FORMAT: &str = "bounds 2\n";

/// One line for each class, one for each bound, and one for each pair of keys.
pub fn bounds_text(bounds: &FieldBounds, classes: &[ClassId]) -> String {
    let counts = classes.iter().filter_map(|class| Some(format!("objects {} {}\n", class.0, bounds.objects(*class)?)));
    let value = |value: &FieldValue| match value {
        FieldValue::Null => "null".to_owned(),
        FieldValue::Object(label) => format!("{}#{}", label.class.0, label.number),
        FieldValue::Data(number) => number.to_string(),
    };
    let rows = bounds.iter().map(|(field, object, bound)| {
        let may: Vec<String> = bound.may.iter().map(value).collect();
        format!("field {} {}#{} {}\n", field.0, object.class.0, object.number, may.join(" "))
    });
    let key = |key: Key| format!("{} {}#{}", key.field.0, key.object.class.0, key.object.number);
    let orders = bounds.orders().map(|(first, second, orderings)| {
        let signs: Vec<&str> = orderings.iter().map(sign).collect();
        format!("order {} {} {}\n", key(first), key(second), signs.join(" "))
    });
    std::iter::once(FORMAT.to_owned()).chain(counts).chain(rows).chain(orders).collect()
}

fn sign(ordering: Ordering) -> &'static str {
    match ordering {
        Ordering::Less => "<",
        Ordering::Equal => "=",
        Ordering::Greater => ">",
    }
}

fn ordering_of(text: &str) -> Option<Ordering> {
    [Ordering::Less, Ordering::Equal, Ordering::Greater].into_iter().find(|ordering| sign(*ordering) == text)
}

/// The bounds of a text; `None` if it is none.
pub fn bounds_of_text(text: &str) -> Option<FieldBounds> {
    let text = text.strip_prefix(FORMAT)?;
    let rows = || text.lines().map(|line| line.split(' ').collect::<Vec<&str>>());
    let counts = rows().filter(|row| row[0] == "objects").map(|row| match row.as_slice() {
        [_, class, count] => Some((ClassId(class.parse().ok()?), count.parse().ok()?)),
        _ => None,
    });
    let mut bounds = FieldBounds::for_objects(counts.collect::<Option<Vec<_>>>()?);
    for row in rows() {
        match row.as_slice() {
            ["objects", ..] => {}
            ["field", field, object, may @ ..] => {
                for value in may {
                    bounds.admit(FieldId(field.parse().ok()?), label(object)?, value_of(value)?);
                }
            }
            ["order", field, object, other_field, other, may @ ..] => {
                let (first, second) = (key_of(field, object)?, key_of(other_field, other)?);
                for text in may {
                    bounds.admit_order(first, second, ordering_of(text)?);
                }
            }
            _ => return None,
        }
    }
    Some(bounds)
}

fn key_of(field: &str, object: &str) -> Option<Key> {
    Some(Key { field: FieldId(field.parse().ok()?), object: label(object)? })
}

fn label(text: &str) -> Option<Label> {
    let (class, number) = text.split_once('#')?;
    Some(Label { class: ClassId(class.parse().ok()?), number: number.parse().ok()? })
}

fn value_of(text: &str) -> Option<FieldValue> {
    match text {
        "null" => Some(FieldValue::Null),
        _ if text.contains('#') => label(text).map(FieldValue::Object),
        _ => text.parse().ok().map(FieldValue::Data),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let label = |number| Label { class: ClassId(3), number };
        let mut bounds = FieldBounds::for_objects([(ClassId(3), 2)]);
        bounds.admit(FieldId(7), label(0), FieldValue::Null);
        bounds.admit(FieldId(7), label(0), FieldValue::Object(label(1)));
        bounds.admit(FieldId(8), label(1), FieldValue::Data(-2));
        let key = |number| Key { field: FieldId(9), object: label(number) };
        bounds.admit_order(key(0), key(1), Ordering::Less);
        bounds.admit_order(key(0), key(1), Ordering::Equal);
        bounds.admit_order(key(1), key(2), Ordering::Greater);
        let text = bounds_text(&bounds, &[ClassId(3)]);
        assert_eq!(bounds_of_text(&text), Some(bounds));
        assert_eq!(bounds_of_text(&text.replace('<', "?")), None);
        assert_eq!(bounds_of_text(text.strip_prefix(FORMAT).expect("a first line")), None, "as it was written once");
        assert_eq!(bounds_of_text(&text.replace('#', "?")), None);
    }
}
