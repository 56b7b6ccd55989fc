//! The library methods that the naive interpreter knows, by name.

use super::floating;
use super::{Evaluated, Interpreter, Stop, Value};
use tightrope_program::{ClassId, MethodId, Type};
use tightrope_source::Span;

pub(super) fn call(
    interpreter: &mut Interpreter<'_>,
    method: MethodId,
    args: Vec<Value>,
    span: Span,
) -> Evaluated<Option<Value>> {
    let found = interpreter.program.method(method);
    let class = interpreter.program.class(found.class).name.clone();
    let value = match (class.as_str(), found.name.as_str(), args.as_slice()) {
        ("java.lang.Object", "equals", [left, right]) => Value::Boolean(left == right),
        ("java.lang.Object", "clone", [Value::Object(object)]) => cloned(interpreter, *object, span)?,
        ("java.lang.Object", "getClass", [Value::Object(object)]) => class_object(interpreter, *object)?,
        ("java.lang.String", "equals", [left, right]) => {
            Value::Boolean(text(interpreter, *left) == text(interpreter, *right))
        }
        ("java.lang.String", "hashCode", [string]) => Value::Int(hash(&text(interpreter, *string).unwrap_or_default())),
        ("java.lang.String", "length", [string]) => Value::Int(units(interpreter, *string).len() as i32),
        ("java.lang.String", "unit", [string, Value::Int(index)]) => {
            Value::Int(i32::from(units(interpreter, *string)[*index as usize]))
        }
        ("java.lang.String", "take", [Value::Object(string), original]) => {
            let Some(text) = text(interpreter, *original) else {
                return interpreter.throw("NullPointerException", span);
            };
            interpreter.heap[*string].text = Some(text);
            return Ok(None);
        }
        ("java.lang.System", "arraycopy", [from, start, to, target, length]) => {
            array_copy(interpreter, [*from, *start, *to, *target, *length], span)?;
            return Ok(None);
        }
        ("java.util.ObjectArrays", "like", [Value::Object(sample), Value::Int(length)]) => {
            let ty = interpreter.heap[*sample].ty;
            Value::Object(interpreter.allocate_array(ty, &[*length], span)?)
        }
        // The shortcuts are not taken: the library's Java code has to say the same.
        ("java.util.ObjectArrays", "hasSame" | "insertSame", [..]) => Value::Int(-1),
        ("java.util.ObjectArrays", "like", [..]) => return interpreter.throw("NullPointerException", span),
        (_, "shared", [value]) => shared(interpreter, method, *value)?,
        ("java.lang.Throwable", "className", [Value::Object(object)]) => {
            let class = interpreter.heap[*object].ty.as_class().map(|class| binary_name(interpreter, class));
            interpreter.new_string(class.unwrap_or_default())?
        }
        (_, name, [text @ Value::Object(_)]) if floating::is_reader(&class, name) => {
            floating::read(&class, name, &self::text(interpreter, *text).unwrap_or_default())
        }
        ("java.lang.Float" | "java.lang.Double", name, args) => {
            floating::call(&class, name, args).ok_or_else(|| Stop::Failed(format!("library method {class}.{name}")))?
        }
        _ => return Err(Stop::Failed(format!("library method {class}.{}", found.name))),
    };
    Ok(Some(value))
}

fn cloned(interpreter: &mut Interpreter<'_>, object: usize, span: Span) -> Evaluated<Value> {
    let cloneable = interpreter.class_named("java.lang.Cloneable")?;
    let class = interpreter.heap[object].ty.as_class();
    if class.is_some_and(|class| !interpreter.program.is_subclass(class, cloneable)) {
        return interpreter.throw("CloneNotSupportedException", span);
    }
    let copy = interpreter.heap[object].clone();
    interpreter.heap.push(copy);
    Ok(Value::Object(interpreter.heap.len() - 1))
}

/// One object for each class.
fn class_object(interpreter: &mut Interpreter<'_>, object: usize) -> Evaluated<Value> {
    let ty = interpreter.heap[object].ty;
    if let Some(known) = interpreter.class_objects.get(&ty) {
        return Ok(Value::Object(*known));
    }
    let class = interpreter.class_named("java.lang.Class")?;
    let made = interpreter.allocate(Type::class(class));
    interpreter.class_objects.insert(ty, made);
    Ok(Value::Object(made))
}

/// Nested classes are named with a dollar sign.
fn binary_name(interpreter: &Interpreter<'_>, class: ClassId) -> String {
    let declared = interpreter.program.class(class);
    match declared.outer {
        Some(outer) if !declared.name.contains('$') => {
            format!("{}${}", binary_name(interpreter, outer), declared.simple_name)
        }
        _ => declared.name.to_string(),
    }
}

fn units(interpreter: &Interpreter<'_>, value: Value) -> Vec<u16> {
    code_units(&text(interpreter, value).unwrap_or_default())
}

/// The front end writes the lone half of a surrogate pair as a character of its own.
fn code_units(text: &str) -> Vec<u16> {
    let mut units = Vec::new();
    for character in text.chars() {
        match u32::from(character).checked_sub(0x0010_F800) {
            Some(number) if number < 0x800 => units.push(0xD800 + number as u16),
            _ => units.extend(character.encode_utf16(&mut [0; 2]).iter()),
        }
    }
    units
}

/// The text without halves that stand side by side and belong together.
pub(super) fn without_pairs(text: &str) -> String {
    let decoded = char::decode_utf16(code_units(text));
    decoded.map(|unit| unit.unwrap_or_else(|half| lone_half(half.unpaired_surrogate()))).collect()
}

pub(super) fn lone_half(unit: u16) -> char {
    char::from_u32(0x0010_F800 - 0xD800 + u32::from(unit)).unwrap_or('?')
}

fn text(interpreter: &Interpreter<'_>, value: Value) -> Option<String> {
    match value {
        Value::Object(object) => interpreter.heap[object].text.clone(),
        _ => None,
    }
}

fn hash(text: &str) -> i32 {
    code_units(text).into_iter().fold(0, |sum: i32, unit| sum.wrapping_mul(31).wrapping_add(i32::from(unit)))
}

/// The one box of a small value (JLS 5.1.7): its only field holds the value.
fn shared(interpreter: &mut Interpreter<'_>, method: MethodId, value: Value) -> Evaluated<Value> {
    let key = match value {
        Value::Int(number) => i64::from(number),
        Value::Long(number) => number,
        Value::Boolean(truth) => i64::from(truth),
        _ => return Err(Stop::Failed("a box of an object".to_owned())),
    };
    if let Some(object) = interpreter.boxes.get(&(method, key)) {
        return Ok(Value::Object(*object));
    }
    let class = interpreter.program.method(method).class;
    let object = interpreter.allocate(Type::class(class));
    // A box has one field.
    interpreter.heap[object].fields.values_mut().for_each(|field| *field = value);
    interpreter.boxes.insert((method, key), object);
    Ok(Value::Object(object))
}

fn array_copy(interpreter: &mut Interpreter<'_>, args: [Value; 5], span: Span) -> Evaluated<()> {
    let [from, Value::Int(start), to, Value::Int(target), Value::Int(length)] = args else {
        return Err(Stop::Failed("arraycopy".to_owned()));
    };
    let (Value::Object(from), Value::Object(to)) = (from, to) else {
        return interpreter.throw("NullPointerException", span);
    };
    let element = |object: usize| interpreter.heap[object].ty.element();
    let fits = match (element(from), element(to)) {
        (Some(from), Some(to)) => from == to || (from.is_reference() && to.is_reference()),
        _ => false,
    };
    if !fits {
        return interpreter.throw("ArrayStoreException", span);
    }
    let room = |object: usize| interpreter.heap[object].elements.len() as i64;
    let outside = |first: i32, room: i64| first < 0 || i64::from(first) + i64::from(length) > room;
    if length < 0 || outside(start, room(from)) || outside(target, room(to)) {
        return interpreter.throw("ArrayIndexOutOfBoundsException", span);
    }
    let copied: Vec<Value> = interpreter.heap[from].elements[start as usize..(start + length) as usize].to_vec();
    for (offset, value) in copied.into_iter().enumerate() {
        interpreter.check_store(to, value, span)?;
        interpreter.heap[to].elements[target as usize + offset] = value;
    }
    Ok(())
}
