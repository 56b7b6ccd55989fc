//! Does a heap fit a program? Whoever reads a heap from outside asks this before running anything
//! on it.

use crate::text::{object_names, type_name, write_value};
use crate::{Content, Heap, Layouts, Object, ObjectId, Value};
use tightrope_program::{BaseType, ClassId, Program, Type};

/// What does not fit about one object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    pub object: ObjectId,
    pub message: String,
}

/// Everything that does not fit, in words that name the object and the field. Empty: the heap is
/// valid.
pub fn problems(heap: &Heap, program: &Program, layouts: &Layouts) -> Vec<String> {
    let names = object_names(heap, program);
    let found = problems_by_object(heap, &names, program, layouts);
    found.into_iter().map(|problem| format!("{}: {}", names[problem.object.index()], problem.message)).collect()
}

/// The same, object by object; the messages call other objects by the given names.
pub fn problems_by_object(heap: &Heap, names: &[String], program: &Program, layouts: &Layouts) -> Vec<Problem> {
    let of_object = |object| {
        let messages = messages(heap, heap.object(object), names, program, layouts);
        messages.into_iter().map(move |message| Problem { object, message })
    };
    heap.ids().flat_map(of_object).collect()
}

fn messages(heap: &Heap, object: &Object, names: &[String], program: &Program, layouts: &Layouts) -> Vec<String> {
    let is_string = |class: ClassId| program.class(class).name == "java.lang.String";
    let element = object.ty.element().unwrap_or(Type::UNKNOWN);
    let cannot_hold = |place: String, value: &Value, ty: Type| {
        let value_text = write_value(*value, ty, names);
        let message = format!("{place} is of type {} and cannot hold {value_text}", type_name(ty, program));
        (!fits(heap, program, *value, ty)).then_some(message)
    };
    match (&object.content, object.ty.as_class()) {
        (Content::Text(_), Some(class)) if is_string(class) => Vec::new(),
        (_, Some(class)) if is_string(class) => vec!["a string is written `String#0 \"text\"`".to_owned()],
        (Content::Fields(_), Some(class)) if program.class(class).is_abstract => {
            vec![format!("`{}` is abstract and has no objects", program.class(class).name)]
        }
        (Content::Fields(values), Some(class)) if values.len() != layouts.fields(class).len() => {
            vec![format!("{} values for {} fields", values.len(), layouts.fields(class).len())]
        }
        (Content::Fields(values), Some(class)) => {
            let fields = layouts.fields(class).iter().map(|field| program.field(*field));
            let found =
                fields.zip(values).map(|(field, value)| cannot_hold(format!("`{}`", field.name), value, field.ty));
            found.flatten().collect()
        }
        (Content::Elements(values), None) if object.ty.is_array() => {
            let indexed = values.iter().enumerate();
            indexed.filter_map(|(index, value)| cannot_hold(format!("element {index}"), value, element)).collect()
        }
        _ => vec!["its content does not fit its type".to_owned()],
    }
}

/// May a variable of this type hold this value?
pub fn fits(heap: &Heap, program: &Program, value: Value, ty: Type) -> bool {
    match value {
        Value::Unknown => true,
        Value::Null => ty.is_reference(),
        Value::Boolean(_) => ty == Type::BOOLEAN,
        Value::Long(_) => ty == Type::LONG,
        Value::Float(_) => ty == Type::FLOAT,
        Value::Double(_) => ty == Type::DOUBLE,
        Value::Int(_) if ty.is_array() => false,
        Value::Int(number) => match ty.base {
            BaseType::Byte => i8::try_from(number).is_ok(),
            BaseType::Short => i16::try_from(number).is_ok(),
            BaseType::Char => u16::try_from(number).is_ok(),
            BaseType::Int => true,
            _ => false,
        },
        Value::Object(id) => match heap.objects.get(id.index()) {
            Some(Object { ty: actual, .. }) => is_subtype(program, *actual, ty),
            None => false,
        },
    }
}

/// Subtyping of reference types: classes by inheritance, arrays by their elements (JLS 4.10).
pub fn is_subtype(program: &Program, sub: Type, sup: Type) -> bool {
    if sub == sup {
        return true;
    }
    match (sub.element(), sup.element()) {
        (Some(sub), Some(sup)) => sub.is_reference() && sup.is_reference() && is_subtype(program, sub, sup),
        (None, Some(_)) => false,
        (Some(_), None) => sup.as_class().is_some_and(|class| {
            matches!(
                program.class(class).name.as_str(),
                "java.lang.Object" | "java.lang.Cloneable" | "java.io.Serializable"
            )
        }),
        (None, None) => match (sub.as_class(), sup.as_class()) {
            (Some(sub), Some(sup)) => program.is_subclass(sub, sup),
            _ => false,
        },
    }
}
