//! Does a heap fit a program? Whoever reads a heap from outside asks this before running anything on it.

use crate::{Content, Heap, Layouts, Object, Value};
use tightrope_program::{BaseType, Program, Type};

/// Everything that does not fit, in words that name the object and the field. Empty: the heap is valid.
pub fn problems(heap: &Heap, program: &Program, layouts: &Layouts) -> Vec<String> {
    let names = crate::text::object_names(heap, program);
    let mut problems = Vec::new();
    for id in heap.ids() {
        let object = heap.object(id);
        let name = &names[id.index()];
        match (&object.content, object.ty.as_class()) {
            (Content::Fields(values), Some(class)) => {
                if program.class(class).is_abstract {
                    problems.push(format!("{name}: `{}` is abstract and has no objects", program.class(class).name));
                }
                let fields = layouts.fields(class);
                if fields.len() != values.len() {
                    problems.push(format!("{name}: {} values for {} fields", values.len(), fields.len()));
                }
                for (field, value) in fields.iter().zip(values) {
                    let declared = program.field(*field);
                    if !fits(heap, program, *value, declared.ty) {
                        problems.push(format!("{name}: `{}` cannot hold {value:?}", declared.name));
                    }
                }
            }
            (Content::Elements(values), None) if object.ty.is_array() => {
                let element = object.ty.element().unwrap_or(Type::UNKNOWN);
                for (index, value) in values.iter().enumerate() {
                    if !fits(heap, program, *value, element) {
                        problems.push(format!("{name}: element {index} cannot hold {value:?}"));
                    }
                }
            }
            (Content::Text(_), Some(class)) if program.class(class).name == "java.lang.String" => {}
            _ => problems.push(format!("{name}: its content does not fit its type")),
        }
    }
    problems
}

/// May a variable of this type hold this value?
pub fn fits(heap: &Heap, program: &Program, value: Value, ty: Type) -> bool {
    match value {
        Value::Unknown => true,
        Value::Null => ty.is_reference(),
        Value::Boolean(_) => ty == Type::BOOLEAN,
        Value::Long(_) => ty == Type::LONG,
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
