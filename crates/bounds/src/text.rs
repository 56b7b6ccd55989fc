//! Field bounds as text that can be read again: for whoever keeps them from run to run. Classes and
//! fields are written by their numbers, so the text belongs to one program.

use tightrope_heap::{FieldBounds, FieldValue, Label};
use tightrope_program::{ClassId, FieldId};

/// One line for each class, and one for each bound.
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
    counts.chain(rows).collect()
}

/// The bounds of a text; `None` if it is none.
pub fn bounds_of_text(text: &str) -> Option<FieldBounds> {
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
            _ => return None,
        }
    }
    Some(bounds)
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
        let text = bounds_text(&bounds, &[ClassId(3)]);
        assert_eq!(bounds_of_text(&text), Some(bounds));
        assert_eq!(bounds_of_text(&text.replace('#', "?")), None);
    }
}
